#include "io/opensearch/index_name.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/data/number_text.hpp"

namespace io::opensearch {

namespace {

using core::errc;
using core::fail;
using core::type_kind;

constexpr std::size_t name_bytes_max = 255;
constexpr std::int64_t day_ms = 86'400'000;

/// What the server would refuse in every name, said before the first row.
core::result<void> check_fixed(const std::string& text, const std::string& before, const std::string& after) {
  const auto fixed = before + after;
  const auto wrong = [&](std::string_view what) {
    return fail(errc::bad_value, fmt::format("option 'index': {}: {}", what, text));
  };
  if (before.empty() || std::string_view("_-+.").find(before.front()) != std::string_view::npos)
    return wrong("must begin with a letter or digit");
  for (const char c : fixed)
    if (std::isupper(static_cast<unsigned char>(c)) != 0) return wrong("capital letters are not allowed");
  if (fixed.find_first_of("\\/*?\"<>|,#: \t\n{}") != std::string::npos)
    return wrong("none of \\ / * ? \" < > | , # : { } and blanks is allowed");
  if (fixed.size() > name_bytes_max) return wrong("longer than 255 bytes");
  return {};
}

std::string_view default_pattern(type_kind kind) {
  switch (kind) {
  case type_kind::date: return "yyyy_MM_dd";
  case type_kind::time: return "HH_mm_ss";
  case type_kind::timestamp: return "yyyy_MM_dd_HH_mm_ss";
  default: return "yyyy_MM_dd_HH_mm_ssX";
  }
}

bool is_time(type_kind kind) { return core::is_timestamp(kind) || kind == type_kind::date || kind == type_kind::time; }

} // namespace

core::result<index_name> index_name::parse(const std::string& text, const core::schema& layout) {
  index_name made;
  const auto open = text.find('{');
  const auto close = text.find('}');
  if (open == std::string::npos || close == std::string::npos || close < open) {
    made.before_ = text;
    WEIR_CHECK(check_fixed(text, text, {}));
    return made;
  }
  made.before_ = text.substr(0, open);
  made.after_ = text.substr(close + 1);
  const auto inner = text.substr(open + 1, close - open - 1);
  if (made.after_.find('{') != std::string::npos)
    return fail(errc::unsupported, fmt::format("option 'index': more than one column in {}", text));
  WEIR_CHECK(check_fixed(text, made.before_, made.after_));
  const auto bar = inner.find('|');
  const auto column = inner.substr(0, bar);
  if (column.find('(') != std::string::npos || column == "current_timestamp" || column == "CURRENT_TIMESTAMP")
    return fail(errc::unsupported, fmt::format("option 'index': {} of the wall clock", column), {},
                "name a time column: a run that reads the same rows again must find the same indices");
  made.column_ = layout.index_of(column);
  if (!made.column_) {
    std::vector<std::string_view> names;
    for (const auto& one : layout.fields) names.push_back(one.name);
    const auto near = core::closest(column, names.data(), names.size());
    return fail(errc::unknown_name, fmt::format("option 'index': there is no column {}", column), {},
                near.empty() ? std::string() : fmt::format("did you mean {}?", near));
  }
  made.kind_ = layout.fields[*made.column_].type.kind;
  const auto type = core::to_string(layout.fields[*made.column_].type);
  if (bar != std::string::npos) {
    if (!is_time(made.kind_))
      return fail(errc::bad_type, fmt::format("option 'index': {} is no time but {}", column, type));
    const auto written = inner.substr(bar + 1);
    WEIR_TRY(pattern, date_pattern::parse(written.empty() ? default_pattern(made.kind_) : written));
    made.pattern_ = std::move(pattern);
  } else if (made.kind_ != type_kind::string && !core::is_integer(made.kind_)) {
    return fail(errc::bad_type, fmt::format("option 'index': column {} of type {}", column, type), {},
                "a text or whole number; a time needs its pattern: {column|yyyy-MM-dd}");
  }
  return made;
}

void index_name::append(std::string& out, const core::batch& rows, std::size_t row) const {
  out += before_;
  if (!column_) return;
  const auto& from = *rows.columns[*column_];
  if (from.is_null(row))
    out += "null";
  else if (pattern_)
    pattern_->append(out, kind_ == type_kind::date ? from.ints[row] * day_ms : from.ints[row]);
  else if (kind_ == type_kind::string)
    out += from.texts[row];
  else
    core::append_integer(out, from.ints[row]);
  out += after_;
}

} // namespace io::opensearch
