#include "daemon/connectors.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

#include <fmt/format.h>

#include "daemon/tell.hpp"
#include "io/opensearch/index_sink.hpp"
#include "io/sink/sinks.hpp"
#include "io/source/glob.hpp"
#include "io/source/readers.hpp"

namespace weir {

namespace {

std::string option(const std::map<std::string, std::string>& options, const std::string& name) {
  const auto found = options.find(name);
  return found == options.end() ? std::string{} : found->second;
}

core::result<std::vector<actors::partition_reader>> open_files(const core::plan::source_plan& source,
                                                               const io::reader_options& options) {
  const auto files = io::expand_glob(option(source.options, "path"));
  if (!files) return std::unexpected(files.error());
  const bool follow = option(source.options, "follow") == "true";
  std::vector<actors::partition_reader> readers;
  for (const auto& file : *files) {
    auto reader = follow               ? io::follow_file(file, options)
                  : files->size() == 1 ? io::open_file(file, options)
                                       : io::open_file_later(file, options);
    if (!reader) {
      auto fault = std::move(reader.error());
      if (follow && fault.message.ends_with(std::strerror(EMFILE)))
        fault.hint = fmt::format("{} files match, and follow keeps each of them open; raise the limit (ulimit -n), or "
                                 "match fewer",
                                 files->size());
      return std::unexpected(std::move(fault));
    }
    readers.push_back({std::move(*reader)});
  }
  return readers;
}

core::result<std::unique_ptr<io::row_sink>> open_index(const core::plan::sink_plan& sink) {
  const auto variable = [](const std::string& name) {
    const char* const value = std::getenv(name.c_str());
    return std::string(value == nullptr ? "" : value);
  };
  auto options = io::opensearch::read_settings(sink.options, variable);
  if (!options) return std::unexpected(options.error());
  io::opensearch::index_sink_settings settings;
  settings.options = std::move(*options);
  settings.format = sink.format;
  settings.layout = sink.layout;
  settings.say = [](const std::string& words) { tell("weir: {}\n", words); };
  return io::opensearch::make_index_sink(std::move(settings));
}

} // namespace

core::result<std::vector<actors::partition_reader>> open_source(const core::plan::source_plan& source) {
  io::reader_options options;
  options.line_bytes_max = source.format.line_bytes_max;
  if (source.connector == "file") return open_files(source, options);
  std::vector<actors::partition_reader> readers;
  if (source.connector == "stdin")
    readers.push_back({io::read_descriptor(STDIN_FILENO, "stdin", options)});
  else if (source.connector == "http")
    readers.push_back({});
  else if (source.connector == "values")
    readers.push_back({io::read_memory({option(source.options, "text")}, options)});
  else
    return core::fail(core::errc::unsupported, fmt::format("there is no source of type {}", source.connector));
  return readers;
}

core::result<actors::sink_output> open_sink(const core::plan::sink_plan& sink, open_outputs& outputs) {
  actors::sink_output output;
  if (sink.connector == "stdout") {
    output.bytes = io::write_descriptor(STDOUT_FILENO, "stdout");
  } else if (sink.connector == "file") {
    auto file = io::write_file(option(sink.options, "path"), io::file_mode::replace);
    if (!file) return std::unexpected(file.error());
    output.bytes = std::move(*file);
  } else if (sink.connector == "memory") {
    output.table = std::make_shared<io::memory_table>(sink.layout, memory_sink_rows_max);
    outputs.memory.emplace(sink.name, output.table);
  } else if (sink.connector == "opensearch") {
    auto rows = open_index(sink);
    if (!rows) return std::unexpected(rows.error());
    output.rows = std::move(*rows);
  } else if (sink.connector != "blackhole") {
    return core::fail(core::errc::unsupported, fmt::format("there is no sink of type {}", sink.connector));
  }
  return output;
}

} // namespace weir
