#pragma once
// JSON numbers by their digits, without the loss of a double. Pure; any thread.

#include <optional>
#include <string>
#include <string_view>

namespace core::expr::functions {

/// As BigInteger and BigDecimal write it: `1.50`, `1E+5`; nothing when the token is no JSON number.
[[nodiscard]] std::optional<std::string> number_text(std::string_view token);

/// What stands before the point, cut: `-12` of `-12.9`, `100000` of `1E+5`; nothing when it needs more than 19 digits.
[[nodiscard]] std::optional<std::string> whole_part(std::string_view token);

} // namespace core::expr::functions
