// Casts from text to everything, and from everything to text.
#include <algorithm>

#include <fmt/format.h>

#include "core/data/number_text.hpp"
#include "core/expr/cast_job.hpp"
#include "core/expr/cast_text_reading.hpp"
#include "core/expr/value_text.hpp"

namespace core::expr {

namespace {

constexpr std::size_t shown_bytes_max = 64;

void fail_text(cast_job& job, std::uint32_t row) {
  const auto text = job.from.texts[row];
  auto target = job.to.type;
  target.nullable = true;
  job.fail_row(row, fmt::format("cannot cast '{}{}' to {}", cut_length(text, shown_bytes_max),
                                text.size() > shown_bytes_max ? "..." : "", to_string(target)));
}

/// Reads each text with `read` and hands what it gives to `store`.
template <class Read, class Store>
void read_each(cast_job& job, Read read, Store store) {
  job.each([&](std::uint32_t row) {
    if (const auto value = read(job.from.texts[row])) {
      store(row, *value);
    } else {
      fail_text(job, row);
    }
  });
}

template <class Read>
void read_integers(cast_job& job, Read read) {
  read_each(job, read, [&](std::uint32_t row, auto value) { job.to.ints[row] = static_cast<std::int64_t>(value); });
}

void text_to_stamp(cast_job& job) {
  const bool local = job.to.type.kind == type_kind::timestamp_ltz;
  const int digits = job.to.type.precision;
  read_each(job, read_stamp, [&](std::uint32_t row, stamp value) {
    cut_fraction(value, digits);
    job.to.ints[row] = local ? job.zone->to_utc(value.ms) : value.ms;
    if (value.nanos == 0) return;
    if (job.to.nanos.empty()) job.to.nanos.assign(job.to.rows, 0);
    job.to.nanos[row] = value.nanos;
  });
}

void text_to_bytes(cast_job& job) {
  const bool pads = job.to.type.fixed_length;
  const auto length = static_cast<std::size_t>(job.to.type.length);
  auto arena = std::make_shared<text_arena>();
  job.each([&](std::uint32_t row) {
    auto text = job.from.texts[row];
    if (length > 0) text = text.substr(0, length);
    if (pads && text.size() < length) {
      auto* room = arena->allocate(length);
      std::fill_n(std::copy(text.begin(), text.end(), room), length - text.size(), '\0');
      text = {room, length};
    }
    job.to.texts[row] = text;
  });
  share_owners(job.to, job.from);
  job.to.owners.push_back(std::move(arena));
}

} // namespace

void cast_to_text(cast_job& job) {
  const auto length = job.to.type.length;
  const bool pads = job.to.type.fixed_length;
  if (storage_of(job.from.type.kind) == storage::text && !pads) {
    job.each([&](std::uint32_t row) { job.to.texts[row] = cut_length(job.from.texts[row], length); });
    return share_owners(job.to, job.from);
  }
  auto arena = std::make_shared<text_arena>();
  std::string scratch;
  job.each([&](std::uint32_t row) {
    scratch.clear();
    append_value(scratch, job.from, row, *job.zone);
    if (length > 0) fit_length(scratch, length, pads);
    job.to.texts[row] = arena->store(scratch);
  });
  job.to.owners.push_back(std::move(arena));
}

cast_loop cast_from_text(const data_type& from, const data_type& to) {
  if (to.kind == type_kind::bytes && from.kind != type_kind::variant) return text_to_bytes;
  if (from.kind != type_kind::string) return nullptr;
  switch (to.kind) {
  case type_kind::boolean: return [](cast_job& job) { read_integers(job, read_boolean); };
  case type_kind::int8:
  case type_kind::int16:
  case type_kind::int32:
  case type_kind::int64:
    return [](cast_job& job) {
      read_integers(job, [kind = job.to.type.kind](std::string_view text) { return read_integer(text, kind); });
    };
  case type_kind::float32:
    return [](cast_job& job) {
      read_each(job, read_real, [&](std::uint32_t row, double value) {
        job.to.reals[row] = static_cast<double>(static_cast<float>(value));
      });
    };
  case type_kind::float64:
    return [](cast_job& job) {
      read_each(job, read_real, [&](std::uint32_t row, double value) { job.to.reals[row] = value; });
    };
  case type_kind::decimal:
    return [](cast_job& job) {
      const auto& type = job.to.type;
      read_each(
          job, [&type](std::string_view text) { return parse_decimal(trim_blanks(text), type.precision, type.scale); },
          [&](std::uint32_t row, int128 value) { job.to.decimals[row] = value; });
    };
  case type_kind::date: return [](cast_job& job) { read_integers(job, read_date); };
  case type_kind::time:
    return [](cast_job& job) {
      read_integers(job, [digits = job.to.type.precision](std::string_view text) {
        auto ms = read_time(text);
        if (ms) ms = cut_ms(*ms, digits);
        return ms;
      });
    };
  case type_kind::timestamp:
  case type_kind::timestamp_ltz: return text_to_stamp;
  default: return nullptr;
  }
}

} // namespace core::expr
