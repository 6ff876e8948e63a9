#include "daemon/cases/restarted_operator.hpp"

namespace weir {

namespace {

using core::window::keyed_operator;
using core::window::operator_output;

std::string saved(const keyed_operator& from) {
  core::snapshot::state_writer to;
  from.save(to);
  return to.take();
}

class restarted_operator final : public keyed_operator {
public:
  restarted_operator(const core::plan::stage_plan& stage, std::unique_ptr<keyed_operator> made)
      : stage_(stage), now_(std::move(made)) {}

  void add(const core::window::keyed_rows& rows, operator_output& out) override {
    restart();
    now_->add(rows, out);
  }
  void advance(core::event_time_ms watermark, operator_output& out) override {
    restart();
    now_->advance(watermark, out);
  }
  void flush(operator_output& out) override {
    restart();
    now_->flush(out);
  }
  void save(core::snapshot::state_writer& to) const override { now_->save(to); }
  void restore(std::span<core::snapshot::state_reader> from, const core::snapshot::key_share& share) override {
    now_->restore(from, share);
  }
  void set_clock(std::int64_t now_ms) override {
    now_ms_ = now_ms;
    now_->set_clock(now_ms);
  }
  [[nodiscard]] core::event_time_ms watermark_behind(core::event_time_ms watermark) const override {
    return now_->watermark_behind(watermark);
  }
  [[nodiscard]] core::schema_ptr layout() const override { return now_->layout(); }
  [[nodiscard]] std::vector<core::window::open_window> open_windows(std::size_t limit) const override {
    return now_->open_windows(limit);
  }
  [[nodiscard]] std::uint64_t open_window_count() const override { return now_->open_window_count(); }
  [[nodiscard]] std::uint64_t held_groups() const override { return now_->held_groups(); }
  [[nodiscard]] std::uint64_t state_bytes() const override { return now_->state_bytes(); }
  [[nodiscard]] std::uint64_t rows_added() const override { return now_->rows_added(); }

private:
  void restart() {
    const auto whole = saved(*now_);
    const auto halves = std::vector{saved(*taken_up({whole}, 0, 2)), saved(*taken_up({whole}, 1, 2))};
    const auto groups = now_->held_groups();
    now_ = taken_up(halves, 0, 1);
    WEIR_ENSURE(now_->held_groups() == groups, "nothing is lost or taken twice on the way");
    now_->set_clock(now_ms_);
  }

  [[nodiscard]] std::unique_ptr<keyed_operator> taken_up(const std::vector<std::string>& from, std::uint32_t shard,
                                                         std::uint32_t shards) const {
    auto made = core::plan::make_operator(stage_, from, shard, shards);
    WEIR_ENSURE(made.has_value(), "what an operator has saved fits it");
    return std::move(*made);
  }

  const core::plan::stage_plan& stage_;
  std::unique_ptr<keyed_operator> now_;
  std::int64_t now_ms_ = 0;
};

} // namespace

core::result<std::unique_ptr<keyed_operator>> make_restarted(const core::plan::stage_plan& stage) {
  auto made = core::plan::make_operator(stage.operation);
  if (!made) return made;
  return std::make_unique<restarted_operator>(stage, std::move(*made));
}

} // namespace weir
