#include "io/source/memory_input.hpp"

#include <algorithm>
#include <cstring>

namespace io {

core::result<read_step> memory_input::read(char* to, std::size_t room) {
  if (piece_ == pieces_.size()) return read_step{};
  const auto& piece = pieces_[piece_];
  if (taken_ == piece.size()) {
    ++piece_;
    taken_ = 0;
    return read_step{read_step::kind::nothing_yet, 0};
  }
  const auto bytes = std::min(room, piece.size() - taken_);
  std::memcpy(to, piece.data() + taken_, bytes);
  taken_ += bytes;
  return read_step{read_step::kind::data, bytes};
}

} // namespace io
