#include "core/expr/functions/text_print.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/data/number_text.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/value_text.hpp"
#include "core/time_zone.hpp"

namespace core::expr::functions {

namespace {

constexpr std::size_t width_max = 1'000'000; // No single row makes a longer text of one value.

/// `%2$-10.3f`
struct directive {
  std::size_t index = 0; ///< From 1; 0 = the next value.
  std::string flags{};
  std::size_t width = 0;
  std::optional<std::size_t> precision{};
  char what = 0;
  [[nodiscard]] bool has(char flag) const { return flags.find(flag) != std::string::npos; }
};

std::optional<std::size_t> take_number(std::string_view format, std::size_t& at) {
  std::size_t made = 0;
  const auto* begin = format.data() + at;
  const auto [end, failed] = std::from_chars(begin, format.data() + format.size(), made);
  if (failed != std::errc{} || made > width_max) return std::nullopt;
  at += static_cast<std::size_t>(end - begin);
  return made;
}

/// What stands behind a `%`; nothing when it is no directive.
std::optional<directive> read_directive(std::string_view format, std::size_t& at) {
  directive made;
  if (const auto number = format.find_first_not_of("0123456789", at);
      number != std::string_view::npos && number > at && format[number] == '$') {
    const auto index = take_number(format, at);
    if (!index || *index == 0) return std::nullopt;
    made.index = *index;
    ++at;
  }
  while (at < format.size() && std::string_view("-+ 0,(#").find(format[at]) != std::string_view::npos)
    made.flags += format[at++];
  if (at < format.size() && format[at] >= '1' && format[at] <= '9') {
    const auto width = take_number(format, at);
    if (!width) return std::nullopt;
    made.width = *width;
  }
  if (at < format.size() && format[at] == '.') {
    made.precision = take_number(format, ++at);
    if (!made.precision) return std::nullopt;
  }
  if (at == format.size()) return std::nullopt;
  made.what = format[at++];
  return made;
}

void put_padded(std::string& out, std::string_view text, const directive& by) {
  std::size_t points = 0;
  for (const auto byte : text) points += (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
  const auto lacking = by.width > points ? by.width - points : 0;
  if (!by.has('-')) out.append(lacking, ' ');
  out += text;
  if (by.has('-')) out.append(lacking, ' ');
}

std::string grouped(std::string_view digits) {
  std::string made;
  const auto whole = std::min(digits.find('.'), digits.size());
  for (std::size_t i = 0; i < whole; ++i) {
    if (i > 0 && (whole - i) % 3 == 0) made += ',';
    made += digits[i];
  }
  made += digits.substr(whole);
  return made;
}

/// Digits without a sign, with what the flags add around them.
void put_signed(std::string& out, bool negative, std::string digits, const directive& by) {
  if (by.has(',')) digits = grouped(digits);
  std::string before = !negative ? (by.has('+') ? "+" : by.has(' ') ? " " : "") : by.has('(') ? "(" : "-";
  const std::string_view behind = negative && by.has('(') ? ")" : "";
  const auto size = before.size() + digits.size() + behind.size();
  if (by.has('0') && by.width > size) before.append(by.width - size, '0');
  put_padded(out, before + digits + std::string(behind), by);
}

/// Plain decimal digits of `text` (`1.5`, `1.0E20`) rounded half up to `places` behind the point, as Java rounds.
std::string rounded(std::string_view text, std::size_t places) {
  int exponent = 0;
  if (const auto mark = text.find('E'); mark != std::string_view::npos) {
    std::from_chars(text.data() + mark + 1, text.data() + text.size(), exponent);
    text = text.substr(0, mark);
  }
  const auto point = std::min(text.find('.'), text.size());
  std::string digits(text.substr(0, point));
  if (point < text.size()) digits += text.substr(point + 1);
  auto whole = static_cast<std::ptrdiff_t>(point) + exponent;
  if (whole < 1) {
    digits.insert(0, static_cast<std::size_t>(1 - whole), '0');
    whole = 1;
  }
  const auto kept = static_cast<std::size_t>(whole) + places;
  const bool up = kept < digits.size() && digits[kept] >= '5';
  digits.resize(kept, '0');
  for (auto i = kept; up && i-- > 0;) {
    if (digits[i] != '9') {
      ++digits[i];
      break;
    }
    digits[i] = '0';
    if (i == 0) {
      digits.insert(0, 1, '1');
      ++whole;
    }
  }
  if (places > 0) digits.insert(static_cast<std::size_t>(whole), 1, '.');
  return digits;
}

bool is_integer(const data_type& type) { return type.kind >= type_kind::int8 && type.kind <= type_kind::int64; }

bool put_integer(std::string& out, const column& value, std::size_t row, const directive& by) {
  if (!is_integer(value.type) || by.precision) return false;
  const auto number = value.ints[row];
  if (by.what == 'd') {
    auto digits = std::to_string(number);
    if (number < 0) digits.erase(0, 1);
    put_signed(out, number < 0, std::move(digits), by);
    return true;
  }
  // Negative numbers as their type's bits.
  auto bits = static_cast<std::uint64_t>(number);
  if (value.type.kind == type_kind::int32) bits &= 0xFFFF'FFFFU;
  if (value.type.kind == type_kind::int16) bits &= 0xFFFFU;
  if (value.type.kind == type_kind::int8) bits &= 0xFFU;
  auto digits = by.what == 'o' ? fmt::format("{:o}", bits) : fmt::format("{:x}", bits);
  if (by.has('#')) digits.insert(0, by.what == 'o' ? "0" : "0x");
  put_signed(out, false, std::move(digits), by);
  return true;
}

bool put_real(std::string& out, const column& value, std::size_t row, const directive& by) {
  std::string text;
  if (value.type.kind == type_kind::decimal)
    append_decimal(text, value.decimals[row], value.type.scale);
  else if (storage_of(value.type.kind) == storage::real)
    value.type.kind == type_kind::float32 ? append_float(text, value.reals[row])
                                          : append_double(text, value.reals[row]);
  else
    return false;
  const bool negative = text.starts_with('-');
  if (negative) text.erase(0, 1);
  if (text == "NaN" || text == "Infinity") {
    put_padded(out, (negative ? "-" : by.has('+') && text != "NaN" ? "+" : "") + text, by);
    return true;
  }
  put_signed(out, negative, rounded(text, by.precision.value_or(6)), by);
  return true;
}

class printer {
public:
  printer(const std::vector<column_ptr>& arguments, const time_zone& zone) : arguments_(arguments), zone_(zone) {}

  /// False: the format does not fit the values.
  bool print(std::string_view format, std::size_t row, std::string& out) const {
    std::size_t next = 1;
    for (std::size_t at = 0; at < format.size();) {
      if (format[at] != '%') {
        out += format[at++];
        continue;
      }
      const auto by = read_directive(format, ++at);
      if (!by) return false;
      if (by->what == '%' || by->what == 'n') {
        put_padded(out, by->what == 'n' ? "\n" : "%", *by);
        continue;
      }
      const auto index = by->index > 0 ? by->index : next++;
      if (index >= arguments_.size() || !put_value(out, *arguments_[index], row, *by)) return false;
    }
    return true;
  }

private:
  bool put_value(std::string& out, const column& value, std::size_t row, directive by) const {
    const bool capitals = by.what == 'S' || by.what == 'X' || by.what == 'B';
    if (capitals) by.what = static_cast<char>(by.what - 'A' + 'a');
    std::string text;
    if (!put_plain(text, value, row, by)) return false;
    if (capitals)
      for (auto& byte : text)
        if (byte >= 'a' && byte <= 'z') byte = static_cast<char>(byte - 'a' + 'A');
    out += text;
    return true;
  }

  bool put_plain(std::string& out, const column& value, std::size_t row, directive by) const {
    if (std::string_view("dxofsb").find(by.what) == std::string_view::npos) return false;
    const bool boolean = value.type.kind == type_kind::boolean;
    std::string text;
    if (by.what == 'b') {
      text = !value.is_null(row) && (!boolean || value.ints[row] != 0) ? "true" : "false";
    } else if (value.is_null(row)) {
      text = "null";
      by.flags.erase(std::remove(by.flags.begin(), by.flags.end(), '0'), by.flags.end());
    } else if (by.what == 'f') {
      return put_real(out, value, row, by);
    } else if (by.what != 's') {
      return put_integer(out, value, row, by);
    } else if (boolean) {
      text = value.ints[row] != 0 ? "true" : "false";
    } else {
      append_value(text, value, row, zone_);
    }
    if (by.precision) text = cut_length(text, static_cast<std::int32_t>(std::max<std::size_t>(1, *by.precision)));
    if (by.precision == 0U) text.clear();
    put_padded(out, text, by);
    return true;
  }

  const std::vector<column_ptr>& arguments_;
  const time_zone& zone_;
};

} // namespace

result<overload> printf_overload(std::span<const argument> arguments, std::string_view name) {
  const auto zone = time_zone::find(name);
  if (!zone) return std::unexpected(zone.error());
  return settle_with_nulls({"PRINTF", {want::text, want::any}, 1, true}, arguments, string_type(),
                           [zone = *zone](const std::vector<column_ptr>& given, const kernel_context& context) {
                             auto made = make_column(string_type(), context.rows);
                             auto arena = std::make_shared<text_arena>();
                             const printer by(given, *zone);
                             std::string text;
                             for_rows(context, [&](std::uint32_t row) {
                               text.clear();
                               if (given[0]->is_null(row) || !by.print(given[0]->texts[row], row, text))
                                 return made.set_null(row);
                               made.texts[row] = arena->store(text);
                             });
                             made.owners.push_back(std::move(arena));
                             return made;
                           });
}

} // namespace core::expr::functions
