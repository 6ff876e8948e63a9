#include "daemon/stages/topic_normalizer.hpp"

#include "core/attempt.hpp"
#include "daemon/normalize/dead_letter_sinks.hpp"
#include "daemon/tell.hpp"
#include "io/sink/sinks.hpp"

namespace weir {

namespace {
constexpr std::size_t letters_shown_max = 5;
} // namespace

core::result<std::unique_ptr<topic_normalizer>>
topic_normalizer::make(const std::vector<core::contract::normalization>& contracts, const config::stages_file& file,
                       std::shared_ptr<io::record_writer> events, std::shared_ptr<io::record_writer> letters) {
  WEIR_TRY(compiled, core::contract::normalizer::compile(contracts));
  std::unique_ptr<topic_normalizer> made(new topic_normalizer);
  std::unique_ptr<dead_letter_sink> also;
  if (file.normalize.dead_letter_file.empty()) {
    also = show_dead_letters(letters_shown_max,
                             [](const std::string& sentence) { tell("weir normalize: {}\n", sentence); });
  } else {
    WEIR_TRY(opened, io::write_file(file.normalize.dead_letter_file, io::file_mode::append));
    made->letter_file_ = std::move(opened);
    also = write_dead_letters(*made->letter_file_);
  }
  made->events_ = send_normalized(std::move(events), file.topics.normalized);
  made->letters_ = send_dead_letters(std::move(letters), file.topics.dead_letters, std::move(also));
  made->normalizer_ = std::make_unique<line_normalizer>(std::move(compiled), *made->events_, *made->letters_);
  return made;
}

core::result<void> topic_normalizer::run(io::chunk_reader& from) {
  while (true) {
    WEIR_TRY(chunk, from.next());
    if (!chunk) return letter_file_ ? letter_file_->close() : core::result<void>{};
    WEIR_CHECK(take(*chunk));
  }
}

} // namespace weir
