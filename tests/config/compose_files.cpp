// The compose files: what docker compose would refuse, or find missing, as far as that can be told without it.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "config/document.hpp"
#include "tests/support/catch.hpp"

namespace {

namespace fs = std::filesystem;
using config::node_ptr;
using texts = std::set<std::string>;

const fs::path root = WEIR_SOURCE_DIR;

config::document read(const std::string& name) {
  std::ifstream file(root / name);
  auto parsed = config::parse_document(name, {std::istreambuf_iterator<char>(file), {}});
  REQUIRE(parsed.has_value());
  return std::move(*parsed);
}

/// Of a mapping, what it takes over by `<<` included.
node_ptr value_of(const node_ptr& mapping, const std::string& key) {
  if (!mapping) return nullptr;
  if (const auto* const own = mapping->find(key)) return own->value;
  if (const auto* const taken = mapping->find("<<")) return value_of(taken->value, key);
  return nullptr;
}

/// Items of a list, keys of a mapping, or one text.
texts names_in(const node_ptr& value) {
  texts made;
  if (!value) return made;
  if (value->kind == config::node_kind::scalar) made.insert(value->text);
  for (const auto& one : value->items) made.insert(one->text);
  for (const auto& one : value->entries) made.insert(one.key->text);
  return made;
}

bool meet(const texts& a, const texts& b) {
  return std::ranges::any_of(a, [&](const auto& one) { return b.contains(one); });
}

void check(const std::string& name) {
  const auto document = read(name);
  const auto services = value_of(document.root, "services");
  REQUIRE(services != nullptr);
  const auto volumes = names_in(value_of(document.root, "volumes"));
  for (const auto& entry : services->entries) {
    INFO(name << ": " << entry.key->text);
    const auto& service = entry.value;
    CHECK((value_of(service, "image") != nullptr || value_of(service, "build") != nullptr));
    const auto profiles = names_in(value_of(service, "profiles"));
    for (const auto& needed : names_in(value_of(service, "depends_on"))) {
      INFO("depends on " << needed);
      const auto other = value_of(services, needed);
      REQUIRE(other != nullptr);
      const auto theirs = names_in(value_of(other, "profiles"));
      CHECK((theirs.empty() || meet(profiles, theirs)));
    }
    for (const auto& volume : names_in(value_of(service, "volumes"))) {
      INFO("volume " << volume);
      const auto from = volume.substr(0, volume.find(':'));
      CHECK((from.starts_with("./") ? fs::exists(root / from) : volumes.contains(from)));
    }
    for (const auto& port : names_in(value_of(service, "ports"))) CHECK(port.starts_with("127.0.0.1:"));
    // What the image of weir is given lies in it.
    for (const auto& word : names_in(value_of(service, "command"))) {
      if (!word.starts_with("/etc/weir/")) continue;
      const auto inside = word.substr(10);
      CHECK((fs::exists(root / "docker" / inside) || fs::exists(root / inside)));
    }
  }
}

texts services_of(const std::string& name, const std::string& profile) {
  const auto document = read(name);
  texts made;
  for (const auto& entry : value_of(document.root, "services")->entries)
    if (names_in(value_of(entry.value, "profiles")).contains(profile)) made.insert(entry.key->text);
  return made;
}

} // namespace

TEST_CASE("the compose files name only what is there, and nobody else's ports") {
  check("docker-compose.yml");
  check("docker/kafka.yml");
}

TEST_CASE("every profile has all it needs") {
  CHECK(services_of("docker-compose.yml", "real") == texts{"kafka", "topics", "runner"});
  CHECK(services_of("docker-compose.yml", "project") ==
        texts{"kafka", "project-topics", "ingest", "normalize", "analyze", "index", "opensearch", "grafana"});
  CHECK(services_of("docker/kafka.yml", "cluster") ==
        texts{"controller-1", "controller-2", "controller-3", "broker-1", "broker-2", "broker-3", "ui"});
  CHECK(services_of("docker/kafka.yml", "dev") == texts{"kafka", "ui-dev"});
}
