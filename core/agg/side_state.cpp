#include "core/agg/side_state.hpp"

#include <xxhash.h>

namespace core::agg {

void put_plain(column& to, std::size_t row, plain_value value) {
  switch (storage_of(to.type.kind)) {
  case storage::real: std::memcpy(&to.reals[row], &value.low, 8); return;
  case storage::decimal: std::memcpy(&to.decimals[row], &value, 16); return;
  default:
    to.ints[row] = static_cast<std::int64_t>(value.low);
    if (value.high == 0 && to.nanos.empty()) return;
    to.nanos.resize(to.rows, 0);
    to.nanos[row] = static_cast<std::int32_t>(value.high);
  }
}

namespace {

std::uint64_t hash_of(plain_value value) { return XXH3_64bits(&value, sizeof value); }
std::uint64_t hash_of(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

} // namespace

std::string_view distinct_set::text_at(std::size_t index) const {
  const auto from = index == 0 ? 0 : ends_[index - 1];
  return std::string_view(texts_).substr(from, ends_[index] - from);
}

std::uint64_t distinct_set::hash_at(std::size_t index) const {
  return plain_.empty() ? hash_of(text_at(index)) : hash_of(plain_[index]);
}

void distinct_set::grow() {
  slots_.assign(slots_.empty() ? 8 : slots_.size() * 2, 0);
  const auto mask = slots_.size() - 1;
  for (std::size_t i = 0; i < size(); ++i) {
    auto at = hash_at(i) & mask;
    while (slots_[at] != 0) at = (at + 1) & mask;
    slots_[at] = static_cast<std::uint32_t>(i + 1);
  }
}

/// The number of the equal value; of a new one its place is taken.
template <class Equal>
std::size_t distinct_set::find_or_take(std::uint64_t hash, Equal equal) {
  if ((size() + 1) * 4 > slots_.size() * 3) grow();
  const auto mask = slots_.size() - 1;
  auto at = hash & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask)
    if (equal(slots_[at] - 1)) return slots_[at] - 1;
  slots_[at] = static_cast<std::uint32_t>(size() + 1);
  return size();
}

std::size_t distinct_set::add(plain_value value) {
  const auto number = find_or_take(hash_of(value), [&](std::size_t i) { return plain_[i] == value; });
  if (number == size()) plain_.push_back(value);
  return number;
}

std::size_t distinct_set::add(std::string_view text) {
  const auto number = find_or_take(hash_of(text), [&](std::size_t i) { return text_at(i) == text; });
  if (number < size()) return number;
  texts_ += text;
  ends_.push_back(texts_.size());
  return number;
}

void distinct_set::add_all(const distinct_set& other) {
  for (const auto& value : other.plain_) (void)add(value);
  for (std::size_t i = 0; i < other.ends_.size(); ++i) (void)add(other.text_at(i));
}

std::uint64_t distinct_set::bytes() const noexcept {
  return sizeof(distinct_set) + plain_.capacity() * sizeof(plain_value) + texts_.capacity() +
         ends_.capacity() * sizeof(std::uint64_t) + slots_.capacity() * sizeof(std::uint32_t);
}

column distinct_set::values(const data_type& type) const {
  auto made = make_column(type, size());
  for (std::size_t i = 0; i < plain_.size(); ++i) put_plain(made, i, plain_[i]);
  for (std::size_t i = 0; i < ends_.size(); ++i) made.texts[i] = text_at(i);
  return made;
}

} // namespace core::agg
