#pragma once
// Rows for the sink, read from JSON lines.

#include "io/format/decoder.hpp"
#include "io/format/lines.hpp"
#include "tests/support/catch.hpp"

inline core::batch_ptr rows_of(const core::schema& layout, const std::string& lines) {
  io::decode_spec spec;
  for (const auto& one : layout.fields) spec.columns.push_back({.name = one.name, .type = one.type});
  auto decoder = io::make_decoder(spec);
  REQUIRE(decoder.has_value());
  const auto copy = io::copy_padded(lines, '\n');
  io::decoded made;
  (*decoder)->decode_lines({.owner = copy.bytes, .text = copy.text}, made);
  for (const auto& bad : made.bad) FAIL(bad.reason);
  REQUIRE(made.batches.size() == 1);
  return made.batches.front();
}

inline core::data_type needed(core::data_type type) {
  type.nullable = false;
  return type;
}

/// What an analytics query of the repository writes.
inline core::schema_ptr counts_layout() {
  return std::make_shared<const core::schema>(core::schema{{{"name", needed(core::string_type())},
                                                            {"window_start", needed(core::timestamp_type(3))},
                                                            {"events", core::int64_type()}}});
}
