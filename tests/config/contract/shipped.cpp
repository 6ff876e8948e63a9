// The contracts that ship, read and run over real answers of the APIs.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "config/contract/ingestion.hpp"
#include "config/contract/normalization_file.hpp"
#include "config/pipeline_file.hpp"
#include "core/contract/json_parser.hpp"
#include "core/contract/normalizer.hpp"
#include "tests/support/catch.hpp"

using namespace core::contract;

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

fs::path contract_path(const std::string& source, const std::string& name) {
  return fs::path(WEIR_SOURCE_DIR) / "interface" / "sources" / source / (name + ".yml");
}

normalization contract_of(const std::string& source) {
  const auto text = text_of(contract_path(source, "normalization"));
  auto made = config::contract::read_normalization(text);
  if (!made) FAIL(config::render_complaints("normalization.yml", text, made.error()));
  CHECK(made->source == source);
  return std::move(*made);
}

config::contract::ingestion ingestion_of(const std::string& source) {
  const auto text = text_of(contract_path(source, "ingestion"));
  auto made = config::contract::read_ingestion(text);
  if (!made) FAIL(config::render_complaints("ingestion.yml", text, made.error()));
  CHECK(made->source == source);
  return std::move(*made);
}

std::string text_at(const path& at, value_view item) {
  const auto value = resolve(at, item);
  return value.is_string() ? std::string(value.text()) : std::to_string(value.integer());
}

/// Normalized events by id, of one array of items or of one item a line.
using events = std::map<std::string, std::string>;

void add_item(const std::string& source, value_view item, normalizer& with, events& into) {
  static const std::map<std::string, config::contract::ingestion> polled{{"github", ingestion_of("github")},
                                                                         {"gitlab", ingestion_of("gitlab")}};
  const auto& from = polled.at(source);
  const auto id = text_at(from.id_field, item);
  const auto type = text_at(from.type_field, item);
  std::string raw;
  REQUIRE(append_raw_event(raw, {source, id, "default", type, "2024-01-01T00:00:00Z", item}, 1'000'000));
  normalized_event made;
  const auto done = with.normalize(raw, made);
  INFO(raw);
  if (!done) FAIL(done.error().message);
  CHECK(made.has_key);
  into[id] = made.json;
}

void add_text(const std::string& source, const std::string& text, normalizer& with, events& into) {
  arena memory;
  const auto read = json_parser().parse(text, memory);
  REQUIRE(read);
  if (!read->is_array()) return add_item(source, *read, with, into);
  for (const auto item : read->items()) add_item(source, item, with, into);
}

void add_file(const std::string& source, const fs::path& path, normalizer& with, events& into) {
  if (path.extension() == ".json") return add_text(source, text_of(path), with, into);
  std::ifstream lines(path);
  REQUIRE(lines);
  for (std::string line; std::getline(lines, line);) add_text(source, line, with, into);
}

normalizer normalizer_of(const std::string& source) {
  auto made = normalizer::compile({contract_of(source)});
  REQUIRE(made);
  return std::move(*made);
}

events events_of(const std::string& source, const std::string& file) {
  auto with = normalizer_of(source);
  events made;
  add_file(source, fs::path(WEIR_SOURCE_DIR) / "tests" / "data" / file, with, made);
  return made;
}

} // namespace

TEST_CASE("the polling contracts that ship are whole") {
  const auto github = ingestion_of("github");
  CHECK(github.remaining_header == "X-RateLimit-Remaining");
  CHECK(github.auth->env_var == "GITHUB_TOKEN");
  CHECK(*config::contract::fill(*github.find("network"), {{"owner", "a"}, {"repo", "b.c"}}) ==
        "https://api.github.com/networks/a/b.c/events?per_page=100");
  for (const auto* name : {"default", "network", "organization"}) CHECK(github.find(name) != nullptr);
  const auto gitlab = ingestion_of("gitlab");
  CHECK(*config::contract::fill(*gitlab.find("project"), {{"project", "group/name"}}) ==
        "https://gitlab.com/api/v4/projects/group%2Fname/events?per_page=100");
}

TEST_CASE("the contract of github knows every type of event that its API documents") {
  std::vector<std::string> types;
  for (const auto& one : contract_of("github").event_types) types.push_back(one.type);
  for (const auto* name :
       {"Watch", "IssueComment", "Issues", "PullRequest", "PullRequestReview", "PullRequestReviewComment", "Push",
        "Create", "Delete", "Fork", "Release", "Member", "Public", "Gollum", "CommitComment"})
    CHECK(std::find(types.begin(), types.end(), std::string(name) + "Event") != types.end());
}

