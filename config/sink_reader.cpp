#include "config/sink_reader.hpp"

#include <fmt/format.h>

#include "config/format_reader.hpp"
#include "config/topic_reader.hpp"

namespace config {

using core::errc;

namespace {

sink_read read_sink(const node_ptr& value, std::string default_name, complaints& into) {
  const choices<std::string_view> types{
      {"stdout", "stdout"}, {"file", "file"}, {"kafka", "kafka"}, {"memory", "memory"}, {"blackhole", "blackhole"}};
  mapping_reader from(value, "sink", into);
  core::plan::sink_plan made;
  made.connector = from.choice("type", std::string_view{}, types);
  if (!from.has("type")) (void)from.need("type");
  made.name = from.text("name", std::move(default_name));
  if (made.connector == "file") {
    if (const auto path = from.need("path")) {
      made.options["path"] = read_text(*path, "path", into).value_or("");
      if (path->kind == node_kind::scalar && path->text.empty())
        into.add(errc::bad_value, "path is empty", path->place);
    }
  }
  if (made.connector == "kafka") read_topic_sink(from, made);
  if (made.connector == "file" || made.connector == "stdout" || made.connector == "kafka")
    made.format = read_sink_format(from);
  from.finish();
  return {std::move(made), value->place};
}

} // namespace

std::vector<sink_read> read_sinks(const node& value, std::string_view key, complaints& into) {
  const auto base = key == "sinks" || key == "sink" ? std::string_view("rows") : key;
  std::vector<sink_read> made;
  if (value.kind != node_kind::list) {
    made.push_back(read_sink(std::make_shared<const node>(value), std::string(base), into));
    return made;
  }
  if (value.items.empty()) into.add(errc::bad_value, fmt::format("{} is empty", key), value.place);
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    auto name = value.items.size() == 1 ? std::string(base) : fmt::format("{}_{}", base, i + 1);
    made.push_back(read_sink(value.items[i], std::move(name), into));
  }
  return made;
}

} // namespace config
