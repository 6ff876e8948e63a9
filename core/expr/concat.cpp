#include "core/expr/concat.hpp"

#include <algorithm>

#include "core/expr/cast.hpp"
#include "core/expr/constant.hpp"
#include "core/expr/pair_expression.hpp"

namespace core::expr {

namespace {

data_type concat_type(const data_type& a, const data_type& b) {
  auto out = simple_type(a.kind);
  if (a.length != 0 && b.length != 0) {
    out.length = a.length + b.length;
    out.fixed_length = a.fixed_length && b.fixed_length;
  }
  out.nullable = false; // The pair adds its sides'.
  return out;
}

class concat_expression final : public pair_expression {
public:
  concat_expression(data_type type, expression_ptr a, expression_ptr b)
      : pair_expression(std::move(type), "||", std::move(a), std::move(b)) {}

private:
  void compute(const operand& a, const operand& b, column& made, eval_context& context) const override {
    auto arena = std::make_shared<text_arena>();
    for_each_pair(a.values->texts, a.single, b.values->texts, b.single, made.rows, context.rows,
                  [&](std::uint32_t row, std::string_view left, std::string_view right) {
                    if (made.is_null(row)) return;
                    char* room = arena->allocate(left.size() + right.size());
                    std::ranges::copy(right, std::ranges::copy(left, room).out);
                    made.texts[row] = {room, left.size() + right.size()};
                  });
    made.owners.push_back(std::move(arena));
  }
};

bool joins(type_kind kind) { return kind == type_kind::string || kind == type_kind::bytes; }

} // namespace

result<expression_ptr> make_concat(expression_ptr a, expression_ptr b) {
  if (a->type().kind == type_kind::null && joins(b->type().kind)) a = make_null(b->type());
  if (b->type().kind == type_kind::null && joins(a->type().kind)) b = make_null(a->type());
  const auto& left = a->type();
  const auto& right = b->type();
  if (!joins(left.kind) || left.kind != right.kind) {
    return fail(errc::bad_type, fmt::format("|| does not join {} and {}", to_string(left), to_string(right)), {},
                "CAST to STRING first");
  }
  const bool folds = a->constant() && b->constant();
  auto type = concat_type(left, right);
  expression_ptr made = std::make_shared<concat_expression>(std::move(type), std::move(a), std::move(b));
  return folds ? fold(std::move(made)) : made;
}

} // namespace core::expr
