// Expressions back to SQL, and walking over them.
#include <fmt/format.h>

#include "core/sql/lexer.hpp"
#include "core/sql/reserved_words.hpp"
#include "core/sql/syntax.hpp"

namespace core::sql {

namespace {

std::string text_of(const syntax_ptr& child) { return to_string(*child); }

std::string quoted(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote) out += c;
    out += c;
  }
  return out + quote;
}

/// In backquotes when it would not be read as this name otherwise.
std::string name_text(const std::string& name) {
  bool plain = !name.empty() && (name[0] < '0' || name[0] > '9') && !is_reserved(upper_case(name));
  for (const char c : name)
    plain = plain && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_');
  return plain ? name : quoted(name, '`');
}

std::string joined(const std::vector<syntax_ptr>& items) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : ", ") + text_of(item);
  return out;
}

std::string dotted(const std::vector<name_part>& parts) {
  std::string out;
  for (const auto& part : parts) out += (out.empty() ? "" : ".") + name_text(part.text);
  return out;
}

std::string_view symbol(binary_operator op) {
  static constexpr std::string_view symbols[] = {"+",
                                                 "-",
                                                 "*",
                                                 "/",
                                                 "%",
                                                 "||",
                                                 "=",
                                                 "<>",
                                                 "<",
                                                 "<=",
                                                 ">",
                                                 ">=",
                                                 "AND",
                                                 "OR",
                                                 "IS DISTINCT FROM",
                                                 "IS NOT DISTINCT FROM"};
  return symbols[static_cast<std::size_t>(op)];
}

std::string_view symbol(unary_operator op) {
  static constexpr std::string_view symbols[] = {
      "-",           "+",        "NOT",          "IS NULL",    "IS NOT NULL",   "IS TRUE",
      "IS NOT TRUE", "IS FALSE", "IS NOT FALSE", "IS UNKNOWN", "IS NOT UNKNOWN"};
  return symbols[static_cast<std::size_t>(op)];
}

struct writer {
  std::string operator()(const literal_syntax& node) const {
    switch (node.kind) {
    case literal_kind::null: return "NULL";
    case literal_kind::text: return quoted(node.text, '\'');
    case literal_kind::date: return "DATE " + quoted(node.text, '\'');
    case literal_kind::time: return "TIME " + quoted(node.text, '\'');
    case literal_kind::timestamp: return "TIMESTAMP " + quoted(node.text, '\'');
    case literal_kind::interval: return interval(node);
    case literal_kind::bytes: {
      std::string out = "X'";
      for (const char c : node.text) out += fmt::format("{:02X}", static_cast<unsigned char>(c));
      return out + "'";
    }
    default: return node.text;
    }
  }

  static std::string interval(const literal_syntax& node) {
    // As many digits as the first field has, so that it can be read again.
    const auto digits = std::max<std::size_t>(2, node.text.find_first_of(" :-.", 1) == std::string::npos
                                                     ? node.text.size()
                                                     : node.text.find_first_of(" :-.", 1));
    const auto to = node.interval_unit.find(" TO ");
    const auto first = node.interval_unit.substr(0, to);
    const auto rest = to == std::string::npos ? "" : node.interval_unit.substr(to);
    return fmt::format("INTERVAL '{}' {}{}{}", node.text, first, digits > 2 ? fmt::format("({})", digits) : "", rest);
  }

