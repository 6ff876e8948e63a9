#include "config/contract/ingestion.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/contract/ingestion_reader.hpp"

namespace config::contract {

using core::errc;

const endpoint* ingestion::find(std::string_view name) const {
  const auto found =
      std::find_if(endpoints.begin(), endpoints.end(), [&](const auto& one) { return one.name == name; });
  return found == endpoints.end() ? nullptr : &*found;
}

std::expected<ingestion, std::vector<core::error>> read_ingestion(const std::string& text) {
  const auto parsed = parse_document("", text);
  if (!parsed) return std::unexpected(std::vector{parsed.error()});
  complaints found(*parsed);
  auto made = ingestion_reader(parsed->root, found).read();
  if (!found.empty()) return std::unexpected(found.sorted());
  return made;
}

namespace {

/// Everything but the unreserved characters of RFC 3986, so that a value stays within its segment: GitLab takes the
/// project `group/name` as group%2Fname.
std::string escaped(std::string_view value) {
  std::string made;
  for (const char byte : value) {
    const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
                       std::string_view("-._~").find(byte) != std::string_view::npos;
    if (plain)
      made += byte;
    else
      made += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
  }
  return made;
}

void replace(std::string& in, std::string_view what, std::string_view with) {
  for (auto at = in.find(what); at != std::string::npos; at = in.find(what, at + with.size()))
    in.replace(at, what.size(), with);
}

} // namespace

core::result<std::string> fill(const endpoint& of, const std::map<std::string, std::string>& parameters) {
  std::vector<std::string> missing;
  for (const auto& name : of.placeholders) {
    const auto given = parameters.find(name);
    if (given == parameters.end() || given->second.empty())
      missing.push_back(name);
    else if (given->second == "." || given->second == "..")
      return core::fail(errc::bad_value, fmt::format("parameter {} must not be {}", name, given->second));
  }
  if (!missing.empty())
    return core::fail(errc::bad_value, fmt::format("endpoint {} needs {}", of.name, fmt::join(missing, ", ")), {},
                      fmt::format("give --param {}=…", fmt::join(missing, "=… --param ")));
  for (const auto& [name, value] : parameters) {
    if (std::find(of.placeholders.begin(), of.placeholders.end(), name) != of.placeholders.end()) continue;
    return core::fail(errc::unknown_name, fmt::format("endpoint {} has no parameter {}", of.name, name), {},
                      of.placeholders.empty() ? std::string("it takes none")
                                              : fmt::format("it takes {}", fmt::join(of.placeholders, ", ")));
  }
  auto url = of.url;
  for (const auto& name : of.placeholders) replace(url, fmt::format("{{{}}}", name), escaped(parameters.at(name)));
  return url;
}

std::string header_value(const authentication& of, std::string_view token) {
  auto value = of.value_template;
  replace(value, "{token}", token);
  return value;
}

} // namespace config::contract
