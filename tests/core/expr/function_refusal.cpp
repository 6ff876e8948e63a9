#include <algorithm>

#include "core/expr/function.hpp"
#include "tests/core/expr/function_answers.hpp"

namespace {

struct refused {
  std::string_view expression;
  std::string_view complaint;
};

void check_refused(std::initializer_list<refused> all) {
  for (const auto& each : all) {
    INFO(each.expression);
    CHECK_THAT(function_answers::sample().refusal(std::string(each.expression)),
               ContainsSubstring(std::string(each.complaint)));
  }
}

} // namespace

TEST_CASE("functions are found by any case of their name and listed in order") {
  REQUIRE(core::expr::find_function("Upper") != nullptr);
  CHECK(core::expr::find_function("upper")->name == "UPPER");
  CHECK(core::expr::find_function("UPPERCASE") == nullptr);
  const auto all = core::expr::all_functions();
  CHECK(all.size() >= 160);
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO(all[i].name);
    CHECK_FALSE(all[i].summary.empty());
    CHECK_FALSE(all[i].signature.empty());
    if (i > 0) CHECK(all[i - 1].name < all[i].name);
  }
}

TEST_CASE("every function says so when it gets too many arguments") {
  const std::vector<core::expr::argument> many(40, core::expr::argument{core::string_type(), nullptr});
  const std::vector<std::string_view> any_number{"CONCAT", "CONCAT_WS", "GREATEST", "LEAST", "PRINTF"};
  for (const auto& entry : core::expr::all_functions()) {
    INFO(entry.name);
    const bool refused = !entry.resolve(many, "UTC").has_value();
    const bool takes_many = std::find(any_number.begin(), any_number.end(), entry.name) != any_number.end();
    CHECK(refused == !takes_many);
  }
}

TEST_CASE("every function with a zone refuses one that does not exist") {
  const auto& function = *core::expr::find_function("CURRENT_DATE");
  CHECK_FALSE(function.resolve({}, "Europe/Nowhere").has_value());
  const core::expr::argument number{core::int64_type(), nullptr};
  const core::expr::argument text{core::string_type(), nullptr};
  const core::expr::argument time{core::timestamp_type(3), nullptr};
  CHECK_FALSE(core::expr::find_function("FROM_UNIXTIME")->resolve({&number, 1}, "Europe/Nowhere").has_value());
  CHECK_FALSE(core::expr::find_function("UNIX_TIMESTAMP")->resolve({&text, 1}, "Europe/Nowhere").has_value());
  CHECK_FALSE(core::expr::find_function("YEAR")->resolve({&time, 1}, "Europe/Nowhere").has_value());
  const std::vector<core::expr::argument> two{time, text};
  CHECK_FALSE(core::expr::find_function("DATE_FORMAT")->resolve(two, "Europe/Nowhere").has_value());
}

TEST_CASE("counts and types of arguments are named") {
  check_refused({
      {"UPPER(i)", "UPPER needs a text as argument 1, not INT (write CAST(... AS STRING))"},
      {"UPPER(s, s)", "UPPER takes 1 argument, not 2"},
      {"SUBSTR(s)", "SUBSTR takes 2 to 3 arguments, not 1"},
      {"CONCAT()", "CONCAT takes at least 1 argument, not 0"},
      {"CHR(s)", "CHR needs an integer as argument 1, not STRING"},
      {"SQRT(s)", "SQRT needs a number as argument 1"},
      {"ABS(s)", "ABS needs a number as argument 1"},
      {"TO_BASE64(i)", "TO_BASE64 needs a text or BYTES as argument 1"},
      {"DECODE(s, 'UTF-8')", "DECODE needs BYTES as argument 1"},
      {"YEAR(i)", "YEAR needs a date or time as argument 1"},
      {"CARDINALITY(i)", "CARDINALITY needs an ARRAY as argument 1"},
      {"MAP_KEYS(i)", "MAP_KEYS needs a MAP as argument 1"},
      {"ARRAY_SORT(arr, i)", "ARRAY_SORT needs a BOOLEAN as argument 2"},
      {"CARDINALITY(NULL)", "CARDINALITY cannot take a bare NULL as argument 1 (write CAST(NULL AS ...))"},
      {"GREATEST(i, s)", "GREATEST needs arguments that can be compared"},
      {"GREATEST(NULL, NULL)", "GREATEST needs arguments that can be compared"},
      {"ARRAY_CONCAT(ARRAY[1], ARRAY['a'])", "ARRAY_CONCAT cannot bring"},
      {"ARRAY_CONTAINS(ARRAY[1], 'a')", "ARRAY_CONTAINS cannot bring"},
      {"MAP_UNION(MAP[1, 2], MAP['a', 2])", "MAP_UNION cannot bring these maps together"},
      {"ARRAY_JOIN(ARRAY[1], ',')", "ARRAY_JOIN needs an array of texts"},
      {"ELT(1)", "ELT takes at least 2 arguments, not 1"},
  });
}

