// The shipped stages file as a user runs it, without a broker: a server plays recorded answers of GitHub's, with
// faults, and what comes out is what a plain count over the same events gives.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <stdlib.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/replay_server.hpp"

namespace {

namespace fs = std::filesystem;

constexpr const char* events_target = "/events?per_page=100";

struct run_folder {
  fs::path path{};
  run_folder() {
    std::string name = (fs::temp_directory_path() / "weir-stages-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~run_folder() { fs::remove_all(path); }
  run_folder(const run_folder&) = delete;
  run_folder& operator=(const run_folder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return (path / name).string(); }
};

/// The shipped file with its paths whole, asking `server` once.
std::string stages(const std::string& server, const std::string& more) {
  const auto shipped = std::string(WEIR_SOURCE_DIR) + "/interface";
  return fmt::format("stages:\n  ingest: {{source: github, once: true, base_url: '{}'}}\n  normalize: {{}}\n"
                     "  analyze: {}/analytics/*.sql\ncontracts: {}/sources\n{}",
                     server, shipped, shipped, more);
}

/// `2013-06-17T18:19:30Z` cut to a window's start.
std::string window_start(const std::string& time, int minutes) {
  const int minute = std::stoi(time.substr(14, 2)) / minutes * minutes;
  return fmt::format("{} {}:{:02}:00", time.substr(0, 10), time.substr(11, 2), minutes == 60 ? 0 : minute);
}

std::map<std::string, std::int64_t> expected(const nlohmann::json& items) {
  std::map<std::string, std::int64_t> made;
  std::map<std::string, std::set<std::string>> users;
  for (const auto& one : items) {
    const auto time = one.at("created_at").get<std::string>();
    ++made["event_type_events " + one.at("type").get<std::string>() + " " + window_start(time, 1)];
    ++made["repository_events " + one.at("repo").at("name").get<std::string>() + " " + window_start(time, 5)];
    users["active_users github " + window_start(time, 60)].insert(one.at("actor").at("login").get<std::string>());
  }
  for (const auto& [place, logins] : users) made[place] = static_cast<std::int64_t>(logins.size());
  return made;
}

std::map<std::string, std::int64_t> found(const std::string& rows) {
  std::map<std::string, std::int64_t> made;
  std::istringstream lines(rows);
  for (std::string line; std::getline(lines, line);) {
    const auto row = nlohmann::json::parse(line);
    const auto metric = row.at("metric").get<std::string>();
    if (metric == "top_repositories") continue; // Which of equal ones are among the ten is the query's choice.
    made[metric + " " + row.at("metric_key").get<std::string>() + " " + row.at("window_start").get<std::string>()] +=
        row.at("metric_value").get<std::int64_t>();
  }
  return made;
}

} // namespace

TEST_CASE("four stages in one process give what a count over the recorded events gives, faults and all") {
  ::unsetenv("KAFKA_BOOTSTRAP_SERVERS");
  const run_folder folder;
  support::replay_server server;
  const auto page = support::recorded_page("public");
  server.script(events_target, {{.status = 503}, {.fault = support::replay_fault::no_answer}, page});
  std::ofstream(folder.file("p.yml")) << stages(server.url(), "state: " + folder.file("state") + "\n");
  const std::vector<std::string> command{WEIR_BINARY, "run", folder.file("p.yml")};
  const auto code = e2e::run(command, folder.file("run"), std::chrono::minutes(1));
  INFO(e2e::text_of(folder.file("run.err")));
  REQUIRE(code == 0);
  CHECK(found(e2e::text_of(folder.file("run.out"))) == expected(nlohmann::json::parse(page.body)));

  // Its ids are remembered: nothing comes twice.
  REQUIRE(e2e::run(command, folder.file("again"), std::chrono::minutes(1)) == 0);
  CHECK(e2e::text_of(folder.file("again.out")).empty());
}

TEST_CASE("the shipped example plays recorded events through the same stages") {
  ::unsetenv("KAFKA_BOOTSTRAP_SERVERS");
  const run_folder folder;
  const auto examples = std::string(WEIR_SOURCE_DIR) + "/examples/";
  auto items = nlohmann::json::array();
  std::ifstream lines(examples + "github.jsonl");
  for (std::string line; std::getline(lines, line);) items.push_back(nlohmann::json::parse(line).at("payload"));
  REQUIRE(items.size() == 39);
  const auto code =
      e2e::run({WEIR_BINARY, "run", examples + "github.yml"}, folder.file("run"), std::chrono::minutes(1));
  INFO(e2e::text_of(folder.file("run.err")));
  REQUIRE(code == 0);
  CHECK(found(e2e::text_of(folder.file("run.out"))) == expected(items));
}

TEST_CASE("recorded events that are no events are dead letters, and their neighbours count") {
  ::unsetenv("KAFKA_BOOTSTRAP_SERVERS");
  const run_folder folder;
  const auto shipped = std::string(WEIR_SOURCE_DIR) + "/interface";
  const std::string good =
      R"({"source":"github","source_event_id":"7","source_event_endpoint":"default","source_event_type":"PushEvent",)"
      R"("observed_at":"2024-01-01T00:00:01Z","schema_version":1,"payload":{"type":"PushEvent","created_at":"2024-01-01T00:00:01Z","id":"7",)"
      R"("actor":{"login":"a"},"repo":{"name":"a/b"},"payload":{}}})";
  std::ofstream(folder.file("raw.jsonl")) << "no event\n\n" << good << "\r\n{\"source\":1}\n" << good;
  std::ofstream(folder.file("p.yml")) << fmt::format(
      "stages:\n  ingest: {{file: raw.jsonl}}\n  normalize: {{dead_letter_file: '{}'}}\n"
      "  analyze: {}/analytics/repository_counts.sql\ncontracts: {}/sources\n",
      folder.file("dead.jsonl"), shipped, shipped);
  const auto code = e2e::run({WEIR_BINARY, "run", folder.file("p.yml")}, folder.file("run"), std::chrono::minutes(1));
  const auto words = e2e::text_of(folder.file("run.err"));
  INFO(words);
  REQUIRE(code == 0);
  CHECK(words.find("2 normalized") != std::string::npos);
  CHECK(words.find("2 dead letters") != std::string::npos);
  CHECK(found(e2e::text_of(folder.file("run.out"))) ==
        std::map<std::string, std::int64_t>{{"repository_events a/b 2024-01-01 00:00:00", 2}});
}

TEST_CASE("a poller that goes on is told to stop, and its windows are closed") {
  ::unsetenv("KAFKA_BOOTSTRAP_SERVERS");
  const run_folder folder;
  support::replay_server server;
  const auto page = support::recorded_page("public");
  server.script(events_target, {{.status = 403, .headers = {{"Retry-After", "1"}}}, page});
  auto text = stages(server.url(), "");
  text.replace(text.find("once: true"), 10, "poll_interval: 1s");
  std::ofstream(folder.file("p.yml")) << text;
  e2e::child_process weir({WEIR_BINARY, "run", folder.file("p.yml")}, folder.file("run"));
  for (int i = 0; i < 400 && server.requests().size() < 3; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
  weir.signal(SIGTERM);
  CHECK(weir.wait(std::chrono::seconds(20)).value_or(-1) == 0);
  INFO(e2e::text_of(folder.file("run.err")));
  CHECK(found(e2e::text_of(folder.file("run.out"))) == expected(nlohmann::json::parse(page.body)));
}

TEST_CASE("what cannot run as stages is refused, each thing by name") {
  ::unsetenv("KAFKA_BOOTSTRAP_SERVERS");
  const run_folder folder;
  const auto refuses = [&](const std::string& text, std::vector<std::string> flags, const std::string& why) {
    std::ofstream(folder.file("p.yml")) << text;
    std::vector<std::string> command{WEIR_BINARY, "run"};
    command.insert(command.end(), flags.begin(), flags.end());
    command.push_back(folder.file("p.yml"));
    fs::remove(folder.file("run.err"));
    CHECK(e2e::run(command, folder.file("run"), std::chrono::minutes(1)) == 2);
    const auto words = e2e::text_of(folder.file("run.err"));
    INFO(words);
    CHECK(words.find(why) != std::string::npos);
  };
  const auto good = stages("http://127.0.0.1:1", "");
  refuses(good, {"--stage", "analyze"}, "--stage analyze alone needs topics");
  refuses(good, {"--stage", "index"}, "has no stage index");
  refuses(good, {"--strict"}, "a file of stages takes none of --strict");
  refuses("stages: {analyze: nowhere/*.sql}\n", {}, "nowhere");
  refuses("stages: {ingest: {source: gitlob}}\ncontracts: " + std::string(WEIR_SOURCE_DIR) + "/interface/sources\n", {},
          "gitlob");
  auto unread = good;
  unread += "topics: {normalized: other}\n";
  refuses(unread, {}, "reads topic events-normalized, which no stage writes");
  refuses("source: {type: stdin, columns: {a: INT}}\nsink: {type: stdout}\n", {"--stage", "ingest"},
          "--stage and --transport are for a file of stages");
}
