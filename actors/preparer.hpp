#pragma once
// Text to prepared rows: decoder, table columns, outlets. Plain class, one thread at a time (a decoder actor, or an
// HTTP source).

#include <functional>

#include "actors/outlet.hpp"

namespace actors {

using clock_function = std::function<std::int64_t()>; ///< Milliseconds since 1970 UTC.

struct preparer_args {
  const core::plan::source_plan* source = nullptr; ///< Into the plan, which outlives every actor.
  std::vector<outlet> outlets{};                   ///< Those that take the source's rows.
  std::size_t batch_rows = core::batch_rows_max;
  bool keep_lines = false; ///< Line numbers are needed even when nobody reads texts (HTTP answers name them).
  clock_function now_ms{};
};

class preparer {
public:
  [[nodiscard]] static core::result<preparer> make(preparer_args args);

  [[nodiscard]] prepared_chunk prepare_lines(const io::text_chunk& chunk);
  /// A whole JSON body; fails when it is not one value of the known forms.
  [[nodiscard]] core::result<prepared_chunk> prepare_body(const io::text_chunk& body);

private:
  [[nodiscard]] prepared_chunk finish(const io::text_chunk& chunk, io::decoded decoded) const;

  preparer_args args_;
  std::unique_ptr<io::row_decoder> decoder_;
};

/// Runs the outlets' programs over the table's rows, and counts what none of them takes.
void prepare_outlets(prepared_table& to, const core::plan::table_rows& table, const std::vector<outlet>& outlets,
                     std::int64_t now_ms);

/// An aside row of a bad line.
[[nodiscard]] core::plan::aside_row aside_of(const core::bad_row& bad);

} // namespace actors
