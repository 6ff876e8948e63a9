#pragma once
// One JSON object into one row. Expects the members in the order of the object before, comparing names without reading
// them, and falls back to a lookup. One thread.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/format/json_value.hpp"
#include "io/format/row_batcher.hpp"

namespace io {

class json_row_reader {
public:
  json_row_reader(const decode_spec& spec, row_batcher& rows);

  /// Before the first row of a chunk.
  void begin() { values_.store_into(&rows_.arena()); }
  /// Reads the object at the cursor into the batcher's current row. False when it is no JSON object: see
  /// `cursor().error()`.
  [[nodiscard]] bool read();
  /// What did not fit its column, and required members that are missing.
  [[nodiscard]] const std::vector<field_fault>& faults() const noexcept { return values_.faults; }
  /// The first required member that is missing, or null: such a row is bad whatever is ignored.
  [[nodiscard]] const std::string* missing() const noexcept { return missing_; }
  [[nodiscard]] json_cursor& cursor() noexcept { return values_.cursor; }
  [[nodiscard]] bool has_column(std::string_view name) const { return by_name_.contains(name); }

private:
  /// A member of the object before: `"name":` and the column it fills.
  struct expected_member {
    std::uint64_t head = 0; ///< The first eight bytes, those behind the text zero.
    std::uint64_t mask = 0;
    std::string text{};
    int slot = unknown;
  };
  /// A column that is read.
  struct member_slot {
    std::string name{};
    std::size_t column = 0;
    column_filler* to = nullptr;
    bool required = false;
    int next = unknown;     ///< Another column of the same member.
    std::uint64_t seen = 0; ///< The last object that had it.
  };
  static constexpr int unknown = -1;
  static constexpr std::size_t expected_max = 256;

  [[nodiscard]] bool read_members(const char* at);
  [[nodiscard]] const char* match(const char* at, std::size_t member, int& slot) const;
  [[nodiscard]] bool look_up(std::size_t member, int& slot);
  void expect(std::size_t member, std::string_view name, int slot);
  [[nodiscard]] bool read_slot(int slot);
  [[nodiscard]] const char* read_fast(const char* at, member_slot& slot);
  void note_seen(member_slot& slot);
  void fill_missing();

  row_batcher& rows_;
  json_value_reader values_;
  bool millis_;
  std::vector<member_slot> slots_{};
  std::unordered_map<std::string_view, int> by_name_{};
  std::vector<expected_member> expected_{};
  std::uint64_t object_ = 0; ///< Counts objects.
  std::size_t seen_ = 0;     ///< Slots that this object had.
  const std::string* missing_ = nullptr;
};

} // namespace io
