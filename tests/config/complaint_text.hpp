#pragma once
// What is wrong with a pipeline file, one line a complaint, and good beginnings of files to add mistakes to.

#include <string>

#include "config/pipeline_file.hpp"

namespace tests {

/// The first lines of the complaints (without the quoted lines and carets), one a line.
inline std::string complaints_of(const std::string& text) {
  const auto made = config::read_pipeline(text, {});
  if (made) return "no complaint";
  std::string all;
  for (const auto& one : made.error())
    all += std::to_string(one.place.line) + ":" + std::to_string(one.place.column) + " " + one.message +
           (one.hint.empty() ? "" : " (" + one.hint + ")") + "\n";
  return all;
}

/// A good file whose parts a test replaces.
inline const std::string source = "source: {type: stdin, columns: {key: STRING, value: DOUBLE, n: INT}, time: ts}\n";
inline const std::string window = "key: key\nwindow: {tumble: 1m}\n";
inline const std::string grouped = source + window;

} // namespace tests
