#pragma once
// Ids that were seen, in a file, so that a poller that starts again publishes nothing twice. Written beside under
// another name, synced, and renamed: there is an old file or a new one, never a broken one. Blocking; one process a
// file.

#include <string>

#include "core/error.hpp"
#include "io/poller/seen_ids.hpp"

namespace io {

/// Without a file there are no ids yet. Of more than `capacity` the newest stay. Refuses a file that is none of these,
/// is damaged, or belongs to another source.
[[nodiscard]] core::result<seen_ids> load_seen_ids(const std::string& path, std::string_view source,
                                                   std::size_t capacity);

[[nodiscard]] core::result<void> save_seen_ids(const std::string& path, std::string_view source, const seen_ids& ids);

} // namespace io
