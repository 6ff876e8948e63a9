#include "core/data/key_codec.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "tests/support/catch.hpp"

using namespace core;

namespace {

batch batch_of(std::vector<column> columns) {
  batch made;
  made.rows = columns[0].rows;
  for (auto& one : columns) made.columns.push_back(std::make_shared<const column>(std::move(one)));
  return made;
}

column texts(const std::vector<const char*>& values, data_type type = string_type()) {
  auto made = make_column(type, values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == nullptr)
      made.set_null(i);
    else
      made.texts[i] = values[i];
  }
  return made;
}

column integers(const std::vector<std::int64_t>& values, data_type type = int64_type()) {
  auto made = make_column(type, values.size());
  made.ints = values;
  return made;
}

std::vector<std::size_t> all_of(const batch& from) {
  std::vector<std::size_t> made;
  for (std::size_t i = 0; i < from.columns.size(); ++i) made.push_back(i);
  return made;
}

std::set<std::string> distinct(const encoded_keys& keys) {
  std::set<std::string> made;
  for (const auto key : keys.keys) made.insert((key.data() == nullptr ? "NULL" : "=") + std::string(key));
  return made;
}

/// There and back.
std::vector<column_ptr> again(const batch& from) {
  const auto keys = encode_keys(from, all_of(from));
  std::vector<data_type> types;
  for (const auto& one : from.columns) types.push_back(one->type);
  return decode_keys(keys.keys.data(), keys.keys.size(), types);
}

} // namespace

TEST_CASE("a single text is its own key and is not copied") {
  const auto from = batch_of({texts({"abc", "", nullptr, "abc"})});
  const auto keys = encode_keys(from, {0});
  CHECK(keys.keys[0].data() == from.columns[0]->texts[0].data());
  CHECK(keys.keys[1].data() != nullptr);
  CHECK(keys.keys[1].empty());
  CHECK(keys.keys[2].data() == nullptr);
  CHECK(keys.hashes[0] == keys.hashes[3]);
  CHECK(keys.hashes[0] != keys.hashes[1]);
}

TEST_CASE("a text without bytes of its own is the empty key, not NULL") {
  auto column = texts({"x"});
  column.texts[0] = std::string_view();
  const auto keys = encode_keys(batch_of({std::move(column)}), {0});
  CHECK(keys.keys[0].data() != nullptr);
}

TEST_CASE("no key column gives no keys") {
  const auto keys = encode_keys(batch_of({texts({"a"})}), {});
  CHECK(keys.keys.empty());
  CHECK(keys.hashes.empty());
}

TEST_CASE("values of two columns never run together") {
  const auto from =
      batch_of({texts({"a", "a|b", "", "ab", nullptr, nullptr}), texts({"b|c", "c", "ab", "", "x", nullptr})});
  CHECK(distinct(encode_keys(from, {0, 1})).size() == 6);
}

TEST_CASE("a NULL number differs from zero") {
  auto column = integers({0, 0, 1});
  column.set_null(1);
  const auto keys = encode_keys(batch_of({std::move(column)}), {0});
  CHECK(distinct(keys).size() == 3);
  CHECK(keys.keys[1].data() != nullptr);
}

TEST_CASE("minus zero is the key zero and every NaN is one key") {
  auto column = make_column(float64_type(), 4);
  column.reals = {0.0, -0.0, std::nan("1"), -std::nan("2")};
  const auto from = batch_of({std::move(column)});
  const auto keys = encode_keys(from, {0});
  CHECK(keys.keys[0] == keys.keys[1]);
  CHECK(keys.keys[2] == keys.keys[3]);
  CHECK(keys.hashes[0] == keys.hashes[1]);
  CHECK_FALSE(std::signbit(again(from)[0]->reals[1]));
}

TEST_CASE("keys of every simple type come back") {
  std::vector<column> columns;
  const std::pair<type_kind, std::vector<std::int64_t>> kinds[] = {
      {type_kind::boolean, {0, 1}},
      {type_kind::int8, {-128, 127}},
      {type_kind::int16, {-32768, 3}},
      {type_kind::int32, {-2147483648LL, 4}},
      {type_kind::int64, {std::numeric_limits<std::int64_t>::min(), 9007199254740993}},
      {type_kind::date, {-1, 20000}},
      {type_kind::time, {0, 86399999}},
      {type_kind::interval_ms, {5, -5}},
      {type_kind::interval_months, {13, -1}}};
  for (const auto& [kind, values] : kinds) columns.push_back(integers(values, simple_type(kind)));
  columns.push_back(integers({-62135596800000, 1}, timestamp_type(3)));
  auto fine = integers({5, -6}, timestamp_ltz_type(9));
  fine.nanos = {0, 999999};
  columns.push_back(std::move(fine));
  auto decimal = make_column(decimal_type(38, 2), 2);
  decimal.decimals = {static_cast<int128>(-1), static_cast<int128>(1) << 100};
  columns.push_back(std::move(decimal));
  auto single = make_column(simple_type(type_kind::float32), 2);
  single.reals = {1.5, -2.5};
  columns.push_back(std::move(single));

  const auto from = batch_of(std::move(columns));
  const auto made = again(from);
  REQUIRE(made.size() == from.columns.size());
  for (std::size_t c = 0; c < made.size(); ++c) {
    CAPTURE(to_string(made[c]->type));
    CHECK(made[c]->rows == 2);
    CHECK(made[c]->ints == from.columns[c]->ints);
    CHECK(made[c]->reals == from.columns[c]->reals);
    CHECK(made[c]->decimals == from.columns[c]->decimals);
    CHECK(made[c]->nanos == from.columns[c]->nanos);
    CHECK_FALSE(made[c]->has_nulls());
  }
}

