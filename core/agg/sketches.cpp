// APPROX_COUNT_DISTINCT and APPROX_PERCENTILE: fixed room, and the same answer for the same values in any order,
// however they are merged.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <xxhash.h>

#include "core/agg/held_state.hpp"
#include "core/agg/side_state.hpp"

namespace core::agg {

namespace {

constexpr int register_bits = 14;
constexpr std::size_t registers = std::size_t{1} << register_bits; // 0.8 % standard error, 16 KiB
constexpr std::size_t exact_max = 1024;                            // Fewer different values than this are counted.

/// HyperLogLog over the values' hashes; few of them are kept as they are.
class distinct_sketch final : public held_state {
public:
  [[nodiscard]] std::unique_ptr<held_state> copy() const override { return std::make_unique<distinct_sketch>(*this); }

  void add(const column& from, std::size_t row, std::int64_t /*weight*/) override {
    if (storage_of(from.type.kind) == storage::text) {
      const auto text = from.texts[row];
      return take(XXH3_64bits(text.data(), text.size()));
    }
    const auto value = plain_of(from, row);
    take(XXH3_64bits(&value, sizeof value));
  }

  void merge(const held_state& other, merge_side /*side*/) override {
    const auto& with = dynamic_cast<const distinct_sketch&>(other);
    for (std::size_t i = 0; i < with.few_.size(); ++i) take(with.few_.plain_at(i).low);
    if (with.ranks_.empty()) return;
    if (ranks_.empty()) spread();
    for (std::size_t i = 0; i < registers; ++i) ranks_[i] = std::max(ranks_[i], with.ranks_[i]);
  }

  void save(snapshot::state_writer& to) const override {
    few_.save(to);
    to.text({reinterpret_cast<const char*>(ranks_.data()), ranks_.size()});
  }

  void load(snapshot::state_reader& from) override {
    few_ = distinct_set::load(from);
    const auto ranks = from.text();
    if (!ranks.empty() && ranks.size() != registers) return from.fail();
    ranks_.assign(ranks.begin(), ranks.end());
    for (const auto rank : ranks_)
      if (rank > 64 - register_bits + 1) return from.fail();
  }

  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(distinct_sketch) + few_.bytes() + ranks_.capacity();
  }

  void put(column& to, std::size_t row, text_arena& /*texts*/) const override {
    to.ints[row] = ranks_.empty() ? static_cast<std::int64_t>(few_.size()) : estimate();
  }

private:
  void take(std::uint64_t hash) {
    if (ranks_.empty()) {
      (void)few_.add(plain_value{hash, 0});
      if (few_.size() > exact_max) spread();
      return;
    }
    const auto rest = hash << register_bits | std::uint64_t{1} << (register_bits - 1);
    auto& rank = ranks_[hash >> (64 - register_bits)];
    rank = std::max(rank, static_cast<std::uint8_t>(std::countl_zero(rest) + 1));
  }

  void spread() {
    const auto few = std::exchange(few_, {});
    ranks_.assign(registers, 0);
    for (std::size_t i = 0; i < few.size(); ++i) take(few.plain_at(i).low);
  }

  /// Ertl's estimator: no bias at small counts, no tables.
  [[nodiscard]] std::int64_t estimate() const {
    constexpr int most = 64 - register_bits + 1;
    std::array<double, most + 1> how_many{};
    for (const auto rank : ranks_) how_many[rank] += 1;
    constexpr double m = registers;
    double sum = 0; // No register is full before there are 2^50 values.
    for (int rank = most - 1; rank > 0; --rank) sum = 0.5 * (sum + how_many[static_cast<std::size_t>(rank)]);
    sum += m * sigma(how_many[0] / m);
    return std::llround(m * m / (2 * std::log(2.0)) / sum);
  }

