#pragma once
// Opens byte sources as chunk readers. Files and descriptors are unpacked when their content is gzip.

#include <memory>
#include <string>
#include <vector>

#include "io/source/chunk_reader.hpp"
#include "io/source/line_reader.hpp"

namespace io {

/// The whole file, once.
[[nodiscard]] core::result<std::unique_ptr<chunk_reader>> open_file(const std::string& path,
                                                                    const reader_options& options);

/// The same, opened at the first `next` and closed at its end: for patterns, which may match more files than can be
/// open at a time. Fails when the file cannot be read as things are.
[[nodiscard]] core::result<std::unique_ptr<chunk_reader>> open_file_later(const std::string& path,
                                                                          const reader_options& options);

/// The file and whatever is written to it later, until stopped. A last line without its newline waits for it, or for
/// the stop. gzip cannot be followed.
[[nodiscard]] core::result<std::unique_ptr<chunk_reader>> follow_file(const std::string& path,
                                                                      const reader_options& options);

/// An open descriptor that stays its owner's, such as 0 for stdin; lines are passed on as soon as they are there.
[[nodiscard]] std::unique_ptr<chunk_reader> read_descriptor(int descriptor, std::string name,
                                                            const reader_options& options);

/// Texts that come one after the other, cut anywhere, each when the one before has been passed on.
[[nodiscard]] std::unique_ptr<chunk_reader> read_memory(std::vector<std::string> pieces, const reader_options& options);

} // namespace io
