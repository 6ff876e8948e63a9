#pragma once
// The source actor of an HTTP table: bodies come as messages, are joined while others are on their way, and are
// answered when every shard has worked off the rows and the sinks have taken what they closed.

#include <deque>

#include "actors/ingest_group.hpp"
#include "actors/source_flow.hpp"

namespace actors {

struct http_source_args {
  source_flow_args flow{};
  preparer_args prepare{};
  std::optional<answer_layout> answer{};
  std::size_t groups_in_flight_max = 4;    ///< Groups of bodies sent and not yet answered.
  std::size_t group_bytes_max = 1UL << 20; ///< A group takes bodies until it has this many bytes.
  std::size_t group_requests_max = 4096;
};

struct http_source_state {
  static inline const char* name = "http source";
  explicit http_source_state(source_actor::pointer self) : self_(self) {}
  void start(http_source_args args);
  [[nodiscard]] source_actor::behavior_type behavior();

private:
  struct open_group {
    explicit open_group(ingest_group made) : group(std::move(made)) {}
    ingest_group group;
    std::size_t tickets = 0; ///< Not yet delivered.
  };
  struct ticket_place {
    std::uint64_t group = 0;
    std::size_t batch = 0;
  };
  struct open_flush {
    std::function<void(std::vector<core::batch_ptr>)> respond{};
    std::vector<core::batch_ptr> rows{};
  };

  void take(const ingest_request& request);
  void take_flush(const flush_request& request);
  void go_on();
  void pump();
  void send_group();
  [[nodiscard]] std::vector<ingest_request> next_requests();
  void dispatch_pieces(std::uint64_t id, open_group& open);
  void answered(const delivered& answer);
  [[nodiscard]] std::size_t outlet_of(const caf::strong_actor_ptr& sender) const;
  void look_whether_idle();
  void tick();
  void end_when_quiet();

  source_actor::pointer self_;
  std::optional<source_flow> flow_{};
  std::optional<preparer> preparer_{};
  http_source_args args_{};
  std::deque<ingest_request> waiting_{};
  std::map<std::uint64_t, open_group> groups_{};
  std::unordered_map<std::uint64_t, ticket_place> places_{};
  std::unordered_map<std::uint64_t, open_flush> flushes_{};
  std::vector<flush_request> held_flushes_{}; ///< Until the commit under way is done.
  std::uint64_t next_group_ = 0;
  std::uint64_t activity_ = 0;
  std::uint64_t activity_seen_ = 0;
  std::optional<bool> draining_{}; ///< Whether windows are to be closed.
};

source_actor::behavior_type http_source(source_actor::stateful_pointer<http_source_state> self,
                                        std::shared_ptr<http_source_args> args);

} // namespace actors
