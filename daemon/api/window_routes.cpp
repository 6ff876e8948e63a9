// GET /windows, /windows/open, /windows/why: what has closed, what is open, and what holds it open.

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/data/key_codec.hpp"
#include "daemon/api/context.hpp"
#include "daemon/api/open_windows.hpp"
#include "daemon/api/rows_json.hpp"
#include "io/http/problem.hpp"

namespace weir {

namespace {

constexpr std::size_t limit_default = 100;
constexpr std::size_t limit_max = 10'000;

struct window_query {
  std::size_t limit = limit_default;
  std::optional<std::string> key{};
  std::optional<std::int64_t> from_ms{};
  std::optional<std::int64_t> to_ms{};
};

core::result<std::int64_t> seconds_to_ms(const std::string& name, const std::string& text) {
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size() || !(std::abs(value) < 1e15))
    return core::fail(core::errc::bad_value, fmt::format("{} must be seconds since 1970: {}", name, text));
  return static_cast<std::int64_t>(std::floor(value * 1000.0));
}

core::result<window_query> read_query(const io::http_request& request) {
  window_query query;
  for (const auto& [name, value] : request.query) {
    if (name == "key") {
      query.key = value;
    } else if (name == "from" || name == "start" || name == "to") {
      auto ms = seconds_to_ms(name, value);
      if (!ms) return std::unexpected(ms.error());
      (name == "to" ? query.to_ms : query.from_ms) = *ms;
    } else if (name == "limit") {
      const auto [end, fault] = std::from_chars(value.data(), value.data() + value.size(), query.limit);
      if (fault != std::errc{} || end != value.data() + value.size() || query.limit == 0 || query.limit > limit_max)
        return core::fail(core::errc::bad_value, fmt::format("limit must be 1 to {}: {}", limit_max, value));
    } else {
      return core::fail(core::errc::unknown_name, fmt::format("unknown parameter: {}", name), {},
                        "known are limit, key, from, to and start");
    }
  }
  return query;
}

bool fits(const api_context& api, const window_query& query, const core::batch& rows, std::uint32_t row) {
  const auto start = rows.columns[api.answer_start_column]->ints[row];
  const auto end = rows.columns[api.answer_end_column]->ints[row];
  if (query.from_ms && start < *query.from_ms) return false;
  if (query.to_ms && end > *query.to_ms) return false;
  return !query.key || key_matches(*rows.columns[0], row, *query.key);
}

void list_closed(const api_ptr& api, const io::http_request& request, const io::respond& answer) {
  const auto query = read_query(request);
  if (!query) return answer(io::problem_response(422, core::to_string(query.error())));
  if (!api->answer_sink)
    return answer(io::problem_response(404, "this pipeline keeps no closed windows: give it a memory sink"));
  const auto& sink = api->plan->sinks[*api->answer_sink];
  const auto& table = *api->memory.at(sink.name);
  const auto batches = table.snapshot();
  std::vector<core::batch_ptr> found; // Newest first while looking, oldest first in the answer.
  auto left = query->limit;
  for (auto batch = batches.rbegin(); batch != batches.rend() && left > 0; ++batch) {
    std::vector<std::uint32_t> picked;
    for (auto row = (*batch)->rows; row-- > 0 && left > 0;)
      if (fits(*api, *query, **batch, row)) {
        picked.push_back(row);
        --left;
      }
    std::ranges::reverse(picked);
    if (!picked.empty()) found.push_back(core::gather(**batch, picked));
  }
  std::ranges::reverse(found);
  std::string body = "{\"windows\":";
  append_rows(body, found, sink.format);
  body += fmt::format(",\"closed_in_all\":{},\"no_longer_kept\":{}}}\n", table.rows_in_all(), table.rows_dropped());
  answer(io::json_response(200, std::move(body)));
}

void list_open(const api_ptr& api, const io::http_request& request, const io::respond& answer) {
  const auto query = read_query(request);
  if (!query) return answer(io::problem_response(422, core::to_string(query.error())));
  const auto limit = query->key || query->from_ms ? limit_max : query->limit;
  api->engine->ask({{limit}, [api, query = *query, answer](const actors::engine_status& status) {
                      auto found = open_windows_of(*api->plan, status);
                      std::erase_if(found, [&](const open_window_view& window) {
                        return (query.key && !window.has_key(*query.key)) ||
                               (query.from_ms && window.start_ms < *query.from_ms) ||
                               (query.to_ms && window.end_ms > *query.to_ms);
                      });
                      if (found.size() > query.limit) found.resize(query.limit);
                      nlohmann::ordered_json body;
                      body["open"] = nlohmann::ordered_json::array();
                      for (const auto& window : found) body["open"].push_back(to_json(window));
                      std::uint64_t in_all = 0;
                      for (const auto& shard : status.shards) in_all += shard.open_windows;
                      body["open_in_all"] = in_all;
                      answer(io::json_response(200, body.dump() + "\n"));
                    }});
}

void tell_why(const api_ptr& api, const io::http_request& request, const io::respond& answer) {
  const auto query = read_query(request);
  if (!query) return answer(io::problem_response(422, core::to_string(query.error())));
  if (!query->key && !query->from_ms)
    return answer(io::problem_response(422, "name the window: ?key=…&start=… (seconds since 1970)"));
  api->engine->ask({{limit_max}, [api, query = *query, answer](const actors::engine_status& status) {
                      for (const auto& window : open_windows_of(*api->plan, status)) {
                        if (query.key && !window.has_key(*query.key)) continue;
                        if (query.from_ms && window.start_ms != *query.from_ms) continue;
                        return answer(io::json_response(200, why_json(window, status).dump() + "\n"));
                      }
                      answer(io::problem_response(404, "no such window is open: it has closed, or had no row yet"));
                    }});
}

} // namespace

void add_window_routes(io::router& routes, const api_ptr& api) {
  routes.add("GET", "/windows",
             [api](io::http_request&& request, const io::respond& answer) { list_closed(api, request, answer); });
  routes.add("GET", "/windows/open",
             [api](io::http_request&& request, const io::respond& answer) { list_open(api, request, answer); });
  routes.add("GET", "/windows/why",
             [api](io::http_request&& request, const io::respond& answer) { tell_why(api, request, answer); });
}

} // namespace weir
