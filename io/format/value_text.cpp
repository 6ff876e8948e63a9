#include "io/format/value_text.hpp"

#include "core/data/number_text.hpp"

namespace io {

void put_decimal(byte_writer& to, core::int128 value, int scale, bool plain) {
  std::string text;
  if (plain)
    core::append_decimal(text, value, scale);
  else
    core::append_decimal_stripped(text, value, scale);
  to.reserve(text.size() + core::number_chars_max);
  to.put(text);
}

void put_epoch(byte_writer& to, std::int64_t ms, std::int32_t nanos, core::plan::time_format unit) {
  using core::plan::time_format;
  int scale = 0;
  if (unit == time_format::epoch_seconds)
    scale = 9;
  else if (unit == time_format::epoch_millis)
    scale = 6;
  else if (unit == time_format::epoch_micros)
    scale = 3;
  core::int128 value = core::int128{ms} * 1'000'000 + nanos;
  for (; scale > 0 && value % 10 == 0; --scale) value /= 10;
  put_decimal(to, value, scale, true);
}

} // namespace io
