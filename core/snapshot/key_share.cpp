#include "core/snapshot/key_share.hpp"

namespace core::snapshot {

std::string_view read_key(state_reader& from) {
  const auto size = from.number();
  return size == 0 ? std::string_view{} : from.view(size - 1);
}

} // namespace core::snapshot
