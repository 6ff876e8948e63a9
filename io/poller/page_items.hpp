#pragma once
// The items of an answer as the very text they came as, and what is to be known of each. Pure; one reader for one
// thread.

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/json_parser.hpp"
#include "core/contract/path.hpp"

namespace io {

/// The elements of the array that stands at `items` (empty: the answer itself), in their order, as views into `answer`.
/// Elements are told apart by their brackets and strings only: one that is broken inside takes no other with it.
[[nodiscard]] core::result<std::vector<std::string_view>> split_items(std::string_view answer,
                                                                      const core::contract::path& items);

/// The text in one line: as it is, or without the blanks between its parts when there are line breaks among them.
[[nodiscard]] std::string one_line(std::string_view json);

enum class bad_item : std::uint8_t { unreadable, no_object, no_id, no_type, too_long };
inline constexpr std::size_t bad_item_kinds = 5;
[[nodiscard]] std::string_view to_string(bad_item kind) noexcept;

struct event_names {
  std::string id{};
  std::string type{};
};

class item_reader {
public:
  /// Half of what a line may have, so that the envelope has room.
  static constexpr std::size_t item_bytes_max = core::contract::json_bytes_max / 2;

  item_reader(core::contract::path id_field, core::contract::path type_field)
      : id_field_(std::move(id_field)), type_field_(std::move(type_field)) {}

  /// Id and type, as texts also where they are numbers.
  [[nodiscard]] std::expected<event_names, bad_item> read(std::string_view item);

private:
  core::contract::path id_field_;
  core::contract::path type_field_;
  core::contract::json_parser parser_{};
  core::contract::arena memory_{};
};

} // namespace io
