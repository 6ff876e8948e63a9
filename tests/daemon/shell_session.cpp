// Statements one by one, with their rows and complaints.

#include <filesystem>
#include <fstream>
#include <regex>

#include "daemon/shell/shell_session.hpp"
#include "tests/support/catch.hpp"

using weir::statement_end;

namespace {

/// A session with tables over files of a folder of its own.
class session_on_files {
public:
  session_on_files()
      : folder_(std::filesystem::temp_directory_path() / ("weir-shell-" + std::to_string(std::rand()))),
        session(
            {true, [this](std::string_view text) { said += text; }, [this](std::string_view text) { said += text; }}) {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "in.jsonl") << R"({"k":"a","v":1})"
                                        << "\n"
                                        << R"({"k":"b","v":2})"
                                        << "\n";
  }
  ~session_on_files() { std::filesystem::remove_all(folder_); }
  session_on_files(const session_on_files&) = delete;
  session_on_files& operator=(const session_on_files&) = delete;

  statement_end run(const std::string& text) {
    said.clear();
    const auto end = session.execute(text);
    said = std::regex_replace(said, std::regex("[0-9]+\\.[0-9]{3} s"), "T");
    return end;
  }
  std::string table(const std::string& name, const std::string& file) const {
    return "CREATE TABLE " + name +
           " (k STRING, v INT) WITH ('connector' = 'filesystem', 'format' = 'json', 'path' = '" +
           (folder_ / file).string() + "');";
  }
  std::string file(const std::string& name) const {
    std::ifstream in(folder_ / name);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }

private:
  std::filesystem::path folder_;

public:
  std::string said{};
  weir::shell_session session;
};

} // namespace

TEST_CASE("declarations last over the session, queries show their rows, each with a plan of its own") {
  session_on_files shell;
  CHECK(shell.run(shell.table("events", "in.jsonl")) == statement_end::good);
  CHECK(shell.said == "ok\n");
  CHECK(shell.run("CREATE VIEW big AS\nSELECT k FROM events WHERE v > 1;") == statement_end::good);
  for (int again = 0; again < 2; ++again) {
    CHECK(shell.run("SELECT k FROM big;") == statement_end::good);
    CHECK(shell.said == " k\n------\n b\n(1 row, T)\n");
  }
  CHECK(shell.run("SELECT k, v FROM events; SHOW VIEWS;") == statement_end::good);
  CHECK(shell.said == " k    | v\n------+--------\n a    |      1\n b    |      2\n(2 rows, T)\nbig\n");
}

TEST_CASE("INSERT runs until its inputs end") {
  session_on_files shell;
  CHECK(shell.run(shell.table("events", "in.jsonl") + shell.table("out_table", "out.jsonl")) == statement_end::good);
  CHECK(shell.run("INSERT INTO out_table SELECT k, v + 1 FROM events;") == statement_end::good);
  CHECK(shell.said == "(done, T)\n");
  CHECK(shell.file("out.jsonl") == "{\"k\":\"a\",\"v\":2}\n{\"k\":\"b\",\"v\":3}\n");
}

TEST_CASE("statements that ask are answered") {
  session_on_files shell;
  CHECK(shell.run(shell.table("events", "in.jsonl") + "SET 'table.local-time-zone' = 'Europe/Berlin';") ==
        statement_end::good);
  CHECK(shell.run("SHOW TABLES; DESCRIBE events; SET;") == statement_end::good);
  CHECK(shell.said == "events\nk STRING\nv INT\n'table.local-time-zone' = 'Europe/Berlin'\n");
  CHECK(shell.run("RESET; SET; HELP;") == statement_end::good);
  CHECK(shell.said == "ok\nok\n" + std::string(weir::shell_help()));
  CHECK(shell.run("EXPLAIN SELECT k FROM events WHERE v > 1;") == statement_end::good);
  CHECK(shell.said.starts_with("plan weir, time zone UTC\nsink select: stdout, json\n"));
}

TEST_CASE("a complaint shows its line and the place, and the session goes on") {
  session_on_files shell;
  CHECK(shell.run(shell.table("events", "in.jsonl")) == statement_end::good);
  CHECK(shell.run("SELECT k,\n  kk FROM events; SELECT 1;") == statement_end::failed);
  CHECK(shell.said ==
        "line 2, column 3: unknown column: kk (did you mean k?)\n  2 |   kk FROM events; SELECT 1;\n    |   ^^\n");
  CHECK(shell.run("SELEC;") == statement_end::failed);
  CHECK(shell.run("SELECT 'open") == statement_end::failed);
  CHECK(shell.run("SET 'weir.shards' = 'x'; SELECT 1;") == statement_end::failed);
  CHECK(shell.said == "ok\nweir.shards must be a whole number from 1 to 1024: x\n");
  CHECK(shell.run("RESET; SELECT 1 AS first_one; QUIT; SELECT 2;") == statement_end::quit);
  CHECK(shell.said == "ok\n first_one\n-----------\n         1\n(1 row, T)\n");
}

TEST_CASE("a run that fails says why; a table that is fed over HTTP is not for the shell") {
  session_on_files shell;
  CHECK(shell.run(shell.table("missing", "nothing.jsonl") + "SELECT * FROM missing;") == statement_end::failed);
  CHECK_THAT(shell.said, ContainsSubstring("nothing.jsonl"));
  CHECK(shell.run("CREATE TABLE posts (k STRING) WITH ('connector' = 'http'); SELECT * FROM posts;") ==
        statement_end::failed);
  CHECK_THAT(shell.said,
             ContainsSubstring("table posts is fed over HTTP, and the shell does not listen (weir run FILE.sql does)"));
}
