#include "core/expr/common_type.hpp"

#include <algorithm>

namespace core::expr {

namespace {

using maybe_type = std::optional<data_type>;

bool is_text(type_kind kind) { return kind == type_kind::string || kind == type_kind::bytes; }
bool is_real(type_kind kind) { return kind == type_kind::float32 || kind == type_kind::float64; }

maybe_type common_number(const data_type& a, const data_type& b) {
  if (is_integer(a.kind) && is_integer(b.kind)) return simple_type(std::max(a.kind, b.kind));
  if (is_real(a.kind) || is_real(b.kind)) {
    const bool wide = a.kind == type_kind::float64 || b.kind == type_kind::float64 || a.kind == type_kind::decimal ||
                      b.kind == type_kind::decimal;
    return simple_type(wide ? type_kind::float64 : type_kind::float32);
  }
  const auto left = as_decimal(a);
  const auto right = as_decimal(b);
  const int whole = std::max(left.precision - left.scale, right.precision - right.scale);
  const int scale = std::min<int>(std::max(left.scale, right.scale), 38 - whole);
  return decimal_type(std::min(whole + std::max(scale, 0), 38), std::max(scale, 0));
}

maybe_type common_text(const data_type& a, const data_type& b) {
  auto out = simple_type(a.kind);
  if (a.length != 0 && b.length != 0) out.length = std::max(a.length, b.length);
  out.fixed_length = a.fixed_length && b.fixed_length && a.length == b.length && a.length != 0;
  return out;
}

maybe_type common_stamp(const data_type& a, const data_type& b) {
  const int precision = std::max(a.precision, b.precision);
  const bool local = a.kind == type_kind::timestamp_ltz || b.kind == type_kind::timestamp_ltz;
  return local ? timestamp_ltz_type(precision) : timestamp_type(precision);
}

maybe_type common_nested(const data_type& a, const data_type& b) {
  const auto& left = *a.fields;
  const auto& right = *b.fields;
  if (left.size() != right.size()) return std::nullopt;
  std::vector<row_field> fields;
  for (std::size_t i = 0; i < left.size(); ++i) {
    auto field = common_type(left[i].type, right[i].type);
    if (!field) return std::nullopt;
    fields.push_back({left[i].name, std::move(*field)});
  }
  auto out = a;
  out.fields = std::make_shared<const std::vector<row_field>>(std::move(fields));
  return out;
}

maybe_type common_of_kinds(const data_type& a, const data_type& b) {
  if (a.kind == type_kind::null) return b;
  if (b.kind == type_kind::null) return a;
  if (is_number(a.kind) && is_number(b.kind)) return common_number(a, b);
  if (is_timestamp(a.kind) && is_timestamp(b.kind)) return common_stamp(a, b);
  if (a.kind != b.kind) return std::nullopt;
  if (is_text(a.kind)) return common_text(a, b);
  if (storage_of(a.kind) == storage::nested) return common_nested(a, b);
  auto out = a;
  out.precision = std::max(a.precision, b.precision); // TIME
  return out;
}

} // namespace

data_type as_decimal(const data_type& type) {
  switch (type.kind) {
  case type_kind::int8: return decimal_type(3, 0);
  case type_kind::int16: return decimal_type(5, 0);
  case type_kind::int32: return decimal_type(10, 0);
  case type_kind::int64: return decimal_type(19, 0);
  default: return type;
  }
}

std::optional<data_type> common_type(const data_type& a, const data_type& b) {
  auto out = common_of_kinds(a, b);
  if (out) out->nullable = a.nullable || b.nullable || a.kind == type_kind::null || b.kind == type_kind::null;
  return out;
}

bool casts_implicitly(const data_type& from, const data_type& to) {
  if (from.kind == type_kind::null || from.same_as(to)) return true;
  if (is_number(from.kind) && is_number(to.kind)) {
    if (is_integer(from.kind) && is_integer(to.kind)) return from.kind <= to.kind;
    if (to.kind == type_kind::decimal || to.kind == type_kind::float64) return true;
    return to.kind == type_kind::float32 && from.kind != type_kind::float64;
  }
  if (is_timestamp(from.kind)) return is_timestamp(to.kind) || to.kind == type_kind::date || to.kind == type_kind::time;
  if (from.kind != to.kind) return false;
  if (storage_of(from.kind) != storage::nested) return true;
  if (from.fields->size() != to.fields->size()) return false;
  for (std::size_t i = 0; i < from.fields->size(); ++i) {
    if (!casts_implicitly((*from.fields)[i].type, (*to.fields)[i].type)) return false;
  }
  return true;
}

} // namespace core::expr
