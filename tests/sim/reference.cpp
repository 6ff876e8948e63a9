#include "tests/sim/reference.hpp"

#include <algorithm>

namespace sim {

namespace {

using times = std::vector<std::int64_t>;

/// The greatest multiple of `step` that is not above `value`.
std::int64_t multiple_below(std::int64_t value, std::int64_t step) {
  auto rest = value % step;
  if (rest < 0) rest += step;
  return value - rest;
}

void take(result_row& window, const event& one) {
  ++window.rows;
  if (!one.value) return;
  const auto value = *one.value;
  ++window.values;
  window.sum = window.sum.value_or(0) + value;
  window.least = std::min(window.least.value_or(value), value);
  window.greatest = std::max(window.greatest.value_or(value), value);
}

struct range {
  std::int64_t start = 0;
  std::int64_t end = 0;
};

/// Every window with `time` in [start, end).
std::vector<range> windows_of(const window_rule& rule, std::int64_t time) {
  std::vector<range> found;
  const auto from_offset = time - rule.offset_ms;
  if (rule.form == window_form::hop) {
    for (auto start = multiple_below(from_offset, rule.slide_ms); start + rule.size_ms > from_offset;
         start -= rule.slide_ms)
      found.push_back({start + rule.offset_ms, start + rule.offset_ms + rule.size_ms});
    return found;
  }
  const auto start = multiple_below(from_offset, rule.size_ms) + rule.offset_ms;
  if (rule.form == window_form::tumble) return {{start, start + rule.size_ms}};
  for (auto end = start + rule.slide_ms; end <= start + rule.size_ms; end += rule.slide_ms)
    if (time < end) found.push_back({start, end});
  return found;
}

class reader {
public:
  explicit reader(const window_rule& rule) : rule_(rule) {}

  void read(const event& one) {
    if (one.blank) {
      ++made_.blank;
      return;
    }
    ++made_.rows_read;
    if (one.garbage || !one.time) {
      ++made_.bad;
      made_.bad_lines.insert(one.line);
      return;
    }
    if (rule_.filtered && (!one.value || *one.value == 3))
      ++made_.filtered;
    else if (rule_.form == window_form::session ? join_session(one) : fill_windows(one))
      ++made_.rows_in_windows;
    else {
      ++made_.late;
      made_.late_lines.insert(one.line);
    }
    newest_ = std::max(newest_.value_or(*one.time), *one.time);
  }

  outcome finish() {
    for (const auto& [place, window] : windows_) made_.windows.insert(window);
    for (const auto& window : sessions_) made_.windows.insert(window);
    return std::move(made_);
  }

private:
  /// A window closes when the largest time reaches its end + lateness.
  [[nodiscard]] bool is_closed(std::int64_t end) const { return newest_ && *newest_ >= end + rule_.lateness_ms; }

  bool fill_windows(const event& one) {
    bool counts = false;
    for (const auto& [start, end] : windows_of(rule_, *one.time)) {
      if (is_closed(end)) continue;
      counts = true;
      auto& window = windows_[{one.key, {start, end}}];
      window.key = one.key;
      window.start = start;
      window.end = end;
      take(window, one);
    }
    return counts;
  }

  bool join_session(const event& one) {
    result_row joined;
    joined.key = one.key;
    joined.start = *one.time;
    joined.end = *one.time + rule_.size_ms;
    std::vector<result_row> kept;
    std::vector<result_row> met;
    for (const auto& session : sessions_) {
      const bool meets = session.key == one.key && session.start <= joined.end && joined.start <= session.end;
      (meets && !is_closed(session.end) ? met : kept).push_back(session);
    }
    if (met.empty() && is_closed(joined.end)) return false;
    for (const auto& session : met) merge(joined, session);
    take(joined, one);
    kept.push_back(joined);
    sessions_ = std::move(kept);
    return true;
  }

  static void merge(result_row& into, const result_row& from) {
    into.start = std::min(into.start, from.start);
    into.end = std::max(into.end, from.end);
    into.rows += from.rows;
    into.values += from.values;
    if (!from.sum) return;
    into.sum = into.sum.value_or(0) + *from.sum;
    into.least = std::min(into.least.value_or(*from.least), *from.least);
    into.greatest = std::max(into.greatest.value_or(*from.greatest), *from.greatest);
  }

  window_rule rule_;
  std::optional<std::int64_t> newest_{};
  std::map<std::pair<std::vector<std::string>, std::pair<std::int64_t, std::int64_t>>, result_row> windows_{};
  std::vector<result_row> sessions_{};
  outcome made_{};
};

std::string shown(const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : "NULL"; }

template <class T, class Show>
std::string differing(const char* what, const std::multiset<T>& wanted, const std::multiset<T>& found, Show show) {
  std::vector<T> missing;
  std::vector<T> extra;
  std::set_difference(wanted.begin(), wanted.end(), found.begin(), found.end(), std::back_inserter(missing));
  std::set_difference(found.begin(), found.end(), wanted.begin(), wanted.end(), std::back_inserter(extra));
  std::string text;
  for (const auto& one : missing) text += std::string(what) + " missing:  " + show(one) + "\n";
  for (const auto& one : extra) text += std::string(what) + " too many: " + show(one) + "\n";
  return text;
}

} // namespace

std::string result_row::text() const {
  std::string made;
  for (const auto& part : key) made += part + " ";
  return made + "[" + std::to_string(start) + ", " + std::to_string(end) + ") rows " + std::to_string(rows) +
         ", values " + std::to_string(values) + ", sum " + shown(sum) + ", " + shown(least) + " to " + shown(greatest);
}

std::string difference(const outcome& wanted, const outcome& found) {
  auto text = differing("window", wanted.windows, found.windows, [](const result_row& one) { return one.text(); });
  text += differing("late line", wanted.late_lines, found.late_lines, [](const std::string& one) { return one; });
  text += differing("bad line", wanted.bad_lines, found.bad_lines, [](const std::string& one) { return one; });
  const auto compare = [&](const char* what, std::uint64_t a, std::uint64_t b) {
    if (a != b) text += std::string(what) + ": " + std::to_string(a) + " wanted, " + std::to_string(b) + " found\n";
  };
  compare("rows read", wanted.rows_read, found.rows_read);
  compare("rows in windows", wanted.rows_in_windows, found.rows_in_windows);
  compare("late", wanted.late, found.late);
  compare("bad", wanted.bad, found.bad);
  compare("blank", wanted.blank, found.blank);
  compare("filtered", wanted.filtered, found.filtered);
  return text;
}

outcome expected(const window_rule& rule, const std::vector<event>& events) {
  reader all(rule);
  for (const auto& one : events) all.read(one);
  return all.finish();
}

outcome expected_without_late(const window_rule& rule, const std::vector<std::vector<event>>& partitions) {
  auto endless = rule;
  endless.lateness_ms = std::int64_t{1} << 50; // Nothing closes before the end.
  reader all(endless);
  for (const auto& events : partitions)
    for (const auto& one : events) all.read(one);
  return all.finish();
}

} // namespace sim
