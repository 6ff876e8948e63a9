#include "io/opensearch/delivery.hpp"

#include <cctype>
#include <iterator>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "io/opensearch/bulk_answer.hpp"

namespace io::opensearch {

namespace {

using core::errc;

constexpr long bad_request = 400;
constexpr long not_authenticated = 401;
constexpr long not_allowed = 403;
constexpr long too_large = 413;
constexpr long too_many = 429;

bool may_work_later(long status) { return status == too_many || status >= 500; }

/// Nothing in this answer is about single documents.
core::error fault_of(const std::string& host, const http_reply& reply) {
  std::string hint;
  if (reply.status == not_authenticated) hint = "check the options 'username' and 'password'";
  if (reply.status == not_allowed) hint = "the user needs more rights, or 'index-template' = 'false'";
  return {errc::io_failed, fmt::format("{} answered {}: {}", host, reply.status, reason_in(reply.body)), {}, hint};
}

std::string place_in_path(std::string_view name) {
  std::string made;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x80 && std::isalnum(byte) != 0) || c == '-' || c == '_' || c == '.')
      made += c;
    else
      made += fmt::format("%{:02X}", byte);
  }
  return made;
}

} // namespace

/// An answer that is not about waiting.
core::result<http_reply> delivery::ask(const http_ask& what) {
  while (true) {
    auto reply = client_.send(what);
    if (reply && !may_work_later(reply->status)) return reply;
    if (!reply && reply.error().code != errc::io_failed) return reply;
    const auto why = reply ? fault_of(client_.host(), *reply) : reply.error();
    client_.use_next_host();
    WEIR_CHECK(patience_.again(why));
  }
}

core::result<void> delivery::put_template(const template_request& wanted) {
  WEIR_TRY(reply, ask({.method = "PUT",
                       .path = "/_index_template/" + place_in_path(wanted.name),
                       .content_type = "application/json",
                       .body = wanted.body}));
  if (reply.status >= 300) {
    auto fault = fault_of(client_.host(), reply);
    fault.message = fmt::format("the index template {} cannot be made: {}", wanted.name, fault.message);
    return std::unexpected(std::move(fault));
  }
  patience_.succeeded();
  return {};
}

core::result<void> delivery::deliver(std::vector<bulk_item> items) {
  while (!items.empty()) {
    const auto body = bulk_body(items);
    WEIR_TRY(reply, ask({.method = "POST",
                         .path = fmt::format("/_bulk?{}", bulk_answer_filter),
                         .content_type = "application/x-ndjson",
                         .body = body}));
    ++counts_.requests;
    if (reply.status == bad_request || reply.status == too_large) return take_apart(std::move(items), reply);
    if (reply.status >= 300) return std::unexpected(fault_of(client_.host(), reply));
    WEIR_TRY(left, take_answer(std::move(items), reply.body));
    items = std::move(left);
  }
  return {};
}

/// Those to be sent again, behind a wait.
core::result<std::vector<bulk_item>> delivery::take_answer(std::vector<bulk_item> items, const std::string& body) {
  WEIR_TRY(answers, read_bulk_answer(body, items.size()));
  std::vector<bulk_item> left;
  std::string why;
  for (std::size_t i = 0; i < items.size(); ++i) {
    switch (answers[i].outcome) {
    case item_outcome::accepted: ++counts_.accepted; break;
    case item_outcome::refused: WEIR_CHECK(refuse(items[i], answers[i].reason)); break;
    case item_outcome::later:
      if (left.empty()) why = fmt::format("{}: status {}: {}", items[i].index, answers[i].status, answers[i].reason);
      left.push_back(std::move(items[i]));
    }
  }
  if (left.empty()) {
    patience_.succeeded();
    return left;
  }
  counts_.retried += left.size();
  if (left.size() < items.size()) patience_.progressed();
  WEIR_CHECK(patience_.again({errc::io_failed, fmt::format("{} took {} of {} documents: {}", client_.host(),
                                                           items.size() - left.size(), items.size(), why)}));
  return left;
}

/// One bad document can have a whole request refused: the halves are sent on their own.
core::result<void> delivery::take_apart(std::vector<bulk_item> items, const http_reply& reply) {
  if (items.size() == 1) {
    return refuse(items.front(), fmt::format("status {}: {}", reply.status, reason_in(reply.body)));
  }
  const auto middle = items.begin() + static_cast<std::ptrdiff_t>(items.size() / 2);
  std::vector<bulk_item> second(std::make_move_iterator(middle), std::make_move_iterator(items.end()));
  items.erase(middle, items.end());
  WEIR_CHECK(deliver(std::move(items)));
  return deliver(std::move(second));
}

core::result<void> delivery::refuse(const bulk_item& item, const std::string& reason) {
  ++counts_.refused;
  return refuse_(item, reason);
}

} // namespace io::opensearch
