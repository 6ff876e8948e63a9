#include "daemon/stages/embedded_run.hpp"

#include <algorithm>
#include <atomic>
#include <set>

#include <unistd.h>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/plan/topic_options.hpp"
#include "daemon/connectors.hpp"
#include "daemon/run_wiring.hpp"
#include "daemon/signals.hpp"
#include "daemon/stages/feeds.hpp"
#include "daemon/stages/parts.hpp"
#include "daemon/stages/topic_normalizer.hpp"
#include "daemon/status_summary.hpp"
#include "daemon/tell.hpp"
#include "io/sink/sinks.hpp"
#include "io/sink/topic_sink.hpp"
#include "io/topic/memory_topics.hpp"

namespace weir {

namespace {

constexpr int run_failed = 1;
constexpr int wrong_use = 2;

template <class T>
core::result<T> plain(core::plan::option_result<T> read) {
  if (read) return std::move(*read);
  return std::unexpected(std::move(read.error().what));
}

/// One SQL file and its engine.
struct query {
  std::shared_ptr<const core::plan::pipeline_plan> plan{};
  config::engine_options options{};
  std::unique_ptr<actors::engine> engine{};
};

class embedded_run {
public:
  embedded_run(stage_files all, const run_settings& settings) : all_(std::move(all)), settings_(settings) {}

  int run() {
    signal_watch signals; // Before any other thread.
    auto feeds = prepare_feeds(all_.file);
    if (!feeds) return tell("{}", feeds.error()), wrong_use;
    feeds_ = std::move(*feeds);
    take_queries();
    if (const auto fits = check_topics(); !fits) return report_fault(fits.error(), {}), wrong_use;
    signals.on_signal([this](int) {
      say(settings_, "stopping: working off what was accepted and closing the open windows");
      for (const auto& one : feeds_) one->stop();
    });
    parts all([](const std::string& name, const core::error& why) { (void)report_fault(why, name); });
    if (const auto added = add_parts(all); !added) return report_fault(added.error(), {}), run_failed;
    all.start();
    const bool good = all.wait();
    for (const auto& sentence : summaries_) say(settings_, sentence);
    return good ? 0 : run_failed;
  }

private:
  void take_queries() {
    for (auto* files : {&all_.analyze, &all_.index})
      for (auto& one : *files) {
        auto& made = queries_.emplace_back();
        made.options = one.options;
        made.plan = std::make_shared<const core::plan::pipeline_plan>(std::move(one.plan));
      }
  }

  /// Whoever reads a topic that nobody writes would wait for ever.
  core::result<void> check_topics() {
    const auto& names = all_.file.topics;
    if (all_.file.ingest.empty())
      return core::fail(core::errc::bad_value, "the embedded transport needs the stage ingest: nothing else begins it",
                        {}, "--transport kafka runs the other stages alone");
    written_ = {names.raw, names.normalized, names.dead_letters};
    for (const auto& one : queries_)
      for (const auto& sink : one.plan->sinks) {
        if (!core::plan::is_topic(sink.connector)) continue;
        WEIR_TRY(wanted, plain(core::plan::read_topic_sink(sink.options)));
        written_.insert(wanted.topic);
      }
    for (const auto& one : queries_)
      for (const auto& source : one.plan->sources) {
        if (!core::plan::is_topic(source.connector)) continue;
        WEIR_TRY(wanted, plain(core::plan::read_topic_source(source.options)));
        if (wanted.topics.empty())
          return core::fail(core::errc::unsupported,
                            fmt::format("{}: table {}: topic-pattern needs Kafka", one.plan->name, source.name));
        for (const auto& topic : wanted.topics)
          if (!written_.contains(topic))
            return core::fail(core::errc::bad_value, fmt::format("{}: table {} reads topic {}, which no stage writes",
                                                                 one.plan->name, source.name, topic));
      }
    return {};
  }

  /// Readers before writers: nothing may be missed.
  core::result<void> add_parts(parts& to) {
    WEIR_CHECK(add_normalizer(to));
    for (auto& one : queries_) WEIR_CHECK(add_query(to, one));
    add_printer(to);
    for (const auto& one : feeds_) add_feed(to, *one);
    return {};
  }

  core::result<void> add_normalizer(parts& to) {
    const auto& names = all_.file.topics;
    std::shared_ptr<io::chunk_reader> raw = topics_.at(names.raw)->reader({});
    WEIR_TRY(made, topic_normalizer::make(all_.contracts, all_.file, io::write_topic(topics_.at(names.normalized)),
                                          io::write_topic(topics_.at(names.dead_letters))));
    const auto work = std::make_shared<std::unique_ptr<topic_normalizer>>(std::move(made));
    to.add({"normalize",
            [this, raw, work] {
              auto done = (*work)->run(*raw);
              note("normalize: " + to_string((*work)->counts()));
              work->reset(); // With it go the topics' writers: whoever reads them comes to their end.
              return done;
            },
            [this] { topics_.stop(); }});
    return {};
  }

