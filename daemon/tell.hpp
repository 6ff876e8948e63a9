#pragma once
// Words for people, on standard error. Where nobody takes them (a closed descriptor, a full disk) they are lost and the
// run goes on: what a run has to say is no reason to end it.

#include <cstdio>
#include <string>

#include <fmt/format.h>

namespace weir {

template <class... Args>
void tell(fmt::format_string<Args...> form, Args&&... args) {
  const std::string text = fmt::format(form, std::forward<Args>(args)...);
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

} // namespace weir
