#include "core/snapshot/checkpoint.hpp"

#include <random>

#include "tests/support/catch.hpp"

using namespace core;
using snapshot::checkpoint;
using snapshot::read_checkpoint;
using snapshot::to_bytes;

namespace {

checkpoint example() {
  checkpoint made;
  made.plan = 0xABCDEF;
  made.positions = {{"events", 0, 17, 1000}, {"events", 1, 0, no_watermark}};
  made.fired = {1000, -5};
  made.stages = {{"first", std::string("se\0cond", 7)}, {""}};
  return made;
}

std::string refusal(std::string_view bytes) {
  const auto read = read_checkpoint(bytes);
  return read ? "none" : read.error().message;
}

} // namespace

TEST_CASE("a checkpoint reads as it was written") {
  const auto read = read_checkpoint(to_bytes(example()));
  REQUIRE(read.has_value());
  CHECK(read->plan == 0xABCDEF);
  REQUIRE(read->positions.size() == 2);
  CHECK(read->positions[0].topic == "events");
  CHECK(read->positions[0].offset == 17);
  CHECK(read->positions[1].partition == 1);
  CHECK(read->positions[1].watermark == no_watermark);
  CHECK(read->fired == example().fired);
  CHECK(read->stages == example().stages);
  CHECK(read_checkpoint(to_bytes({})).has_value());
}

TEST_CASE("a checkpoint that was changed or cut off is refused, wherever that was") {
  const auto bytes = to_bytes(example());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    auto changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    CHECK(refusal(changed) != "none");
    CHECK(refusal(std::string_view(bytes).substr(0, at)) != "none");
  }
  CHECK(refusal(bytes + "x") != "none");
}

TEST_CASE("a refusal says what is wrong") {
  CHECK(refusal("something else") == "this is no state of weir's");
  CHECK(refusal("weir state\n\x01") == "the file is cut off");
  auto bytes = to_bytes(example());
  bytes[20] = static_cast<char>(bytes[20] ^ 1);
  CHECK(refusal(bytes) == "its checksum is wrong: the file has been damaged");
}
