#include "daemon/shell/row_cells.hpp"

#include <nlohmann/json.hpp>

namespace weir {

namespace {

/// Behind the text that begins at `at` with its quote.
std::size_t end_of_text(std::string_view line, std::size_t at) {
  for (++at; at < line.size() && line[at] != '"'; ++at)
    if (line[at] == '\\') ++at;
  return std::min(at + 1, line.size());
}

/// Behind the value that begins at `at`: at the comma or bracket that follows it.
std::size_t end_of_value(std::string_view line, std::size_t at) {
  for (int depth = 0; at < line.size();) {
    const char one = line[at];
    if (one == '"') {
      at = end_of_text(line, at);
      continue;
    }
    if (depth == 0 && (one == ',' || one == '}')) break;
    if (one == '{' || one == '[') ++depth;
    if (one == '}' || one == ']') --depth;
    ++at;
  }
  return at;
}

std::optional<std::string> cell_of(std::string_view value) {
  if (value == "null") return std::nullopt;
  if (value.starts_with('"')) {
    const auto text = nlohmann::json::parse(value, nullptr, false);
    if (text.is_string()) return text.get<std::string>();
  }
  return std::string(value);
}

} // namespace

std::vector<std::optional<std::string>> row_cells(std::string_view line) {
  std::vector<std::optional<std::string>> made;
  for (std::size_t at = 1; at < line.size() && line[at] == '"';) {
    const auto value = end_of_text(line, at) + 1;
    const auto end = end_of_value(line, value);
    made.push_back(cell_of(line.substr(value, end - value)));
    at = end + 1;
  }
  return made;
}

} // namespace weir
