#include "actors/ingest_group.hpp"

#include <algorithm>
#include <cstring>

#include "actors/closed_windows.hpp"

namespace actors {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view text_of(const ingest_request& request) {
  std::string_view text = *request.body;
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

/// One JSON object on one line that is no envelope: as good as a line of NDJSON.
bool is_one_line_object(std::string_view text) {
  return text.starts_with('{') && text.find_first_of("\r\n") == std::string_view::npos &&
         text.find("\"events\"") == std::string_view::npos && text.find('\\') == std::string_view::npos;
}

bool can_join(const ingest_request& request) {
  return request.form == io::body_form::ndjson || is_one_line_object(text_of(request));
}

io::text_chunk chunk_of(const std::shared_ptr<std::string>& text) {
  text->reserve(text->size() + io::chunk_padding_bytes);
  return {.owner = text, .text = *text};
}

core::error unusable(const rejected_item& first) {
  return {core::errc::bad_value,
          "no row of the body can be used: item " + std::to_string(first.index) + ": " + first.reason};
}

} // namespace

ingest_group::ingest_group(std::vector<ingest_request> requests, preparer& with) {
  for (auto& request : requests) {
    member made;
    made.request = std::move(request);
    members_.push_back(std::move(made));
  }
  for (std::size_t i = 0; i < members_.size();) {
    auto last = i;
    while (last < members_.size() && can_join(members_[last].request)) ++last;
    if (last > i)
      prepare_joined(i, last, with);
    else
      prepare_alone(last++, with);
    i = last;
  }
}

void ingest_group::prepare_joined(std::size_t first, std::size_t last, preparer& with) {
  const auto piece = pieces_.size();
  pieces_.push_back(prepare_text(first, last, with));
  assign_rows(piece);
  if (refuse_fruitless(piece)) { // The others once more, as if those had never come.
    for (auto i = first; i < last; ++i)
      if (!members_[i].refused) members_[i] = member{.request = std::move(members_[i].request), .piece = piece};
    pieces_[piece] = prepare_text(first, last, with);
    assign_rows(piece);
  }
  refuse_hopeless(first, with);
}

/// The bodies that are not refused, as one text.
prepared_chunk ingest_group::prepare_text(std::size_t first, std::size_t last, preparer& with) {
  const auto piece = members_[first].piece == no_piece ? pieces_.size() : members_[first].piece;
  auto joined = std::make_shared<std::string>();
  std::uint64_t line = 1;
  for (auto i = first; i < last; ++i) {
    auto& one = members_[i];
    const auto text = one.refused ? std::string_view{} : text_of(one.request);
    one.piece = piece;
    one.first_line = line;
    line += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
    if (i + 1 == last && first + 1 == last && one.request.body->size() == text.size()) {
      joined = one.request.body; // Alone: no copy.
    } else {
      joined->append(text);
      if (!text.empty() && !text.ends_with('\n')) joined->push_back('\n');
    }
    if (!text.empty() && !text.ends_with('\n')) ++line;
    one.last_line = line - 1;
  }
  return with.prepare_lines(chunk_of(joined));
}

void ingest_group::prepare_alone(std::size_t index, preparer& with) {
  auto& one = members_[index];
  one.piece = pieces_.size();
  one.last_line = ~0ULL;
  auto made = with.prepare_body(chunk_of(one.request.body));
  if (!made) {
    one.refused = made.error();
    pieces_.emplace_back();
    return;
  }
  pieces_.push_back(std::move(*made));
  assign_rows(one.piece);
  if (refuse_fruitless(one.piece)) pieces_[one.piece] = {};
  refuse_hopeless(index, with);
}

ingest_group::member* ingest_group::member_of(std::size_t piece, std::uint64_t line) {
  const auto found = std::ranges::lower_bound(members_, std::pair(piece, line), {},
                                              [](const member& one) { return std::pair(one.piece, one.last_line); });
  return found == members_.end() ? nullptr : &*found;
}

void ingest_group::assign_rows(std::size_t piece) {
  auto& made = pieces_[piece];
  for (auto& table : made.tables) {
    member* current = nullptr;
    for (const auto line : table.lines) {
      if (current == nullptr || line > current->last_line) current = member_of(piece, line);
      ++current->rows;
      ++current->accepted;
    }
    for (const auto& bad : table.bad) reject(piece, bad);
    for (const auto& bad : table.faulted) --reject(piece, bad).accepted;
  }
  for (const auto& bad : made.bad) reject(piece, bad);
}

ingest_group::member& ingest_group::reject(std::size_t piece, const core::plan::aside_row& bad) {
  auto& one = *member_of(piece, bad.line);
  one.rejected.push_back({bad.line - one.first_line, bad.reason});
  return one;
}

/// A body may have rows of which none comes through the expressions behind the table. Nothing of it is taken then, and
/// its times must not move the watermark either. True when there was one.
bool ingest_group::refuse_fruitless(std::size_t piece) {
  const auto is_candidate = [&](const member& one) {
    return one.piece == piece && !one.refused && one.rows > 0 && one.accepted == 0;
  };
  if (std::ranges::none_of(members_, is_candidate)) return false;
  see_what_is_taken(piece);
  bool found = false;
  for (auto& one : members_) {
    if (!is_candidate(one) || one.is_taken) continue;
    std::ranges::sort(one.rejected, {}, &rejected_item::index);
    one.refused = unusable(one.rejected.front());
    found = true;
  }
  return found;
}

/// A row that fails at one outlet may be taken by another.
void ingest_group::see_what_is_taken(std::size_t piece) {
  for (const auto& table : pieces_[piece].tables)
    for (const auto& to : table.outlets) {
      const auto& rows = to.routed.rows ? to.routed.rows->rows : to.rows;
      const auto& origin = to.routed.rows ? to.routed.origin : to.origin;
      for (std::uint32_t i = 0; i < rows->rows; ++i)
        member_of(piece, table.lines[origin.empty() ? i : origin[i]])->is_taken = true;
    }
}

/// A 4xx means that nothing was taken, so its bad rows do not count as read either.
void ingest_group::refuse_hopeless(std::size_t first, preparer& with) {
  for (auto i = first; i < members_.size() && members_[i].piece == members_[first].piece; ++i) {
    auto& one = members_[i];
    std::ranges::sort(one.rejected, {}, &rejected_item::index);
    if (one.refused || one.rows > 0 || one.rejected.empty()) continue;
    one.refused = unusable(one.rejected.front());
    if (one.request.form ==
        io::body_form::json) // Read alone, a broken body says so (400) apart from an unusable row (422).
      if (const auto again = with.prepare_body(chunk_of(one.request.body)); !again) one.refused = again.error();
    const auto is_its = [&](const core::plan::aside_row& bad) {
      return bad.line >= one.first_line && bad.line <= one.last_line;
    };
    auto& piece = pieces_[one.piece];
    std::erase_if(piece.bad, is_its);
    for (auto& table : piece.tables) std::erase_if(table.bad, is_its);
  }
}

void ingest_group::refuse_all() {
  unavailable_ = true;
  for (auto& one : members_) {
    one = member{.request = std::move(one.request)};
    one.refused = core::error{core::errc::shutdown, "the engine has stopped at a bad row"};
  }
}

std::size_t ingest_group::note(std::size_t piece, const prepared_table& table, source_flow::dispatched sent) {
  // Expressions that read the watermark have run only now.
  if (table.waiting)
    for (const auto& bad : table.faulted) --reject(piece, bad).accepted;
  group_batch made;
  made.lines = table.lines;
  made.piece = piece;
  for (const auto& outlet : table.outlets) made.origins.push_back(outlet.routed.origin);
  made.watermarks_before = std::move(sent.watermarks_before);
  made.watermark_after = sent.watermark_after;
  batches_.push_back(std::move(made));
  return batches_.size() - 1;
}

void ingest_group::add_answer(std::size_t batch, std::size_t outlet, const delivered& answer,
                              const answer_layout& layout) {
  auto& from = batches_[batch];
  const auto member_at = [&](std::size_t table_row) {
    const auto last = from.lines.empty() ? 0 : from.lines[std::min(table_row, from.lines.size() - 1)];
    return member_of(from.piece, last);
  };
  if (!answer.late.empty() && from.late.empty()) from.late.resize(from.lines.size());
  for (const auto row : answer.late) {
    const auto table_row = from.origins[outlet].empty() ? row : from.origins[outlet][row];
    if (from.late[table_row]) continue; // Late for several queries, or as several rows.
    from.late[table_row] = true;
    ++member_at(table_row)->late;
  }
  if (answer.answer.empty() || from.lines.empty()) return;
  const auto zone = core::time_zone::find(layout.time_zone.empty() ? "UTC" : layout.time_zone);
  WEIR_ENSURE(zone.has_value(), "the planner has checked the zone");
  for (const auto& rows : answer.answer) {
    std::map<member*, std::vector<std::uint32_t>> of_member;
    for (std::uint32_t i = 0; i < rows->rows; ++i) {
      const auto needed = fires_at(rows->columns[layout.end_column]->ints[i], **zone);
      of_member[member_at(closing_row(from.watermarks_before, from.watermark_after, needed))].push_back(i);
    }
    for (const auto& [one, picked] : of_member) one->closed.push_back(core::gather(*rows, picked));
  }
}

void ingest_group::respond(const answer_layout& layout) {
  for (auto& one : members_) {
    std::ranges::sort(one.rejected, {}, &rejected_item::index);
    ingest_outcome outcome;
    outcome.refused = std::move(one.refused);
    outcome.unavailable = unavailable_;
    outcome.accepted = one.accepted;
    outcome.rejected = std::move(one.rejected);
    outcome.late = one.late;
    if (auto closed = merge_in_order(one.closed, layout.end_column)) outcome.closed.push_back(std::move(closed));
    one.request.respond(std::move(outcome));
  }
}

} // namespace actors
