// Casts of arrays, maps and rows: part by part. What fails inside fails the whole value.
#include <algorithm>

#include "core/expr/cast_job.hpp"

namespace core::expr {

namespace {

bool is_listed(const row_list* picked, std::uint32_t row) {
  return picked == nullptr || std::ranges::binary_search(*picked, row);
}

/// The row of the parent that holds position `at` of its children.
std::uint32_t parent_of(const column& lists, std::uint32_t at) {
  const auto behind = std::ranges::upper_bound(lists.offsets, at);
  return static_cast<std::uint32_t>(behind - lists.offsets.begin()) - 1;
}

void cast_parts(cast_job& job) {
  const auto& fields = *job.to.type.fields;
  const bool lists = job.from.type.kind != type_kind::row;
  job.to.offsets = job.from.offsets;
  job.to.children.clear();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto& child = *job.from.children[i];
    if (child.type.same_as(fields[i].type)) {
      job.to.children.push_back(job.from.children[i]);
      continue;
    }
    std::vector<row_fault> failures;
    job.to.children.push_back(
        shared(run_cast(child, fields[i].type, lists ? nullptr : job.picked, job.zone, failures)));
    for (auto& failure : failures) {
      const auto row = lists ? parent_of(job.from, failure.row) : failure.row;
      if (!job.from.is_null(row) && is_listed(job.picked, row)) job.fail_row(row, std::move(failure.reason));
    }
  }
  share_owners(job.to, job.from);
}

} // namespace

cast_loop cast_from_nested(const data_type& from, const data_type& to) {
  if (from.kind != to.kind || from.fields->size() != to.fields->size()) return nullptr;
  for (std::size_t i = 0; i < from.fields->size(); ++i) {
    const auto& a = (*from.fields)[i].type;
    const auto& b = (*to.fields)[i].type;
    if (a.kind != type_kind::null && !a.same_as(b) && find_cast(a, b) == nullptr) return nullptr;
  }
  return cast_parts;
}

} // namespace core::expr
