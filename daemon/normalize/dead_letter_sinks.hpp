#pragma once
// The places of dead letters. Each belongs to one thread.

#include <functional>
#include <memory>

#include "daemon/normalize/line_normalizer.hpp"

namespace weir {

/// JSON lines to `to`, which outlives it.
[[nodiscard]] std::unique_ptr<dead_letter_sink> write_dead_letters(io::byte_sink& to);

/// Shows the first `shown_max` in a line each, the beginning of the text included, and then says that it shows no more.
[[nodiscard]] std::unique_ptr<dead_letter_sink> show_dead_letters(std::size_t shown_max,
                                                                  std::function<void(const std::string&)> show);

/// Records of a topic, and to `also` as well, which may be null.
[[nodiscard]] std::unique_ptr<dead_letter_sink>
send_dead_letters(std::shared_ptr<io::record_writer> to, std::string topic, std::unique_ptr<dead_letter_sink> also);

} // namespace weir
