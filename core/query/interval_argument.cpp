#include "core/query/interval_argument.hpp"

#include <fmt/format.h>

namespace core::query {

result<std::int64_t> interval_ms(const sql::syntax_ptr& from, std::string_view what) {
  const auto* literal = from->as<sql::literal_syntax>();
  std::int64_t sign = 1;
  if (const auto* minus = from->as<sql::unary_syntax>(); minus != nullptr && minus->op == sql::unary_operator::minus) {
    literal = minus->operand->as<sql::literal_syntax>();
    sign = -1;
  }
  if (literal == nullptr || literal->kind != sql::literal_kind::interval)
    return fail(errc::bad_type, fmt::format("{} must be an INTERVAL: {}", what, sql::to_string(*from)), from->place,
                "write INTERVAL '10' MINUTE");
  if (literal->interval_of_months)
    return fail(errc::unsupported,
                fmt::format("{} in months or years, whose length varies: {}", what, sql::to_string(*from)), from->place,
                "write days");
  return sign * literal->interval;
}

} // namespace core::query
