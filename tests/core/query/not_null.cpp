#include "core/query/not_null.hpp"

#include "tests/core/expr/evaluated.hpp"

using namespace core;
using evaluated::texts;

namespace {

const evaluated::table& rows() {
  static const evaluated::table made({"a", "INT", "b", "INT"}, {{"6", "3"}, {"NULL", "1"}, {"8", "0"}, {"NULL", "0"}});
  return made;
}

} // namespace

TEST_CASE("a NULL for a column that is NOT NULL is a fault of its row, which names the column") {
  const auto value = query::never_null(rows().bound("a"), "total");
  CHECK(rows().ask(*value) == texts{"6", "!column total of the sink is NOT NULL and the value is NULL", "8",
                                    "!column total of the sink is NOT NULL and the value is NULL"});
  CHECK(to_string(value->type()) == "INT NOT NULL");
  CHECK(value->to_string() == rows().bound("a")->to_string());
}

TEST_CASE("rows that nobody asks for cannot be faulty") {
  const auto value = query::never_null(rows().bound("a"), "total");
  const std::vector<std::uint32_t> picked{0, 3};
  CHECK(rows().ask(*value, &picked) ==
        texts{"6", "-", "-", "!column total of the sink is NOT NULL and the value is NULL"});
}

TEST_CASE("a row whose value cannot be computed keeps its own reason") {
  const auto value = query::never_null(rows().bound("a / b"), "total");
  const auto answers = rows().ask(*value);
  CHECK(answers[0] == "2");
  CHECK(answers[1] == "!column total of the sink is NOT NULL and the value is NULL");
  CHECK(answers[2].find("zero") != std::string::npos);
  std::vector<std::size_t> read;
  value->collect_columns(read);
  CHECK(read == std::vector<std::size_t>{0, 1});
}

TEST_CASE("values without a NULL pass as they are") {
  const auto value = query::never_null(rows().bound("b"), "total");
  CHECK(rows().ask(*value) == texts{"3", "1", "0", "0"});
}
