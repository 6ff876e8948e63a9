#pragma once
// One rule of a contract, ready to run over payloads. Immutable; any thread.

#include <optional>
#include <string>
#include <string_view>

#include "core/contract/arena.hpp"
#include "core/contract/jmespath/expression.hpp"
#include "core/contract/normalization.hpp"
#include "core/contract/path.hpp"

namespace core::contract {

class compiled_rule {
public:
  /// The rule must have exactly one of `from` and `expression`.
  [[nodiscard]] static result<compiled_rule> compile(const field_rule& from);

  /// The value before the default; null when it is absent. A failure's message names the field.
  [[nodiscard]] result<value_view> apply(value_view payload, arena& memory) const;

  [[nodiscard]] std::string_view name() const noexcept { return name_; }
  /// JSON text; `null` when the rule names none.
  [[nodiscard]] const std::string& fallback() const noexcept { return fallback_; }
  /// `,"name":`
  [[nodiscard]] const std::string& lead() const noexcept { return lead_; }

private:
  [[nodiscard]] result<value_view> found(value_view payload, arena& memory) const;
  [[nodiscard]] result<value_view> converted(value_view from, arena& memory) const;

  std::string name_{};
  std::string lead_{};
  std::string fallback_{};
  path from_{};
  path take_{};
  std::optional<jmespath::expression> expression_{};
  conversion as_ = conversion::none;
};

} // namespace core::contract
