#pragma once
// Rows to documents of OpenSearch (or Elasticsearch): a row sink over the bulk API. Its owner's thread fills one
// request while a thread of its own sends the one before; more waits in `write`. The server may be away at the start:
// rows wait for it, up to that bound.
//
// A row is its key's document: written again it overwrites itself, taken back it goes away. Without a key rows are only
// appended.

#include <memory>

#include "core/plan/plan.hpp"
#include "io/opensearch/delivery.hpp"
#include "io/opensearch/settings.hpp"
#include "io/sink/row_sink.hpp"

namespace io::opensearch {

struct index_sink_settings {
  sink_settings options{};
  core::plan::format_options format{}; ///< JSON.
  core::schema_ptr layout{};           ///< Of the rows, without `$kind`.
  say_function say{};                  ///< Called on the sink's own thread.
};

class index_sink : public row_sink {
public:
  /// Any thread; as of the last answered request.
  [[nodiscard]] virtual delivery_counts counts() const = 0;
};

/// Fails when the settings do not fit the layout. Destroyed without `close` it stops at once, and drops what waits.
[[nodiscard]] core::result<std::unique_ptr<index_sink>> make_index_sink(index_sink_settings settings);

} // namespace io::opensearch
