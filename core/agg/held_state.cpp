#include "core/agg/held_state.hpp"

#include "core/error.hpp"

namespace core::agg {

held_state::~held_state() = default;

bool is_held(function what) { return what >= function::collect; }

std::unique_ptr<held_state> make_held(const aggregate_call& call) {
  WEIR_ENSURE(is_held(call.what), "the caller asks first");
  switch (call.what) {
  case function::array_agg: return make_value_list(call);
  case function::collect:
  case function::percentile:
  case function::topk: return make_counted_values(call);
  case function::json_arrayagg:
  case function::json_objectagg: return make_json_list(call);
  case function::approx_count_distinct: return make_distinct_sketch(call);
  default: return make_quantile_sketch(call);
  }
}

column& elements_of(column& to, std::size_t index) {
  // `grow` made the child, and nobody else sees it before the column is done.
  return const_cast<column&>(*to.children[index]);
}

} // namespace core::agg
