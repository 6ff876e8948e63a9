#include "daemon/run_state.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/attempt.hpp"

namespace weir {

using core::snapshot::checkpoint;
using io::kafka::partition_range;

core::result<void> run_state::take_up(std::vector<partition_range>& ranges) {
  // Several tables commit one after the other, the first one last: what it names is the oldest, and the others can
  // go back to it.
  for (const auto& range : ranges)
    if (!found_ && range.resumed && range.resumed->checkpoint > 0 &&
        (number_ == 0 || range.resumed->checkpoint < number_))
      number_ = range.resumed->checkpoint;
  if (number_ == 0) {
    const auto stands = std::ranges::find_if(ranges, [](const auto& one) { return one.resumed.has_value(); });
    if (stands == ranges.end() || settings_.can_replay) return {};
    return core::fail(core::errc::bad_value, "the earlier run has committed no state to go on from", {},
                      "start without it: --fresh");
  }
  if (!found_) WEIR_CHECK(load(number_));
  if (!found_) return {};
  for (auto& range : ranges) {
    const auto at = std::ranges::find_if(found_->positions, [&](const auto& one) {
      return one.topic == range.which.topic && one.partition == range.which.partition;
    });
    if (at == found_->positions.end()) continue;
    range.begin = at->offset;
    range.resumed =
        io::kafka::resume_point{settings_.plan, at->offset, at->offset, at->watermark, found_->fired, number_};
  }
  return {};
}

core::result<void> run_state::load(std::uint64_t number) {
  const auto path = store_.path_of(number);
  const auto refuse = [&](const std::string& why) -> core::result<void> {
    if (settings_.can_replay) {
      settings_.notice(io::kafka::notice_level::warning,
                       fmt::format("the state of the earlier run cannot be used ({}): {}; the rows of its open windows "
                                   "are read again",
                                   path, why));
      return {};
    }
    return core::fail(core::errc::io_failed,
                      fmt::format("the state of the earlier run cannot be used: {}: {}", path, why), {},
                      "bring the file there, or start without it: --fresh");
  };
  const auto bytes = store_.read(number);
  if (!bytes) return refuse(bytes.error().message);
  auto read = core::snapshot::read_checkpoint(*bytes);
  if (!read) return refuse(read.error().message);
  if (read->plan != settings_.plan) return refuse("it is of another query");
  found_ = std::make_shared<const checkpoint>(std::move(*read));
  return {};
}

std::uint64_t run_state::save(const actors::epoch_commit& what, std::vector<core::snapshot::read_position> positions) {
  const checkpoint made{settings_.plan, std::move(positions), what.fired, what.stages};
  if (const auto written = store_.write(number_ + 1, core::snapshot::to_bytes(made)); !written) {
    if (!std::exchange(is_failing_, true))
      settings_.notice(
          io::kafka::notice_level::warning,
          fmt::format("the state cannot be saved: {}; {}", written.error().message,
                      settings_.can_replay ? "commits go on without it" : "nothing is committed until it can"));
    return 0;
  }
  if (std::exchange(is_failing_, false)) settings_.notice(io::kafka::notice_level::info, "the state is saved again");
  return ++number_;
}

} // namespace weir
