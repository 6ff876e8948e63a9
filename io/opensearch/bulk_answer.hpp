#pragma once
// What the server says of a bulk request, item by item. Pure.

#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace io::opensearch {

enum class item_outcome : std::uint8_t {
  accepted,
  later,   ///< 429 or 5xx: it may work in a while.
  refused, ///< Never.
};

struct item_answer {
  item_outcome outcome = item_outcome::accepted;
  int status = 0;
  std::string reason{}; ///< `mapper_parsing_exception: failed to parse field [n]: …`; empty where accepted.
};

/// The part of the answer that is asked for, as a query of the request's path.
inline constexpr std::string_view bulk_answer_filter =
    "filter_path=errors,items.*.status,items.*.error.type,items.*.error.reason,items.*.error.caused_by";

/// One for each of `count` items, in their order. Removing what is not there is accepted. Fails when the text is no
/// such answer.
[[nodiscard]] core::result<std::vector<item_answer>> read_bulk_answer(std::string_view text, std::size_t count);

/// The reason in an error document of the server, or the beginning of whatever text it is.
[[nodiscard]] std::string reason_in(std::string_view text);

} // namespace io::opensearch
