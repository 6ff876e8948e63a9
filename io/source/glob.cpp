#include "io/source/glob.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <glob.h>

namespace io {
namespace {

namespace fs = std::filesystem;

/// file:///a, file:/a and file://localhost/a are /a.
std::string without_scheme(const std::string& path) {
  if (!path.starts_with("file:")) return path;
  auto rest = path.substr(5);
  if (!rest.starts_with("//")) return rest;
  const auto slash = rest.find('/', 2);
  return slash == std::string::npos ? path : rest.substr(slash);
}

bool is_hidden(const fs::path& path) {
  const auto name = path.filename().string();
  return name.starts_with('.') || name.starts_with('_');
}

core::result<std::vector<std::string>> files_below(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code fault;
  auto entry = fs::recursive_directory_iterator(folder, fault);
  for (; !fault && entry != fs::recursive_directory_iterator(); entry.increment(fault)) {
    std::error_code unreadable;
    if (is_hidden(entry->path()))
      entry.disable_recursion_pending();
    else if (entry->is_regular_file(unreadable))
      files.push_back(entry->path().string());
  }
  if (fault) {
    return core::fail(core::errc::io_failed, fmt::format("cannot list folder {}: {}", folder, fault.message()));
  }
  if (files.empty()) return core::fail(core::errc::io_failed, fmt::format("no file in folder: {}", folder));
  return files;
}

core::result<std::vector<std::string>> files_like(const std::string& pattern) {
  glob_t found{};
  const int code = ::glob(pattern.c_str(), GLOB_BRACE | GLOB_NOSORT | GLOB_TILDE, nullptr, &found);
  std::vector<std::string> files;
  for (std::size_t i = 0; code == 0 && i < found.gl_pathc; ++i) {
    std::error_code unreadable;
    if (!fs::is_directory(found.gl_pathv[i], unreadable)) files.emplace_back(found.gl_pathv[i]);
  }
  ::globfree(&found);
  if (code != 0 && code != GLOB_NOMATCH) {
    return core::fail(core::errc::io_failed, fmt::format("cannot list the files of pattern: {}", pattern));
  }
  if (files.empty()) return core::fail(core::errc::io_failed, fmt::format("no file matches: {}", pattern));
  return files;
}

} // namespace

core::result<std::vector<std::string>> expand_glob(const std::string& pattern) {
  const auto path = without_scheme(pattern);
  std::error_code fault;
  // A file may be called data[1].json.
  const auto what = fs::status(path, fault);
  if (fs::exists(what) && !fs::is_directory(what)) return std::vector{path};
  if (!fs::exists(what) && path.find_first_of("*?[{") == std::string::npos) {
    return core::fail(core::errc::io_failed, fmt::format("no such file: {}", path));
  }
  auto files = fs::is_directory(what) ? files_below(path) : files_like(path);
  if (!files) return files;
  std::ranges::sort(*files);
  const auto repeated = std::ranges::unique(*files);
  files->erase(repeated.begin(), repeated.end());
  return files;
}

} // namespace io
