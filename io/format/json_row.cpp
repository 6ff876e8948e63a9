#include "io/format/json_row.hpp"

#include <array>
#include <cstring>

#include "io/format/number_token.hpp"

namespace io {

namespace {

value_rules rules_of(const decode_spec& spec) { return {spec.format.timestamps, spec.format.lenient_timestamps}; }

std::uint64_t load_eight(const char* at) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, 8);
  return bytes;
}

} // namespace

json_row_reader::json_row_reader(const decode_spec& spec, row_batcher& rows)
    : rows_(rows), values_(rules_of(spec), spec.format.depth_max),
      millis_(spec.format.timestamps == core::plan::time_format::epoch_millis) {
  slots_.reserve(spec.columns.size()); // `by_name_` looks into them.
  for (std::size_t i = 0; i < spec.columns.size(); ++i) {
    const auto& column = spec.columns[i];
    if (!column.wanted && !column.required) continue;
    const int slot = static_cast<int>(slots_.size());
    slots_.push_back(
        {column.path.empty() ? column.name : column.path, i, &rows.column(i), column.required, unknown, 0});
    const auto [place, is_new] = by_name_.try_emplace(slots_.back().name, slot);
    if (is_new) continue;
    slots_.back().next = slots_[static_cast<std::size_t>(place->second)].next;
    slots_[static_cast<std::size_t>(place->second)].next = slot;
  }
}

bool json_row_reader::read() {
  ++object_;
  seen_ = 0;
  missing_ = nullptr;
  values_.faults.clear();
  auto& in = values_.cursor;
  if (in.peek() != '{') {
    const char* const begin = in.at();
    if (!in.skip_value()) return false;
    in.move_to(begin);
    return in.fail("not a JSON object");
  }
  if (!in.enter(true)) return false;
  in.move_to(in.at() + 1);
  in.skip_blanks();
  if (!in.take('}') && !read_members(in.at())) return false;
  in.leave();
  if (seen_ < slots_.size()) fill_missing();
  return true;
}

bool json_row_reader::read_members(const char* at) {
  auto& in = values_.cursor;
  for (std::size_t member = 0;; ++member) {
    int slot = unknown;
    const char* value = match(at, member, slot);
    if (value == nullptr || static_cast<unsigned char>(*value) <= ' ') {
      in.move_to(value == nullptr ? at : value);
      if (value == nullptr && !look_up(member, slot)) return false;
      in.skip_blanks();
      value = in.at();
    }
    const char* behind = slot == unknown ? nullptr : read_fast(value, slots_[static_cast<std::size_t>(slot)]);
    if (behind == nullptr) {
      in.move_to(value);
      if (!read_slot(slot)) return false;
      behind = in.at();
    }
    if (*behind != ',' && *behind != '}') {
      in.move_to(behind);
      in.skip_blanks();
      behind = in.at();
    }
    at = behind + 1;
    if (*behind == '}') {
      in.move_to(at);
      return true;
    }
    if (*behind != ',') return in.fail("expected , or }");
    if (static_cast<unsigned char>(*at) <= ' ') {
      in.move_to(at);
      in.skip_blanks();
      at = in.at();
    }
  }
}

/// Behind `"name":` when it is the member that stood at this place last time, else null.
const char* json_row_reader::match(const char* at, std::size_t member, int& slot) const {
  if (member >= expected_.size()) return nullptr;
  const auto& guess = expected_[member];
  if (guess.mask == 0 || (load_eight(at) & guess.mask) != guess.head) return nullptr;
  const auto size = guess.text.size();
  if (size > 8 && std::memcmp(at + 8, guess.text.data() + 8, size - 8) != 0) return nullptr;
  slot = guess.slot;
  return at + size;
}

bool json_row_reader::look_up(std::size_t member, int& slot) {
  auto& in = values_.cursor;
  std::string_view raw;
  bool escaped = false;
  const char* const begin = in.at();
  if (!in.read_name(raw, escaped)) return false;
  const auto found = by_name_.find(unescape(raw, escaped, rows_.arena()));
  slot = found == by_name_.end() ? unknown : found->second;
  // `"name":` without blanks and escapes is what the fast comparison takes.
  if (!escaped && raw.data() == begin + 1 && begin[raw.size() + 2] == ':')
    expect(member, {begin, raw.size() + 3}, slot);
  return true;
}

void json_row_reader::expect(std::size_t member, std::string_view name, int slot) {
  if (member >= expected_max) return;
  if (member >= expected_.size()) expected_.resize(member + 1);
  auto& guess = expected_[member];
  guess.text = name;
  guess.slot = slot;
  guess.mask = ~std::uint64_t{0};
  std::array<char, 8> head{};
  std::memcpy(head.data(), name.data(), std::min<std::size_t>(8, name.size()));
  guess.head = load_eight(head.data());
  if (name.size() >= 8) return;
  std::array<unsigned char, 8> mask{};
  std::memset(mask.data(), 0xFF, name.size());
  std::memcpy(&guess.mask, mask.data(), 8);
}

