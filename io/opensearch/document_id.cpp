#include "io/opensearch/document_id.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include "core/data/number_text.hpp"
#include "core/data/time_text.hpp"

namespace io::opensearch {

namespace {

using core::errc;
using core::type_kind;

constexpr std::size_t hash_bytes = 2 + 32; ///< %H and the digits.

/// LocalDateTime.toString and LocalTime.toString leave out seconds that are zero, and write 3, 6 or 9 digits behind.
void append_clock(std::string& out, std::int64_t of_day_ms, std::int32_t nanos) {
  const auto fraction = of_day_ms % 1000 * 1'000'000 + nanos;
  out += fmt::format("{:02}:{:02}", of_day_ms / 3'600'000, of_day_ms / 60'000 % 60);
  const auto seconds = of_day_ms / 1000 % 60;
  if (seconds == 0 && fraction == 0) return;
  out += fmt::format(":{:02}", seconds);
  if (fraction == 0) return;
  if (fraction % 1'000'000 == 0)
    out += fmt::format(".{:03}", fraction / 1'000'000);
  else if (fraction % 1000 == 0)
    out += fmt::format(".{:06}", fraction / 1000);
  else
    out += fmt::format(".{:09}", fraction);
}

void append_stamp(std::string& out, std::int64_t ms, std::int32_t nanos) {
  constexpr std::int64_t day_ms = 86'400'000;
  const auto of_day = (ms % day_ms + day_ms) % day_ms;
  core::append_date(out, (ms - of_day) / day_ms);
  out += 'T';
  append_clock(out, of_day, nanos);
}

void append_value(std::string& out, const core::data_type& type, const core::column& from, std::size_t row) {
  switch (type.kind) {
  case type_kind::boolean: out += from.ints[row] != 0 ? "true" : "false"; break;
  case type_kind::string: out += from.texts[row]; break;
  case type_kind::decimal: core::append_decimal(out, from.decimals[row], type.scale); break;
  case type_kind::float32: core::append_float(out, from.reals[row]); break;
  case type_kind::float64: core::append_double(out, from.reals[row]); break;
  case type_kind::date: core::append_date(out, from.ints[row]); break;
  case type_kind::time: append_clock(out, from.ints[row], 0); break;
  case type_kind::timestamp:
  case type_kind::timestamp_ltz: append_stamp(out, from.ints[row], from.nanos.empty() ? 0 : from.nanos[row]); break;
  default: core::append_integer(out, from.ints[row]);
  }
}

bool may_be_key(type_kind kind) {
  switch (core::storage_of(kind)) {
  case core::storage::nested: return false;
  case core::storage::text: return kind == type_kind::string;
  case core::storage::integer:
    return kind != type_kind::null && kind != type_kind::interval_ms && kind != type_kind::interval_months;
  default: return true;
  }
}

/// Whether a value of the type can have the byte in its text.
bool may_hold(type_kind kind, char byte) {
  return kind == type_kind::string ||
         std::string_view("0123456789+-.:TEINaefilnrstuy").find(byte) != std::string_view::npos;
}

void escape(std::string& text, std::size_t from, char byte) {
  for (auto at = from; at < text.size(); ++at) {
    if (text[at] != '%' && text[at] != byte) continue;
    text.replace(at, 1, fmt::format("%{:02X}", static_cast<unsigned char>(text[at])));
    at += 2;
  }
}

void shorten(std::string& id) {
  const auto hash = XXH3_128bits(id.data(), id.size());
  auto keep = document_id_bytes_max - hash_bytes;
  while (keep > 0 && (static_cast<unsigned char>(id[keep]) & 0xC0U) == 0x80) --keep; // Not through a character.
  id.resize(keep);
  id += fmt::format("%H{:016x}{:016x}", hash.high64, hash.low64);
}

} // namespace

core::result<document_id> document_id::make(const document_id_settings& settings, const core::schema& layout) {
  document_id made;
  made.prefix_ = settings.prefix;
  made.delimiter_ = settings.delimiter;
  std::size_t loose = 0;
  for (const auto& name : settings.key) {
    const auto column = layout.index_of(name);
    if (!column) return core::fail(errc::unknown_name, fmt::format("the key's column is unknown: {}", name));
    const auto& type = layout.fields[*column].type;
    if (!may_be_key(type.kind))
      return core::fail(errc::bad_type,
                        fmt::format("no document id can be made of {} {}", name, core::to_string(type)));
    loose += may_hold(type.kind, settings.delimiter.front()) ? 1 : 0;
    made.escapes_ = made.escapes_ || type.nullable;
    made.columns_.push_back(*column);
    made.types_.push_back(type);
  }
  made.escapes_ = made.escapes_ || loose > 1;
  return made;
}

std::string document_id::of(const core::batch& rows, std::size_t row) const {
  auto id = prefix_;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (i > 0) id += delimiter_;
    const auto& from = *rows.columns[columns_[i]];
    if (from.is_null(row)) {
      id += "%N";
      continue;
    }
    const auto begin = id.size();
    append_value(id, types_[i], from, row);
    if (escapes_) escape(id, begin, delimiter_.front());
  }
  if (id.size() > document_id_bytes_max) shorten(id);
  return id;
}

} // namespace io::opensearch
