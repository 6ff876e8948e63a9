#include "daemon/process.hpp"

#include <array>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace weir {

void fill_standard_descriptors() {
  // `open` takes the lowest free number, and all below are taken already.
  constexpr std::array<int, 3> modes{O_WRONLY, O_RDONLY, O_WRONLY};
  for (int number = 0; number < 3; ++number)
    if (::fcntl(number, F_GETFD) < 0) (void)::open("/dev/null", modes[static_cast<std::size_t>(number)]);
}

void raise_open_files_limit() {
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  (void)::setrlimit(RLIMIT_NOFILE, &limit); // Refused: the limit stays as it is.
}

} // namespace weir
