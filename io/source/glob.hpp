#pragma once
// Which files a path of a source means.

#include <string>
#include <vector>

#include "core/error.hpp"

namespace io {

/// A file's path (also as file: URI), a folder (every file in it and below; names that begin with . or _ are left out,
/// as Flink does), or a pattern with * ? [...] {a,b}. In order of name, each once. Fails when nothing matches.
[[nodiscard]] core::result<std::vector<std::string>> expand_glob(const std::string& pattern);

} // namespace io
