#include "config/script_settings.hpp"

#include "tests/support/catch.hpp"

using config::apply_settings;

namespace {

config::engine_options applied(const std::string& key, const std::string& value) {
  config::engine_options made;
  const auto done = apply_settings({{key, value}}, made);
  REQUIRE(done.has_value());
  return made;
}

std::string complaint(const std::string& key, const std::string& value) {
  config::engine_options made;
  const auto done = apply_settings({{key, value}}, made);
  return done ? "none" : core::to_string(done.error());
}

} // namespace

TEST_CASE("Flink's settings of checkpoints say how often and where") {
  CHECK(applied("execution.checkpointing.interval", "250 ms").epoch_ms == 250);
  CHECK(complaint("execution.checkpointing.interval", "1 ms") ==
        "execution.checkpointing.interval must be a length of time from 10 ms to 1 h: 1 ms");
  for (const auto* key : {"execution.checkpointing.dir", "state.checkpoints.dir"}) {
    CHECK(applied(key, "file:///var/lib/weir").state_folder == "/var/lib/weir");
    CHECK(applied(key, "file:/var/lib/weir").state_folder == "/var/lib/weir");
    CHECK(applied(key, "state").state_folder == "state");
    CHECK(complaint(key, "s3://bucket/state").find("must be a folder of this machine: s3://bucket/state") !=
          std::string::npos);
    CHECK(complaint(key, "").find("must be a folder") != std::string::npos);
  }
}

TEST_CASE("weir's own settings are checked, and unknown ones are named") {
  CHECK(applied("weir.shards", "7").shards == 7);
  CHECK(complaint("weir.shards", "0") == "weir.shards must be a whole number from 1 to 1024: 0");
  CHECK(complaint("weir.shard", "1") == "there is no setting weir.shard (did you mean weir.shards?)");
  CHECK(applied("table.local-time-zone", "UTC").shards == 1); // Not ours to read here.
}
