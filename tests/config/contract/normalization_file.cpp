#include "config/contract/normalization_file.hpp"

#include "core/contract/normalizer.hpp"
#include "tests/support/catch.hpp"

using core::contract::conversion;

namespace {

std::string complaints_of(const std::string& text) {
  const auto made = config::contract::read_normalization(text);
  if (made) return "no complaint";
  std::string all;
  for (const auto& one : made.error())
    all += std::to_string(one.place.line) + ":" + std::to_string(one.place.column) + " " + one.message +
           (one.hint.empty() ? "" : " (" + one.hint + ")") + "\n";
  return all;
}

const std::string head = "source: shop\npartition_key: entity_id\nenvelope:\n  entity_id: {from: id}\n"
                         "  entity_name: {from: name}\n  event_time: {from: at, as: timestamp}\n";

} // namespace

TEST_CASE("a normalization contract is read whole") {
  const auto made = config::contract::read_normalization(head + R"yaml(common:
  who: {from: user."log.in", default: nobody}
  is_paid: {from: paid_at, as: boolean}
event_types:
  sale:
    tags: {from: tags, take: name, default: [a, 1, null, {b: "2"}]}
    total: {expression: "sum(items[*].price)", default: 0}
    none: {from: x, default: null}
    text: {from: x, default: "7"}
    empty: {from: x, default: {}}
    list: {from: x, default: []}
  refund: {}
)yaml");
  REQUIRE(made);
  CHECK(made->source == "shop");
  CHECK(made->partition_key == "entity_id");
  CHECK(made->event_time.as == conversion::timestamp);
  CHECK(made->common[0].from == "user.\"log.in\"");
  CHECK(made->common[0].default_json == "\"nobody\"");
  CHECK(made->common[1].as == conversion::boolean);
  CHECK(made->event_types.size() == 2);
  const auto& fields = made->event_types[0].fields;
  CHECK(fields[0].take == "name");
  CHECK(fields[0].default_json == R"(["a",1,null,{"b":"2"}])");
  CHECK(fields[1].expression == "sum(items[*].price)");
  CHECK(fields[1].default_json == "0");
  CHECK(fields[2].default_json == std::nullopt);
  CHECK(fields[3].default_json == R"("7")");
  CHECK(fields[4].default_json == "{}");
  CHECK(fields[5].default_json == "[]");
  CHECK(core::contract::normalizer::compile({*made}));
}

TEST_CASE("all that is wrong with a normalization contract is said at once, with its place") {
  CHECK(complaints_of("a: [") != "no complaint");
  CHECK(complaints_of("{}") == R"(1:1 the contract needs the key envelope
1:1 the contract needs the key partition_key
1:1 the contract needs the key source
)");
  CHECK(complaints_of(R"yaml(source: shop
partition_key: a b
envelope:
  entity_id: id
  entity_nam: {from: name}
  event_time: {from: at, as: timestampp}
common:
  both: {from: a, expression: b}
  neither: {as: boolean}
  word: {form: a}
  bad_path: {from: "a[0]"}
  bad_expression: {expression: "a.lenght(@)"}
  bad_syntax: {expression: "a ||"}
  take: {expression: a, take: b}
  event_time: {from: a}
  list: [a]
  twice: {from: a}
  twice: {from: b}
  kinds: {from: [a], expression: {}}
event_type: {}
)yaml") ==
        R"text(2:17 path has an unquoted blank: a b (quote the name: "a b".c)
4:3 envelope needs the key entity_name
4:14 entity_id must be a rule: id (write {from: id})
5:3 unknown key in envelope: entity_nam (did you mean entity_name? allowed: entity_id, entity_name, event_time)
6:30 as must be one of boolean, timestamp: timestampp (did you mean timestamp?)
8:9 both has both from and expression (exactly one of the two)
9:12 neither needs from or expression (exactly one of the two)
10:9 word needs from or expression (exactly one of the two)
10:10 unknown key in word: form (allowed: as, default, expression, from, take)
11:22 path has an unquoted [: a[0] (quote the name: "a[b".c, or write expression: for JMESPath)
12:35 unknown-function: lenght
13:33 syntax: the expression ends early
14:25 take: take goes with from only
15:3 every event has a field event_time already (choose another name)
16:9 list must be a mapping (key: value): a list
18:3 key written twice: twice (first in line 17)
19:10 kinds has both from and expression (exactly one of the two)
19:17 from must be a single value: a list
19:34 expression must be a single value: a mapping
20:1 unknown key in the contract: event_type (did you mean event_types? allowed: common, envelope, event_types, partition_key, source)
)text");
  CHECK(complaints_of(head + "event_types: {sale: {a: 1}, refund: [b]}\n") ==
        R"text(7:25 a must be a rule: 1 (write {from: 1})
7:37 refund must be a mapping (key: value): a list
)text");
  CHECK(complaints_of("source: x\npartition_key: [a]\nenvelope: 1\n") ==
        R"text(2:16 partition_key must be a single value: a list
3:11 envelope must be a mapping (key: value): 1
3:11 envelope needs the key entity_id
3:11 envelope needs the key entity_name
3:11 envelope needs the key event_time
)text");
}
