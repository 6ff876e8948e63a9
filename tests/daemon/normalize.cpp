// `weir normalize`: the command over files, and what it keeps count of.

#include "daemon/normalize/normalize_command.hpp"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "core/contract/json_parser.hpp"
#include "daemon/normalize/contract_files.hpp"
#include "daemon/normalize/dead_letter_sinks.hpp"
#include "io/sink/sinks.hpp"
#include "io/source/readers.hpp"
#include "tests/support/catch.hpp"

namespace {

namespace fs = std::filesystem;

const std::string shipped = std::string(WEIR_SOURCE_DIR) + "/interface/sources";

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct folder {
  fs::path path{};
  folder() {
    std::string name = (fs::temp_directory_path() / "weir-normalize-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~folder() { fs::remove_all(path); }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name, std::ios::binary) << text;
    return (path / name).string();
  }
};

/// A descriptor of the process, in a file for a while.
class caught {
public:
  caught(int descriptor, fs::path into) : descriptor_(descriptor), path_(std::move(into)), kept_(::dup(descriptor)) {
    const int file = ::open(path_.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    std::fflush(nullptr);
    ::dup2(file, descriptor_);
    ::close(file);
  }
  ~caught() { (void)text(); }
  caught(const caught&) = delete;
  caught& operator=(const caught&) = delete;

  std::string text() {
    if (kept_ >= 0) {
      std::fflush(nullptr);
      ::dup2(kept_, descriptor_);
      ::close(kept_);
      kept_ = -1;
    }
    return text_of(path_);
  }

private:
  int descriptor_;
  fs::path path_;
  int kept_;
};

struct ran {
  int exit = -1;
  std::string out{};
  std::string err{};
};

ran run(const folder& in, const weir::normalize_arguments& wanted) {
  caught out(STDOUT_FILENO, in.path / "out");
  caught err(STDERR_FILENO, in.path / "err");
  const int exit = weir::normalize_files(wanted);
  return {exit, out.text(), err.text()};
}

/// Without the seconds, which no two runs share.
std::string counts_of(const std::string& err) { return err.substr(0, err.rfind(';')); }

std::string raw(const std::string& source, const std::string& id, const std::string& type, const std::string& payload) {
  return R"({"source":")" + source + R"(","source_event_id":")" + id +
         R"(","source_event_endpoint":"default","source_event_type":")" + type +
         R"(","observed_at":"2024-01-01T00:00:00Z","schema_version":1,"payload":)" + payload + "}\n";
}

/// The recorded events of tests/data as the poller publishes them.
std::string recorded() {
  std::ifstream lines(std::string(WEIR_SOURCE_DIR) + "/tests/data/github_events.jsonl");
  std::string made;
  for (std::string line; std::getline(lines, line);) {
    core::contract::arena memory;
    const auto item = core::contract::json_parser().parse(line, memory);
    REQUIRE(item.has_value());
    made += raw("github", std::string(item->find("id").text()), std::string(item->find("type").text()), line);
  }
  return made;
}

const std::string star =
    raw("github", "1", "WatchEvent",
        R"({"repo":{"id":7,"name":"a/b"},"created_at":"2024-02-03T04:05:06Z","actor":{"id":1,"login":"ann"},)"
        R"("public":true,"payload":{"action":"started"}})");
const std::string starred =
    R"({"source":"github","event_id":"1","event_type":"WatchEvent","ingested_at":"2024-01-01T00:00:00Z",)"
    R"("schema_version":1,"partition_key":"7","entity_id":"7","entity_name":"a/b","event_time":1706933106000,)"
    R"("actor_id":1,"actor_login":"ann","organization_id":null,"organization_login":null,"is_public":true,)"
    R"("action":"started"})"
    "\n";

} // namespace

TEST_CASE("recorded events are normalized by the contract that ships") {
  const folder in;
  const auto made =
      run(in, {.files = {in.write("raw.jsonl", recorded())}, .sources = {"github"}, .contracts = shipped});
  CHECK(made.exit == 0);
  CHECK(counts_of(made.err) == "weir normalize: 10 lines: 10 normalized, 0 dead letters, 0 blank");
  CHECK(std::ranges::count(made.out, '\n') == 10);
  CHECK_THAT(made.out, ContainsSubstring(R"("event_id":"1652857714","event_type":"WatchEvent")"));
  CHECK_THAT(made.out, ContainsSubstring(R"("entity_id":"248523","entity_name":"scrooloose/syntastic",)"
                                         R"("event_time":1357804709000)"));
}

