#include "actors/decoder.hpp"

namespace actors {

decoder_actor::behavior_type decoder(decoder_actor::stateful_pointer<decoder_state> self, preparer_args args) {
  const auto started = self->state.start(std::move(args));
  WEIR_ENSURE(started.has_value(), "the topology has made such a decoder before");
  return self->state.behavior();
}

core::result<void> decoder_state::start(preparer_args args) {
  auto made = preparer::make(std::move(args));
  if (!made) return std::unexpected(made.error());
  preparer_.emplace(std::move(*made));
  return {};
}

decoder_actor::behavior_type decoder_state::behavior() {
  return {[this](const decode_job& job) { work(job); }};
}

void decoder_state::work(const decode_job& job) {
  auto made = std::make_shared<prepared_chunk>(preparer_->prepare_lines(job.chunk));
  made->sequence = job.sequence;
  made->records = job.chunk.records;
  if (const auto to = caf::actor_cast<source_actor>(self_->current_sender())) self_->send(to, chunk_prepared{made});
}

} // namespace actors
