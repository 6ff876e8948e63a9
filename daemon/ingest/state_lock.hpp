#pragma once
// That no two processes remember their ids in one file: each would forget what the other has published. Blocking calls
// on the caller's thread.

#include <string>

#include "core/error.hpp"
#include "io/source/file_handle.hpp"

namespace weir {

/// Held as long as the handle lives, and no longer than the process, however it ends. The lock is on `path`.lock, which
/// stays behind: `path` itself is replaced again and again. Folders on the way are made.
[[nodiscard]] core::result<io::file_handle> lock_state(const std::string& path);

} // namespace weir
