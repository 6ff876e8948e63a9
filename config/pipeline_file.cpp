#include "config/pipeline_file.hpp"

#include "config/pipeline_reader.hpp"

namespace config {

pipeline_result read_pipeline(const std::string& text, const engine_options& defaults) {
  const auto parsed = parse_document("", text);
  if (!parsed) return std::unexpected(std::vector{parsed.error()});
  complaints found(*parsed);
  auto made = pipeline_reader(parsed->root, defaults, found).read();
  if (!found.empty()) return std::unexpected(found.sorted());
  return made;
}

std::string render_complaints(const std::string& file, const std::string& text,
                              const std::vector<core::error>& faults) {
  document about;
  about.file = file;
  about.text = text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
  return render(about, faults);
}

std::string check_pipeline(const std::string& file, const std::string& text) {
  const auto made = read_pipeline(text, default_engine_options());
  return made ? std::string() : render_complaints(file, text, made.error());
}

} // namespace config
