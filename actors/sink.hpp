#pragma once
// A sink actor: writes what it gets to one place and says so to the sender. Rows come encoded where the place takes
// bytes.

#include <memory>

#include "actors/protocol.hpp"
#include "io/sink/byte_sink.hpp"
#include "io/sink/memory_table.hpp"
#include "io/sink/row_sink.hpp"

namespace actors {

struct sink_args {
  std::uint32_t number = 0;
  std::string label{};
  std::unique_ptr<io::byte_sink> bytes{};    ///< Or:
  std::unique_ptr<io::row_sink> rows{};      ///< Or:
  std::shared_ptr<io::memory_table> table{}; ///< Neither: a blackhole, which only counts.
  coordinator_actor coordinator{};
};

struct sink_state {
  static inline const char* name = "sink";
  explicit sink_state(sink_actor::pointer self) : self_(self) {}
  void start(sink_args args) { args_ = std::move(args); }
  [[nodiscard]] sink_actor::behavior_type behavior();

private:
  void write(const sink_rows& message);
  void flush(std::uint64_t epoch);
  void close(bool commit);
  void fail(core::error fault);

  sink_actor::pointer self_;
  sink_args args_{};
  std::uint64_t messages_ = 0;
  std::uint64_t rows_ = 0;
  bool failed_ = false;
  bool closed_ = false;
};

sink_actor::behavior_type sink(sink_actor::stateful_pointer<sink_state> self, std::shared_ptr<sink_args> args);

} // namespace actors
