#include "core/plan/row_program.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "core/plan/row_multiplying.hpp"

namespace core::plan {

namespace {

/// The rows on their way through a program. Filters only narrow `picked`; columns are copied together when a
/// projection or the end needs them, and then only those that are read.
class row_run {
public:
  row_run(const batch_ptr& input, std::int64_t now_ms) : rows_(input), now_ms_(now_ms) {}

  void apply(const filter_step& step) {
    auto context = new_context();
    const auto condition = step.condition->evaluate(*rows_, context);
    const auto before = count();
    std::vector<std::uint32_t> kept;
    kept.reserve(before);
    for_each_row([&](std::uint32_t row) {
      if (!condition->is_null(row) && condition->ints[row] != 0) kept.push_back(row);
    });
    const auto faults = drop_faulty(kept, context.faults);
    result_.filtered += before - kept.size() - faults;
    narrow(std::move(kept), before);
  }

  void apply(const project_step& step) {
    compact(used_columns(step));
    batch made;
    made.layout = step.layout;
    made.rows = rows_->rows;
    made.columns.reserve(step.columns.size());
    std::vector<expr::row_fault> faults;
    for (const auto& one : step.columns) {
      if (const auto index = one->column_index(); index >= 0) {
        made.columns.push_back(rows_->columns[static_cast<std::size_t>(index)]);
        continue;
      }
      auto context = new_context();
      made.columns.push_back(one->evaluate(*rows_, context));
      add_faults(faults, std::move(context.faults));
    }
    rows_ = std::make_shared<const batch>(std::move(made));
    if (!faults.empty()) leave_out(faults);
  }

  template <class Step>
  void apply(const Step& step) {
    compact_all();
    auto made = multiply(step, *rows_, now_ms_);
    for (auto& row : made.origin) row = input_row(row);
    for (auto& fault : made.faults) result_.faults.push_back({input_row(fault.row), std::move(fault.reason)});
    rows_ = std::move(made.rows);
    origin_ = std::move(made.origin);
  }

  program_result finish() {
    compact_all();
    std::sort(result_.faults.begin(), result_.faults.end(), [](const auto& a, const auto& b) { return a.row < b.row; });
    result_.rows = std::move(rows_);
    result_.origin = std::move(origin_);
    return std::move(result_);
  }

private:
  expr::eval_context new_context() const {
    expr::eval_context context;
    context.rows = narrowed_ ? &picked_ : nullptr;
    context.now_ms = now_ms_;
    return context;
  }

  std::size_t count() const { return narrowed_ ? picked_.size() : rows_->rows; }

  template <class Use>
  void for_each_row(Use use) const {
    if (narrowed_) {
      for (const auto row : picked_) use(row);
    } else {
      for (std::uint32_t row = 0; row < rows_->rows; ++row) use(row);
    }
  }

  std::uint32_t input_row(std::uint32_t row) const { return origin_.empty() ? row : origin_[row]; }

  /// Takes the faulty rows out of `kept` and notes them; both are ascending. How many there were.
  std::size_t drop_faulty(std::vector<std::uint32_t>& kept, std::vector<expr::row_fault>& faults) {
    if (faults.empty()) return 0;
    std::erase_if(kept, [next = faults.begin(), end = faults.end()](std::uint32_t row) mutable {
      while (next != end && next->row < row) ++next;
      return next != end && next->row == row;
    });
    for (auto& fault : faults) result_.faults.push_back({input_row(fault.row), std::move(fault.reason)});
    return faults.size();
  }

  /// Of several faults in one row the first column's counts.
  static void add_faults(std::vector<expr::row_fault>& all, std::vector<expr::row_fault> more) {
    if (more.empty()) return;
    const auto middle = static_cast<std::ptrdiff_t>(all.size());
    std::move(more.begin(), more.end(), std::back_inserter(all));
    std::inplace_merge(all.begin(), all.begin() + middle, all.end(),
                       [](const auto& a, const auto& b) { return a.row < b.row; });
    all.erase(std::unique(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.row == b.row; }),
              all.end());
  }

  /// Behind a projection no rows are picked yet.
  void leave_out(std::vector<expr::row_fault>& faults) {
    std::vector<std::uint32_t> kept(rows_->rows);
    std::iota(kept.begin(), kept.end(), 0U);
    drop_faulty(kept, faults);
    narrow(std::move(kept), rows_->rows);
  }

  void narrow(std::vector<std::uint32_t> kept, std::size_t before) {
    if (kept.size() == before) return;
    picked_ = std::move(kept);
    narrowed_ = true;
  }

  static std::vector<std::size_t> used_columns(const project_step& step) {
    std::vector<std::size_t> used;
    for (const auto& one : step.columns) one->collect_columns(used);
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    return used;
  }

  /// Copies the picked rows of the columns `used` together; the others are read by nobody and stay empty.
  void compact(const std::vector<std::size_t>& used) {
    if (!narrowed_) return;
    batch made;
    made.layout = rows_->layout;
    made.rows = static_cast<std::uint32_t>(picked_.size());
    made.columns.resize(rows_->columns.size());
    for (const auto index : used) made.columns[index] = gather(*rows_->columns[index], picked_.data(), picked_.size());
    rows_ = std::make_shared<const batch>(std::move(made));
    follow_origin();
  }

  void compact_all() {
    if (!narrowed_) return;
    rows_ = gather(*rows_, picked_);
    follow_origin();
  }

  void follow_origin() {
    if (!origin_.empty())
      for (auto& row : picked_) row = origin_[row];
    origin_ = std::move(picked_);
    picked_ = {};
    narrowed_ = false;
  }

  batch_ptr rows_;
  std::int64_t now_ms_;
  bool narrowed_ = false;
  std::vector<std::uint32_t> picked_{}; ///< When narrowed: the rows of `rows_` that are left.
  std::vector<std::uint32_t> origin_{}; ///< Of the rows in `rows_`; empty = they are the input's.
  program_result result_{};
};

} // namespace

bool multiplies(const row_program& program) {
  return std::ranges::any_of(program.steps, [](const row_step& step) {
    return !std::holds_alternative<filter_step>(step) && !std::holds_alternative<project_step>(step);
  });
}

program_result run(const row_program& program, const batch_ptr& input, std::int64_t now_ms) {
  row_run rows(input, now_ms);
  for (const auto& step : program.steps) std::visit([&](const auto& one) { rows.apply(one); }, step);
  return rows.finish();
}

} // namespace core::plan
