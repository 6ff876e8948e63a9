#include "core/expr/functions/function_shape.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/expr/common_type.hpp"

namespace core::expr::functions {

namespace {

std::string_view name_of(want wanted) {
  switch (wanted) {
  case want::text: return "a text";
  case want::bytes: return "BYTES";
  case want::text_or_bytes: return "a text or BYTES";
  case want::integer: return "an integer";
  case want::number:
  case want::real: return "a number";
  case want::boolean: return "a BOOLEAN";
  case want::date_or_time: return "a date or time";
  case want::array: return "an ARRAY";
  case want::map: return "a MAP";
  case want::any: break;
  }
  return "a value";
}

bool is_date_or_time(type_kind kind) { return kind >= type_kind::date && kind <= type_kind::timestamp_ltz; }

bool fits(want wanted, type_kind kind) {
  switch (wanted) {
  case want::text: return kind == type_kind::string;
  case want::bytes: return kind == type_kind::bytes;
  case want::text_or_bytes: return kind == type_kind::string || kind == type_kind::bytes;
  case want::integer: return is_integer(kind);
  case want::number:
  case want::real: return is_number(kind);
  case want::boolean: return kind == type_kind::boolean;
  case want::date_or_time: return is_date_or_time(kind);
  case want::array: return kind == type_kind::array;
  case want::map: return kind == type_kind::map;
  case want::any: break;
  }
  return true;
}

/// What a bare NULL becomes; a collection's element type cannot be guessed.
std::optional<data_type> type_of_null(want wanted) {
  switch (wanted) {
  case want::text:
  case want::text_or_bytes: return string_type();
  case want::bytes: return simple_type(type_kind::bytes);
  case want::integer: return int64_type();
  case want::number: return int32_type();
  case want::real: return float64_type();
  case want::boolean: return boolean_type();
  case want::date_or_time: return timestamp_type(3);
  case want::any: return simple_type(type_kind::null);
  default: return {};
  }
}

data_type cast_target(want wanted, const data_type& given) {
  switch (wanted) {
  case want::text: return string_type();
  case want::bytes: return simple_type(type_kind::bytes);
  case want::integer: return int64_type();
  case want::real: return float64_type();
  case want::text_or_bytes: return simple_type(given.kind);
  default: return given;
  }
}

std::string counted(std::size_t count) { return fmt::format("{} argument{}", count, count == 1 ? "" : "s"); }

std::optional<std::string> count_fault(const shape& form, std::size_t given) {
  const auto most = form.wants.size();
  const auto least = most - form.optional;
  if (given >= least && (form.repeats || given <= most)) return {};
  std::string takes = form.repeats ? fmt::format("at least {}", counted(least)) : counted(most);
  if (!form.repeats && least < most) takes = fmt::format("{} to {}", least, counted(most));
  return fmt::format("{} takes {}, not {}", form.name, takes, given);
}

} // namespace

result<std::vector<data_type>> match(const shape& form, std::span<const argument> arguments) {
  if (auto fault = count_fault(form, arguments.size())) return fail(errc::bad_type, std::move(*fault));
  std::vector<data_type> types;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto wanted = form.wants[std::min(i, form.wants.size() - 1)];
    const auto& given = arguments[i].type;
    if (given.kind == type_kind::null) {
      const auto type = type_of_null(wanted);
      if (!type)
        return fail(errc::bad_type, fmt::format("{} cannot take a bare NULL as argument {}", form.name, i + 1), {},
                    "write CAST(NULL AS ...)");
      types.push_back(*type);
      continue;
    }
    if (!fits(wanted, given.kind)) {
      const bool mendable = wanted == want::text;
      return fail(
          errc::bad_type,
          fmt::format("{} needs {} as argument {}, not {}", form.name, name_of(wanted), i + 1, to_string(given)), {},
          mendable ? "write CAST(... AS STRING)" : "");
    }
    types.push_back(cast_target(wanted, given));
  }
  return types;
}

namespace {

result<overload> settled(const shape& form, std::span<const argument> arguments, data_type result_type, kernel evaluate,
                         bool nulls_merge) {
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  overload made;
  made.result = std::move(result_type);
  made.arguments = std::move(*types);
  made.evaluate = std::move(evaluate);
  made.null_in_null_out = nulls_merge;
  return made;
}

} // namespace

result<overload> settle(const shape& form, std::span<const argument> arguments, data_type result_type,
                        kernel evaluate) {
  return settled(form, arguments, std::move(result_type), std::move(evaluate), true);
}

result<overload> settle_with_nulls(const shape& form, std::span<const argument> arguments, data_type result_type,
                                   kernel evaluate) {
  return settled(form, arguments, std::move(result_type), std::move(evaluate), false);
}

std::optional<std::string_view> literal_text(const argument& given) {
  if (!given.literal || given.literal->texts.empty() || given.literal->is_null(0)) return {};
  return given.literal->texts[0];
}

std::optional<std::int64_t> literal_integer(const argument& given) {
  if (!given.literal || !is_integer(given.type.kind) || given.literal->is_null(0)) return {};
  return given.literal->ints[0];
}

std::optional<data_type> common_type_of(std::span<const data_type> types) {
  std::optional<data_type> all = types[0];
  for (const auto& type : types.subspan(1)) {
    all = common_type(*all, type);
    if (!all) return {};
  }
  all->nullable = true;
  return storage_of(all->kind) == storage::text ? simple_type(all->kind) : all;
}

} // namespace core::expr::functions