  core::result<void> add_query(parts& to, query& one) {
    const auto outputs = std::make_shared<open_outputs>();
    auto made = settings_of(*one.plan, one.options);
    made.threads = std::max<std::uint32_t>(1, one.options.threads / static_cast<std::uint32_t>(queries_.size()));
    made.shards = std::max<std::uint32_t>(1, one.options.shards / static_cast<std::uint32_t>(queries_.size()));
    made.open_source = [this](const core::plan::source_plan& source) {
      return core::plan::is_topic(source.connector) ? read_topics(source) : open_source(source);
    };
    made.open_sink = [this, outputs](const core::plan::sink_plan& sink) {
      return core::plan::is_topic(sink.connector) ? write_to_topic(sink) : open_sink(sink, *outputs);
    };
    WEIR_TRY(started, actors::engine::start(one.plan, std::move(made)));
    one.engine = std::move(started);
    to.add({one.plan->name,
            [this, &one]() -> core::result<void> {
              auto summary = one.engine->wait();
              one.engine.reset(); // The writers of its topics go with it.
              note(one.plan->name + ": " + sentence(summary.status));
              if (summary.fault) return std::unexpected(std::move(*summary.fault));
              return {};
            },
            [this] { topics_.stop(); }});
    return {};
  }

  core::result<std::vector<actors::partition_reader>> read_topics(const core::plan::source_plan& source) {
    WEIR_TRY(wanted, plain(core::plan::read_topic_source(source.options)));
    io::topic_reader_options options;
    options.value_is_json = source.format.format == core::plan::record_format::json;
    options.key_is_json = source.key_format && source.key_format->format == core::plan::record_format::json;
    options.wants_keys = std::ranges::any_of(source.columns, &core::plan::source_column::in_key);
    std::vector<actors::partition_reader> made;
    for (const auto& topic : wanted.topics) made.push_back({topics_.at(topic)->reader(options)});
    return made;
  }

  core::result<actors::sink_output> write_to_topic(const core::plan::sink_plan& sink) {
    WEIR_TRY(wanted, plain(core::plan::read_topic_sink(sink.options)));
    io::topic_sink_settings made;
    made.topic = wanted.topic;
    made.format = sink.format;
    made.layout = sink.layout;
    made.key = sink.key;
    made.metadata = sink.metadata;
    actors::sink_output output;
    WEIR_TRY(rows, io::make_topic_sink(std::move(made), io::write_topic(topics_.at(wanted.topic))));
    output.rows = std::move(rows);
    return output;
  }

  void add_printer(parts& to) {
    const auto& topic = all_.file.topics.analytics;
    const bool is_written = std::ranges::any_of(queries_, [&](const query& one) {
      return std::ranges::any_of(one.plan->sinks, [&](const core::plan::sink_plan& sink) {
        const auto wanted = core::plan::read_topic_sink(sink.options);
        return core::plan::is_topic(sink.connector) && wanted && wanted->topic == topic;
      });
    });
    if (!all_.file.print || !is_written) return;
    std::shared_ptr<io::chunk_reader> reader = topics_.at(topic)->reader({});
    to.add({"print",
            [reader]() -> core::result<void> {
              const auto out = io::write_descriptor(STDOUT_FILENO, "standard output");
              while (true) {
                WEIR_TRY(chunk, reader->next());
                if (!chunk) return out->close();
                WEIR_CHECK(out->write(chunk->text));
                WEIR_CHECK(out->flush());
              }
            },
            [this] { topics_.stop(); }});
  }

  void add_feed(parts& to, feed& one) {
    const auto& topic = all_.file.topics.raw;
    const auto writer = std::make_shared<std::shared_ptr<io::record_writer>>(io::write_topic(topics_.at(topic)));
    to.add({one.name(),
            [this, &one, &topic, writer] {
              auto done = one.run(*writer, topic);
              writer->reset(); // The topic ends when the last feed has.
              note(one.name() + ": " + one.summary());
              if (!done && done.error().code == core::errc::shutdown)
                return core::result<void>{}; // Another part failed.
              return done;
            },
            [&one] { one.stop(); }});
  }

  void note(std::string sentence) {
    const std::lock_guard lock(mutex_);
    summaries_.push_back(std::move(sentence));
  }

  stage_files all_;
  run_settings settings_;
  io::memory_topics topics_{};
  std::set<std::string> written_{};
  std::vector<std::unique_ptr<feed>> feeds_{};
  std::vector<query> queries_{};
  std::mutex mutex_; ///< Of `summaries_`.
  std::vector<std::string> summaries_{};
};

} // namespace

int run_embedded(stage_files all, const run_settings& settings) { return embedded_run(std::move(all), settings).run(); }

} // namespace weir
