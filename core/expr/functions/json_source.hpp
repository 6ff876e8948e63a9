#pragma once
// What every JSON function that reads begins with: the row's text as a tree, and what its path finds there. Kernels run
// on any thread.

#include <memory>
#include <optional>
#include <string>

#include "core/expr/function.hpp"
#include "core/expr/functions/json_path.hpp"

namespace core::expr::functions {

/// A row's text and where its path led. `value` is null when that is nothing, or a JSON null; `fault` says why a strict
/// path could not be followed.
struct json_reading {
  std::optional<json_value> root{};
  json_found found{};
  const json_value* value = nullptr;
  bool strict = true;
  std::string fault{};
};

class json_source {
public:
  /// Fails for a constant path that cannot be compiled.
  [[nodiscard]] static result<json_source> of(const argument& path);
  [[nodiscard]] std::unique_ptr<const json_reading> read(std::string_view text, std::string_view path) const;

private:
  std::shared_ptr<const json_path> constant_{};
};

/// What to do when there is nothing, or an error.
enum class json_behaviour : std::uint8_t {
  null,
  error,
  fallback,
  empty_array,
  empty_object,
  is_true,
  is_false,
  unknown
};

/// The behaviour that a constant argument names, one of those allowed.
[[nodiscard]] result<json_behaviour> behaviour_of(std::string_view function, const argument& given,
                                                  std::span<const json_behaviour> allowed);

} // namespace core::expr::functions