TEST_CASE("constants are checked when the query is bound") {
  check_refused({
      {"ENCODE(s, 'UTF-7')", "unknown character set: UTF-7"},
      {"SHA2(s, 1)", "SHA2 has 224, 256, 384 or 512 bits, not 1"},
      {"TO_TIMESTAMP_LTZ(1, 6)", "needs the precision 0 (seconds) or 3 (milliseconds)"},
      {"RAND(i)", "RAND needs a constant seed"},
      {"RAND_INTEGER(i, 5)", "RAND_INTEGER needs a constant seed"},
      {"CONVERT_TZ(s, 'UTC', 'Europe/Berlim')", "unknown time zone: Europe/Berlim (did you mean Europe/Berlin?)"},
      {"TO_TIMESTAMP_LTZ(s, 'yyyy', 'Nowhere/Place')", "unknown time zone: Nowhere/Place"},
      {"DATE_FORMAT(t, 'yyyy zzz')", "time pattern has a letter that weir does not have: z"},
      {"DATE_FORMAT(t, 'yyyy ''open')", "time pattern has an open quote"},
      {"DATE_FORMAT(t, '[yyyy ''open')", "time pattern has an open quote"},
      {"DATE_FORMAT(t, '[b]')", "letter that weir does not have: b"},
      {"TO_TIMESTAMP(s, 'b')", "letter that weir does not have: b"},
      {"TO_TIMESTAMP_LTZ(s, 'b')", "letter that weir does not have: b"},
      {"TO_DATE(s, 'b')", "letter that weir does not have: b"},
      {"UNIX_TIMESTAMP(s, 'b')", "letter that weir does not have: b"},
      {"FROM_UNIXTIME(i, 'b')", "letter that weir does not have: b"},
  });
}

TEST_CASE("units of time are checked") {
  check_refused({
      {"FLOOR(t)", "FLOOR of a time needs a unit"},
      {"FLOOR(t, 'DOW')", "FLOOR cannot round TIMESTAMP(3) to this unit: DOW"},
      {"FLOOR(TIME '12:00:00', 'DAY')", "FLOOR cannot round TIME(0) to this unit: DAY"},
      {"YEAR(TIME '12:00:00')", "YEAR needs a date: a TIME has none"},
      {"DATE_FORMAT(TIME '12:00:00', 'HH')", "DATE_FORMAT needs a date: a TIME has none"},
      {"TIMESTAMPADD('EPOCH', 1, t)", "TIMESTAMPADD cannot add this unit: EPOCH"},
      {"TIMESTAMPDIFF('DOW', t, t)", "TIMESTAMPDIFF cannot count this unit: DOW"},
      {"TIMESTAMPDIFF('SECOND', TIME '12:00:00', t)", "TIMESTAMPDIFF cannot compare a TIME with a date"},
  });
}

TEST_CASE("a misspelt unit of time gets the nearest one as a hint") {
  const auto complaint = [](const core::column_ptr& unit) {
    const std::vector<core::expr::argument> given{{core::timestamp_type(3), nullptr}, {core::string_type(), unit}};
    return core::to_string(core::expr::find_function("FLOOR")->resolve(given, "UTC").error());
  };
  const auto text = [](std::string_view value) {
    auto made = core::make_column(core::string_type(), 1);
    made.texts[0] = value;
    return std::make_shared<const core::column>(std::move(made));
  };
  CHECK(complaint(text("MONTHS")) == "unknown unit of time: MONTHS (did you mean MONTH?)");
  CHECK(complaint(text("QQQQQQQQQQQQQQ")) == "unknown unit of time: QQQQQQQQQQQQQQ");
  CHECK(complaint(nullptr) == "FLOOR needs a unit of time");
  const std::vector<core::expr::argument> one{{core::string_type(), nullptr}};
  CHECK(core::expr::find_function("EXTRACT")->resolve(one, "UTC").error().message ==
        "EXTRACT takes 2 arguments, not 1");
}