  static double sigma(double x) {
    if (x == 1) return std::numeric_limits<double>::infinity();
    double y = 1;
    double z = x;
    for (double before = 0; before != z;) {
      x *= x;
      before = z;
      z += x * y;
      y += y;
    }
    return z;
  }
  distinct_set few_{}; ///< Hashes, until there are too many.
  std::vector<std::uint8_t> ranks_{};
};

constexpr double accuracy = 0.01;
constexpr double base = (1 + accuracy) / (1 - accuracy);
constexpr double least_told_apart = 1e-12; // Nearer to 0 is 0.

/// Counts by the logarithm of the value (as DDSketch): a percentile is at most 1 % of itself off. No more buckets than
/// doubles have magnitudes: 2 * 38 000, a few hundred in practice.
class quantile_sketch final : public held_state {
public:
  explicit quantile_sketch(const aggregate_call& call) : fractions_(call.fractions) {}

  [[nodiscard]] std::unique_ptr<held_state> copy() const override { return std::make_unique<quantile_sketch>(*this); }

  void add(const column& from, std::size_t row, std::int64_t /*weight*/) override {
    const auto value = from.reals[row];
    if (std::isnan(value)) return;
    ++buckets_[bucket_of(value)];
    ++total_;
    least_ = std::min(least_, value);
    most_ = std::max(most_, value);
  }

  void merge(const held_state& other, merge_side /*side*/) override {
    const auto& with = dynamic_cast<const quantile_sketch&>(other);
    for (const auto& [bucket, count] : with.buckets_) buckets_[bucket] += count;
    total_ += with.total_;
    least_ = std::min(least_, with.least_);
    most_ = std::max(most_, with.most_);
  }

  void save(snapshot::state_writer& to) const override {
    to.number(buckets_.size());
    for (const auto& [bucket, count] : buckets_) {
      to.plain(bucket);
      to.number(count);
    }
    to.plain(least_);
    to.plain(most_);
  }

  void load(snapshot::state_reader& from) override {
    buckets_.clear();
    total_ = 0;
    const auto buckets = from.count();
    for (std::size_t i = 0; i < buckets; ++i) {
      const auto bucket = from.plain<std::int32_t>();
      const auto count = from.number();
      buckets_[bucket] += count;
      total_ += count;
    }
    least_ = from.plain<double>();
    most_ = from.plain<double>();
  }

  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(quantile_sketch) + buckets_.size() * 48; }

  void put(column& to, std::size_t row, text_arena& /*texts*/) const override {
    if (total_ == 0) return to.set_null(row);
    put_fractions(to, row, fractions_, [&](double fraction) { return value_at(fraction); });
  }

private:
  /// In the order of the values: negative ones below 0, 0 itself, positive ones.
  static std::int32_t bucket_of(double value) {
    const double size = std::min(std::abs(value), std::numeric_limits<double>::max());
    if (size < least_told_apart) return 0;
    const auto step =
        static_cast<std::int32_t>(std::ceil((std::log(size) - std::log(least_told_apart)) / std::log(base))) + 1;
    return value < 0 ? -step : step;
  }
  static double middle_of(std::int32_t bucket) {
    if (bucket == 0) return 0;
    const double size = least_told_apart * 2 * std::pow(base, std::abs(bucket) - 1) / (base + 1);
    return bucket < 0 ? -size : size;
  }

  [[nodiscard]] double value_at(double fraction) const {
    const auto wanted = static_cast<std::uint64_t>(std::floor(fraction * static_cast<double>(total_ - 1)));
    if (wanted == 0) return least_;
    if (wanted == total_ - 1) return most_;
    auto at = buckets_.begin();
    for (auto passed = at->second; passed <= wanted; passed += at->second) ++at;
    return std::clamp(middle_of(at->first), least_, most_);
  }

  std::vector<double> fractions_;
  std::map<std::int32_t, std::uint64_t> buckets_{};
  std::uint64_t total_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
};

} // namespace

std::unique_ptr<held_state> make_distinct_sketch(const aggregate_call& /*call*/) {
  return std::make_unique<distinct_sketch>();
}

std::unique_ptr<held_state> make_quantile_sketch(const aggregate_call& call) {
  return std::make_unique<quantile_sketch>(call);
}

} // namespace core::agg
