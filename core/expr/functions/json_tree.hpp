#pragma once
// A JSON text as a tree, for the JSON functions: read by simdjson, numbers kept by their digits as Java's BigDecimal
// writes them. Plain values; any thread.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core::expr::functions {

enum class json_kind : unsigned char { null, boolean, number, text, array, object };

struct json_value {
  json_kind kind = json_kind::null;
  std::string text{}; ///< text: unescaped; number: `1.50`, `1E+5`; boolean: `true`, `false`.
  std::vector<json_value> items{};
  std::vector<std::pair<std::string, json_value>>
      members{}; ///< In the order they came; of equal names the last one stays.

  [[nodiscard]] bool is_scalar() const { return kind < json_kind::array; }
  [[nodiscard]] const json_value* member(std::string_view name) const;
};

/// Nothing when the text is not exactly one JSON value.
[[nodiscard]] std::optional<json_value> parse_json(std::string_view text);

/// Compact, names in order, as Flink writes JSON.
void append_json(std::string& out, const json_value& value);
/// `"a\"b"`: only what must be is escaped.
void append_json_text(std::string& out, std::string_view text);

} // namespace core::expr::functions