TEST_CASE("broken lines become dead letters with their reason, in the order of the lines, and stop nothing") {
  const folder in;
  const auto input = "{\"source\":\n" + star + "\n" + raw("gitea", "2", "x", "{}") + "\xFF\n" +
                     raw("github", "3", "WatchEvent", R"({"created_at":"yesterday"})") + "[]\n" + star;
  const auto letters = (in.path / "dead.jsonl").string();
  const auto made = run(in, {.files = {in.write("raw.jsonl", input)},
                             .sources = {"github"},
                             .contracts = shipped,
                             .dead_letter_file = letters});
  CHECK(made.exit == 0);
  CHECK(made.out == starred + starred);
  CHECK(counts_of(made.err) == "weir normalize: 8 lines: 2 normalized, 5 dead letters (3 malformed_event, 1 "
                               "unknown_source, 1 failed_rule), 1 blank");
  std::vector<std::string> beginnings;
  std::ifstream lines(letters);
  for (std::string line; std::getline(lines, line);) beginnings.push_back(line.substr(0, line.find(",\"raw\"")));
  CHECK(
      beginnings ==
      std::vector<std::string>{
          R"({"reason":"malformed_event","message":"not json: the text ends early at byte 10","source":null,"event_id":null)",
          R"({"reason":"unknown_source","message":"no contract for source gitea","source":"gitea","event_id":"2")",
          R"({"reason":"malformed_event","message":"json is not utf-8","source":null,"event_id":null)",
          R"({"reason":"failed_rule","message":"field event_time: no ISO 8601 time: yesterday","source":"github","event_id":"3")",
          R"({"reason":"malformed_event","message":"raw event is no object","source":null,"event_id":null)",
      });
}

TEST_CASE("without a file the first few dead letters are shown, the rest counted") {
  const folder in;
  std::string input;
  for (int i = 0; i < 8; ++i)
    input += raw("gitea", std::to_string(i), "x", "\"\\u001b[31m" + std::string(200, 'x') + "\"");
  const auto made = run(in, {.files = {in.write("raw.jsonl", input)}, .sources = {"github"}, .contracts = shipped});
  CHECK(made.exit == 0);
  CHECK(made.out.empty());
  CHECK(std::ranges::count(made.err, '\n') == 7);
  CHECK_THAT(made.err, ContainsSubstring("weir normalize: line 5: "));
  CHECK_THAT(made.err, ContainsSubstring("weir normalize: more dead letters follow, counted but not shown "
                                         "(--dead-letter FILE keeps them)\n"));
  CHECK_THAT(made.err, ContainsSubstring("weir normalize: 8 lines: 0 normalized, 8 dead letters"));
}

TEST_CASE("what a dead letter shows is one short line without control characters, cut between characters") {
  std::vector<std::string> said;
  const auto sink = weir::show_dead_letters(2, [&](const std::string& line) { said.push_back(line); });
  const core::contract::dead_letter letter{.message = "why"};
  REQUIRE(sink->take(letter, "a\x1b[31m\tb", 7));
  REQUIRE(sink->take(letter, std::string(119, 'x') + "äöü", 8));
  CHECK(said == std::vector<std::string>{"line 7: malformed_event: why: a [31m b",
                                         "line 8: malformed_event: why: " + std::string(119, 'x') + " …"});
}

TEST_CASE("each event goes by the contract of its own source; without --source all of the folder are used") {
  const folder in;
  const auto file = in.write("raw.jsonl", star + raw("gitlab", "2", "opened", R"({"project_id":9})"));
  const auto both = run(in, {.files = {file}, .sources = {"gitlab", "github", "github"}, .contracts = shipped});
  CHECK(both.exit == 0);
  CHECK(both.out.starts_with(starred));
  CHECK_THAT(both.out, ContainsSubstring(R"({"source":"gitlab","event_id":"2","event_type":"opened")"));
  CHECK(counts_of(both.err) ==
        "weir normalize: 2 lines: 2 normalized (1 without an event time), 0 dead letters, 0 blank");
  CHECK(run(in, {.files = {file}, .contracts = shipped}).out == both.out);
}

