#pragma once
// Regular expressions of queries: Java's syntax as far as RE2 can run it, which it does in time linear in the text.
// Compiled expressions are immutable and may be used by any thread.

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <re2/re2.h>

#include "core/expr/function.hpp"

namespace core::expr::functions {

using regex_ptr = std::shared_ptr<const re2::RE2>;

/// What of Java's syntax RE2 cannot do (look-around, back references, possessive quantifiers) is an error that says so.
[[nodiscard]] result<regex_ptr> compile_regex(std::string_view java_pattern);

/// Gives the expression for a row's pattern: the one compiled when the query was bound if that was a constant, else
/// from a small cache of this thread.
class regex_source {
public:
  /// Fails for a constant pattern that cannot be compiled.
  [[nodiscard]] static result<regex_source> of(const argument& pattern);
  [[nodiscard]] result<regex_ptr> for_row(std::string_view pattern) const;

private:
  regex_ptr constant_{};
};

/// The next match at or after `from`; groups[0] is the whole, those without part in it have no data.
[[nodiscard]] bool find_match(const re2::RE2& regex, std::string_view text, std::size_t from,
                              std::vector<re2::StringPiece>& groups);

/// Calls `visit(groups)` for each match, as Java's Matcher.find goes on; an empty match moves on by a character.
template <class F>
void for_matches(const re2::RE2& regex, std::string_view text, std::vector<re2::StringPiece>& groups, F visit) {
  std::size_t from = 0;
  while (from <= text.size() && find_match(regex, text, from, groups)) {
    visit(groups);
    const auto end = static_cast<std::size_t>(groups[0].data() - text.data()) + groups[0].size();
    from = end;
    if (!groups[0].empty()) continue;
    do ++from;
    while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U);
  }
}

} // namespace core::expr::functions
