// Types as Flink writes them, and the entries that parse a whole text.
#include <fmt/format.h>

#include "core/sql/expression_parser.hpp"

namespace core::sql {

namespace {

struct simple_entry {
  std::string_view name;
  type_kind kind;
};
constexpr simple_entry simple_types[] = {
    {"BOOLEAN", type_kind::boolean}, {"TINYINT", type_kind::int8},  {"SMALLINT", type_kind::int16},
    {"INT", type_kind::int32},       {"INTEGER", type_kind::int32}, {"BIGINT", type_kind::int64},
    {"FLOAT", type_kind::float32},   {"REAL", type_kind::float32},  {"DOUBLE", type_kind::float64},
    {"STRING", type_kind::string},   {"BYTES", type_kind::bytes},   {"DATE", type_kind::date},
    {"VARIANT", type_kind::variant}, {"NULL", type_kind::null},
};
constexpr int length_max = 2147483647;

data_type sized(type_kind kind, int length, bool fixed) {
  auto out = simple_type(kind);
  out.length = length == length_max ? 0 : length; // VARCHAR(2147483647) is STRING.
  out.fixed_length = fixed;
  return out;
}

} // namespace

/// `(n)` behind a type's name.
int expression_parser::type_number(int otherwise, int min, int max) {
  if (!tokens_.accept("(")) return otherwise;
  const auto number = tokens_.take();
  int value = otherwise;
  const bool readable = number.kind == token_kind::number && number.text.size() <= 10 &&
                        number.text.find_first_not_of("0123456789") == std::string::npos;
  const auto wide = readable ? std::stoll(number.text) : -1;
  if (wide < min || wide > max) {
    tokens_.fail_at(number.place, fmt::format("a number from {} to {} must stand here: {}", min, max, number.text), {});
  } else {
    value = static_cast<int>(wide);
  }
  if (max != 38) tokens_.expect(")"); // DECIMAL may have a scale behind it and closes itself.
  return value;
}

data_type expression_parser::type() {
  const int before = depth_;
  if (++depth_ > expression_depth_max) tokens_.fail_at(tokens_.peek().place, "a type nests too deep", {});
  auto out = plain_type();
  depth_ = before;
  for (;;) {
    if (tokens_.accept_all({"NOT", "NULL"})) {
      out.nullable = false;
    } else if (tokens_.accept("NULL")) {
      out.nullable = true;
    } else if (tokens_.accept("ARRAY")) {
      out = array_type(std::move(out));
    } else {
      return out;
    }
  }
}

data_type expression_parser::plain_type() {
  const auto word = tokens_.take();
  const auto& name = word.upper;
  for (const auto& entry : simple_types) {
    if (name != entry.name) continue;
    if (name == "DOUBLE") tokens_.accept("PRECISION");
    return simple_type(entry.kind);
  }
  if (name == "DECIMAL" || name == "DEC" || name == "NUMERIC") {
    if (!tokens_.at("(")) return decimal_type(10, 0);
    const int precision = type_number(10, 1, 38);
    int scale = 0;
    if (tokens_.accept(",")) {
      const auto digits = tokens_.take();
      scale = digits.kind == token_kind::number && digits.text.size() <= 2 ? std::stoi(digits.text) : -1;
      if (scale < 0 || scale > precision) {
        tokens_.fail_at(digits.place,
                        fmt::format("a scale must lie between 0 and the precision {}: {}", precision, digits.text), {});
        scale = 0;
      }
    }
    tokens_.expect(")");
    return decimal_type(precision, scale);
  }
  if (name == "CHAR" || name == "CHARACTER") {
    const bool varying = tokens_.accept("VARYING");
    return sized(type_kind::string, type_number(varying ? length_max : 1, 1, length_max), !varying);
  }
  if (name == "VARCHAR") return sized(type_kind::string, type_number(length_max, 1, length_max), false);
  if (name == "BINARY") return sized(type_kind::bytes, type_number(1, 1, length_max), true);
  if (name == "VARBINARY") return sized(type_kind::bytes, type_number(length_max, 1, length_max), false);
  if (name == "TIME" || name == "TIMESTAMP" || name == "TIMESTAMP_LTZ") return time_type(word);
  if (name == "INTERVAL") return interval_type();
  if (name == "ARRAY" && tokens_.accept("<")) {
    auto element = type();
    tokens_.expect(">");
    return array_type(std::move(element));
  }
  if (name == "MAP" && tokens_.accept("<")) {
    auto key = type();
    tokens_.expect(",");
    auto value = type();
    tokens_.expect(">");
    return map_type(std::move(key), std::move(value));
  }
  if (name == "MULTISET" && tokens_.accept("<")) { // Each value and how often it is there.
    auto key = type();
    tokens_.expect(">");
    auto count = int32_type();
    count.nullable = false;
    return map_type(std::move(key), std::move(count));
  }
  if (name == "ROW" && tokens_.accept("<>")) return row_type({});
  if (name == "ROW" && (tokens_.at("<") || tokens_.at("("))) return row_of();
  static constexpr std::string_view known[] = {
      "BOOLEAN", "TINYINT", "SMALLINT", "INT",  "BIGINT",    "FLOAT",         "DOUBLE", "DECIMAL", "STRING", "VARCHAR",
      "CHAR",    "BYTES",   "DATE",     "TIME", "TIMESTAMP", "TIMESTAMP_LTZ", "ARRAY",  "MAP",     "ROW"};
  const auto near = closest(name, known, std::size(known));
  tokens_.fail_at(word.place, fmt::format("not a type: {}", word.kind == token_kind::end ? "the end" : word.text),
                  near.empty() ? "" : fmt::format("did you mean {}?", near));
  return {};
}

data_type expression_parser::time_type(const token& word) {
  if (word.upper == "TIME") {
    auto out = simple_type(type_kind::time);
    out.precision = static_cast<std::uint8_t>(type_number(0, 0, 9));
    tokens_.accept_all({"WITHOUT", "TIME", "ZONE"});
    return out;
  }
  const int precision = type_number(6, 0, 9);
  if (word.upper == "TIMESTAMP_LTZ") return timestamp_ltz_type(precision);
  if (tokens_.accept_all({"WITH", "LOCAL", "TIME", "ZONE"})) return timestamp_ltz_type(precision);
  if (tokens_.at("WITH") && tokens_.at("TIME", 1)) {
    tokens_.fail_at(word.place, "TIMESTAMP WITH TIME ZONE is not supported", "use TIMESTAMP_LTZ");
  }
  tokens_.accept_all({"WITHOUT", "TIME", "ZONE"});
  return timestamp_type(precision);
}

data_type expression_parser::row_of() {
  const std::string_view closing = tokens_.take().text == "<" ? ">" : ")";
  std::vector<row_field> fields;
  if (!tokens_.at(closing)) {
    do {
      row_field field;
      field.name = tokens_.name().text;
      field.type = type();
      if (tokens_.peek().kind == token_kind::text) tokens_.take(); // A comment.
      fields.push_back(std::move(field));
    } while (tokens_.accept(","));
  }
  tokens_.expect(closing);
  return row_type(std::move(fields));
}

data_type expression_parser::interval_type() {
  int precision = 0;
  const auto unit = interval_unit(true, precision);
  const bool months = unit.starts_with("YEAR") || unit.starts_with("MONTH") || unit.starts_with("QUARTER");
  return simple_type(months ? type_kind::interval_months : type_kind::interval_ms);
}

namespace {

/// Runs one rule over a whole text.
template <class Value, class Rule>
result<Value> parse_whole(std::string_view text, dialect words, Rule rule) {
  auto tokens = tokenize(text);
  if (!tokens) return std::unexpected(tokens.error());
  expression_parser parser(std::move(*tokens), words);
  auto value = rule(parser);
  if (!parser.tokens().at_end()) parser.tokens().fail_expected("the end");
  if (parser.tokens().fault()) return std::unexpected(*parser.tokens().fault());
  return value;
}

} // namespace

result<expression_syntax> parse_expression(std::string_view text, dialect words) {
  return parse_whole<expression_syntax>(text, words, [](expression_parser& parser) { return *parser.expression(); });
}

result<data_type> parse_type(std::string_view text) {
  return parse_whole<data_type>(text, dialect::sql, [](expression_parser& parser) { return parser.type(); });
}

} // namespace core::sql
