#pragma once
// What becomes of documents that the server refuses for good: a dead letter, the end of the run, or nothing. One
// thread.

#include <memory>

#include "io/opensearch/delivery.hpp"
#include "io/sink/byte_sink.hpp"

namespace io::opensearch {

/// {"reason","message","index","id","document"}: `document` is the text that was sent, as a JSON string.
[[nodiscard]] std::string refusal_line(const bulk_item& item, const std::string& reason);

/// By the settings; `say` hears of the first few where no file keeps them. Fails when the file cannot be opened.
[[nodiscard]] core::result<refuse_function> make_refusals(const sink_settings& settings, say_function say);

} // namespace io::opensearch
