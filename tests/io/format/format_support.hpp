#pragma once
// Decoding a text in a test, and rows shown as Flink's JSON so that expectations can be written out.

#include <memory>
#include <string>
#include <vector>

#include "io/format/decoder.hpp"
#include "io/format/encoder.hpp"
#include "tests/support/catch.hpp"

namespace format_tests {

/// The text in memory of exactly its size and padding, filled with what would mislead a reader that runs over the end.
inline io::text_chunk chunk_of(std::string_view text, std::uint64_t first_line = 1, std::uint64_t offset = 0) {
  auto bytes = std::make_shared<std::vector<char>>(text.begin(), text.end());
  for (std::size_t i = 0; i < io::chunk_padding_bytes; ++i) bytes->push_back("\"9}],\\\n"[i % 7]);
  return {bytes, {bytes->data(), text.size()}, first_line, offset};
}

inline core::plan::source_column column(std::string name, core::data_type type) {
  core::plan::source_column made;
  made.name = std::move(name);
  made.type = std::move(type);
  return made;
}

inline std::unique_ptr<io::row_decoder> decoder_of(const io::decode_spec& spec) {
  auto made = io::make_decoder(spec);
  REQUIRE(made.has_value());
  return std::move(*made);
}

inline io::decoded decode(const io::decode_spec& spec, std::string_view text) {
  io::decoded out;
  decoder_of(spec)->decode_lines(chunk_of(text), out);
  return out;
}

inline io::decoded decode_body(const io::decode_spec& spec, std::string_view text) {
  io::decoded out;
  const auto decoder = decoder_of(spec);
  REQUIRE(io::decode_json_body(*decoder, chunk_of(text), out).has_value());
  return out;
}

/// All rows as JSON lines.
inline std::string shown(const io::decoded& out, core::plan::format_options options = {}) {
  std::string text;
  for (const auto& batch : out.batches) {
    auto encoder = io::make_encoder(options, batch->layout);
    REQUIRE(encoder.has_value());
    (*encoder)->encode(*batch, text);
  }
  return text;
}

/// `line: reason` of every bad row, one a line.
inline std::string reasons(const io::decoded& out) {
  std::string text;
  for (const auto& bad : out.bad) text += std::to_string(bad.line) + ": " + bad.reason + "\n";
  return text;
}

} // namespace format_tests
