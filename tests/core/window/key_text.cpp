#include "core/window/key_text.hpp"

#include "tests/core/group/changelog.hpp"

using namespace core;
using namespace core::changelog;

namespace {

window::keyed_batch batch_by(const std::vector<std::size_t>& keys) {
  window::keyed_batch made;
  made.rows = batch_of(layout_of({"s", "n"}), {{{1, 7}}, {{std::nullopt, 7}}, {{1, 8}}});
  if (!keys.empty()) made.keys = encode_keys(*made.rows, keys);
  return made;
}

} // namespace

TEST_CASE("equal keys are equal texts, and NULL differs from every text") {
  const auto by_text = batch_by({0});
  CHECK(window::key_text(by_text, 0) == "=1");
  CHECK(window::key_text(by_text, 2) == "=1");
  CHECK(window::key_text(by_text, 1).empty());
}

TEST_CASE("a stage without keys has one key") {
  const auto by_none = batch_by({});
  CHECK(window::key_text(by_none, 0) == window::key_text(by_none, 1));
}

TEST_CASE("the text gives the encoded key back") {
  for (const auto& keys : {std::vector<std::size_t>{0}, std::vector<std::size_t>{1}, std::vector<std::size_t>{0, 1}}) {
    const auto from = batch_by(keys);
    for (std::uint32_t row = 0; row < 3; ++row) {
      const auto text = window::key_text(from, row);
      const auto key = window::encoded_key(text);
      CHECK(key == from.keys.keys[row]);
      CHECK((key.data() == nullptr) == (from.keys.keys[row].data() == nullptr));
    }
  }
}