TEST_CASE("real events of github become flat records") {
  const auto made = events_of("github", "github_events.jsonl");
  CHECK(made.size() == 10);
  CHECK(made.at("1652857714") ==
        R"json({"source":"github","event_id":"1652857714","event_type":"WatchEvent",)json"
        R"json("ingested_at":"2024-01-01T00:00:00Z","schema_version":1,"partition_key":"248523",)json"
        R"json("entity_id":"248523","entity_name":"scrooloose/syntastic","event_time":1357804709000,)json"
        R"json("actor_id":2310432,"actor_login":"Armaklan","organization_id":null,"organization_login":null,)json"
        R"json("is_public":true,"action":"started"})json");
  CHECK(
      made.at("1652857722") ==
      R"json({"source":"github","event_id":"1652857722","event_type":"PushEvent",)json"
      R"json("ingested_at":"2024-01-01T00:00:00Z","schema_version":1,"partition_key":"6357414",)json"
      R"json("entity_id":"6357414","entity_name":"jathanism/trigger","event_time":1357804710000,)json"
      R"json("actor_id":138052,"actor_login":"jathanism","organization_id":null,"organization_login":null,)json"
      R"json("is_public":true,"action":null,"push_id":134107894,"ref":"refs/heads/issue-22",)json"
      R"json("is_branch":true,"head":"05570a3080693f6e55244e012b3b1ec59516c01b",)json"
      R"json("before":"7460e1588817b3f885fb4ec76ec2f08c7caf6385","size":1,"distinct_size":1,)json"
      R"json("commit_shas":["05570a3080693f6e55244e012b3b1ec59516c01b"],)json"
      R"json("commit_messages":["- SSH Channel data now initialized in base class (TriggerSSHChannelBase)\n- New doc w/ checklist for adding new vendor support to Trigger."]})json");
  CHECK(made.at("1652857697") ==
        R"json({"source":"github","event_id":"1652857697","event_type":"IssueCommentEvent",)json"
        R"json("ingested_at":"2024-01-01T00:00:00Z","schema_version":1,"partition_key":"9525",)json"
        R"json("entity_id":"9525","entity_name":"pat/thinking-sphinx","event_time":1357804703000,)json"
        R"json("actor_id":4183,"actor_login":"pat","organization_id":null,"organization_login":null,)json"
        R"json("is_public":true,"action":"created","issue_id":9704821,"issue_number":415,)json"
        R"json("issue_title":"Migrating to TS3 got some error","issue_state":"closed",)json"
        R"json("issue_author":"lephyrius","issue_labels":[],"is_pull_request":false,"comment_id":12084063,)json"
        R"json("comment_author":"pat","comment_length":53,"comment_created_at":1357804703000})json");
  CHECK(made.at("1652857670") ==
        R"json({"source":"github","event_id":"1652857670","event_type":"GollumEvent",)json"
        R"json("ingested_at":"2024-01-01T00:00:00Z","schema_version":1,"partition_key":"5182252",)json"
        R"json("entity_id":"5182252","entity_name":"GaryMcNabb/HVSTAT","event_time":1357804699000,)json"
        R"json("actor_id":2049309,"actor_login":"greentea039","organization_id":null,)json"
        R"json("organization_login":null,"is_public":true,"action":null,"page_titles":["Home"],)json"
        R"json("page_actions":["edited"],"page_shas":["3753f109634c7f5ba6f465f65b5c8f575054f9f8"],)json"
        R"json("page_count":1})json");
  CHECK(made.at("1758198602") ==
        R"json({"source":"github","event_id":"1758198602","event_type":"PullRequestEvent",)json"
        R"json("ingested_at":"2024-01-01T00:00:00Z","schema_version":1,"partition_key":"810796",)json"
        R"json("entity_id":"810796","entity_name":"sferik/rails_admin","event_time":1371306096000,)json"
        R"json("actor_id":486678,"actor_login":"mshibuya","organization_id":null,"organization_login":null,)json"
        R"json("is_public":true,"action":"closed","number":1304,"pull_request_id":2239803,)json"
        R"json("pull_request_title":"Add i18n to filters options","pull_request_state":"closed",)json"
        R"json("pull_request_author":"vala","pull_request_labels":[],"is_draft":null,"is_merged":false,)json"
        R"json("head_ref":"internationalize_filters","head_sha":"51ba2b67a877349428740a58b0aa3b194c01db74",)json"
        R"json("base_ref":"master","base_sha":"a4cbb4c7d2bcf260984c400c7b4c9fdc3f67b872","commits":1,)json"
        R"json("additions":47,"deletions":23,"changed_files":2,"pull_request_created_at":1346767526000,)json"
        R"json("pull_request_closed_at":1371306096000,"pull_request_merged_at":null})json");
  CHECK(made.at("1758552462") ==
        R"json({"source":"github","event_id":"1758552462","event_type":"DeleteEvent",)json"
        R"json("ingested_at":"2024-01-01T00:00:00Z","schema_version":1,"partition_key":"10724734",)json"
        R"json("entity_id":"10724734","entity_name":"scudco/rails_admin","event_time":1371411808000,)json"
        R"json("actor_id":3806,"actor_login":"scudco","organization_id":null,"organization_login":null,)json"
        R"json("is_public":true,"action":null,"ref":"rails-4-uuid","ref_type":"branch","pusher_type":null})json");
}

