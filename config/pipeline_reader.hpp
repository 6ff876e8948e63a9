#pragma once
// Puts the parts of a pipeline file together into a plan. Used while one file is read.

#include "config/mapping_reader.hpp"
#include "config/pipeline_file.hpp"
#include "config/row_steps.hpp"
#include "config/sink_reader.hpp"
#include "config/source_reader.hpp"

namespace config {

class pipeline_reader {
public:
  pipeline_reader(const node_ptr& root, const engine_options& defaults, complaints& into);

  /// The plan; worth nothing when there were complaints.
  [[nodiscard]] pipeline read();

private:
  void read_settings();
  void read_sources();
  void compare_tables();
  void compare_listeners();
  /// Filters, transform and select over the common table of the sources.
  [[nodiscard]] row_steps read_rows();
  [[nodiscard]] core::plan::edge source_edge(std::size_t source, const core::plan::row_program& program) const;
  void add_stage(const row_steps& rows, const node_ptr& window);
  void add_stateless(row_steps rows);
  [[nodiscard]] core::plan::row_program finish_groups(const core::plan::row_program& after, std::string_view time_zone);
  void refuse_without_window();
  void read_sinks_of_rows(const std::vector<core::plan::edge>& inputs);
  void read_aside(std::string_view key, core::plan::stream_kind stream);
  /// Complains when its name or its file is taken by an earlier one.
  void add_sink(sink_read sink);

  mapping_reader file_;
  complaints& into_;
  pipeline made_{};
  source_settings settings_{};
  std::vector<source_read> sources_{};
  node_ptr window_{};
};

} // namespace config
