// GitHub's types of which no recorded answer is here, as its documentation and today's API shape them, cut to what
// matters. Shows that today's shapes work too: a push without its commits, a pull request without its title.

#include <fstream>
#include <iterator>

#include "config/contract/normalization_file.hpp"
#include "core/contract/json_parser.hpp"
#include "core/contract/normalizer.hpp"
#include "tests/support/catch.hpp"

using namespace core::contract;

namespace {

/// What the type adds to the common fields of an event with this payload.
std::string fields_of(const std::string& type, const std::string& payload) {
  std::ifstream file(WEIR_SOURCE_DIR "/interface/sources/github/normalization.yml");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  auto with = normalizer::compile({*config::contract::read_normalization(text)});
  REQUIRE(with);
  const auto item = R"({"id":"1","type":")" + type +
                    R"(","actor":{"id":1,"login":"ann"},"repo":{"id":2,"name":"a/b"},"public":true,)" +
                    R"("created_at":"2024-05-06T07:08:09Z","payload":)" + payload + "}";
  arena memory;
  const auto read = json_parser().parse(item, memory);
  REQUIRE(read);
  std::string raw;
  REQUIRE(append_raw_event(raw, {"github", "1", "default", type, "2024-05-06T07:09:00Z", *read}, 100'000));
  normalized_event made;
  const auto done = with->normalize(raw, made);
  if (!done) FAIL(done.error().message);
  const std::string before = R"("event_time":1714979289000,"actor_id":1,"actor_login":"ann","organization_id":null,)"
                             R"("organization_login":null,"is_public":true,)";
  const auto at = made.json.find(before);
  REQUIRE(at != std::string::npos);
  return made.json.substr(at + before.size());
}

} // namespace

TEST_CASE("a release") {
  CHECK(fields_of("ReleaseEvent", R"({"action":"published","release":{"id":9,"tag_name":"v1","name":"One",
      "target_commitish":"main","draft":false,"prerelease":true,"author":{"login":"ann"},
      "published_at":"2024-05-06T07:08:09Z","assets":[{"name":"a.zip"},{"name":"b.zip"}]}})") ==
        R"("action":"published","release_id":9,"release_tag":"v1","release_name":"One","release_target":"main",)"
        R"("release_author":"ann","is_draft":false,"is_prerelease":true,"asset_names":["a.zip","b.zip"],)"
        R"("release_published_at":1714979289000})");
}

TEST_CASE("a member, and a repository that became public") {
  CHECK(fields_of("MemberEvent", R"({"action":"added","member":{"id":5,"login":"bob"}})") ==
        R"("action":"added","member_id":5,"member_login":"bob"})");
  CHECK(fields_of("PublicEvent", "{}") == R"("action":null})");
}

TEST_CASE("a review, and a comment of one") {
  CHECK(fields_of("PullRequestReviewEvent", R"({"action":"created","review":{"id":3,"state":"approved",
      "user":{"login":"bob"},"commit_id":"aa","submitted_at":"2024-05-06T07:08:09Z"},
      "pull_request":{"id":4,"number":12}})") ==
        R"("action":"created","number":12,"pull_request_id":4,"pull_request_title":null,"pull_request_author":null,)"
        R"("review_id":3,"review_state":"approved","review_author":"bob","review_commit":"aa",)"
        R"("review_submitted_at":1714979289000})");
  CHECK(fields_of("PullRequestReviewCommentEvent", R"({"action":"created","pull_request":{"id":4,"number":12},
      "comment":{"id":6,"user":{"login":"bob"},"path":"x.cpp","commit_id":"aa","body":"é!","in_reply_to_id":5,
      "pull_request_url":"https://api/pulls/12","created_at":"2024-05-06T07:08:09Z"}})") ==
        R"("action":"created","number":12,"pull_request_url":"https://api/pulls/12","pull_request_id":4,)"
        R"("pull_request_title":null,"pull_request_author":null,"comment_id":6,"comment_author":"bob",)"
        R"("comment_path":"x.cpp","comment_commit":"aa","comment_length":2,"comment_created_at":1714979289000,)"
        R"("in_reply_to":5})");
}

TEST_CASE("a comment of a commit") {
  CHECK(fields_of("CommitCommentEvent", R"({"comment":{"id":6,"user":{"login":"bob"},"commit_id":"aa","path":null,
      "line":null,"body":"","created_at":"2024-05-06T07:08:09Z"}})") ==
        R"("action":null,"comment_id":6,"comment_author":"bob","comment_commit":"aa","comment_path":null,)"
        R"("comment_line":null,"comment_length":0,"comment_created_at":1714979289000})");
}

TEST_CASE("an issue with its assignees and labels, a merged pull request, a push as of today") {
  CHECK(fields_of("IssuesEvent", R"({"action":"assigned","assignee":{"login":"bob"},"issue":{"id":1,"number":2,
      "title":"T","state":"open","user":{"login":"ann"},"labels":[{"name":"bug"}],"comments":0,"closed_at":null,
      "assignee":{"login":"bob"},"assignees":[{"login":"bob"},{"login":"cy"}],
      "created_at":"2024-05-06T07:08:09Z"}})") ==
        R"("action":"assigned","issue_id":1,"issue_number":2,"issue_title":"T","issue_state":"open",)"
        R"("issue_author":"ann","issue_labels":["bug"],"is_pull_request":false,"issue_comments":0,)"
        R"("issue_assignees":["bob","cy"],"issue_created_at":1714979289000,"issue_closed_at":null,"label":null,)"
        R"("assignee":"bob"})");
  CHECK(fields_of("IssuesEvent", R"({"action":"closed","issue":{"assignee":{"login":"bob"},
      "pull_request":{"html_url":"u"}}})")
            .find(R"("is_pull_request":true,"issue_comments":null,"issue_assignees":["bob"])") != std::string::npos);
  CHECK(fields_of("IssuesEvent", R"({"issue":{"assignee":null}})").find(R"("issue_assignees":[],)") !=
        std::string::npos);
  const auto merged = [](const std::string& pull_request) {
    return fields_of("PullRequestEvent", R"({"action":"closed","pull_request":)" + pull_request + "}");
  };
  CHECK(merged(R"({"number":7,"merged":true})").find(R"("is_merged":true)") != std::string::npos);
  CHECK(merged(R"({"number":7,"merged_at":"2024-05-06T07:08:09Z"})").find(R"("is_merged":true)") != std::string::npos);
  CHECK(merged(R"({"number":7})").starts_with(R"("action":"closed","number":7,"pull_request_id":null,)"));
  CHECK(merged(R"({"number":7})").find(R"("is_merged":false)") != std::string::npos);
  CHECK(fields_of("PushEvent", R"({"repository_id":2,"push_id":18446744073709551615,"ref":"refs/tags/v1","head":"aa",
      "before":"bb"})") ==
        R"("action":null,"push_id":18446744073709551615,"ref":"refs/tags/v1","is_branch":false,"head":"aa",)"
        R"("before":"bb","size":null,"distinct_size":null,"commit_shas":[],"commit_messages":[]})");
}
