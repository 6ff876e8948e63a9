#include "daemon/flink/weir_only.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/query/catalog.hpp"

namespace weir {

namespace {

namespace sql = core::sql;

constexpr std::string_view setting_prefix = "weir.";
constexpr std::array<std::string_view, 2> aside_suffixes{"$late", "$bad"};

struct mapped_call {
  std::string_view name;
  std::string_view in_flink; ///< What stands for the name and its bracket; empty: nothing does.
};
constexpr std::array<mapped_call, 4> weir_calls{{{"APPROX_COUNT_DISTINCT", "COUNT(DISTINCT "},
                                                 {"APPROX_PERCENTILE", "PERCENTILE("},
                                                 {"TOPK", ""},
                                                 {"COUNT_WINDOW", ""}}};

bool is_aside(std::string_view table) {
  return std::ranges::any_of(aside_suffixes, [&](auto suffix) { return table.ends_with(suffix); });
}

} // namespace

std::vector<weir_only> weir_only_finder::find(const sql::statement& one) {
  found_.clear();
  std::visit([&](const auto& node) { find_in(node, one); }, one.node);
  return std::move(found_);
}

void weir_only_finder::find_in(const sql::create_table& table, const sql::statement& one) {
  if (check_names(names_of(table), one.begin, one.end)) return;
  find_options(table);
}

void weir_only_finder::find_in(const sql::create_view& view, const sql::statement& one) {
  if (check_names(names_of(view.query), one.begin, one.end)) gone_views_.insert(core::query::plain_name(view.name));
}

void weir_only_finder::find_in(const sql::insert_into& insert, const sql::statement& one) {
  (void)check_names(names_of(insert.query), one.begin, one.end);
}

/// An INSERT of a set goes alone; the set goes when nothing is left in it.
void weir_only_finder::find_in(const sql::statement_set& set, const sql::statement& one) {
  std::size_t gone = 0;
  for (const auto& insert : set.inserts) {
    const auto first = token_at(insert.place);
    auto last = first;
    while (tokens_[last].kind != sql::token_kind::end && !is_symbol(last, ";")) ++last;
    if (check_names(names_of(insert.query), tokens_[first].begin, tokens_[last - 1].end)) ++gone;
  }
  if (gone == 0 || gone < set.inserts.size()) return;
  for (auto& finding : found_) finding.edits.clear();
  found_.back().edits.push_back(into_comment(one.begin, one.end));
}

void weir_only_finder::find_in(const sql::set_option& set, const sql::statement& one) {
  if (!set.option || !set.option->key.starts_with(setting_prefix)) return;
  take_out(one.place, fmt::format("setting '{}'", set.option->key), one.begin, one.end);
}

void weir_only_finder::find_in(const sql::drop_object& drop, const sql::statement& one) {
  const auto name = core::query::plain_name(drop.name);
  if (!drop.view || gone_views_.erase(name) == 0) return;
  take_out(one.place, fmt::format("view {}, which has been taken out", name), one.begin, one.end);
}

void weir_only_finder::find_in(const sql::explain_statement& explain, const sql::statement& one) {
  if (const auto* query = std::get_if<sql::query_ptr>(&explain.what))
    (void)check_names(names_of(*query), one.begin, one.end);
  else if (const auto* insert = std::get_if<sql::insert_into>(&explain.what))
    find_in(*insert, one);
  else
    find_in(std::get<sql::statement_set>(explain.what), one);
}

void weir_only_finder::find_in(const sql::show_statement& /*show*/, const sql::statement& /*one*/) {}

void weir_only_finder::find_in(const sql::describe_statement& describe, const sql::statement& one) {
  const auto name = core::query::plain_name(describe.name);
  if (is_aside(name) || gone_views_.contains(name))
    take_out(one.place, fmt::format("table {}", name), one.begin, one.end);
}

void weir_only_finder::find_in(const sql::select_statement& select, const sql::statement& one) {
  (void)check_names(names_of(select.query), one.begin, one.end);
}

bool weir_only_finder::check_names(const statement_names& names, std::size_t begin, std::size_t end) {
  std::vector<weir_only> mapped;
  for (const auto& table : names.tables) {
    const bool aside = is_aside(table.text);
    if (!aside && !gone_views_.contains(table.text)) continue;
    take_out(table.place, fmt::format("{} {}", aside ? "table" : "view", table.text), begin, end);
    return true;
  }
  for (const auto& call : names.calls) {
    const auto known = std::ranges::find(weir_calls, call.text, &mapped_call::name);
    if (known == weir_calls.end()) continue;
    const auto at = token_at(call.place);
    if (known->in_flink.empty() || !is_symbol(at + 1, "(")) {
      take_out(call.place, fmt::format("function {}", call.text), begin, end);
      return true;
    }
    mapped.push_back({call.place,
                      fmt::format("function {}", call.text),
                      fmt::format("{}...) in its place", known->in_flink),
                      {{tokens_[at].begin, tokens_[at + 1].end, std::string(known->in_flink)}},
                      false});
  }
  std::ranges::move(mapped, std::back_inserter(found_));
  return false;
}

void weir_only_finder::take_out(core::text_place place, std::string what, std::size_t begin, std::size_t end) {
  found_.push_back({place, std::move(what), "its statement is taken out", {into_comment(begin, end)}, true});
}

std::size_t weir_only_finder::token_at(core::text_place place) const {
  const auto before = [](const sql::token& one, core::text_place wanted) {
    return one.place.line != wanted.line ? one.place.line < wanted.line : one.place.column < wanted.column;
  };
  const auto found = std::lower_bound(tokens_.begin(), tokens_.end(), place, before);
  WEIR_ENSURE(found != tokens_.end(), "places of a statement are those of its tokens");
  return static_cast<std::size_t>(found - tokens_.begin());
}

/// The semicolon goes along, so that no empty statement is left.
text_edit weir_only_finder::into_comment(std::size_t begin, std::size_t end) const {
  const auto next = std::ranges::lower_bound(tokens_, end, {}, &sql::token::begin);
  if (next != tokens_.end() && next->kind == sql::token_kind::symbol && next->text == ";") end = next->end;
  std::string inside(text_.substr(begin, end - begin));
  for (auto at = inside.find("*/"); at != std::string::npos; at = inside.find("*/", at)) inside.replace(at, 2, "* /");
  return {begin, end, fmt::format("/* {} */", inside)};
}

bool weir_only_finder::is_symbol(std::size_t token, std::string_view symbol) const {
  return token < tokens_.size() && tokens_[token].kind == sql::token_kind::symbol && tokens_[token].text == symbol;
}

} // namespace weir
