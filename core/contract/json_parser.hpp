#pragma once
// JSON text to values, strictly as RFC 8259 has it. One parser reads many documents and keeps its stacks; one thread.
// Never throws, never recurses deeper than `json_depth_max`.

#include <string_view>
#include <vector>

#include "core/contract/arena.hpp"
#include "core/contract/json_value.hpp"
#include "core/error.hpp"

namespace core::contract {

inline constexpr std::size_t json_depth_max = 256;
inline constexpr std::size_t json_bytes_max = std::size_t{16} << 20U;

class json_parser {
public:
  /// The one value of `text`. It points into `text` (strings without escapes, long numbers) and into `memory`. Bytes
  /// that are no UTF-8 are refused; an escaped lone surrogate becomes U+FFFD.
  [[nodiscard]] result<value_view> parse(std::string_view text, arena& memory);

private:
  [[nodiscard]] bool value(value_view& into);
  [[nodiscard]] bool array(value_view& into);
  [[nodiscard]] bool object(value_view& into);
  [[nodiscard]] bool number(value_view& into);
  [[nodiscard]] bool string(std::string_view& into);
  [[nodiscard]] bool escaped_string(const char* began, std::string_view& into);
  [[nodiscard]] bool escape(std::string& into);
  [[nodiscard]] bool hex(std::uint32_t& into);
  [[nodiscard]] bool word(std::string_view expected);
  [[nodiscard]] bool close(char end, bool& done);
  bool refuse(const char* why);
  void clear();
  void skip_blanks();

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  const char* why_ = "";
  arena* memory_ = nullptr;
  std::size_t depth_ = 0;
  std::string unescaped_{};
  std::vector<value_view> items_{};
  std::vector<member_view> members_{};
};

/// Appends `code` in UTF-8.
void append_utf8(std::string& out, std::uint32_t code);

} // namespace core::contract
