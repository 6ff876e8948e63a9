#include "daemon/stages/feeds.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/contract/json_parser.hpp"
#include "daemon/ingest/ingest_job.hpp"
#include "daemon/stages/record_publisher.hpp"
#include "daemon/tell.hpp"
#include "io/format/lines.hpp"
#include "io/source/readers.hpp"

namespace weir {

namespace {

class polled_feed final : public feed {
public:
  polled_feed(std::string source, std::unique_ptr<ingest_job> job)
      : name_("ingest " + std::move(source)), job_(std::move(job)) {}

  [[nodiscard]] const std::string& name() const override { return name_; }
  core::result<void> run(std::shared_ptr<io::record_writer> to, const std::string& topic) override {
    const auto publisher = publish_records(to, topic);
    WEIR_CHECK(job_->run(*publisher));
    return to->flush();
  }
  void stop() override { job_->stop(); }
  [[nodiscard]] std::string summary() const override { return job_->summary(); }

private:
  std::string name_;
  std::unique_ptr<ingest_job> job_;
};

class recorded_feed final : public feed {
public:
  recorded_feed(const std::string& path, std::unique_ptr<io::chunk_reader> reader)
      : name_("ingest " + std::filesystem::path(path).filename().string()), reader_(std::move(reader)) {}

  [[nodiscard]] const std::string& name() const override { return name_; }
  core::result<void> run(std::shared_ptr<io::record_writer> to, const std::string& topic) override {
    while (true) {
      WEIR_TRY(chunk, reader_->next());
      if (!chunk) return to->flush();
      core::result<void> done;
      io::for_each_line(*chunk, [&](const io::record_place& place) {
        if (!done || place.text.empty()) return;
        io::outgoing_record record;
        record.value = place.text;
        done = to->produce(topic, record);
        ++events_;
      });
      WEIR_CHECK(std::move(done));
    }
  }
  void stop() override { reader_->stop(); }
  [[nodiscard]] std::string summary() const override { return fmt::format("{} recorded events", events_); }

private:
  std::string name_;
  std::unique_ptr<io::chunk_reader> reader_;
  std::uint64_t events_ = 0;
};

std::expected<std::unique_ptr<feed>, std::string> open_recorded(const std::string& path) {
  io::reader_options options;
  options.line_bytes_max = core::contract::json_bytes_max;
  auto reader = io::open_file(path, options);
  if (!reader) return std::unexpected(fmt::format("weir: {}\n", core::to_string(reader.error())));
  return std::make_unique<recorded_feed>(path, std::move(*reader));
}

std::expected<std::unique_ptr<feed>, std::string> open_polled(const config::stages_file& file,
                                                              const config::ingest_step& step, std::size_t number) {
  ingest_arguments wanted;
  wanted.source = step.source;
  wanted.contracts = file.contracts;
  wanted.endpoint = step.endpoint;
  for (const auto& [name, value] : step.parameters) wanted.parameters.push_back(name + "=" + value);
  wanted.poll_interval_s = step.poll_interval_ms / 1000;
  wanted.once = step.once;
  wanted.base_url = step.base_url;
  if (!file.state.empty()) wanted.state_file = fmt::format("{}/{}-{}.ids", file.state, step.source, number);
  auto job = ingest_job::prepare(std::move(wanted), [source = step.source](const std::string& sentence) {
    tell("weir ingest {}: {}\n", source, sentence);
  });
  if (!job) return std::unexpected(job.error());
  return std::make_unique<polled_feed>(step.source, std::move(*job));
}

} // namespace

std::expected<std::vector<std::unique_ptr<feed>>, std::string> prepare_feeds(const config::stages_file& file) {
  std::vector<std::unique_ptr<feed>> made;
  for (const auto& step : file.ingest) {
    auto one = step.file.empty() ? open_polled(file, step, made.size() + 1) : open_recorded(step.file);
    if (!one) return std::unexpected(one.error());
    made.push_back(std::move(*one));
  }
  return made;
}

} // namespace weir
