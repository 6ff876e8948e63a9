// Values as they came (ARRAY_AGG), and each value with how often it came (COLLECT, PERCENTILE, TOPK).
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "core/agg/accumulators.hpp"
#include "core/agg/side_state.hpp"
#include "core/data/kept_rows.hpp"
#include "core/time.hpp"

namespace core::agg {

namespace {

bool is_text(const data_type& type) { return storage_of(type.kind) == storage::text; }

/// Values in order, NULLs among them; DISTINCT: each once.
class value_list final : public held_state {
public:
  explicit value_list(const aggregate_call& call)
      : distinct_(call.distinct), texts_held_(is_text(call.argument_type)) {}

  [[nodiscard]] std::unique_ptr<held_state> copy() const override { return std::make_unique<value_list>(*this); }

  void add(const column& from, std::size_t row, std::int64_t /*weight*/) override {
    if (from.is_null(row))
      append_null();
    else if (texts_held_)
      append(from.texts[row]);
    else
      append(plain_of(from, row));
  }

  void merge(const held_state& other, merge_side side) override {
    const auto& with = dynamic_cast<const value_list&>(other);
    if (side == merge_side::behind) return append_all(with);
    auto made = with;
    made.append_all(*this);
    *this = std::move(made);
  }

  void save(snapshot::state_writer& to) const override {
    to.number(nulls_.size());
    for (std::size_t i = 0; i < nulls_.size(); ++i) {
      to.flag(nulls_[i] == 0);
      if (nulls_[i] != 0) continue;
      if (texts_held_)
        to.text(text_at(i));
      else
        to.plain(plain_[i]);
    }
  }

  void load(snapshot::state_reader& from) override {
    const auto values = from.count();
    for (std::size_t i = 0; i < values; ++i) {
      if (!from.flag())
        append_null();
      else if (texts_held_)
        append(from.text());
      else
        append(from.plain<plain_value>());
    }
  }

  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(value_list) + nulls_.capacity() + plain_.capacity() * sizeof(plain_value) + texts_.capacity() +
           ends_.capacity() * sizeof(std::uint64_t) + (distinct_ ? seen_.bytes() : 0);
  }

  void put(column& to, std::size_t row, text_arena& texts) const override {
    if (nulls_.empty()) return to.set_null(row);
    auto& elements = elements_of(to, 0);
    const auto first = grow(elements, nulls_.size());
    for (std::size_t i = 0; i < nulls_.size(); ++i) {
      if (nulls_[i] != 0)
        elements.set_null(first + i);
      else if (texts_held_)
        elements.texts[first + i] = texts.store(text_at(i));
      else
        put_plain(elements, first + i, plain_[i]);
    }
  }

private:
  [[nodiscard]] std::string_view text_at(std::size_t index) const {
    const auto from = index == 0 ? 0 : ends_[index - 1];
    return std::string_view(texts_).substr(from, ends_[index] - from);
  }

  /// Whether the value is wanted: of DISTINCT only the first of its kind.
  template <class Value>
  [[nodiscard]] bool take(const Value& value) {
    if (!distinct_) return true;
    const auto known = seen_.size();
    return seen_.add(value) == known;
  }

  void append(plain_value value) {
    if (!take(value)) return;
    nulls_.push_back(0);
    plain_.push_back(value);
  }
  void append(std::string_view text) {
    if (!take(text)) return;
    nulls_.push_back(0);
    texts_ += text;
    ends_.push_back(texts_.size());
  }
  void append_null() {
    if (distinct_ && has_null_) return;
    has_null_ = true;
    nulls_.push_back(1);
    if (texts_held_)
      ends_.push_back(texts_.size());
    else
      plain_.push_back({});
  }

  void append_all(const value_list& other) {
    for (std::size_t i = 0; i < other.nulls_.size(); ++i) {
      if (other.nulls_[i] != 0)
        append_null();
      else if (texts_held_)
        append(other.text_at(i));
      else
        append(other.plain_[i]);
    }
  }

  bool distinct_;
  bool texts_held_;
  bool has_null_ = false;
  std::vector<std::uint8_t> nulls_{};
  std::vector<plain_value> plain_{}; ///< One for each value, or, of texts, `ends_`: where each ends in `texts_`.
  std::string texts_{};
  std::vector<std::uint64_t> ends_{};
  distinct_set seen_{};
};

/// Each value and how often it came.
class counted_values final : public held_state {
public:
  explicit counted_values(const aggregate_call& call) : call_(std::make_shared<const aggregate_call>(call)) {}

  [[nodiscard]] std::unique_ptr<held_state> copy() const override { return std::make_unique<counted_values>(*this); }

  void add(const column& from, std::size_t row, std::int64_t weight) override {
    if (is_text(call_->argument_type))
      count(values_.add(from.texts[row]), weight);
    else
      count(values_.add(plain_of(from, row)), weight);
  }

