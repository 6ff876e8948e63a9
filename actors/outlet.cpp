#include "actors/outlet.hpp"

namespace actors {

prepared_outlet prepare(const outlet& to, const core::plan::table_rows& rows, std::int64_t now_ms) {
  prepared_outlet prepared;
  if (to.keyed != nullptr) {
    const core::plan::route_options options{static_cast<std::uint32_t>(to.shards.size()), to.input, now_ms};
    prepared.routed = core::plan::route(*to.keyed, rows, options);
    prepared.filtered = prepared.routed.filtered;
    prepared.faults = std::move(prepared.routed.faults);
    return prepared;
  }
  auto ran = core::plan::run(to.plain->program, rows.rows, now_ms);
  prepared.rows = std::move(ran.rows);
  prepared.origin = std::move(ran.origin);
  prepared.filtered = ran.filtered;
  prepared.faults = std::move(ran.faults);
  if (to.encoder && prepared.rows->rows > 0) {
    auto text = std::make_shared<std::string>();
    to.encoder->encode(*prepared.rows, *text);
    prepared.text = std::move(text);
  }
  return prepared;
}

} // namespace actors
