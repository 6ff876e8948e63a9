#include "io/opensearch/retries.hpp"

#include <vector>

#include "tests/support/catch.hpp"

using namespace io::opensearch;

namespace {

struct trial {
  std::vector<std::int64_t> waits{};
  std::vector<std::string> said{};
  bool goes_on = true;

  retries with(const retry_settings& settings) {
    return {settings,
            [this](std::int64_t ms) {
              waits.push_back(ms);
              return goes_on;
            },
            [this](const std::string& text) { said.push_back(text); }};
  }
};

const core::error away{core::errc::io_failed, "the server is away", {}, {}};

} // namespace

TEST_CASE("delays double up to their bound, and after enough tries the reason comes back") {
  trial run;
  auto patience = run.with({.retries_max = 6, .delay_ms = 100, .delay_ms_max = 1000, .doubles = true});
  for (int i = 0; i < 6; ++i) REQUIRE(patience.again(away));
  CHECK(run.waits == std::vector<std::int64_t>{100, 200, 400, 800, 1000, 1000});
  const auto last = patience.again(away);
  REQUIRE_FALSE(last);
  CHECK(last.error().message == "the server is away (given up after 7 tries within 3.5 s)");
  CHECK(run.waits.size() == 6);
}

TEST_CASE("constant delays stay, and no retries means none") {
  trial run;
  auto patience = run.with({.retries_max = 3, .delay_ms = 50, .delay_ms_max = 1000, .doubles = false});
  for (int i = 0; i < 3; ++i) REQUIRE(patience.again(away));
  CHECK(run.waits == std::vector<std::int64_t>{50, 50, 50});
  auto none = run.with({.retries_max = 0});
  const auto first = none.again(away);
  REQUIRE_FALSE(first);
  CHECK(first.error().message == "the server is away");
}

TEST_CASE("progress gives patience back; a trouble is said once, now and then, and at its end") {
  trial run;
  auto patience = run.with({.retries_max = 3, .delay_ms = 10'000, .delay_ms_max = 10'000, .doubles = true});
  for (int i = 0; i < 5; ++i) {
    REQUIRE(patience.again(away));
    patience.progressed();
  }
  patience.succeeded();
  patience.succeeded();
  CHECK(run.said == std::vector<std::string>{"the server is away; trying again until it works",
                                             "the server is away; trying again since 30.0 s",
                                             "it works again after 50.0 s of waiting"});
}

TEST_CASE("a stop ends the waiting") {
  trial run;
  run.goes_on = false;
  auto patience = run.with({});
  const auto done = patience.again(away);
  REQUIRE_FALSE(done);
  CHECK(done.error().code == core::errc::shutdown);
}
