#include "config/engine_options.hpp"

#include <algorithm>
#include <thread>

#include <unistd.h>

namespace config {

engine_options default_engine_options() {
  engine_options made;
  made.shards = std::clamp(std::thread::hardware_concurrency(), 1U, 1024U);
  made.threads = made.shards;
  const auto pages = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_PHYS_PAGES)));
  const auto page_bytes = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_PAGESIZE)));
  made.memory_bytes_max = std::max(memory_bytes_min, pages / 4 * 3 * page_bytes);
  return made;
}

} // namespace config
