#include "daemon/stages/kafka_run.hpp"

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/plan/merge.hpp"
#include "core/plan/topic_options.hpp"
#include "daemon/run_control.hpp"
#include "daemon/run_wiring.hpp"
#include "daemon/signals.hpp"
#include "daemon/stages/feeds.hpp"
#include "daemon/stages/kafka_normalizer.hpp"
#include "daemon/stages/parts.hpp"
#include "daemon/tell.hpp"

namespace weir {

namespace {

constexpr int wrong_use = 2;

class kafka_run {
public:
  kafka_run(stage_files all, const stage_choice& chosen, const run_settings& settings)
      : all_(std::move(all)), chosen_(chosen), settings_(settings) {}

  int run() {
    signal_watch signals; // Before any other thread.
    parts others([this](const std::string& name, const core::error& why) {
      (void)report_fault(why, name);
      queries_.stop();
    });
    if (chosen_.ingest)
      if (const auto added = add_feeds(others); !added) return tell("{}", added.error()), wrong_use;
    if (chosen_.normalize) add_normalizer(others);
    signals.on_signal([&](int) {
      queries_.stop();
      others.stop();
    });
    const auto plan = queries();
    others.start();
    int code = 0;
    if (!plan->sinks.empty()) {
      code = run_to_end(plan, settings_, queries_);
      others.stop();
    }
    if (!others.wait()) code = 1;
    for (const auto& one : feeds_)
      if (!one->summary().empty()) say(settings_, one->name() + ": " + one->summary());
    if (normalizer_) say(settings_, "normalize: " + normalizer_->summary());
    return code;
  }

private:
  std::expected<void, std::string> add_feeds(parts& to) {
    auto prepared = prepare_feeds(all_.file);
    if (!prepared) return std::unexpected(prepared.error());
    feeds_ = std::move(*prepared);
    for (const auto& one : feeds_)
      to.add({one->name(), [this, &one] { return publish(*one); },
              [this, &one] {
                is_stopping_ = true;
                one->stop();
              }});
    return {};
  }

  core::result<void> publish(feed& one) {
    io::kafka::producer_settings out;
    out.properties = {{"bootstrap.servers", all_.file.brokers}};
    out.stopping = &is_stopping_;
    auto producer = io::kafka::topic_producer::open(std::move(out), notice_of(settings_));
    if (!producer) return is_stopping_ ? core::result<void>{} : std::unexpected(producer.error());
    return one.run(*producer, all_.file.topics.raw);
  }

  void add_normalizer(parts& to) {
    normalizer_ = std::make_unique<kafka_normalizer>(all_.contracts, all_.file, notice_of(settings_));
    to.add({"normalize", [this] { return normalizer_->run(); }, [this] { normalizer_->stop(); }});
  }

  /// All chosen SQL files as one plan, on the brokers of the stages file.
  std::shared_ptr<const core::plan::pipeline_plan> queries() {
    std::vector<core::plan::pipeline_plan> plans;
    const auto take = [&](std::vector<config::pipeline>& files) {
      for (auto& one : files) plans.push_back(std::move(one.plan));
    };
    if (chosen_.analyze) take(all_.analyze);
    if (chosen_.index) take(all_.index);
    auto merged = core::plan::merge(std::move(plans));
    merged.name = "stages";
    const std::string option = "properties.bootstrap.servers";
    for (auto& source : merged.sources)
      if (core::plan::is_topic(source.connector)) source.options[option] = all_.file.brokers;
    for (auto& sink : merged.sinks)
      if (core::plan::is_topic(sink.connector)) sink.options[option] = all_.file.brokers;
    return std::make_shared<const core::plan::pipeline_plan>(std::move(merged));
  }

  stage_files all_;
  stage_choice chosen_;
  run_settings settings_;
  run_control queries_{};
  std::atomic<bool> is_stopping_{false};
  std::vector<std::unique_ptr<feed>> feeds_{};
  std::unique_ptr<kafka_normalizer> normalizer_{};
};

} // namespace

int run_over_kafka(stage_files all, const stage_choice& chosen, const run_settings& settings) {
  return kafka_run(std::move(all), chosen, settings).run();
}

} // namespace weir
