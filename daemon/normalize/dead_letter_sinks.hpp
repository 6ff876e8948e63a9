#pragma once
// The two places of dead letters of `weir normalize`. Each belongs to one thread.

#include <functional>
#include <memory>

#include "daemon/normalize/line_normalizer.hpp"

namespace weir {

/// JSON lines to `to`, which outlives it.
[[nodiscard]] std::unique_ptr<dead_letter_sink> write_dead_letters(io::byte_sink& to);

/// Shows the first `shown_max` in a line each, the beginning of the text included, and then says that it shows no more.
[[nodiscard]] std::unique_ptr<dead_letter_sink> show_dead_letters(std::size_t shown_max,
                                                                  std::function<void(const std::string&)> show);

} // namespace weir
