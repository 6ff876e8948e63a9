#include "config/contract/source_name.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "config/mapping_reader.hpp"

namespace config::contract {

std::string read_source_name(const node& value, complaints& into) {
  auto name = read_text(value, "source", into);
  if (!name) return {};
  const bool good = !name->empty() && std::all_of(name->begin(), name->end(), [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '_' || byte == '-';
  });
  if (!good)
    into.add(core::errc::bad_value, fmt::format("source must be letters, digits, _ and -: {}", *name), value.place);
  return std::move(*name);
}

} // namespace config::contract
