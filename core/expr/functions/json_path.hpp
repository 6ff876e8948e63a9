#pragma once
// SQL/JSON paths as Flink has them: `lax $.a[0]`, `strict $['a b'].*`, `$..price`, `$.list[1:3]`; without a mode a path
// is strict. Compiled once, immutable; any thread.

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/expr/functions/json_tree.hpp"

namespace core::expr::functions {

struct json_step {
  enum class kind : unsigned char { member, index, any, slice };
  kind is = kind::any;
  bool deep = false; ///< `..`: at every depth below.
  std::string name{};
  std::vector<std::int64_t> indices{}; ///< Negative ones count from the end.
  std::optional<std::int64_t> from{};
  std::optional<std::int64_t> to{};
};

/// What a path finds. `failed`: there is nothing where the path leads (strict paths make that an error).
struct json_found {
  bool failed = false;
  std::optional<json_value> list{}; ///< A path that may find many gives an array of what it found.
  const json_value* one = nullptr;  ///< Others give one value.
  [[nodiscard]] const json_value* value() const { return list ? &*list : one; }
};

class json_path {
public:
  [[nodiscard]] static result<json_path> compile(std::string_view text);
  [[nodiscard]] json_found find(const json_value& root) const;
  [[nodiscard]] bool is_strict() const noexcept { return strict_; }

private:
  bool strict_ = true;
  bool definite_ = true; ///< Leads to one value at most.
  std::vector<json_step> steps_;
};

} // namespace core::expr::functions
