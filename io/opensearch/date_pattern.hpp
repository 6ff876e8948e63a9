#pragma once
// A date pattern as Java's DateTimeFormatter has it, for numbers only: the part of an index name that a time makes.
// Immutable; any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace io::opensearch {

class date_pattern {
public:
  /// y u M d D H m s S X, text in quotes, and anything that is no letter. Letters that would print names, weeks or
  /// other zones are refused.
  [[nodiscard]] static core::result<date_pattern> parse(std::string_view text);

  /// `ms` since 1970-01-01 00:00, read as wall clock.
  void append(std::string& out, std::int64_t ms) const;

private:
  struct part {
    char letter = 0; ///< 0: literal.
    int count = 0;
    std::string literal{};
  };
  std::vector<part> parts_{};
};

} // namespace io::opensearch
