#include "config/pipeline_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "config/sink_reader.hpp"
#include "config/window_reader.hpp"
#include "core/plan/prune.hpp"
#include "core/time_zone.hpp"

namespace config {

using core::errc;
using core::plan::edge;
using core::plan::origin_kind;
using core::plan::row_program;
using core::plan::stream_kind;

pipeline_reader::pipeline_reader(const node_ptr& root, const engine_options& defaults, complaints& into)
    : file_(root, "the file", into), into_(into) {
  made_.options = defaults;
}

pipeline pipeline_reader::read() {
  read_settings();
  read_sources();
  window_ = file_.take("window");
  auto rows = read_rows();
  if (window_)
    add_stage(rows, window_);
  else
    add_stateless(std::move(rows));
  read_aside("late", stream_kind::late);
  read_aside("bad", stream_kind::bad);
  file_.finish();
  if (into_.empty()) core::plan::mark_wanted_columns(made_.plan);
  return std::move(made_);
}

void pipeline_reader::read_settings() {
  auto& options = made_.options;
  made_.plan.name = file_.text("name", "weir");
  options.shards = static_cast<std::uint32_t>(file_.whole("shards", options.shards, {1, 1024}));
  options.threads = static_cast<std::uint32_t>(file_.whole("threads", options.threads, {1, 1024}));
  options.batch_rows = static_cast<std::uint32_t>(file_.whole("batch_rows", options.batch_rows, {1, 4096}));
  options.strict = file_.flag("strict", options.strict);
  options.state_folder = file_.text("state", options.state_folder);
  options.shares_partitions = file_.flag("share_partitions", options.shares_partitions);
  options.on_stop = file_.choice("on_stop", options.on_stop,
                                 choices<stop_policy>{{"close", stop_policy::close}, {"drop", stop_policy::drop}});
  settings_.strict = options.strict;
  if (const auto zone = file_.take("time_zone"); zone && read_text(*zone, "time_zone", into_)) {
    const auto found = core::time_zone::find(zone->text);
    if (found)
      made_.plan.time_zone = zone->text;
    else
      into_.add(found.error().code, found.error().message, zone->place, found.error().hint);
  }
  settings_.time_zone = made_.plan.time_zone;
  node none;
  none.kind = node_kind::mapping;
  const auto written = file_.take("limits");
  mapping_reader limits(written ? written : std::make_shared<const node>(none), "limits", into_);
  settings_.line_bytes_max = limits.bytes("line_bytes", 16ULL << 20, {1024, 1LL << 30});
  settings_.depth_max = static_cast<std::size_t>(limits.whole("depth", 64, {1, 1024}));
  options.memory_bytes_max =
      limits.bytes("memory", options.memory_bytes_max, {static_cast<std::int64_t>(memory_bytes_min), 1LL << 50});
  options.open_windows_max = static_cast<std::uint64_t>(
      limits.whole("open_windows", static_cast<std::int64_t>(options.open_windows_max), {1, 1'000'000'000'000}));
  options.on_full = limits.choice("on_full", options.on_full,
                                  choices<full_policy>{{"stop", full_policy::stop}, {"close", full_policy::close}});
  limits.finish();
}

void pipeline_reader::read_sources() {
  const auto one = file_.take("source");
  const auto several = file_.take("sources");
  if (one && several)
    into_.add(errc::bad_value, "source and sources exclude each other", file_.from().find("sources")->key->place);
  if (!file_.has("source") && !file_.has("sources"))
    into_.add(errc::bad_value, "the file needs a source", file_.from().place,
              "add source: {type: stdin, columns: {...}}");
  std::vector<node_ptr> nodes;
  if (one)
    nodes.push_back(one);
  else if (several && several->kind == node_kind::list)
    nodes = several->items;
  else if (several)
    nodes.push_back(several);
  if (several && several->kind == node_kind::list && several->items.empty())
    into_.add(errc::bad_value, "sources is empty", several->place);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    settings_.default_name = nodes.size() == 1 ? "events" : fmt::format("events_{}", i + 1);
    sources_.push_back(read_source(nodes[i], settings_, into_));
    for (std::size_t before = 0; before < i; ++before)
      if (sources_[before].plan.name == sources_[i].plan.name)
        into_.add(errc::bad_value, fmt::format("two sources of one name: {}", sources_[i].plan.name),
                  sources_[i].place);
  }
  if (sources_.empty()) return;
  compare_tables();
  compare_listeners();
  for (auto& source : sources_) {
    source.plan.keep_text = file_.has("late") || file_.has("bad");
    made_.plan.sources.push_back(source.plan);
  }
}