TEST_CASE("what RE2 cannot do is refused by name") {
  check_refused({
      {"REGEXP(s, 'a(?=b)')", "regular expression needs look-around"},
      {"REGEXP(s, '(?<!a)b')", "regular expression needs look-around"},
      {"REGEXP_EXTRACT(s, '(a)\\1')", "regular expression needs back references"},
      {"REGEXP_REPLACE(s, '(?>a)', '')", "regular expression needs atomic groups"},
      {"REGEXP_COUNT(s, 'a++')", "regular expression needs possessive quantifiers"},
      {"REGEXP_EXTRACT_ALL(s, '[a-z&&[^b]]')", "regular expression needs intersections of character classes"},
      {"REGEXP_INSTR(s, '(')", "regular expression cannot be read: ("},
      {"STR_TO_MAP(s, '(')", "regular expression cannot be read: ("},
  });
}

TEST_CASE("JSON paths and clauses are checked") {
  check_refused({
      {"JSON_QUERY(s, 'a')", "JSON path cannot be read: a: a path begins with $"},
      {"JSON_QUERY(s, '$.')", "a name is missing"},
      {"JSON_QUERY(s, '$a')", "a member follows a point"},
      {"JSON_QUERY(s, '$[')", "a position is a number"},
      {"JSON_QUERY(s, '$[1')", "a bracket is open"},
      {"JSON_QUERY(s, '$[''a')", "a quote is open"},
      {"JSON_QUERY(s, '$[:]')", "a slice has a start or an end"},
      {"JSON_EXISTS(s, '$[0,]')", "a position is a number"},
      {"JSON_VALUE(s, '$.a[?(@.b)]')", "JSON path needs filters, which weir does not have"},
      {"JSON_VALUE(s, '$.a.size()')", "JSON path needs functions, which weir does not have"},
      {"JSON_VALUE(s, '$[''a'',''b'']')", "JSON path needs several names, which weir does not have"},
      {"JSON_VALUE(s, '$', 'DATE', 'NULL', NULL, 'NULL', NULL)", "JSON_VALUE cannot return this type: DATE"},
      {"JSON_VALUE(s, '$', 'STRING', 'EMPTY ARRAY', NULL, 'NULL', NULL)",
       "JSON_VALUE does not know this behaviour: EMPTY ARRAY"},
      {"JSON_VALUE(s, '$', 'STRING', 'NULL', NULL, 'NIL', NULL)", "JSON_VALUE does not know this behaviour: NIL"},
      {"JSON_QUERY(s, '$', 'SOME', 'NULL', 'NULL')", "JSON_QUERY does not know this wrapper: SOME"},
      {"JSON_QUERY(s, '$', 'WITHOUT', 'DEFAULT', 'NULL')", "JSON_QUERY does not know this behaviour: DEFAULT"},
      {"JSON_EXISTS(s, '$', 'NULL')", "JSON_EXISTS does not know this behaviour: NULL"},
      {"IS_JSON(s, 'TEXT')", "IS JSON needs VALUE, OBJECT, ARRAY or SCALAR, not TEXT"},
      {"JSON_STRING(INTERVAL '1' DAY)", "JSON_STRING cannot write this type: INTERVAL DAY TO SECOND"},
      {"JSON_STRING(MAP[1, 2])", "JSON_STRING cannot write this type: MAP<"},
      {"JSON_OBJECT(CAST(NULL AS STRING) VALUE 1)", "JSON_OBJECT needs keys that are not NULL"},
      {"JSON_ARRAY(INTERVAL '1' DAY)", "JSON_ARRAY cannot write this type"},
  });
}

TEST_CASE("TRIM knows three sides") {
  const core::expr::argument text{core::string_type(), nullptr};
  const std::vector<core::expr::argument> three{text, text, text};
  const auto made = core::expr::find_function("TRIM")->resolve(three, "UTC");
  REQUIRE_FALSE(made.has_value());
  CHECK(made.error().message == "TRIM needs BOTH, LEADING or TRAILING, not NULL");
}
