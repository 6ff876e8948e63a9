#include "core/query/group_keys.hpp"

#include "core/sql/script_parser.hpp"
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace core::query;

namespace {

/// GROUP BY as it is written behind a query.
result<group_keys> read(const std::string& keys) {
  const auto parsed = sql::parse_script("SELECT 1 FROM t GROUP BY " + keys);
  INFO(keys);
  REQUIRE(parsed);
  const auto& query = *std::get<sql::select_statement>(parsed->at(0).node).query;
  return read_group_by(std::get<sql::select_syntax>(query.body).group_by);
}

/// The keys of each set: a b | a |.
std::string sets_of(const std::string& keys) {
  const auto made = read(keys);
  INFO(keys);
  REQUIRE(made);
  std::string text;
  for (const auto& set : made->sets) {
    text += text.empty() ? "(" : " (";
    for (std::size_t i = 0; i < set.size(); ++i)
      if (set[i]) text += (text.back() == '(' ? "" : " ") + sql::to_string(*made->keys[i]);
    text += ")";
  }
  return text;
}

std::string fault_of(const std::string& keys) {
  const auto made = read(keys);
  INFO(keys);
  REQUIRE(!made);
  return made.error().message;
}

std::optional<window_role> role_of(const std::string& call) {
  const auto parsed = sql::parse_expression(call);
  REQUIRE(parsed);
  return auxiliary_role(*parsed->as<sql::call_syntax>());
}

} // namespace

TEST_CASE("plain keys are one set, each key once") {
  CHECK(sets_of("a, b, a") == "(a b)");
  CHECK(sets_of("(a, b), c + 1") == "(a b (c + 1))");
  CHECK(sets_of("()") == "()");
}

TEST_CASE("GROUPING SETS, ROLLUP and CUBE are several sets over the same keys") {
  CHECK(sets_of("GROUPING SETS ((a, b), (b), ())") == "(a b) (b) ()");
  CHECK(sets_of("ROLLUP (a, b)") == "(a b) (a) ()");
  CHECK(sets_of("CUBE (a, b)") == "(a b) (a) (b) ()");
  CHECK(sets_of("GROUPING SETS (ROLLUP (a), (b))") == "(a) () (b)");
}

TEST_CASE("elements beside one another are every combination") {
  CHECK(sets_of("a, ROLLUP (b)") == "(a b) (a)");
  CHECK(sets_of("GROUPING SETS ((a), (b)), GROUPING SETS ((c), ())") == "(a c) (a) (c b) (b)");
}

TEST_CASE("no more grouping sets than a plan can hold") {
  CHECK(fault_of("CUBE (a, b, c, d, e, f, g, h, i, j, k, l, m)") == "more than 4096 grouping sets");
  CHECK(fault_of("CUBE (a, b, c, d, e, f, g), CUBE (h, i, j, k, l, m)") == "more than 4096 grouping sets");
  CHECK(read("CUBE (a, b, c, d, e, f, g, h, i, j, k, l)")->sets.size() == 4096);
}

TEST_CASE("the older window functions are no keys but the group's window") {
  const auto tumble = read("k, TUMBLE(rt, INTERVAL '10' SECOND)").value();
  CHECK(tumble.keys.size() == 1);
  REQUIRE(tumble.window);
  CHECK(tumble.window->spec.kind == window::window_kind::tumble);
  CHECK(tumble.window->spec.size_ms == 10'000);
  CHECK(sql::to_string(*tumble.window->time) == "rt");

  const auto hop = read("HOP(rt, INTERVAL '1' SECOND, INTERVAL '10' SECOND, INTERVAL '2' SECOND)").value();
  CHECK(hop.window->spec.slide_ms == 1'000);
  CHECK(hop.window->spec.size_ms == 10'000);
  CHECK(hop.window->spec.offset_ms == 2'000);

  const auto session = read("SESSION(rt, INTERVAL '3' MINUTE)").value();
  CHECK(session.window->spec.kind == window::window_kind::session);
  CHECK(session.window->spec.size_ms == 180'000);
}

TEST_CASE("a group has one window: the same one may stand in several sets, another may not") {
  const auto both = read("GROUPING SETS ((TUMBLE(rt, INTERVAL '1' SECOND), a), (TUMBLE(rt, INTERVAL '1' SECOND)))");
  REQUIRE(both);
  CHECK(both->sets.size() == 2);
  CHECK(fault_of("TUMBLE(rt, INTERVAL '1' SECOND), TUMBLE(rt, INTERVAL '2' SECOND)") ==
        "GROUP BY names two different windows");
  CHECK(fault_of("TUMBLE(rt, INTERVAL '1' SECOND), TUMBLE(other, INTERVAL '1' SECOND)") ==
        "GROUP BY names two different windows");
}

TEST_CASE("wrong arguments of a group window are named") {
  CHECK(fault_of("TUMBLE(rt)") == "TUMBLE takes 2 arguments, not 1");
  CHECK(fault_of("HOP(rt, INTERVAL '1' SECOND)") == "HOP takes 3 arguments, not 2");
  CHECK(fault_of("SESSION(rt, INTERVAL '1' SECOND, INTERVAL '1' SECOND)") == "SESSION takes 2 arguments, not 3");
  CHECK(fault_of("TUMBLE(rt, 10)") == "argument 2 of TUMBLE must be an INTERVAL: 10");
  CHECK(fault_of("HOP(rt, 1, INTERVAL '1' SECOND)") == "argument 2 of HOP must be an INTERVAL: 1");
  CHECK(fault_of("TUMBLE(rt, INTERVAL '1' SECOND, 1)") == "argument 3 of TUMBLE must be an INTERVAL: 1");
}

TEST_CASE("auxiliary functions ask for a column of the group's window") {
  CHECK(role_of("TUMBLE_START(rt, INTERVAL '1' SECOND)") == window_role::start);
  CHECK(role_of("HOP_END(rt, INTERVAL '1' SECOND, INTERVAL '1' SECOND)") == window_role::end);
  CHECK(role_of("SESSION_ROWTIME(rt, INTERVAL '1' SECOND)") == window_role::time);
  CHECK(role_of("TUMBLE_PROCTIME(rt, INTERVAL '1' SECOND)") == window_role::time);
  CHECK(role_of("TUMBLE(rt, INTERVAL '1' SECOND)") == std::nullopt);
  CHECK(role_of("TUMBLE_MIDDLE(rt, INTERVAL '1' SECOND)") == std::nullopt);
  CHECK(role_of("UPPER(rt)") == std::nullopt);
}
