// Descriptors that the caller has closed.
#include "daemon/process.hpp"

#include <array>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/tell.hpp"
#include "tests/support/catch.hpp"

namespace {

/// What `act` returns in a process of its own.
template <class Act>
int in_child(Act act) {
  const auto child = ::fork();
  if (child == 0) ::_exit(act());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

} // namespace

TEST_CASE("no file gets the number of a standard descriptor that the caller has closed") {
  CHECK(in_child([] {
          for (const int number : {0, 1, 2}) ::close(number);
          weir::fill_standard_descriptors();
          std::array<int, 2> ends{};
          if (::pipe(ends.data()) != 0 || ends[0] < 3) return 1;
          char byte = 'x';
          if (::read(0, &byte, 1) >= 0) return 2;  // No input is not an empty one.
          if (::write(1, &byte, 1) >= 0) return 3; // Rows must not vanish.
          if (::write(2, &byte, 1) != 1) return 4;
          return 0;
        }) == 0);
}

TEST_CASE("descriptors that are open stay as they are") {
  CHECK(in_child([] {
          std::array<int, 2> ends{};
          if (::pipe(ends.data()) != 0) return 1;
          ::dup2(ends[1], 1);
          ::close(0);
          weir::fill_standard_descriptors();
          char byte = 'y';
          if (::write(1, &byte, 1) != 1 || ::read(ends[0], &byte, 1) != 1) return 2;
          return 0;
        }) == 0);
}

TEST_CASE("words that nobody takes are lost without a fault") {
  CHECK(in_child([] {
          ::dup2(::open("/dev/full", O_WRONLY), 2);
          weir::tell("weir: {}\n", "nobody hears this");
          return 0;
        }) == 0);
}

TEST_CASE("the process may open as many files as the system allows") {
  CHECK(in_child([] {
          struct rlimit limit {};
          ::getrlimit(RLIMIT_NOFILE, &limit);
          limit.rlim_cur = 64;
          ::setrlimit(RLIMIT_NOFILE, &limit);
          weir::raise_open_files_limit();
          ::getrlimit(RLIMIT_NOFILE, &limit);
          return limit.rlim_cur == limit.rlim_max ? 0 : 1;
        }) == 0);
}