  void merge(const held_state& other, merge_side side) override {
    const auto& with = dynamic_cast<const counted_values&>(other);
    if (side == merge_side::behind) return add_all(with);
    auto made = with;
    made.add_all(*this);
    *this = std::move(made);
  }

  void save(snapshot::state_writer& to) const override {
    values_.save(to);
    for (const auto count : counts_) to.plain(count);
  }

  void load(snapshot::state_reader& from) override {
    values_ = distinct_set::load(from);
    counts_.clear();
    for (std::size_t i = 0; i < values_.size(); ++i) counts_.push_back(from.plain<std::int64_t>());
  }

  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(counted_values) + values_.bytes() + counts_.capacity() * sizeof(std::int64_t);
  }

  void put(column& to, std::size_t row, text_arena& texts) const override {
    if (call_->what == function::percentile) return put_percentiles(to, row);
    if (call_->what == function::topk) return put_most(to, row, texts);
    put_all(to, texts);
  }

private:
  void count(std::size_t number, std::int64_t weight) {
    if (number == counts_.size())
      counts_.push_back(weight);
    else if (!call_->distinct)
      counts_[number] = saturating_add(counts_[number], weight);
  }

  void add_all(const counted_values& other) {
    for (std::size_t i = 0; i < other.counts_.size(); ++i) {
      if (is_text(call_->argument_type))
        count(values_.add(other.values_.text_at(i)), other.counts_[i]);
      else
        count(values_.add(other.values_.plain_at(i)), other.counts_[i]);
    }
  }

  void put_value(column& to, std::size_t row, std::size_t number, text_arena& texts) const {
    if (is_text(call_->argument_type))
      to.texts[row] = texts.store(values_.text_at(number));
    else
      put_plain(to, row, values_.plain_at(number));
  }

  /// COLLECT: a map.
  void put_all(column& to, text_arena& texts) const {
    auto& keys = elements_of(to, 0);
    auto& counts = elements_of(to, 1);
    const auto first = grow(keys, counts_.size());
    (void)grow(counts, counts_.size());
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      put_value(keys, first + i, i, texts);
      counts.ints[first + i] = counts_[i];
    }
  }

  /// TOPK: the most frequent first; of equally frequent ones the lesser value, so that no order of rows matters.
  void put_most(column& to, std::size_t row, text_arena& texts) const {
    if (counts_.empty()) return to.set_null(row);
    const auto values = values_.values(call_->argument_type);
    std::vector<std::size_t> numbers(counts_.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    const auto before = [&](std::size_t a, std::size_t b) {
      return counts_[a] != counts_[b] ? counts_[a] > counts_[b] : compare_values(values, a, values, b) < 0;
    };
    const auto taken = std::min<std::size_t>(numbers.size(), call_->count);
    std::partial_sort(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(taken), numbers.end(), before);
    auto& elements = elements_of(to, 0);
    const auto first = grow(elements, taken);
    for (std::size_t i = 0; i < taken; ++i) put_value(elements, first + i, numbers[i], texts);
  }

  void put_percentiles(column& to, std::size_t row) const {
    std::vector<std::pair<double, std::int64_t>> sorted;
    double total = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      double value = 0;
      const auto bits = values_.plain_at(i).low;
      std::memcpy(&value, &bits, sizeof value);
      sorted.emplace_back(value, counts_[i]);
      total += static_cast<double>(counts_[i]);
    }
    if (total == 0) return to.set_null(row);
    std::ranges::sort(sorted, [](const auto& a, const auto& b) {
      return std::isnan(a.first) != std::isnan(b.first) ? std::isnan(b.first) : a.first < b.first;
    });
    put_fractions(to, row, call_->fractions, [&](double fraction) { return percentile(sorted, total, fraction); });
  }

  /// The value at a position between the first (0) and the last (1); between two values in proportion, as Flink does.
  [[nodiscard]] static double percentile(const std::vector<std::pair<double, std::int64_t>>& sorted, double total,
                                         double fraction) {
    const double position = (total - 1) * fraction;
    const double low = std::floor(position);
    const double high = std::ceil(position);
    const double below = value_at(sorted, low);
    const double above = value_at(sorted, high);
    if (low == high || below == above) return below;
    return below + (position - low) * (above - below);
  }

  [[nodiscard]] static double value_at(const std::vector<std::pair<double, std::int64_t>>& sorted, double position) {
    auto at = sorted.begin();
    for (auto passed = static_cast<double>(at->second); passed <= position && at + 1 != sorted.end();
         passed += static_cast<double>(at->second))
      ++at;
    return at->first;
  }

  std::shared_ptr<const aggregate_call> call_;
  distinct_set values_{};
  std::vector<std::int64_t> counts_{}; ///< By the value's number.
};

} // namespace

std::unique_ptr<held_state> make_value_list(const aggregate_call& call) { return std::make_unique<value_list>(call); }

std::unique_ptr<held_state> make_counted_values(const aggregate_call& call) {
  return std::make_unique<counted_values>(call);
}

} // namespace core::agg
