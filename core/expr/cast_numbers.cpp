// Casts from BOOLEAN and numbers to numbers and BOOLEAN.
#include <cmath>
#include <limits>

#include "core/data/number_text.hpp"
#include "core/expr/cast_job.hpp"

namespace core::expr {

namespace {

bool is_real(type_kind kind) { return kind == type_kind::float32 || kind == type_kind::float64; }

double rounded(double value, type_kind kind) {
  return kind == type_kind::float32 ? static_cast<double>(static_cast<float>(value)) : value;
}

/// Java's (long) and (int): NaN is 0, too large a number is the largest. TINYINT and SMALLINT go by INT.
std::int64_t integer_of(double value, type_kind kind) {
  if (std::isnan(value)) return 0;
  const auto clamp = [value](auto lowest, auto highest) -> std::int64_t {
    if (value <= static_cast<double>(lowest)) return lowest;
    if (value >= static_cast<double>(highest)) return highest;
    return static_cast<std::int64_t>(value);
  };
  if (kind == type_kind::int64)
    return clamp(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
  return narrow_integer(clamp(std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()),
                        kind);
}

void store_decimal(cast_job& job, std::uint32_t row, const std::optional<int128>& value) {
  if (value) {
    job.to.decimals[row] = *value;
  } else {
    job.to.set_null(row); // Too many digits are NULL, not a fault.
  }
}

/// By the shortest digits that read back to the same number, as Java's BigDecimal.valueOf.
void real_to_decimal(cast_job& job) {
  std::string text;
  job.each([&](std::uint32_t row) {
    const double value = job.from.reals[row];
    if (!std::isfinite(value)) return job.fail_row(row, "cannot cast NaN or Infinity to DECIMAL");
    text.clear();
    append_double(text, value);
    store_decimal(job, row, parse_decimal(text, job.to.type.precision, job.to.type.scale));
  });
}

} // namespace

std::int64_t narrow_integer(std::int64_t value, type_kind kind) {
  switch (kind) {
  case type_kind::int8: return static_cast<std::int8_t>(value);
  case type_kind::int16: return static_cast<std::int16_t>(value);
  case type_kind::int32: return static_cast<std::int32_t>(value);
  default: return value;
  }
}

cast_loop cast_from_integer(const data_type&, const data_type& to) {
  if (is_integer(to.kind)) {
    return [](cast_job& job) {
      for_each_row(job.to.rows, job.picked,
                   [&](std::uint32_t row) { job.to.ints[row] = narrow_integer(job.from.ints[row], job.to.type.kind); });
    };
  }
  if (to.kind == type_kind::boolean) {
    return [](cast_job& job) {
      for_each_row(job.to.rows, job.picked,
                   [&](std::uint32_t row) { job.to.ints[row] = job.from.ints[row] != 0 ? 1 : 0; });
    };
  }
  if (is_real(to.kind)) {
    return [](cast_job& job) {
      const auto kind = job.to.type.kind;
      for_each_row(job.to.rows, job.picked, [&](std::uint32_t row) {
        const auto value = job.from.ints[row];
        job.to.reals[row] =
            kind == type_kind::float32 ? static_cast<double>(static_cast<float>(value)) : static_cast<double>(value);
      });
    };
  }
  if (to.kind == type_kind::decimal) {
    return [](cast_job& job) {
      job.each([&](std::uint32_t row) {
        store_decimal(job, row, rescale_decimal(job.from.ints[row], 0, job.to.type.precision, job.to.type.scale));
      });
    };
  }
  return nullptr;
}

cast_loop cast_from_real(const data_type&, const data_type& to) {
  if (is_integer(to.kind)) {
    return [](cast_job& job) {
      for_each_row(job.to.rows, job.picked,
                   [&](std::uint32_t row) { job.to.ints[row] = integer_of(job.from.reals[row], job.to.type.kind); });
    };
  }
  if (to.kind == type_kind::boolean) {
    return [](cast_job& job) {
      for_each_row(job.to.rows, job.picked,
                   [&](std::uint32_t row) { job.to.ints[row] = job.from.reals[row] != 0 ? 1 : 0; });
    };
  }
  if (is_real(to.kind)) {
    return [](cast_job& job) {
      for_each_row(job.to.rows, job.picked,
                   [&](std::uint32_t row) { job.to.reals[row] = rounded(job.from.reals[row], job.to.type.kind); });
    };
  }
  return to.kind == type_kind::decimal ? real_to_decimal : nullptr;
}

cast_loop cast_from_decimal(const data_type&, const data_type& to) {
  if (is_integer(to.kind)) {
    return [](cast_job& job) {
      const auto divisor = power_of_ten(job.from.type.scale);
      job.each([&](std::uint32_t row) { // Cut towards zero; what is too wide wraps.
        job.to.ints[row] =
            narrow_integer(static_cast<std::int64_t>(job.from.decimals[row] / divisor), job.to.type.kind);
      });
    };
  }
  if (to.kind == type_kind::boolean) {
    return [](cast_job& job) {
      job.each([&](std::uint32_t row) { job.to.ints[row] = job.from.decimals[row] != 0 ? 1 : 0; });
    };
  }
  if (is_real(to.kind)) {
    return [](cast_job& job) {
      job.each([&](std::uint32_t row) {
        job.to.reals[row] = rounded(decimal_to_double(job.from.decimals[row], job.from.type.scale), job.to.type.kind);
      });
    };
  }
  if (to.kind != type_kind::decimal) return nullptr;
  return [](cast_job& job) {
    job.each([&](std::uint32_t row) {
      store_decimal(
          job, row,
          rescale_decimal(job.from.decimals[row], job.from.type.scale, job.to.type.precision, job.to.type.scale));
    });
  };
}

} // namespace core::expr