TEST_CASE("on the command line a source is one word, and what follows is a file") {
  const folder in;
  const auto first = in.write("1.jsonl", star);
  const auto second = in.write("2.jsonl", raw("gitlab", "2", "opened", R"({"project_id":9})"));
  CLI::App app("weir", "weir");
  std::function<int()> chosen;
  weir::add_normalize(app, chosen);
  const std::vector<std::string> words{"weir",   "normalize", "--contracts", shipped, "--source",
                                       "github", "--source",  "gitlab",      first,   second};
  std::vector<const char*> arguments;
  for (const auto& word : words) arguments.push_back(word.c_str());
  app.parse(static_cast<int>(arguments.size()), arguments.data());
  REQUIRE(chosen);
  caught out(STDOUT_FILENO, in.path / "out");
  caught err(STDERR_FILENO, in.path / "err");
  const int exit = chosen();
  CHECK(std::ranges::count(out.text(), '\n') == 2);
  CHECK_THAT(err.text(), ContainsSubstring("2 lines: 2 normalized"));
  CHECK(exit == 0);
}

TEST_CASE("several files are read in their order, packed ones too, with or without CR and a last newline") {
  const folder in;
  const auto first = in.write("1.jsonl", "\xEF\xBB\xBF" + star.substr(0, star.size() - 1) + "\r\n");
  const auto second = in.write("2.jsonl", star.substr(0, star.size() - 1));
  const auto made = run(in, {.files = {first, second}, .contracts = shipped});
  CHECK(made.exit == 0);
  CHECK(made.out == starred + starred);
}

TEST_CASE("a file that is not there, a contract that is not good and a source without one are wrong use") {
  const folder in;
  const auto gone = run(in, {.files = {"/none/raw.jsonl"}, .contracts = shipped});
  CHECK(gone.exit == 2);
  CHECK_THAT(gone.err, ContainsSubstring("/none/raw.jsonl"));

  const auto unknown = run(in, {.sources = {"gitub"}, .contracts = shipped});
  CHECK(unknown.exit == 2);
  CHECK(unknown.err == shipped + "/gitub/normalization.yml: no contract of source gitub: No such file or directory "
                                 "(there are github, gitlab)\n");

  in.write("one/normalization.yml",
           "source: two\npartition_key: entity_id\n"
           "envelope: {entity_id: {from: a}, entity_name: {from: b}, event_time: {from: c}}\n");
  in.write("three/normalization.yml", "source: three\npartition: entity_id\n");
  const auto bad = run(in, {.contracts = in.path.string()});
  CHECK(bad.exit == 2);
  CHECK_THAT(bad.err,
             ContainsSubstring("/one/normalization.yml: the contract is of source two, its folder says one\n"));
  CHECK_THAT(bad.err, ContainsSubstring("/three/normalization.yml:2:1: "));
  CHECK(bad.out.empty());
  const auto none = run(in, {.contracts = (in.path / "nothing").string()});
  CHECK(none.exit == 2);
  CHECK_THAT(none.err, ContainsSubstring("no folder with a normalization.yml in it"));
}

TEST_CASE("an input that breaks off fails the run, after what could be read") {
  const folder in;
  const auto broken = in.write("raw.jsonl.gz", "\x1f\x8b\x08 and no more");
  const auto made = run(in, {.files = {in.write("1.jsonl", star), broken}, .contracts = shipped});
  CHECK(made.exit == 1);
  CHECK(made.out == starred);
}

TEST_CASE("an output that takes nothing fails the run") {
  auto contracts = weir::load_normalizations(shipped, {"github"});
  REQUIRE(contracts.has_value());
  struct full final : io::byte_sink {
    core::result<void> write(std::string_view) override {
      return core::fail(core::errc::io_failed, "the disk is full");
    }
    core::result<void> flush() override { return {}; }
    core::result<void> close() override { return {}; }
  } events;
  const auto dead = weir::show_dead_letters(1, [](const std::string&) {});
  const auto lines = weir::write_normalized_lines(events);
  weir::line_normalizer into(core::contract::normalizer::compile(*contracts).value(), *lines, *dead);
  const auto done = into.take({.owner = {}, .text = star});
  REQUIRE_FALSE(done.has_value());
  CHECK(done.error().message == "the disk is full");
}

TEST_CASE("a line longer than an event may be is a dead letter, and its neighbours are not") {
  const folder in;
  const auto input = star + R"({"source":")" + std::string(core::contract::json_bytes_max, 'x') + "\"}\n" + star;
  const auto made = run(in, {.files = {in.write("raw.jsonl", input)}, .contracts = shipped});
  CHECK(made.exit == 0);
  CHECK(made.out == starred + starred);
  CHECK_THAT(made.err, ContainsSubstring("3 lines: 2 normalized, 1 dead letters (1 malformed_event), 0 blank"));
}
