// POST /ingest, POST /tables/{name}, POST /flush: rows in, closed windows out.

#include <fmt/format.h>

#include "actors/closed_windows.hpp"
#include "core/error.hpp"
#include "daemon/api/context.hpp"
#include "daemon/api/rows_json.hpp"
#include "io/http/problem.hpp"

namespace weir {

namespace {

constexpr std::size_t rejected_listed_max = 1000; ///< An answer names so many; `rejected_in_all` has the rest.

std::optional<io::body_form> form_of(const io::http_request& request) {
  const auto* sent = io::find_value(request.headers, "content-type");
  if (sent == nullptr) return io::body_form::json;
  const auto type = sent->substr(0, sent->find(';'));
  if (type.starts_with("application/json")) return io::body_form::json;
  // What curl -d says when it is told nothing: the body decides.
  if (type.starts_with("application/x-www-form-urlencoded"))
    return request.body.find("}\n{") == std::string::npos ? io::body_form::json : io::body_form::ndjson;
  for (const auto* lines :
       {"application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines"})
    if (type.starts_with(lines)) return io::body_form::ndjson;
  return std::nullopt;
}

io::http_response wrong_type(const io::http_request& request) {
  const auto* sent = io::find_value(request.headers, "content-type");
  io::problem what;
  what.status = 415;
  what.detail = fmt::format("content type {} is not taken", *sent);
  what.hint =
      "send application/json (an object, an array or {\"events\": […]}) or application/x-ndjson (one object a line)";
  what.headers = {{"Accept-Post", "application/json, application/x-ndjson"}};
  return io::problem_response(what);
}

void append_rejected(std::string& out, const std::vector<actors::rejected_item>& rejected) {
  out += '[';
  for (std::size_t i = 0; i < std::min(rejected.size(), rejected_listed_max); ++i) {
    if (i > 0) out += ',';
    out += fmt::format(R"({{"index":{},"reason":)", rejected[i].index);
    append_quoted(out, rejected[i].reason);
    out += '}';
  }
  out += ']';
}

/// A body that cannot be read as a whole is 400; one that can, but has no usable row, is 422.
io::http_response refusal(const actors::ingest_outcome& outcome) {
  io::problem what;
  what.status = outcome.unavailable ? 503 : (outcome.refused->code == core::errc::bad_value ? 422 : 400);
  if (outcome.refused->code == core::errc::limit) what.status = 413;
  what.detail = core::to_string(*outcome.refused);
  what.hint = outcome.unavailable ? "send it again later" : "nothing of the body was taken";
  if (outcome.unavailable) what.headers = {{"Retry-After", "1"}};
  if (!outcome.rejected.empty()) {
    std::string rejected;
    append_rejected(rejected, outcome.rejected);
    what.members = {{"rejected", std::move(rejected)}};
    if (outcome.rejected.size() > rejected_listed_max)
      what.members.emplace_back("rejected_in_all", fmt::format("{}", outcome.rejected.size()));
  }
  return io::problem_response(what);
}

const core::plan::format_options& answer_format(const api_context& api) {
  static const core::plan::format_options plain;
  return api.answer_sink ? api.plan->sinks[*api.answer_sink].format : plain;
}

io::http_response answer_of(const api_context& api, const actors::ingest_outcome& outcome) {
  if (outcome.refused) return refusal(outcome);
  std::string body = fmt::format(R"({{"accepted":{},"rejected":)", outcome.accepted);
  append_rejected(body, outcome.rejected);
  if (outcome.rejected.size() > rejected_listed_max)
    body += fmt::format(R"(,"rejected_in_all":{})", outcome.rejected.size());
  body += fmt::format(R"(,"late":{})", outcome.late);
  if (api.tells_closed) { // An empty list would say that nothing has closed.
    body += R"(,"closed":)";
    append_rows(body, outcome.closed, answer_format(api));
  }
  body += "}\n";
  return io::json_response(200, std::move(body));
}

void ingest(const api_ptr& api, std::size_t table, io::http_request& request, const io::respond& answer) {
  const auto form = form_of(request);
  if (!form) return answer(wrong_type(request));
  actors::ingest_request ingest;
  ingest.form = *form;
  ingest.body = std::make_shared<std::string>(std::move(request.body));
  ingest.respond = [api, answer](const actors::ingest_outcome& outcome) { answer(answer_of(*api, outcome)); };
  if (api->draining) {
    actors::ingest_outcome outcome;
    outcome.unavailable = true;
    outcome.refused = core::error{core::errc::shutdown, "the engine is stopping"};
    return ingest.respond(std::move(outcome));
  }
  api->engine->ingest(table, std::move(ingest));
}

void ingest_only_table(const api_ptr& api, io::http_request& request, const io::respond& answer) {
  if (api->tables.size() == 1) return ingest(api, api->tables.begin()->second, request, answer);
  io::problem what;
  what.status = 404;
  what.detail = api->tables.empty() ? "this pipeline has no HTTP table" : "this pipeline has several HTTP tables";
  for (const auto& [name, source] : api->tables)
    what.hint += fmt::format("{}POST /tables/{}", what.hint.empty() ? "" : ", ", name);
  answer(io::problem_response(what));
}

void ingest_named_table(const api_ptr& api, io::http_request& request, const io::respond& answer) {
  const auto& name = *io::find_value(request.parameters, "name");
  if (const auto found = api->tables.find(name); found != api->tables.end())
    return ingest(api, found->second, request, answer);
  io::problem what;
  what.status = 404;
  what.detail = fmt::format("no HTTP table has the name {}", name);
  for (const auto& [known, source] : api->tables)
    what.hint += fmt::format("{}{}", what.hint.empty() ? "there is: " : ", ", known);
  answer(io::problem_response(what));
}

void read_memory_table(const api_ptr& api, const io::http_request& request, const io::respond& answer) {
  const auto& name = *io::find_value(request.parameters, "name");
  const auto found = api->memory.find(name);
  if (found == api->memory.end())
    return answer(io::problem_response(404, fmt::format("no memory sink has the name {}", name)));
  std::string body = "{\"rows\":";
  append_rows(body, found->second->snapshot(), {});
  body += fmt::format(",\"rows_in_all\":{}}}\n", found->second->rows_in_all());
  answer(io::json_response(200, std::move(body)));
}

io::http_response stopping() {
  io::problem what;
  what.status = 503;
  what.detail = "the engine is stopping";
  what.headers = {{"Retry-After", "1"}};
  return io::problem_response(what);
}

/// Answers a flush that the engine drops because it ends.
class flush_answer {
public:
  explicit flush_answer(io::respond answer) : answer_(std::move(answer)) {}
  ~flush_answer() {
    if (answer_) answer_(stopping());
  }
  flush_answer(const flush_answer&) = delete;
  flush_answer& operator=(const flush_answer&) = delete;
  void give(io::http_response response) { std::exchange(answer_, nullptr)(std::move(response)); }

private:
  io::respond answer_;
};

/// Flushes the stages of every HTTP table, one after the other.
void flush_from(const api_ptr& api, std::map<std::string, std::size_t>::const_iterator table,
                const std::shared_ptr<std::vector<core::batch_ptr>>& rows,
                const std::shared_ptr<flush_answer>& answer) {
  if (table == api->tables.end()) {
    if (!api->tells_closed) return answer->give(io::json_response(200, "{}\n"));
    std::string body = "{\"closed\":";
    auto merged = actors::merge_in_order(*rows, api->answer_end_column);
    append_rows(body, merged ? std::vector{merged} : std::vector<core::batch_ptr>{}, answer_format(*api));
    body += "}\n";
    return answer->give(io::json_response(200, std::move(body)));
  }
  actors::flush_request flush;
  flush.respond = [api, table, rows, answer](const std::vector<core::batch_ptr>& closed) {
    rows->insert(rows->end(), closed.begin(), closed.end());
    flush_from(api, std::next(table), rows, answer);
  };
  api->engine->flush(table->second, std::move(flush));
}

} // namespace

void add_ingest_routes(io::router& routes, const api_ptr& api) {
  routes.add("POST", "/ingest",
             [api](io::http_request&& request, const io::respond& answer) { ingest_only_table(api, request, answer); });
  routes.add("POST", "/tables/{name}", [api](io::http_request&& request, const io::respond& answer) {
    ingest_named_table(api, request, answer);
  });
  routes.add("GET", "/tables/{name}",
             [api](io::http_request&& request, const io::respond& answer) { read_memory_table(api, request, answer); });
  routes.add("POST", "/flush", [api](io::http_request&&, const io::respond& answer) {
    if (api->draining) return answer(stopping());
    flush_from(api, api->tables.begin(), std::make_shared<std::vector<core::batch_ptr>>(),
               std::make_shared<flush_answer>(answer));
  });
}

} // namespace weir
