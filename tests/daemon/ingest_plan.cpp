#include "daemon/ingest/ingest_plan.hpp"

#include "tests/support/catch.hpp"

namespace {

const std::string shipped = std::string(WEIR_SOURCE_DIR) + "/interface/sources";

config::contract::ingestion contract(const std::string& source) {
  auto made = weir::load_ingestion(shipped, source);
  INFO((made ? "" : made.error()));
  REQUIRE(made.has_value());
  return *made;
}

auto with_token(const std::string& name, const std::string& token) {
  return [=](const std::string& asked) { return asked == name ? std::optional(token) : std::nullopt; };
}

const auto without_token = with_token("", "");

std::string fault(weir::ingest_arguments wanted, const std::string& source = "github") {
  wanted.source = source;
  const auto made = weir::plan_ingestion(contract(source), wanted, without_token);
  REQUIRE_FALSE(made.has_value());
  return core::to_string(made.error());
}

} // namespace

TEST_CASE("the shipped contract of GitHub is polled as it says") {
  const auto made = weir::plan_ingestion(contract("github"), {.source = "github"}, with_token("GITHUB_TOKEN", "abc"));
  REQUIRE(made.has_value());
  const auto& settings = made->poller;
  CHECK(settings.source == "github");
  CHECK(settings.endpoint == "default");
  CHECK(settings.url == "https://api.github.com/events?per_page=100");
  CHECK(settings.headers ==
        io::name_values{{"Accept", "application/vnd.github+json"}, {"X-GitHub-Api-Version", "2022-11-28"}});
  CHECK(settings.secret_headers == io::name_values{{"Authorization", "Bearer abc"}});
  CHECK(settings.id_field == core::contract::path{"id"});
  CHECK(settings.type_field == core::contract::path{"type"});
  CHECK(settings.pages_max == 3);
  CHECK(settings.policy.poll_interval_ms == 60'000);
  CHECK(settings.policy.remaining_header == "X-RateLimit-Remaining");
  CHECK(settings.policy.reset_header == "X-RateLimit-Reset");
  CHECK(made->warning.empty());
  CHECK(made->secret == "abc");
}

TEST_CASE("the shipped contract of GitLab needs no code of its own") {
  const auto made = weir::plan_ingestion(
      contract("gitlab"), {.source = "gitlab", .endpoint = "project", .parameters = {"project=group/name"}},
      with_token("GITLAB_TOKEN", "abc"));
  REQUIRE(made.has_value());
  CHECK(made->poller.url == "https://gitlab.com/api/v4/projects/group%2Fname/events?per_page=100");
  CHECK(made->poller.secret_headers == io::name_values{{"PRIVATE-TOKEN", "abc"}});
  CHECK(made->poller.type_field == core::contract::path{"action_name"});
}

TEST_CASE("parameters fill the endpoint, the interval and the server are ours to choose") {
  const auto made = weir::plan_ingestion(contract("github"),
                                         {.source = "github",
                                          .endpoint = "network",
                                          .parameters = {"owner=a", "repo=b=c"},
                                          .poll_interval_s = 5,
                                          .base_url = "http://127.0.0.1:81/github"},
                                         without_token);
  REQUIRE(made.has_value());
  CHECK(made->poller.url == "http://127.0.0.1:81/github/networks/a/b%3Dc/events?per_page=100");
  CHECK(made->poller.contract_url == "https://api.github.com/networks/a/b%3Dc/events?per_page=100");
  CHECK(made->poller.policy.poll_interval_ms == 5'000);
  CHECK(made->poller.secret_headers.empty());
  CHECK(made->warning == "GITHUB_TOKEN is not set: polling without a token");
}

TEST_CASE("what is missing or unknown is named, with what there is") {
  CHECK(fault({.endpoint = "netwrk"}) ==
        "source github has no endpoint netwrk (did you mean network? allowed: default, "
        "network, organization, repository, user)");
  CHECK(fault({.endpoint = "network"}) == "endpoint network needs owner, repo (give --param owner=… --param repo=…)");
  CHECK(fault({.endpoint = "network", .parameters = {"owner=a"}}) ==
        "endpoint network needs repo (give --param repo=…)");
  CHECK(fault({.endpoint = "organization", .parameters = {"org=a", "repo=b"}}) ==
        "endpoint organization has no parameter repo (it takes org)");
  CHECK(fault({.parameters = {"owner"}}) == "a parameter is key=value: owner");
  CHECK(fault({.endpoint = "network", .parameters = {"owner=a", "owner=b"}}) == "parameter owner is given twice");
  CHECK(fault({.base_url = "127.0.0.1:81"}) == "--base-url must be an http:// or https:// url");
}

TEST_CASE("a token that cannot be one is refused unseen") {
  for (const auto* const token : {"abc\n", "a b c", "abc\r\nX-Other: 1"}) {
    const auto made = weir::plan_ingestion(contract("github"), {.source = "github"}, with_token("GITHUB_TOKEN", token));
    REQUIRE_FALSE(made.has_value());
    CHECK(core::to_string(made.error()) == "GITHUB_TOKEN holds blanks or characters that no token has (set it to the "
                                           "token alone, without quotes or a line break)");
  }
}

TEST_CASE("a source without a contract is named, with those that have one") {
  const auto made = weir::load_ingestion(shipped, "githb");
  REQUIRE_FALSE(made.has_value());
  CHECK(made.error() == shipped +
                            "/githb/ingestion.yml: no contract of source githb: No such file or directory (did you "
                            "mean github? allowed: github, gitlab)\n");
  CHECK_FALSE(weir::load_ingestion(shipped, "../sources/github").has_value());
  CHECK_FALSE(weir::load_ingestion(shipped, "").has_value());
  const auto nothing = weir::load_ingestion(shipped + "/github", "x");
  CHECK_THAT(nothing.error(), ContainsSubstring("(none is there; --contracts names the folder)"));
}
