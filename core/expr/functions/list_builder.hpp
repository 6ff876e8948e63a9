#pragma once
// Builds arrays and maps out of elements that are there already: notes which elements of a pool each row takes and
// gathers them once. One thread.

#include "core/data/column.hpp"

namespace core::expr::functions {

class list_builder {
public:
  explicit list_builder(std::uint32_t rows) : offsets_(rows + 1, 0) {}

  /// The rows come in order; those left out become empty.
  void begin(std::uint32_t row) {
    for (; next_ <= row; ++next_) offsets_[next_] = static_cast<std::uint32_t>(picked_.size());
  }
  void add(std::uint32_t element) { picked_.push_back(element); }
  void add_all(std::uint32_t from, std::uint32_t to) {
    for (auto i = from; i < to; ++i) picked_.push_back(i);
  }
  /// The elements of the row that was begun last.
  [[nodiscard]] std::size_t first() const { return offsets_[next_ - 1]; }
  [[nodiscard]] std::vector<std::uint32_t>& elements() { return picked_; }

  /// The array or map column; a pool for each of its parts (elements, or keys and values).
  [[nodiscard]] column finish(const data_type& type, const std::vector<column_ptr>& pools) {
    for (; next_ < offsets_.size(); ++next_) offsets_[next_] = static_cast<std::uint32_t>(picked_.size());
    column made;
    made.type = type;
    made.rows = static_cast<std::uint32_t>(offsets_.size() - 1);
    made.offsets = std::move(offsets_);
    for (const auto& pool : pools) made.children.push_back(gather(*pool, picked_.data(), picked_.size()));
    return made;
  }

private:
  std::vector<std::uint32_t> offsets_;
  std::vector<std::uint32_t> picked_{};
  std::uint32_t next_ = 0; ///< The first offset that is not settled.
};

} // namespace core::expr::functions