TEST_CASE("NULLs of fixed and of free width come back in their places") {
  auto number = integers({7, 0, 9}, int32_type());
  number.set_null(1);
  auto stamp = integers({1, 2, 3}, timestamp_type(6));
  stamp.nanos = {0, 0, 1000};
  stamp.set_null(0);
  auto real = make_column(float64_type(), 3);
  real.set_null(2);
  auto decimal = make_column(decimal_type(5, 0), 3);
  decimal.set_null(0);
  decimal.set_null(1);
  const std::vector<column> fixed{number, stamp, real, decimal};
  auto mixed = fixed;
  mixed.push_back(texts({"one", nullptr, ""}));
  for (const auto& columns : {fixed, mixed}) {
    const auto from = batch_of(columns);
    const auto made = again(from);
    for (std::size_t c = 0; c < made.size(); ++c)
      for (std::size_t i = 0; i < 3; ++i) {
        CAPTURE(c, i);
        CHECK(made[c]->is_null(i) == from.columns[c]->is_null(i));
      }
    CHECK(made[0]->ints[2] == 9);
    CHECK(made[1]->nanos[2] == 1000);
    if (made.size() == 5) {
      CHECK(made[4]->texts[0] == "one");
      CHECK(made[4]->texts[2].empty());
    }
  }
}

TEST_CASE("a single text key comes back as a copy") {
  std::vector<column_ptr> made;
  {
    const std::string short_lived = "gone soon";
    const std::string_view keys[] = {short_lived, {}};
    made = decode_keys(keys, 2, {string_type()});
  }
  CHECK(made[0]->texts[0] == "gone soon");
  CHECK(made[0]->is_null(1));
}

TEST_CASE("arrays, maps and rows are keys by their values") {
  auto list = make_column(array_type(string_type()), 3);
  list.offsets = {0, 2, 2, 3};
  list.children.push_back(std::make_shared<const column>(texts({"a", nullptr, "a"})));
  list.set_null(1);

  auto map = make_column(map_type(string_type(), int32_type()), 3);
  map.offsets = {0, 2, 4, 4};
  map.children.push_back(std::make_shared<const column>(texts({"x", "y", "y", "x"})));
  map.children.push_back(std::make_shared<const column>(integers({1, 2, 2, 1}, int32_type())));

  auto pair = make_column(row_type({{"a", int32_type()}, {"b", string_type()}}), 3);
  pair.children.push_back(std::make_shared<const column>(integers({1, 2, 3}, int32_type())));
  pair.children.push_back(std::make_shared<const column>(texts({"p", "q", "r"})));
  pair.set_null(2);

  // The same entries in another order are the same map.
  const auto maps = encode_keys(batch_of({map}), {0});
  CHECK(maps.keys[0] == maps.keys[1]);
  CHECK(maps.keys[0] != maps.keys[2]);

  const auto from = batch_of({std::move(list), std::move(map), std::move(pair)});
  const auto made = again(from);
  CHECK(made[0]->offsets == std::vector<std::uint32_t>{0, 2, 2, 3});
  CHECK(made[0]->is_null(1));
  CHECK(made[0]->children[0]->is_null(1));
  CHECK(made[0]->children[0]->texts[2] == "a");
  CHECK(made[1]->offsets == std::vector<std::uint32_t>{0, 2, 4, 4});
  CHECK(made[1]->children[1]->ints == std::vector<std::int64_t>{1, 2, 1, 2});
  CHECK(made[2]->is_null(2));
  CHECK(made[2]->children[0]->ints[1] == 2);
  CHECK(made[2]->children[0]->rows == 3);
}

TEST_CASE("a column of bare NULLs can be part of a key") {
  auto nothing = make_column(simple_type(type_kind::null), 2);
  const auto from = batch_of({integers({1, 2}), std::move(nothing)});
  const auto made = again(from);
  CHECK(made[0]->ints == std::vector<std::int64_t>{1, 2});
  CHECK(made[1]->is_null(0));
  CHECK(made[1]->is_null(1));
}
