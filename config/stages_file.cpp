#include "config/stages_file.hpp"

#include "config/mapping_reader.hpp"

namespace config {

namespace {

using core::errc;

constexpr std::int64_t second_ms = 1000;

/// A text, or a list of texts.
std::vector<std::string> texts(mapping_reader& from, std::string_view key) {
  std::vector<std::string> made;
  const auto value = from.take(key);
  if (!value) return made;
  const auto take = [&](const node& one) {
    if (auto text = read_text(one, key, from.faults())) {
      if (text->empty()) from.faults().add(errc::bad_value, std::string(key) + " has an empty entry", one.place);
      made.push_back(std::move(*text));
    }
  };
  if (value->kind != node_kind::list) {
    take(*value);
    return made;
  }
  for (const auto& one : value->items) take(*one);
  return made;
}

std::map<std::string, std::string> parameters(mapping_reader& from) {
  std::map<std::string, std::string> made;
  const auto value = from.take("parameters");
  if (!value) return made;
  mapping_reader all(value, "parameters", from.faults());
  for (const auto& one : all.from().entries)
    if (one.key->kind == node_kind::scalar) made[one.key->text] = all.text(one.key->text, "");
  all.finish();
  return made;
}

ingest_step read_ingest(const node_ptr& value, complaints& into) {
  mapping_reader from(value, "ingest", into);
  ingest_step made;
  if (from.has("file")) {
    made.file = from.text("file", "");
    from.finish();
    return made;
  }
  if (const auto source = from.need("source")) made.source = read_text(*source, "source", into).value_or("");
  made.endpoint = from.text("endpoint", made.endpoint);
  made.parameters = parameters(from);
  const auto interval = from.from().find("poll_interval");
  made.poll_interval_ms = from.duration_ms("poll_interval", 0, {second_ms, 86'400 * second_ms});
  if (made.poll_interval_ms % second_ms != 0)
    into.add(errc::bad_value, "poll_interval must be whole seconds", interval->value->place);
  made.once = from.flag("once", made.once);
  made.base_url = from.text("base_url", made.base_url);
  from.finish();
  return made;
}

class stages_reader {
public:
  stages_reader(node_ptr root, complaints& into) : file_(std::move(root), "the file", into), into_(into) {}

  stages_file read() {
    stages_file made;
    if (const auto stages = file_.need("stages")) read_stages(stages, made);
    made.contracts = file_.text("contracts", made.contracts);
    made.transport = file_.choice(
        "transport", made.transport,
        choices<stage_transport>{{"embedded", stage_transport::embedded}, {"kafka", stage_transport::kafka}});
    made.brokers = file_.text("brokers", made.brokers);
    read_topics(made.topics);
    made.state = file_.text("state", made.state);
    made.print = file_.flag("print", made.print);
    file_.finish();
    return made;
  }

private:
  void read_stages(const node_ptr& value, stages_file& made) {
    mapping_reader from(value, "stages", into_);
    if (const auto ingest = from.take("ingest")) {
      if (ingest->kind != node_kind::list)
        made.ingest.push_back(read_ingest(ingest, into_));
      else
        for (const auto& one : ingest->items) made.ingest.push_back(read_ingest(one, into_));
    }
    if (const auto normalize = from.take("normalize")) {
      mapping_reader one(normalize, "normalize", into_);
      made.normalize.sources = texts(one, "sources");
      made.normalize.dead_letter_file = one.text("dead_letter_file", "");
      one.finish();
    }
    made.analyze = texts(from, "analyze");
    made.index = texts(from, "index");
    from.finish();
    if (value->kind == node_kind::mapping && made.ingest.empty() && made.analyze.empty() && made.index.empty())
      into_.add(errc::bad_value, "stages has nothing to run: it needs ingest, analyze or index", value->place);
  }

  void read_topics(stage_topics& made) {
    const auto value = file_.take("topics");
    if (!value) return;
    mapping_reader from(value, "topics", into_);
    made.raw = from.text("raw", made.raw);
    made.normalized = from.text("normalized", made.normalized);
    made.analytics = from.text("analytics", made.analytics);
    made.dead_letters = from.text("dead_letters", made.dead_letters);
    from.finish();
  }

  mapping_reader file_;
  complaints& into_;
};

} // namespace

bool is_stages_file(const std::string& text) {
  const auto parsed = parse_document("", text);
  return parsed && parsed->root && parsed->root->kind == node_kind::mapping && parsed->root->find("stages") != nullptr;
}

std::expected<stages_file, std::vector<core::error>> read_stages(const std::string& text) {
  const auto parsed = parse_document("", text);
  if (!parsed) return std::unexpected(std::vector{parsed.error()});
  complaints found(*parsed);
  auto made = stages_reader(parsed->root, found).read();
  if (!found.empty()) return std::unexpected(found.sorted());
  return made;
}

} // namespace config
