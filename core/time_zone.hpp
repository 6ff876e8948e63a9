#pragma once
// Offsets of IANA zones, fast enough to be asked per row: transitions are looked up once and kept sorted. Found zones
// live for ever and may be used by any thread.

#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace core {

class time_zone {
public:
  /// IANA names (`Europe/Berlin`), `UTC`, `Z`, and fixed offsets as Java writes them (`GMT+08:00`, `+08:00`, `UTC+8`).
  [[nodiscard]] static result<const time_zone*> find(std::string_view name);
  [[nodiscard]] static const time_zone& utc();

  virtual ~time_zone() = default;
  [[nodiscard]] virtual bool is_utc() const noexcept = 0;
  [[nodiscard]] virtual const std::string& name() const noexcept = 0;
  /// Wall clock of that moment.
  [[nodiscard]] virtual std::int64_t to_local(std::int64_t utc_ms) const = 0;
  /// The moment of a wall clock, as java.time resolves it: in a gap the clock is moved forward by the gap's length;
  /// where the clock shows a time twice, the earlier moment.
  [[nodiscard]] virtual std::int64_t to_utc(std::int64_t local_ms) const = 0;
  /// The last moment that shows this wall clock (the later of two); used to fire windows. In a gap the moment of the
  /// change, as Flink has it: no row can come for a window that would end there.
  [[nodiscard]] virtual std::int64_t to_utc_latest(std::int64_t local_ms) const = 0;
};

} // namespace core
