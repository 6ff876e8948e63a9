#include "io/poller/poller.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/contract/raw_event.hpp"
#include "io/client/url.hpp"
#include "io/poller/answer_headers.hpp"

namespace io {

using core::errc;

poller::poller(poller_settings settings, poller_parts parts)
    : settings_(std::move(settings)), parts_(std::move(parts)), policy_(settings_.policy),
      reader_(settings_.id_field, settings_.type_field), said_interval_ms_(settings_.policy.poll_interval_ms) {}

core::result<poll_step> poller::step() {
  if (!round_) begin_round();
  auto answer = ask();
  if (!answer && answer.error().code != errc::io_failed && answer.error().code != errc::limit)
    return std::unexpected(answer.error());
  std::vector<std::string_view> items;
  if (answer && answer->status == 200) { // Before the policy judges it: a page that cannot be read is as good as none.
    if (auto found = split_items(answer->body, settings_.items))
      items = std::move(*found);
    else
      answer = core::fail(errc::io_failed, fmt::format("GET {}: {}", shown_url(answer->url), found.error().message));
  }
  const auto now = parts_.now_ms();
  if (pages_ == 0) first_answer_ms_ = now;
  const auto judged = answer ? policy_.judge(*answer, now) : policy_.judge(answer.error());
  say_interval();
  if (judged.kind != answer_kind::page && judged.kind != answer_kind::unchanged) return without_page(judged);
  if (!judged.reason.empty()) parts_.say(judged.reason);
  if (judged.kind == answer_kind::page) return take_page(*answer, items, judged.wait_ms);
  ++counts_.unchanged;
  return end_round(round_end::complete, judged.wait_ms);
}

void poller::begin_round() {
  round_.emplace(parts_.seen, reader_);
  page_url_ = settings_.url;
  new_etag_.clear();
  asked_.clear();
  pages_ = 0;
  items_ = 0;
  has_met_known_ = false;
}

core::result<client_response> poller::ask() {
  client_request request{.url = page_url_, .headers = settings_.headers};
  if (origin_of(page_url_) == origin_of(settings_.url)) request.secret_headers = settings_.secret_headers;
  // Only of the first page: when that is as it was, so are those behind it. Not while some of those may be unread.
  if (pages_ == 0 && !etag_.empty() && !must_read_all_) request.headers.emplace_back("If-None-Match", etag_);
  asked_.insert(page_url_);
  ++counts_.requests;
  return parts_.client.send(request);
}

core::result<poll_step> poller::take_page(const client_response& answer, const std::vector<std::string_view>& items,
                                          std::int64_t wait_ms) {
  if (const auto* const etag = find_value(answer.headers, "etag"); etag != nullptr && pages_ == 0) new_etag_ = *etag;
  ++pages_;
  ++counts_.pages;
  const auto found = round_->take(items, parts_.now_ms());
  items_ += found.items;
  counts_.items += found.items;
  counts_.duplicates += found.known + found.twice;
  has_met_known_ = has_met_known_ || found.known > 0;

  const auto next = next_page(answer, found);
  if (!next) return end_round(round_end::complete, wait_ms);
  // Events are not held back for as long as a limit may last.
  if (wait_ms > 0 || round_->bytes() > round_bytes_max) return end_round(round_end::cut_short, wait_ms);
  page_url_ = *next;
  return poll_step{};
}

std::optional<std::string> poller::next_page(const client_response& answer, const page_findings& found) {
  if (!settings_.follow_link || pages_ >= settings_.pages_max || found.items == 0) return std::nullopt;
  // Everything behind what earlier rounds have read was read by them, unless they were cut short. What this round has
  // read says nothing: a page of it only was shifted here by newer events.
  if (found.known == found.items && !must_read_all_) return std::nullopt;
  const auto link = next_link(answer.headers);
  if (!link) return std::nullopt;
  auto next = allowed(answer.url, *link);
  if (next && asked_.contains(*next)) return std::nullopt;
  return next;
}

/// Where the link leads, when it stays with the server.
std::optional<std::string> poller::allowed(const std::string& base, const std::string& link) {
  auto target = resolve_url(base, link);
  if (target && !settings_.base_url.empty() && origin_of(*target) == origin_of(settings_.contract_url))
    target = move_url(*target, settings_.base_url);
  if (target && origin_of(*target) == origin_of(settings_.url)) return target;
  parts_.say(fmt::format("the next page is not read, since it leads to another server: {}", shown_url(link)));
  return std::nullopt;
}

core::result<poll_step> poller::without_page(const verdict& judged) {
  const auto say_wait = [&](std::int64_t wait_ms) {
    parts_.say(fmt::format("{}; next request in {:.1f} s", judged.reason, static_cast<double>(wait_ms) / 1000));
  };
  if (judged.kind == answer_kind::limited) {
    ++counts_.limited;
    say_wait(judged.wait_ms);
    return end_round(pages_ > 0 ? round_end::cut_short : round_end::fruitless, judged.wait_ms);
  }
  if (judged.kind == answer_kind::faulty) {
    ++counts_.faults;
    say_wait(judged.wait_ms);
    if (pages_ > 0 && policy_.faults_in_a_row() >= page_faults_max)
      return end_round(round_end::cut_short, judged.wait_ms);
    return poll_step{.wait_ms = judged.wait_ms};
  }
  ++counts_.refused;
  if (pages_ > 0) { // Some servers name more pages than they give; but who may not see one now may later.
    parts_.say(fmt::format("page {} is not to be had: {}", pages_ + 1, judged.reason));
    const bool may_come = judged.status == 401 || judged.status == 403;
    return end_round(may_come ? round_end::cut_short : round_end::complete, 0);
  }
  if (policy_.is_hopeless())
    return core::fail(errc::io_failed, fmt::format("GET {} {}", shown_url(settings_.url), judged.reason));
  say_wait(judged.wait_ms);
  return end_round(round_end::fruitless, judged.wait_ms);
}

core::result<poll_step> poller::end_round(round_end how, std::int64_t wait_ms) {
  ++counts_.rounds;
  const bool had_events = parts_.seen.size() > 0;
  if (pages_ > 0) WEIR_CHECK(publish());
  if (how == round_end::complete && pages_ > 0) {
    if (had_events && !has_met_known_ && !round_->events().empty()) {
      ++counts_.gaps;
      parts_.say("no event of earlier polls is listed any more: some between may have been missed (poll more often)");
    }
    etag_ = new_etag_;
    must_read_all_ = false;
  }
  if (how == round_end::cut_short) must_read_all_ = true;
  round_.reset();
  return poll_step{.wait_ms = how == round_end::fruitless ? wait_ms : until_next_round(wait_ms), .ended = how};
}

core::result<void> poller::finish() {
  if (!round_ || pages_ == 0) return {};
  WEIR_TRY(ended, end_round(round_end::cut_short, 0));
  (void)ended;
  return {};
}

/// From one first page to the next the interval, and what the server wants to be left alone for.
std::int64_t poller::until_next_round(std::int64_t wait_ms) const {
  const auto since = std::max<std::int64_t>(0, parts_.now_ms() - first_answer_ms_);
  return std::max({wait_ms, std::int64_t{0}, policy_.poll_interval_ms() - since});
}

core::result<void> poller::publish() {
  const auto& events = round_->events();
  std::string line;
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    line.clear();
    core::contract::append_raw_event(line,
                                     {.source = settings_.source,
                                      .source_event_id = event->names.id,
                                      .source_event_endpoint = settings_.endpoint,
                                      .source_event_type = event->names.type,
                                      .observed_at = event->observed_at},
                                     event->text);
    WEIR_CHECK(parts_.publisher.publish(event->names.id, line));
  }
  WEIR_CHECK(parts_.publisher.flush());
  counts_.published += events.size();
  say_faults();
  for (const auto& fault : round_->faults()) ++counts_.bad[static_cast<std::size_t>(fault.kind)];
  if (events.empty() && round_->faults().empty()) return {};
  for (const auto& fault : round_->faults()) parts_.seen.add(fault.hash);
  for (auto event = events.rbegin(); event != events.rend(); ++event) parts_.seen.add(event->hash);
  if (items_ > parts_.seen.capacity())
    parts_.say(fmt::format("the pages list {} events, of which {} are remembered: some come twice (make "
                           "deduplication_window larger)",
                           items_, parts_.seen.capacity()));
  return parts_.keep_seen();
}

/// Once for each change, so that nobody waits for polls that the server has forbidden.
void poller::say_interval() {
  if (const auto interval = policy_.poll_interval_ms(); interval != said_interval_ms_) {
    parts_.say(fmt::format("polls are {} s apart from here on, as the server asks", interval / 1000));
    said_interval_ms_ = interval;
  }
}

void poller::say_faults() const {
  std::uint64_t shown = 0;
  for (const auto& fault : round_->faults()) {
    if (++shown > bad_shown_max) return parts_.say("more items cannot be used; they are counted, not shown");
    parts_.say(fmt::format("an item cannot be used: {}: {}", to_string(fault.kind), fault.beginning));
  }
}

} // namespace io