void json_row_reader::note_seen(member_slot& slot) {
  if (slot.seen != object_) {
    slot.seen = object_;
    ++seen_;
  } else {
    // The last of equal names wins, so what was wrong with the one before is forgotten.
    std::erase_if(values_.faults, [&](const field_fault& fault) { return fault.column == slot.column; });
  }
}

bool json_row_reader::read_slot(int slot) {
  auto& in = values_.cursor;
  if (slot == unknown) return in.skip_value();
  const char* const begin = in.at();
  for (; slot != unknown; slot = slots_[static_cast<std::size_t>(slot)].next) {
    auto& one = slots_[static_cast<std::size_t>(slot)];
    note_seen(one);
    in.move_to(begin);
    if (!values_.read(*one.to, rows_.row(), one.column, one.name)) return false;
  }
  return true;
}

namespace {

constexpr std::array<double, 23> powers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                           1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

const char* read_digits(const char* at, std::uint64_t& value) {
  std::uint64_t eight = 0;
  while (read_eight_digits(at, eight)) {
    value = value * 100'000'000 + eight;
    at += 8;
  }
  for (; is_digit(*at); ++at) value = value * 10 + static_cast<std::uint64_t>(*at - '0');
  return at;
}

bool ends_number(char c) { return c != '.' && c != 'e' && c != 'E'; }

/// An integer of up to 18 digits, or null for anything else.
const char* read_plain_integer(const char* at, std::int64_t& value) {
  const bool negative = *at == '-';
  if (negative) ++at;
  const char* const begin = at;
  std::uint64_t size = 0;
  at = read_digits(at, size);
  if (at == begin || at - begin > 18 || (*begin == '0' && at - begin > 1) || !ends_number(*at)) return nullptr;
  value = negative ? -static_cast<std::int64_t>(size) : static_cast<std::int64_t>(size);
  return at;
}

/// A decimal of up to 2^53 with up to 22 places, so that one division rounds it rightly; or null.
const char* read_plain_double(const char* at, double& value) {
  const bool negative = *at == '-';
  if (negative) ++at;
  const char* const begin = at;
  std::uint64_t size = 0;
  at = read_digits(at, size);
  if (at == begin || (*begin == '0' && at - begin > 1)) return nullptr;
  std::ptrdiff_t places = 0;
  std::ptrdiff_t digits = at - begin;
  if (*at == '.') {
    const char* const point = at;
    at = read_digits(at + 1, size);
    places = at - point - 1;
    digits += places;
    if (places == 0) return nullptr;
  }
  if (digits > 19 || size > (std::uint64_t{1} << 53) || !ends_number(*at)) return nullptr;
  value = static_cast<double>(size) / powers[static_cast<std::size_t>(places)];
  if (negative) value = -value;
  return at;
}

} // namespace

/// The usual value of the usual types, without a call; null: the careful way must look.
const char* json_row_reader::read_fast(const char* at, member_slot& slot) {
  if (slot.next != unknown || slot.seen == object_) return nullptr;
  const char* behind = nullptr;
  std::int64_t whole = 0;
  double real = 0;
  switch (slot.to->how()) {
  case read_as::string: {
    bool non_ascii = false;
    if (*at != '"') return nullptr;
    behind = find_string_stop(++at, non_ascii);
    if (*behind != '"' || non_ascii) return nullptr;
    slot.to->put_text(rows_.row(), {at, static_cast<std::size_t>(behind - at)});
    ++behind;
    break;
  }
  case read_as::float64:
    behind = read_plain_double(at, real);
    if (behind == nullptr) return nullptr;
    slot.to->put_real(rows_.row(), real);
    break;
  case read_as::int64:
    behind = read_plain_integer(at, whole);
    if (behind == nullptr) return nullptr;
    slot.to->put_integer(rows_.row(), whole);
    break;
  case read_as::stamp:
    if (!millis_) return nullptr;
    behind = read_plain_integer(at, whole);
    if (behind == nullptr || !is_in_calendar(whole)) return nullptr;
    slot.to->put_integer(rows_.row(), whole);
    break;
  default: return nullptr;
  }
  slot.seen = object_;
  ++seen_;
  return behind;
}

void json_row_reader::fill_missing() {
  for (auto& slot : slots_) {
    if (slot.seen == object_) continue;
    slot.to->put_null(rows_.row());
    if (slot.required && missing_ == nullptr) missing_ = &slot.name;
  }
}

} // namespace io