TEST_CASE("events of gitlab become flat records") {
  auto with = normalizer_of("gitlab");
  events made;
  add_text("gitlab", R"([
    {"id": 1, "project_id": 7, "action_name": "opened", "target_id": 160, "target_iid": 3, "target_type": "Issue",
     "author_id": 25, "target_title": "It breaks", "created_at": "2017-02-09T10:43:19.667Z",
     "author": {"name": "Ann", "username": "ann", "id": 25}, "author_username": "ann"},
    {"id": 2, "project_id": 7, "action_name": "pushed to", "target_id": null, "target_type": null, "author_id": 1,
     "author": {"name": "Bob", "username": "bob", "id": 1},
     "push_data": {"commit_count": 2, "action": "pushed", "ref_type": "branch", "commit_from": "aa", "commit_to": "bb",
                   "ref": "main", "commit_title": "Add search"}, "target_title": null},
    {"id": 3, "project_id": 7, "action_name": "commented on", "target_id": 12, "target_type": "Note", "author_id": 1,
     "created_at": "2015-12-04T10:33:58.089Z", "author_username": "bob",
     "note": {"id": 12, "body": "What a day!", "attachment": null, "author": {"username": "bob"},
              "created_at": "2015-12-04T10:33:56.698Z", "system": false, "noteable_id": 377, "noteable_type": "Issue"}},
    {"id": 4, "project_id": 7, "action_name": "an action of tomorrow", "created_at": "2015-12-04T10:33:58+01:00"}])",
           with, made);
  CHECK(made.size() == 4);
  CHECK(made.at("1") ==
        R"json({"source":"gitlab","event_id":"1","event_type":"opened","ingested_at":"2024-01-01T00:00:00Z",)json"
        R"json("schema_version":1,"partition_key":"7","entity_id":"7","entity_name":"project 7",)json"
        R"json("event_time":1486636999667,"project_id":7,"author_id":25,"author_username":"ann",)json"
        R"json("author_name":"Ann","action":"opened","target_type":"Issue","target_id":160,"target_iid":3,)json"
        R"json("target_title":"It breaks"})json");
  CHECK(made.at("2") ==
        R"json({"source":"gitlab","event_id":"2","event_type":"pushed to",)json"
        R"json("ingested_at":"2024-01-01T00:00:00Z","schema_version":1,"partition_key":"7","entity_id":"7",)json"
        R"json("entity_name":"project 7","event_time":null,"project_id":7,"author_id":1,)json"
        R"json("author_username":"bob","author_name":"Bob","action":"pushed to","target_type":null,)json"
        R"json("target_id":null,"target_iid":null,"target_title":null,"push_action":"pushed","ref":"main",)json"
        R"json("ref_type":"branch","ref_count":null,"commit_count":2,"commit_from":"aa","commit_to":"bb",)json"
        R"json("commit_title":"Add search"})json");
  CHECK(made.at("3") ==
        R"json({"source":"gitlab","event_id":"3","event_type":"commented on",)json"
        R"json("ingested_at":"2024-01-01T00:00:00Z","schema_version":1,"partition_key":"7","entity_id":"7",)json"
        R"json("entity_name":"project 7","event_time":1449225238089,"project_id":7,"author_id":1,)json"
        R"json("author_username":"bob","author_name":null,"action":"commented on","target_type":"Note",)json"
        R"json("target_id":12,"target_iid":null,"target_title":null,"note_id":12,"note_type":null,)json"
        R"json("note_length":11,"note_author":"bob","note_created_at":1449225236698,"is_system":false,)json"
        R"json("is_resolvable":null,"has_attachment":false,"noteable_type":"Issue","noteable_id":377,)json"
        R"json("noteable_iid":null})json");
  CHECK(made.at("4") ==
        R"json({"source":"gitlab","event_id":"4","event_type":"an action of tomorrow",)json"
        R"json("ingested_at":"2024-01-01T00:00:00Z","schema_version":1,"partition_key":"7","entity_id":"7",)json"
        R"json("entity_name":"project 7","event_time":1449221638000,"project_id":7,"author_id":null,)json"
        R"json("author_username":null,"author_name":null,"action":"an action of tomorrow","target_type":null,)json"
        R"json("target_id":null,"target_iid":null,"target_title":null})json");
}

TEST_CASE("every recorded answer that is at hand normalizes without a dead letter") {
  const auto folder = fs::path(WEIR_SOURCE_DIR) / ".." / "shared" / "data";
  if (!fs::is_directory(folder)) {
    WARN("SKIPPED: no recorded answers beside the repository");
    return;
  }
  auto github = normalizer_of("github");
  auto gitlab = normalizer_of("gitlab");
  events of_github;
  events of_gitlab;
  for (const auto* name : {"network", "public", "received", "repo", "user"})
    add_file("github", folder / "github_api_pages" / (std::string(name) + ".body.json"), github, of_github);
  add_file("github", folder / "github_public_2013" / "page.json", github, of_github);
  for (const auto* name : {"events.jsonl", "events.body.json", "project_events.body.json", "user_events.body.json"})
    add_file("gitlab", folder / "gitlab_events" / name, gitlab, of_gitlab);
  CHECK(of_github.size() > 100);
  CHECK(of_gitlab.size() == 9);
}
