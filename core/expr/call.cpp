#include "core/expr/call.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/expr/cast.hpp"
#include "core/expr/constant.hpp"
#include "core/expr/rows.hpp"

namespace core::expr {

namespace {

class call_expression final : public expression {
public:
  call_expression(std::string name, overload chosen, std::vector<expression_ptr> arguments)
      : name_(std::move(name)), overload_(std::move(chosen)), arguments_(std::move(arguments)) {}
  const data_type& type() const noexcept override { return overload_.result; }
  void collect_columns(std::vector<std::size_t>& used) const override {
    for (const auto& argument : arguments_) argument->collect_columns(used);
  }
  std::string to_string() const override {
    std::string out;
    for (const auto& argument : arguments_) out += (out.empty() ? "" : ", ") + argument->to_string();
    return fmt::format("{}({})", name_, out);
  }

  column_ptr evaluate(const batch& input, eval_context& context) const override {
    std::vector<column_ptr> values;
    for (const auto& argument : arguments_) values.push_back(argument->evaluate(input, context));
    std::vector<row_fault> faults;
    kernel_context kernel{input.rows, context.rows, &faults, context.now_ms};
    auto made = overload_.evaluate(values, kernel);
    made.type = overload_.result;
    if (overload_.null_in_null_out) {
      for (const auto& value : values) merge_nulls(made, *value);
      std::erase_if(faults, [&](const row_fault& fault) { return is_null_there(values, fault.row); });
    }
    for (auto& fault : faults) {
      made.set_null(fault.row);
      add_fault(context, fault.row, std::move(fault.reason));
    }
    return shared(std::move(made));
  }

private:
  static bool is_null_there(const std::vector<column_ptr>& values, std::uint32_t row) {
    return std::ranges::any_of(values, [row](const column_ptr& value) { return value->is_null(row); });
  }

  std::string name_;
  overload overload_;
  std::vector<expression_ptr> arguments_;
};

} // namespace

result<expression_ptr> make_call(const function_entry& function, std::vector<expression_ptr> arguments,
                                 const time_zone& zone) {
  std::vector<argument> known;
  for (const auto& value : arguments) known.push_back({value->type(), value->constant()});
  auto chosen = function.resolve(known, zone.name());
  if (!chosen) return std::unexpected(chosen.error());
  WEIR_ENSURE(chosen->arguments.size() == arguments.size(), "an overload says a type for each argument");
  bool folds = chosen->repeatable;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto& wanted = chosen->arguments[i];
    folds = folds && arguments[i]->constant();
    if (wanted.kind == type_kind::null) continue; // Taken as it is.
    auto cast = make_cast(std::move(arguments[i]), wanted, {false, &zone});
    if (!cast) return cast;
    arguments[i] = std::move(*cast);
    folds = folds && arguments[i]->constant(); // A cast that fails is no constant.
  }
  const bool any_null = std::ranges::any_of(arguments, [](const auto& value) {
    const auto one = value->constant();
    return one && one->is_null(0);
  });
  if (any_null && chosen->null_in_null_out) return make_null(chosen->result);
  expression_ptr made =
      std::make_shared<call_expression>(std::string(function.name), std::move(*chosen), std::move(arguments));
  return folds ? fold(std::move(made)) : made;
}

} // namespace core::expr
