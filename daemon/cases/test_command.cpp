#include "daemon/cases/test_command.hpp"

#include <fmt/format.h>

#include "daemon/cases/case_run.hpp"
#include "daemon/tell.hpp"

namespace weir {

namespace {

/// The first way in which the case fails, and how.
std::optional<std::string> first_failure(const case_folder& one) {
  for (const auto& way : case_ways())
    if (auto wrong = run_case(one, way)) return fmt::format("  {}:\n{}", to_string(way), *wrong);
  return std::nullopt;
}

} // namespace

int test_cases(const std::vector<std::string>& folders) {
  std::size_t passed = 0;
  std::size_t failed = 0;
  for (const auto& folder : folders) {
    const auto cases = find_cases(folder);
    if (!cases) {
      tell("weir: {}\n", core::to_string(cases.error()));
      return 2;
    }
    for (const auto& one : *cases) {
      const auto wrong = first_failure(one);
      fmt::print("{} {}{}{}\n", wrong ? "FAIL" : "ok  ", one.path.filename().string(), one.about.empty() ? "" : ": ",
                 one.about);
      if (wrong) fmt::print("{}", *wrong);
      ++(wrong ? failed : passed);
    }
  }
  fmt::print("{} passed, {} failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

} // namespace weir
