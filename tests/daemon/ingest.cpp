// `weir ingest` from end to end: the shipped contracts against a server that plays recorded answers.

#include "daemon/ingest/ingest_command.hpp"

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <pthread.h>
#include <stdlib.h>
#include <thread>
#include <unistd.h>

#include "daemon/ingest/state_lock.hpp"
#include "io/http/content_encoding.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/replay_server.hpp"

namespace {

namespace fs = std::filesystem;

using support::recorded_page;
using support::replay_answer;
using support::replay_fault;
using support::replay_server;

const std::string shipped = std::string(WEIR_SOURCE_DIR) + "/interface/sources";
const std::string events = "/events?per_page=100";

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

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

struct bench {
  fs::path folder{};
  replay_server server{};
  weir::ingest_arguments wanted{.source = "github", .contracts = shipped, .once = true};
  std::string out{}, err{};

  bench() {
    std::string name = (fs::temp_directory_path() / "weir-ingest-XXXXXX").string();
    folder = ::mkdtemp(name.data());
    wanted.base_url = server.url();
    ::unsetenv("GITHUB_TOKEN");
  }
  ~bench() {
    ::unsetenv("GITHUB_TOKEN");
    fs::remove_all(folder);
  }
  bench(const bench&) = delete;
  bench& operator=(const bench&) = delete;

  int run() {
    caught to_out(STDOUT_FILENO, folder / "out");
    caught to_err(STDERR_FILENO, folder / "err");
    const int exit = weir::ingest_source(wanted);
    out = to_out.text();
    err = to_err.text();
    return exit;
  }
  [[nodiscard]] std::size_t lines() const { return static_cast<std::size_t>(std::ranges::count(out, '\n')); }
};

/// Of the API's own server, as recorded.
replay_answer with_next(replay_answer page, const std::string& next) {
  std::erase_if(page.headers, [](const auto& one) { return one.first == "Link"; });
  page.headers.emplace_back("Link", "<" + next + ">; rel=\"next\"");
  return page;
}

} // namespace

TEST_CASE("recorded pages of GitHub become envelopes, oldest first, behind the proxy's address") {
  bench at;
  at.server.script(events, {with_next(recorded_page("public"), "https://api.github.com/events?page=2")});
  at.server.script("/events?page=2", {with_next(recorded_page("received"), "https://api.github.com/events?page=3")});
  at.server.script("/events?page=3", {{.body = "[]"}});
  CHECK(at.run() == 0);
  CHECK(at.lines() == 34);
  CHECK_THAT(at.out.substr(0, 130),
             ContainsSubstring(R"({"source":"github","source_event_id":"1741708918",)"
                               R"("source_event_endpoint":"default","source_event_type":"CreateEvent")"));
  CHECK_THAT(at.out.substr(at.out.rfind('\n', at.out.size() - 2) + 1, 130),
             ContainsSubstring(R"({"source":"github","source_event_id":"1759231679",)"
                               R"("source_event_endpoint":"default","source_event_type":"IssueCommentEvent")"));
  CHECK(at.server.targets() == std::vector<std::string>{events, "/events?page=2", "/events?page=3"});
  CHECK(at.server.requests()[0].header("x-github-api-version") == "2022-11-28");
  CHECK(at.err ==
        "weir ingest: GITHUB_TOKEN is not set: polling without a token\n"
        "weir ingest: polling " +
            at.server.url() +
            "/events?per_page=100 once; events may come twice after a "
            "restart (--state FILE prevents it)\n"
            "weir ingest: 1 polls (0 unchanged), 3 requests, 3 pages, 34 items: 34 published, 0 duplicates, 0 bad; "
            "0 limits, 0 faults, 0 refusals, 0 gaps\n");
}

TEST_CASE("what was published before a restart is not published again") {
  bench at;
  at.wanted.state_file = (at.folder / "state" / "github.ids").string();
  at.server.script(events, {recorded_page("received"), recorded_page("public")});
  at.server.script("/events?page=2", {recorded_page("received")});
  CHECK(at.run() == 0);
  CHECK(at.lines() == 4);
  CHECK(at.run() == 0);
  CHECK(at.lines() == 30);
  CHECK_THAT(at.err, ContainsSubstring("once; 4 ids remembered in " + at.wanted.state_file));
  CHECK(at.run() == 0);
  CHECK(at.out.empty());
  CHECK_THAT(at.err, ContainsSubstring("34 items: 0 published, 34 duplicates"));
}

TEST_CASE("polling goes on over 304s, packed pages, faults and shifted pages until it is told to stop") {
  sigset_t watched{};
  sigemptyset(&watched);
  sigaddset(&watched, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &watched, nullptr); // Before there is another thread that could take it.
  bench at;
  at.wanted.once = false;
  at.wanted.poll_interval_s = 1;
  auto packed = recorded_page("public");
  std::erase_if(packed.headers, [](const auto& one) { return one.first == "X-Poll-Interval" || one.first == "Link"; });
  auto tagged = recorded_page("received");
  std::erase_if(tagged.headers, [](const auto& one) { return one.first == "X-Poll-Interval" || one.first == "Link"; });
  packed.body = io::compress_gzip(packed.body);
  packed.headers.emplace_back("Content-Encoding", "gzip");
  at.server.script(events, {{.status = 502}, tagged, tagged, {.fault = replay_fault::no_answer}, packed, tagged});
  std::thread stopper([&] {
    while (at.server.requests().size() < 6) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ::kill(::getpid(), SIGTERM);
  });
  CHECK(at.run() == 0);
  stopper.join();
  CHECK(at.lines() == 34);
  CHECK(at.server.requests()[1].header("if-none-match").empty());
  CHECK_FALSE(at.server.requests()[2].header("if-none-match").empty());
  CHECK_THAT(at.err, ContainsSubstring("answered 502; next request in "));
  CHECK_THAT(at.err,
             ContainsSubstring("4 polls (1 unchanged), 6 requests, 3 pages, 38 items: 34 published, 4 duplicates, "
                               "0 bad; 0 limits, 2 faults, 0 refusals, 1 gaps"));
}

