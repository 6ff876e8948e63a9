#include "actors/status_collector.hpp"

#include <algorithm>

namespace actors {

namespace {

struct collection {
  engine_status status{};
  std::size_t missing = 0;
  std::function<void(engine_status)> respond{};

  void one_less() {
    if (--missing > 0) return;
    const auto place = [](const shard_status& shard) { return std::pair(shard.stage, shard.shard); };
    std::ranges::sort(status.shards, {}, place);
    std::ranges::sort(status.sources, {}, [](const source_status& one) { return std::pair(one.name, one.partition); });
    std::ranges::sort(status.sinks, {}, &sink_status::name);
    respond(std::move(status));
  }
};

template <class Status, class Actor>
void ask(coordinator_actor::pointer self, const std::vector<Actor>& actors, const status_query& query,
         const std::shared_ptr<collection>& into, std::vector<Status> engine_status::*list) {
  for (const auto& actor : actors)
    self->request(actor, caf::infinite, query)
        .then(
            [into, list](const Status& answer) {
              (into->status.*list).push_back(answer);
              into->one_less();
            },
            [into](const caf::error&) { into->one_less(); });
}

} // namespace

void collect_status(coordinator_actor::pointer self, const crew& all, const status_query& query,
                    std::function<void(engine_status)> respond) {
  auto into = std::make_shared<collection>();
  into->missing = all.sources.size() + all.shards.size() + all.sinks.size() + 1;
  into->respond = std::move(respond);
  ask(self, all.sources, query, into, &engine_status::sources);
  ask(self, all.shards, query, into, &engine_status::shards);
  ask(self, all.sinks, query, into, &engine_status::sinks);
  into->one_less(); // The one that kept it open while asking.
}

} // namespace actors
