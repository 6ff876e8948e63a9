#include "config/mapping_reader.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/quantity.hpp"
#include "core/data/number_text.hpp"

namespace config {

using core::errc;

namespace {

std::string_view name_of(node_kind kind) {
  switch (kind) {
  case node_kind::nothing: return "nothing";
  case node_kind::list: return "a list";
  default: return "a mapping"; // A single value shows itself.
  }
}

void complain_of_kind(const node& value, std::string_view name, std::string_view wanted, complaints& into) {
  const auto found = value.kind == node_kind::scalar ? value.text : std::string(name_of(value.kind));
  into.add(errc::bad_type, fmt::format("{} must be {}: {}", name, wanted, found), value.place);
}

node_ptr empty_mapping(core::text_place place) {
  node made;
  made.kind = node_kind::mapping;
  made.place = place;
  return std::make_shared<const node>(std::move(made));
}

void complain_of_twins(const node& from, complaints& into) {
  for (std::size_t i = 0; i < from.entries.size(); ++i) {
    const auto& key = *from.entries[i].key;
    const auto* first = from.find(key.text);
    if (first != &from.entries[i])
      into.add(errc::bad_value, fmt::format("key written twice: {}", key.text), key.place,
               fmt::format("first in line {}", first->key->place.line));
  }
}

} // namespace

mapping_reader::mapping_reader(node_ptr from, std::string what, complaints& into)
    : from_(std::move(from)), what_(std::move(what)), into_(into) {
  if (from_->kind != node_kind::mapping) {
    complain_of_kind(*from_, what_, "a mapping (key: value)", into_);
    from_ = empty_mapping(from_->place);
  }
  complain_of_twins(*from_, into_);
}

node_ptr mapping_reader::take(std::string_view key) {
  asked_.push_back(key);
  const auto* found = from_->find(key);
  if (found == nullptr) return nullptr;
  if (found->value->kind != node_kind::nothing) return found->value;
  into_.add(errc::bad_value, fmt::format("{} has no value", key), found->key->place);
  return nullptr;
}

node_ptr mapping_reader::need(std::string_view key) {
  auto value = take(key);
  if (!has(key)) into_.add(errc::bad_value, fmt::format("{} needs the key {}", what_, key), from_->place);
  return value;
}

std::string mapping_reader::text(std::string_view key, std::string fallback) {
  const auto value = take(key);
  if (!value) return fallback;
  return read_text(*value, key, into_).value_or(std::move(fallback));
}

bool mapping_reader::flag(std::string_view key, bool fallback) {
  const auto value = take(key);
  if (!value) return fallback;
  if (value->kind == node_kind::scalar && !value->quoted) {
    if (value->text == "true") return true;
    if (value->text == "false") return false;
  }
  complain_of_kind(*value, key, "true or false", into_);
  return fallback;
}

std::int64_t mapping_reader::whole(std::string_view key, std::int64_t fallback, whole_range range) {
  const auto value = take(key);
  if (!value) return fallback;
  const auto number =
      value->kind == node_kind::scalar && !value->quoted ? core::parse_integer(value->text) : std::nullopt;
  if (!number) {
    complain_of_kind(*value, key, "a whole number", into_);
    return fallback;
  }
  if (*number >= range.low && *number <= range.high) return *number;
  into_.add(errc::bad_value, fmt::format("{} must be {} to {}: {}", key, range.low, range.high, *number), value->place);
  return fallback;
}

std::int64_t mapping_reader::duration_ms(std::string_view key, std::int64_t fallback, whole_range range_ms) {
  const auto value = take(key);
  if (!value) return fallback;
  return read_duration_ms(*value, key, range_ms, into_).value_or(fallback);
}

std::uint64_t mapping_reader::bytes(std::string_view key, std::uint64_t fallback, whole_range range) {
  const auto value = take(key);
  if (!value) return fallback;
  if (value->kind != node_kind::scalar) {
    complain_of_kind(*value, key, "a size such as 16MiB", into_);
    return fallback;
  }
  const auto size = parse_bytes(value->text);
  if (!size) {
    into_.add(errc::bad_value, fmt::format("{}: {}", key, size.error().message), value->place, size.error().hint);
    return fallback;
  }
  const auto low = static_cast<std::uint64_t>(range.low);
  const auto high = static_cast<std::uint64_t>(range.high);
  if (*size >= low && *size <= high) return *size;
  into_.add(errc::bad_value,
            fmt::format("{} must be {} to {}: {}", key, bytes_text(low), bytes_text(high), value->text), value->place);
  return fallback;
}

void mapping_reader::complain_of_choice(std::string_view key, const node& value,
                                        const std::vector<std::string_view>& names) {
  if (value.kind != node_kind::scalar)
    return complain_of_kind(value, key, fmt::format("one of {}", fmt::join(names, ", ")), into_);
  const auto near = core::closest(value.text, names.data(), names.size());
  into_.add(errc::bad_value, fmt::format("{} must be one of {}: {}", key, fmt::join(names, ", "), value.text),
            value.place, near.empty() ? std::string() : fmt::format("did you mean {}?", near));
}

void mapping_reader::finish() {
  for (const auto& one : from_->entries) {
    if (std::find(asked_.begin(), asked_.end(), one.key->text) != asked_.end()) continue;
    into_.add(errc::unknown_name, fmt::format("unknown key in {}: {}", what_, one.key->text), one.key->place,
              known_names_hint(one.key->text, asked_));
  }
}

std::optional<std::string> read_text(const node& value, std::string_view name, complaints& into) {
  if (value.kind == node_kind::scalar) return value.text;
  complain_of_kind(value, name, "a single value", into);
  return std::nullopt;
}

std::optional<std::int64_t> read_duration_ms(const node& value, std::string_view name, whole_range range_ms,
                                             complaints& into) {
  if (value.kind != node_kind::scalar) {
    complain_of_kind(value, name, "a duration such as 5s", into);
    return std::nullopt;
  }
  const auto ms = parse_duration_ms(value.text);
  if (!ms) {
    into.add(errc::bad_value, fmt::format("{}: {}", name, ms.error().message), value.place, ms.error().hint);
    return std::nullopt;
  }
  if (*ms >= range_ms.low && *ms <= range_ms.high) return *ms;
  into.add(errc::bad_value,
           fmt::format("{} must be {} to {}: {}", name, duration_text(range_ms.low), duration_text(range_ms.high),
                       value.text),
           value.place);
  return std::nullopt;
}

} // namespace config
