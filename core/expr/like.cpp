#include "core/expr/like.hpp"

#include <functional>

#include <fmt/format.h>
#include <re2/re2.h>

#include "core/expr/constant.hpp"
#include "core/expr/rows.hpp"

namespace core::expr {

namespace {

using matcher = std::function<bool(std::string_view)>;

result<matcher> compile_similar(std::string_view pattern, char escape) {
  const auto text = similar_to_regex(pattern, escape);
  if (!text) return std::unexpected(text.error());
  re2::RE2::Options options(re2::RE2::Quiet);
  auto regex = std::make_shared<const re2::RE2>(*text, options);
  if (!regex->ok()) return fail(errc::bad_value, fmt::format("not a pattern: '{}': {}", pattern, regex->error()));
  return [regex](std::string_view value) {
    return re2::RE2::FullMatch(re2::StringPiece(value.data(), value.size()), *regex);
  };
}

result<matcher> compile(std::string_view pattern, std::string_view escape, bool similar) {
  if (escape.size() > 1) return fail(errc::bad_value, fmt::format("an escape is one character: '{}'", escape));
  const char mark = escape.empty() ? '\0' : escape[0];
  if (similar) return compile_similar(pattern, mark);
  auto made = like_pattern::compile(pattern, mark);
  if (!made) return std::unexpected(made.error());
  return [pattern = std::make_shared<const like_pattern>(std::move(*made))](std::string_view text) {
    return pattern->matches(text);
  };
}

class like_expression final : public expression {
public:
  like_expression(std::vector<expression_ptr> parts, bool similar, matcher fixed)
      : type_(boolean_type()), parts_(std::move(parts)), similar_(similar), fixed_(std::move(fixed)) {
    type_.nullable = false;
    for (const auto& part : parts_) type_.nullable = type_.nullable || part->type().nullable;
  }
  const data_type& type() const noexcept override { return type_; }
  void collect_columns(std::vector<std::size_t>& used) const override {
    for (const auto& part : parts_) part->collect_columns(used);
  }
  std::string to_string() const override {
    return fmt::format("({} {} {}{})", parts_[0]->to_string(), similar_ ? "SIMILAR TO" : "LIKE", parts_[1]->to_string(),
                       parts_.size() > 2 ? " ESCAPE " + parts_[2]->to_string() : "");
  }

  column_ptr evaluate(const batch& input, eval_context& context) const override {
    const auto value = parts_[0]->evaluate(input, context);
    auto made = make_column(type_, input.rows);
    merge_nulls(made, *value);
    if (fixed_) {
      for_each_row(input.rows, context.rows, [&](std::uint32_t row) {
        if (!made.is_null(row)) made.ints[row] = fixed_(value->texts[row]) ? 1 : 0;
      });
      return shared(std::move(made));
    }
    const auto pattern = parts_[1]->evaluate(input, context);
    const auto escape = parts_.size() > 2 ? parts_[2]->evaluate(input, context) : nullptr;
    merge_nulls(made, *pattern);
    if (escape) merge_nulls(made, *escape);
    match_each(*value, *pattern, escape.get(), made, context);
    return shared(std::move(made));
  }

private:
  /// The pattern of the row before is kept: patterns from a column tend to repeat.
  void match_each(const column& value, const column& pattern, const column* escape, column& made,
                  eval_context& context) const {
    std::optional<std::pair<std::string_view, std::string_view>> before;
    result<matcher> compiled;
    for_each_row(made.rows, context.rows, [&](std::uint32_t row) {
      if (made.is_null(row)) return;
      const std::pair now{pattern.texts[row], escape != nullptr ? escape->texts[row] : std::string_view{}};
      if (before != now) compiled = compile(now.first, now.second, similar_);
      before = now;
      if (compiled) {
        made.ints[row] = (*compiled)(value.texts[row]) ? 1 : 0;
      } else {
        made.set_null(row);
        add_fault(context, row, compiled.error().message);
      }
    });
  }

  data_type type_;
  std::vector<expression_ptr> parts_;
  bool similar_;
  matcher fixed_;
};

} // namespace

result<expression_ptr> make_like(expression_ptr value, expression_ptr pattern, expression_ptr escape, bool similar) {
  matcher fixed;
  const auto one = pattern->constant();
  const auto mark = escape ? escape->constant() : nullptr;
  if (one && !one->is_null(0) && (!escape || (mark && !mark->is_null(0)))) {
    auto made = compile(one->texts[0], mark ? mark->texts[0] : std::string_view{}, similar);
    if (!made) return std::unexpected(made.error());
    fixed = std::move(*made);
  }
  const bool folds = value->constant() && one && (!escape || mark);
  std::vector<expression_ptr> parts{std::move(value), std::move(pattern)};
  if (escape) parts.push_back(std::move(escape));
  expression_ptr made = std::make_shared<like_expression>(std::move(parts), similar, std::move(fixed));
  return folds ? fold(std::move(made)) : made;
}

} // namespace core::expr
