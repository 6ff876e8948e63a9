#pragma once
// Everything that is wrong with a file, found in one pass and shown in the order of the file. One reader fills it.

#include <string>
#include <vector>

#include "config/document.hpp"

namespace config {

class complaints {
public:
  explicit complaints(const document& about) : about_(&about) {}

  void add(core::error what) { found_.push_back(std::move(what)); }
  void add(core::errc code, std::string message, core::text_place place, std::string hint = {});
  /// An error whose place counts within the text of `scalar` (an expression).
  void add_within(const node& scalar, core::error what);

  [[nodiscard]] bool empty() const noexcept { return found_.empty(); }
  [[nodiscard]] std::size_t count() const noexcept { return found_.size(); }
  [[nodiscard]] const document& about() const noexcept { return *about_; }
  /// In order of place, without repetitions.
  [[nodiscard]] std::vector<core::error> sorted() const;

private:
  const document* about_;
  std::vector<core::error> found_{};
};

/// `file:line:column: message (hint)`, the line itself and a caret, for each; ends in a newline unless empty.
[[nodiscard]] std::string render(const document& about, const std::vector<core::error>& faults);

/// `did you mean window? allowed: filter, window` (the first half only when something is near).
[[nodiscard]] std::string known_names_hint(std::string_view name, const std::vector<std::string_view>& known);

} // namespace config
