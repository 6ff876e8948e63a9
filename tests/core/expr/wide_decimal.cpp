#include "core/expr/wide_decimal.hpp"

#include <random>

#include "core/data/number_text.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using namespace core::expr;

namespace {

int128 big(const std::string& digits) { return *parse_decimal(digits, 38, 0); }
std::string text(const std::optional<int128>& value, int scale) {
  if (!value) return "none";
  std::string out;
  append_decimal(out, *value, scale);
  return out;
}

} // namespace

TEST_CASE("products need 256 bits on their way") {
  const auto nines = big("99999999999999999999999999999999999999");
  CHECK(text(multiply_decimal(nines, 1, 0, 38, 0), 0) == "99999999999999999999999999999999999999");
  CHECK(text(multiply_decimal(nines, nines, 0, 38, 0), 0) == "none");
  // 9.999... squared at 37 digits behind the point each, brought back to 36.
  CHECK(text(multiply_decimal(nines, nines, 74, 38, 36), 36) == "99.999999999999999999999999999999999998");
  CHECK(text(multiply_decimal(nines, nines, 76, 38, 36), 36) == "1.000000000000000000000000000000000000");
  CHECK(text(multiply_decimal(-nines, 2, 38, 38, 6), 6) == "-2.000000");
  CHECK(text(multiply_decimal(15, 5, 2, 38, 1), 1) == "0.8");
  CHECK(text(multiply_decimal(-15, 5, 2, 38, 1), 1) == "-0.8");
}

TEST_CASE("quotients are rounded half up") {
  CHECK(text(divide_decimal(1, 0, 3, 0, 38, 6), 6) == "0.333333");
  CHECK(text(divide_decimal(2, 0, 3, 0, 38, 6), 6) == "0.666667");
  CHECK(text(divide_decimal(-1, 0, 2, 0, 38, 0), 0) == "-1");
  CHECK(text(divide_decimal(big("12345678901234567890123456789012345678"), 0, 7, 0, 38, 0), 0) ==
        "1763668414462081127160493827001763668");
  CHECK(text(divide_decimal(big("12345678901234567890123456789012345678"), 20, big("99999999999999999999"), 0, 38, 6),
             6) == "0.001235");
  CHECK(text(divide_decimal(big("12345678901234567890123456789012345678"), 38, big("3"), 38, 38, 6), 6) == "none");
  // The divisor has 38 digits of which 38 lie behind the point: the dividend grows past 128 bits.
  CHECK(text(divide_decimal(10, 0, big("50000000000000000000000000000000000000"), 38, 38, 6), 6) == "20.000000");
  CHECK(text(divide_decimal(big("99999999999999999999999999999999999999"), 0, 1, 38, 38, 6), 6) == "none");
  // Fewer digits than there are: the first one dropped decides.
  CHECK(text(divide_decimal(149, 2, 1, 0, 38, 1), 1) == "1.5");
  CHECK(text(divide_decimal(144, 2, 1, 0, 38, 1), 1) == "1.4");
}

TEST_CASE("remainders have the dividend's sign") {
  CHECK(text(modulo_decimal(-75, 1, 2, 0, 38), 1) == "-1.5");
  CHECK(text(modulo_decimal(75, 1, -2, 0, 38), 1) == "1.5");
  CHECK(text(modulo_decimal(1, 38, big("99999999999999999999999999999999999999"), 0, 38), 38) ==
        "0.00000000000000000000000000000000000001");
  CHECK(text(modulo_decimal(big("99999999999999999999999999999999999999"), 0,
                            big("30000000000000000000000000000000000000"), 38, 38),
             38) == text(int128{0}, 38));
}

TEST_CASE("sums keep what fits") {
  const auto nines = big("99999999999999999999999999999999999999");
  CHECK(text(add_decimal(1025, 2, 3125, 3, 38, 3), 3) == "13.375");
  CHECK(text(add_decimal(nines, 0, 1, 0, 38, 0), 0) == "none");
  CHECK(text(add_decimal(nines, 0, 1, 20, 38, 6), 6) == "none");
  // At the finer scale the first one has too many digits, at the result's it fits.
  CHECK(text(add_decimal(big("99999999999999999999999999999999"), 0, 5, 20, 38, 6), 6) ==
        "99999999999999999999999999999999.000000");
  CHECK(text(add_decimal(big("99999999999999999999999999999999"), 0, big("99999999999999999999999999999999999999"), 6,
                         38, 6),
             6) == "none");
}

TEST_CASE("comparison sees through scales") {
  CHECK(compare_decimal(10, 1, 100, 2) == 0);
  CHECK(compare_decimal(-10, 1, 1, 2) == -1);
  CHECK(compare_decimal(1, 2, -10, 1) == 1);
  CHECK(compare_decimal(101, 2, 10, 1) == 1);
  CHECK(compare_decimal(-101, 2, -10, 1) == -1);
  CHECK(compare_decimal(1, 0, 2, 0) == -1);
  CHECK(compare_decimal(2, 0, 1, 0) == 1);
  CHECK(compare_decimal(2, 0, 2, 0) == 0);
}

TEST_CASE("small numbers agree with 128 bits") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 2000; ++i) {
    const auto a = static_cast<int128>(static_cast<std::int64_t>(random()) >> (random() % 60));
    auto b = static_cast<int128>(static_cast<std::int64_t>(random()) >> (random() % 60));
    if (b == 0) b = 3;
    CHECK(*multiply_decimal(a, b, 0, 38, 0) == a * b);
    CHECK(*modulo_decimal(a, 0, b, 0, 38) == a % b);
    const auto quotient = a / b;
    const auto rest = a % b;
    const auto up = 2 * (rest < 0 ? -rest : rest) >= (b < 0 ? -b : b);
    const auto sign = (a < 0) != (b < 0) ? -1 : 1;
    CHECK(*divide_decimal(a, 0, b, 0, 38, 0) == quotient + (up ? sign : 0));
    CHECK(compare_decimal(a, 3, b, 3) == (a < b ? -1 : a > b ? 1 : 0));
  }
}