  std::string operator()(const column_syntax& node) const { return dotted(node.parts); }
  std::string operator()(const unary_syntax& node) const {
    if (node.op <= unary_operator::logical_not) return fmt::format("({} {})", symbol(node.op), text_of(node.operand));
    return fmt::format("({} {})", text_of(node.operand), symbol(node.op));
  }
  std::string operator()(const binary_syntax& node) const {
    return fmt::format("({} {} {})", text_of(node.left), symbol(node.op), text_of(node.right));
  }
  std::string operator()(const between_syntax& node) const {
    return fmt::format("({} {}BETWEEN {}{} AND {})", text_of(node.value), node.negated ? "NOT " : "",
                       node.symmetric ? "SYMMETRIC " : "", text_of(node.low), text_of(node.high));
  }
  std::string operator()(const in_syntax& node) const {
    return fmt::format("({} {}IN ({}))", text_of(node.value), node.negated ? "NOT " : "", joined(node.list));
  }
  std::string operator()(const like_syntax& node) const {
    return fmt::format("({} {}{} {}{})", text_of(node.value), node.negated ? "NOT " : "",
                       node.similar ? "SIMILAR TO" : "LIKE", text_of(node.pattern),
                       node.escape ? " ESCAPE " + text_of(node.escape) : "");
  }
  std::string operator()(const case_syntax& node) const {
    std::string out = "CASE";
    if (node.operand) out += " " + text_of(node.operand);
    for (const auto& branch : node.branches)
      out += fmt::format(" WHEN {} THEN {}", text_of(branch.when), text_of(branch.then));
    if (node.otherwise) out += " ELSE " + text_of(node.otherwise);
    return out + " END";
  }
  std::string operator()(const cast_syntax& node) const {
    return fmt::format("{}({} AS {})", node.try_cast ? "TRY_CAST" : "CAST", text_of(node.value),
                       core::to_string(node.type));
  }
  std::string operator()(const call_syntax& node) const {
    std::string out = node.name == upper_case(node.name) ? node.name + "(" : quoted(node.name, '`') + "(";
    if (node.distinct) out += "DISTINCT ";
    if (node.star) out += "*";
    if (node.name.starts_with("JSON_OBJECT") || node.name.starts_with("JSON_ARRAY")) {
      out += json_members(node);
    } else {
      for (std::size_t i = 0; i < node.arguments.size(); ++i) {
        const auto& argument = node.arguments[i];
        out += (i == 0 ? "" : ", ") + (argument.name.empty() ? "" : argument.name + " => ") + text_of(argument.value);
      }
    }
    if (node.ignore_nulls) out += *node.ignore_nulls ? " IGNORE NULLS" : " RESPECT NULLS";
    out += ")";
    if (node.filter) out += fmt::format(" FILTER (WHERE {})", text_of(node.filter));
    if (node.over)
      out += " OVER " + (node.over->window_name.empty() ? over(*node.over) : name_text(node.over->window_name));
    return out;
  }

  static std::string json_members(const call_syntax& node) {
    std::string out;
    const std::size_t step = node.name.starts_with("JSON_OBJECT") ? 2 : 1;
    for (std::size_t i = 1; i + step <= node.arguments.size(); i += step) {
      out += (i == 1 ? "" : ", ") + text_of(node.arguments[i].value);
      if (step == 2) out += " VALUE " + text_of(node.arguments[i + 1].value);
    }
    return fmt::format("{}{}{} ON NULL", out, out.empty() ? "" : " ",
                       node.arguments[0].value->as<literal_syntax>()->text);
  }

  static std::string over(const over_syntax& node) {
    std::string out;
    if (!node.partition_by.empty()) out += "PARTITION BY " + joined(node.partition_by);
    for (std::size_t i = 0; i < node.order_by.size(); ++i) {
      const auto& item = node.order_by[i];
      out += (i > 0 ? ", " : out.empty() ? "ORDER BY " : " ORDER BY ") + text_of(item.value);
      if (item.descending) out += " DESC";
      if (item.nulls_first) out += *item.nulls_first ? " NULLS FIRST" : " NULLS LAST";
    }
    if (node.has_frame) {
      out += fmt::format("{}{} BETWEEN {} AND {}", out.empty() ? "" : " ", node.in_rows ? "ROWS" : "RANGE",
                         bound(node.from), bound(node.to));
    }
    return "(" + out + ")";
  }

  static std::string bound(const frame_bound& node) {
    if (node.where == frame_bound::side::current_row) return "CURRENT ROW";
    return fmt::format("{} {}", node.distance ? text_of(node.distance) : "UNBOUNDED",
                       node.where == frame_bound::side::preceding ? "PRECEDING" : "FOLLOWING");
  }

  std::string operator()(const array_syntax& node) const { return fmt::format("ARRAY[{}]", joined(node.items)); }
  std::string operator()(const map_syntax& node) const { return fmt::format("MAP[{}]", joined(node.items)); }
  std::string operator()(const row_syntax& node) const { return fmt::format("ROW({})", joined(node.items)); }
  std::string operator()(const element_syntax& node) const {
    return fmt::format("{}[{}]", text_of(node.value), text_of(node.index));
  }
  std::string operator()(const field_syntax& node) const {
    return fmt::format("({}).{}", text_of(node.value), name_text(node.field.text));
  }
  std::string operator()(const subquery_syntax& node) const {
    if (node.kind == subquery_kind::exists) return "EXISTS (SELECT ...)";
    if (node.kind == subquery_kind::scalar) return "(SELECT ...)";
    return fmt::format("({} {}IN (SELECT ...))", text_of(node.value), node.negated ? "NOT " : "");
  }
  std::string operator()(const table_syntax& node) const {
    return fmt::format("TABLE {}{}", dotted(node.name),
                       node.partition_by.empty() ? "" : " PARTITION BY " + joined(node.partition_by));
  }
};

} // namespace

std::string to_string(const expression_syntax& syntax) { return std::visit(writer{}, syntax.node); }

} // namespace core::sql
