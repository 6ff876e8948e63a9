#pragma once
// A decoder actor: pieces of text in, prepared rows out to whoever sent the piece.

#include "actors/preparer.hpp"

namespace actors {

struct decoder_state {
  static inline const char* name = "decoder";
  explicit decoder_state(decoder_actor::pointer self) : self_(self) {}
  [[nodiscard]] core::result<void> start(preparer_args args);
  [[nodiscard]] decoder_actor::behavior_type behavior();

private:
  void work(const decode_job& job);

  decoder_actor::pointer self_;
  std::optional<preparer> preparer_{};
};

decoder_actor::behavior_type decoder(decoder_actor::stateful_pointer<decoder_state> self, preparer_args args);

} // namespace actors