TEST_CASE("a stop ends a request that hangs") {
  sigset_t watched{};
  sigemptyset(&watched);
  sigaddset(&watched, SIGINT);
  pthread_sigmask(SIG_BLOCK, &watched, nullptr);
  bench at;
  at.wanted.once = false;
  at.server.script(events, {with_next(recorded_page("received"), "https://api.github.com/events?page=2")});
  at.server.script("/events?page=2", {{.fault = replay_fault::stalled}});
  std::thread stopper([&] {
    while (at.server.requests().size() < 2) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    ::kill(::getpid(), SIGINT);
  });
  const auto began = std::chrono::steady_clock::now();
  CHECK(at.run() == 0);
  stopper.join();
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(10));
  CHECK(at.lines() == 4);
}

TEST_CASE("the token goes to the server and into no text, even when the server says it aloud") {
  bench at;
  ::setenv("GITHUB_TOKEN", "ghp_s3cr3t", 1);
  at.server.script(events, {{.status = 401, .body = R"({"message":"token ghp_s3cr3t is not good"})"}});
  CHECK(at.run() == 1);
  CHECK(at.server.requests().at(0).header("authorization") == "Bearer ghp_s3cr3t");
  CHECK(at.out.empty());
  CHECK_THAT(at.err, ContainsSubstring("GET " + at.server.url() + events + " answered 401: token *** is not good\n"));
  CHECK_THAT(at.err, !ContainsSubstring("s3cr3t"));
}

TEST_CASE("one poll that is limited, or gets no answer, is a failed run that says why") {
  bench limited;
  limited.server.script(events, {{.status = 403,
                                  .headers = {{"X-RateLimit-Remaining", "0"},
                                              {"Date", "Sun, 06 Nov 1994 08:49:37 GMT"},
                                              {"X-RateLimit-Reset", "784111800"}}}});
  CHECK(limited.run() == 1);
  CHECK_THAT(limited.err, ContainsSubstring("answered 403: no requests left; next request in 24.0 s\n"
                                            "weir ingest: the poll had no answer\n"));

  bench cut;
  cut.server.script(events, {with_next(recorded_page("received"), "https://api.github.com/events?page=2")});
  cut.server.script("/events?page=2", {{.status = 429, .headers = {{"Retry-After", "30"}}}});
  CHECK(cut.run() == 1);
  CHECK(cut.lines() == 4);
  CHECK_THAT(cut.err, ContainsSubstring("weir ingest: the poll was cut short\n"));
}

TEST_CASE("GitLab's numbers as ids, and an answer of many lines, become envelopes of one line") {
  bench at;
  at.wanted.source = "gitlab";
  at.server.script(
      "/api/v4/events?scope=all&per_page=100",
      {{.body = "[\n  {\n    \"id\": 7,\n    \"action_name\": \"pushed to\",\n    \"note\": \"a  \\n b\"\n  }\n]\n"}});
  CHECK(at.run() == 0);
  CHECK_THAT(at.out, ContainsSubstring(R"({"source":"gitlab","source_event_id":"7","source_event_endpoint":"default",)"
                                       R"("source_event_type":"pushed to","observed_at":"20)"));
  CHECK_THAT(at.out,
             ContainsSubstring(R"(,"schema_version":1,"payload":{"id":7,"action_name":"pushed to","note":"a  \n b"}})"
                               "\n"));
}

TEST_CASE("wrong use is said before anything is asked") {
  bench at;
  at.wanted.endpoint = "network";
  CHECK(at.run() == 2);
  CHECK(at.err == "weir ingest: endpoint network needs owner, repo (give --param owner=… --param repo=…)\n");

  bench damaged;
  damaged.wanted.state_file = (damaged.folder / "ids").string();
  std::ofstream(damaged.wanted.state_file) << "something else";
  CHECK(damaged.run() == 2);
  CHECK(damaged.err ==
        "weir ingest: " + damaged.wanted.state_file +
            " holds no ids to go on from: it is another kind of file (remove it to begin anew; events may "
            "then come twice)\n");

  bench unknown;
  unknown.wanted.source = "bitbucket";
  CHECK(unknown.run() == 2);
  CHECK_THAT(unknown.err, ContainsSubstring("no contract of source bitbucket"));

  bench shared;
  shared.wanted.state_file = (shared.folder / "ids").string();
  const auto lock = weir::lock_state(shared.wanted.state_file);
  REQUIRE(lock.has_value());
  CHECK(shared.run() == 2);
  CHECK(shared.err == "weir ingest: another process is using " + shared.wanted.state_file +
                          " (each needs a --state file of its own)\n");

  bench unwritable;
  std::ofstream(unwritable.folder / "file") << "";
  unwritable.wanted.state_file = (unwritable.folder / "file" / "ids").string();
  CHECK(unwritable.run() == 2);
  for (const auto* const one : {&at, &damaged, &unknown, &shared, &unwritable}) CHECK(one->server.requests().empty());
}
