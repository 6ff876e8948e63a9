#pragma once
// LIKE and SIMILAR TO. A constant pattern is compiled once. Immutable; any thread.

#include <memory>
#include <optional>

#include "core/expr/expression.hpp"

namespace re2 {
class RE2;
}

namespace core::expr {

/// A compiled LIKE pattern: pieces between the `%`, each of characters and `_`.
class like_pattern {
public:
  /// `escape` may be 0: none. Fails when the escape stands before anything but `%`, `_` and itself.
  [[nodiscard]] static result<like_pattern> compile(std::string_view pattern, char escape);
  [[nodiscard]] bool matches(std::string_view text) const;

private:
  struct piece {
    std::string bytes{};
    std::vector<bool> any{}; ///< `_` there; empty = none. One a byte.
  };
  [[nodiscard]] static std::optional<std::size_t> match_at(const piece& wanted, std::string_view text,
                                                           std::size_t from);
  [[nodiscard]] static std::optional<std::size_t> find(const piece& wanted, std::string_view text, std::size_t from);

  std::vector<piece> pieces_{};
};

/// SIMILAR TO as a regular expression of RE2.
[[nodiscard]] result<std::string> similar_to_regex(std::string_view pattern, char escape);

/// `escape` may be null. All are STRING. The error has no place yet.
[[nodiscard]] result<expression_ptr> make_like(expression_ptr value, expression_ptr pattern, expression_ptr escape,
                                               bool similar);

} // namespace core::expr