/// One listener serves every HTTP table.
void pipeline_reader::compare_listeners() {
  const source_read* first = nullptr;
  for (const auto& source : sources_) {
    if (source.plan.connector != "http") continue;
    if (first == nullptr) first = &source;
    for (const auto* key : {"host", "port", "tls-certificate", "tls-key", "token-file"}) {
      const auto option = [key](const source_read& of) {
        const auto found = of.plan.options.find(key);
        return found == of.plan.options.end() ? std::string("none") : found->second;
      };
      if (option(source) != option(*first))
        into_.add(errc::bad_value,
                  fmt::format("all http sources share one {}: {} and {}", key, option(*first), option(source)),
                  source.place);
    }
  }
}

/// Several sources are one stream: the same columns, in any order.
void pipeline_reader::compare_tables() {
  const auto& first = sources_[0];
  for (std::size_t i = 1; i < sources_.size(); ++i) {
    const auto& other = sources_[i];
    if (!first.table.broken.empty() || !other.table.broken.empty()) continue;
    for (const auto& field : first.table.columns->fields) {
      const auto index = other.table.columns->index_of(field.name);
      if (!index)
        into_.add(
            errc::unknown_name,
            fmt::format("source {} lacks the column {} of source {}", other.plan.name, field.name, first.plan.name),
            other.place);
      else if (const auto& type = other.table.columns->fields[*index].type; !type.same_as(field.type))
        into_.add(errc::bad_type,
                  fmt::format("column {} is {} in source {} but {} in source {}", field.name, core::to_string(type),
                              other.plan.name, core::to_string(field.type), first.plan.name),
                  other.place);
    }
    for (const auto& field : other.table.columns->fields)
      if (!first.table.columns->index_of(field.name))
        into_.add(errc::unknown_name,
                  fmt::format("source {} has the column {}, which source {} lacks", other.plan.name, field.name,
                              first.plan.name),
                  other.place);
  }
}

namespace {

std::vector<node_ptr> one_or_list(const node_ptr& value) {
  if (!value) return {};
  return value->kind == node_kind::list ? value->items : std::vector{value};
}

bool names_any(const core::sql::expression_syntax& syntax, const std::set<std::string, std::less<>>& names) {
  return refers_to_broken(syntax, row_scope{nullptr, "", names});
}

} // namespace

row_steps pipeline_reader::read_rows() {
  row_scope scope;
  scope.time_zone = made_.plan.time_zone;
  scope.columns = std::make_shared<const core::schema>();
  if (!sources_.empty()) scope = sources_[0].table;
  const auto table = scope.columns;
  row_steps steps(std::move(scope), into_);
  const auto transform = file_.take("transform");
  std::set<std::string, std::less<>> added;
  if (transform && transform->kind == node_kind::mapping)
    for (const auto& one : transform->entries)
      if (!table->index_of(one.key->text)) added.insert(one.key->text);
  std::vector<core::sql::syntax_ptr> behind;
  for (const auto& one : one_or_list(file_.take("filter"))) {
    const auto syntax = read_expression(*one, "filter", into_);
    if (!syntax || sources_.empty()) continue;
    if (names_any(*syntax, added))
      behind.push_back(syntax);
    else
      steps.add_filter(bind_condition(syntax, "filter", steps.scope(), into_));
  }
  if (transform) steps.add_transform(*transform);
  for (const auto& syntax : behind) steps.add_filter(bind_condition(syntax, "filter", steps.scope(), into_));
  if (const auto select = file_.take("select")) steps.add_choice(*select, "select");
  return steps;
}

edge pipeline_reader::source_edge(std::size_t source, const row_program& program) const {
  edge made{origin_kind::source, source, stream_kind::rows, program};
  const auto& own = sources_[source].table.columns;
  const auto& wanted = sources_[0].table.columns;
  made.program.input = own;
  std::vector<core::expr::expression_ptr> columns;
  bool same = own->fields.size() == wanted->fields.size();
  for (const auto& field : wanted->fields) {
    const auto index = own->index_of(field.name);
    if (!index) return made; // A complaint has been made.
    same = same && *index == columns.size();
    columns.push_back(core::expr::column_reference(*index, own->fields[*index]));
  }
  if (!same) {
    core::plan::project_step in_order{std::move(columns), wanted};
    made.program.steps.insert(made.program.steps.begin(), std::move(in_order));
  }
  return made;
}

void pipeline_reader::refuse_without_window() {
  for (const auto* key : {"key", "aggregates", "having"}) {
    (void)file_.take(key);
    if (const auto* found = file_.from().find(key); found != nullptr && !file_.has("window"))
      into_.add(errc::bad_value, fmt::format("{} needs a window", key), found->key->place, "add window: {tumble: 1m}");
  }
}

void pipeline_reader::add_stateless(row_steps rows) {
  refuse_without_window();
  if (const auto output = file_.take("output")) rows.add_choice(*output, "output");
  const auto program = rows.finish();
  std::vector<edge> inputs;
  for (std::size_t i = 0; i < sources_.size(); ++i) inputs.push_back(source_edge(i, program));
  read_sinks_of_rows(inputs);
}

} // namespace config
