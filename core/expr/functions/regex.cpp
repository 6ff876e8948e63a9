#include "core/expr/functions/regex.hpp"

#include <array>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "core/expr/functions/function_shape.hpp"

namespace core::expr::functions {

namespace {

/// Patterns that come out of rows; the cache starts over when it is full.
constexpr std::size_t cached_patterns_max = 256;

struct posix_class {
  std::string_view java;
  std::string_view re2;
};
constexpr std::array posix_classes{
    posix_class{"Lower", "[:lower:]"}, posix_class{"Upper", "[:upper:]"},   posix_class{"ASCII", "[:ascii:]"},
    posix_class{"Alpha", "[:alpha:]"}, posix_class{"Digit", "[:digit:]"},   posix_class{"Alnum", "[:alnum:]"},
    posix_class{"Punct", "[:punct:]"}, posix_class{"Graph", "[:graph:]"},   posix_class{"Print", "[:print:]"},
    posix_class{"Blank", "[:blank:]"}, posix_class{"Cntrl", "[:cntrl:]"},   posix_class{"XDigit", "[:xdigit:]"},
    posix_class{"Space", "[:space:]"}, posix_class{"IsAlphabetic", "\\pL"}, posix_class{"IsLetter", "\\pL"},
    posix_class{"IsDigit", "\\p{Nd}"}};

/// Writes `\p{Alpha}` and its kin as RE2 has them; gives the bytes read, 0 when it is none of these.
std::size_t rewrite_class(std::string_view from, bool in_brackets, std::string& out) {
  if (from.size() < 4 || from[2] != '{') return 0;
  const auto end = from.find('}');
  if (end == std::string_view::npos) return 0;
  const auto name = from.substr(3, end - 3);
  for (const auto& known : posix_classes) {
    if (known.java != name) continue;
    const bool negated = from[1] == 'P';
    std::string inner(known.re2);
    if (negated && inner[0] == '[') inner.insert(2, "^");
    if (negated && inner[0] == '\\') inner[1] = 'P';
    out += in_brackets || inner[0] == '\\' ? inner : "[" + inner + "]";
    return end + 1;
  }
  return 0;
}

/// Java's spelling to RE2's: named groups, POSIX classes, \h and \Z. All else is the same in both, or RE2 refuses it.
std::string rewrite(std::string_view java) {
  std::string out;
  bool in_brackets = false;
  for (std::size_t i = 0; i < java.size();) {
    const auto rest = java.substr(i);
    if (rest.starts_with("(?<") && rest.size() > 3 && rest[3] != '=' && rest[3] != '!' && !in_brackets) {
      out += "(?P<";
      i += 3;
    } else if (rest[0] == '\\' && rest.size() > 1) {
      std::size_t read = 2;
      const char next = rest[1];
      if (next == 'Q') {
        read = std::min(rest.size(), rest.find("\\E") == std::string_view::npos ? rest.size() : rest.find("\\E") + 2);
        out.append(rest.substr(0, read));
      } else if ((next == 'p' || next == 'P') && rewrite_class(rest, in_brackets, out) > 0) {
        read = rest.find('}') + 1;
      } else if (next == 'h') {
        out += in_brackets ? " \\t\\x{A0}" : "[ \\t\\x{A0}]";
      } else if (next == 'Z' && !in_brackets) {
        out += "(?:\\r?\\n)?\\z";
      } else {
        out.append(rest.substr(0, 2));
      }
      i += read;
    } else {
      if (rest[0] == '[') in_brackets = true;
      if (rest[0] == ']') in_brackets = false;
      out.push_back(rest[0]);
      ++i;
    }
  }
  return out;
}

/// What RE2 refuses although Java takes it, in words.
std::string_view java_only(std::string_view pattern) {
  for (std::size_t i = 0; i + 1 < pattern.size(); ++i) {
    const auto rest = pattern.substr(i);
    if (rest[0] == '\\') {
      if (rest[1] >= '1' && rest[1] <= '9') return "back references";
      const bool named = (rest[1] == 'p' || rest[1] == 'P') && rest.substr(2).starts_with('{');
      i += named ? std::min(rest.find('}'), rest.size()) : 1;
      continue;
    }
    if (rest.starts_with("(?=") || rest.starts_with("(?!") || rest.starts_with("(?<=") || rest.starts_with("(?<!"))
      return "look-around";
    if (rest.starts_with("(?>")) return "atomic groups";
    const bool quantifier = rest[0] == '*' || rest[0] == '+' || rest[0] == '?' || rest[0] == '}';
    if (quantifier && rest[1] == '+') return "possessive quantifiers";
    if (rest.starts_with("&&")) return "intersections of character classes";
  }
  return {};
}

} // namespace

result<regex_ptr> compile_regex(std::string_view java_pattern) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  if (const auto missing = java_only(java_pattern); !missing.empty())
    return fail(errc::unsupported,
                fmt::format("regular expression needs {}, which weir does not have: {}", missing, java_pattern), {},
                "weir's regular expressions run in linear time, hence without them");
  auto made = std::make_shared<const re2::RE2>(rewrite(java_pattern), options);
  if (!made->ok())
    return fail(errc::bad_value, fmt::format("regular expression cannot be read: {}: {}", java_pattern, made->error()));
  return made;
}

result<regex_source> regex_source::of(const argument& pattern) {
  regex_source source;
  if (const auto text = literal_text(pattern)) {
    auto compiled = compile_regex(*text);
    if (!compiled) return std::unexpected(std::move(compiled.error()));
    source.constant_ = std::move(*compiled);
  }
  return source;
}

result<regex_ptr> regex_source::for_row(std::string_view pattern) const {
  if (constant_) return constant_;
  thread_local std::unordered_map<std::string, result<regex_ptr>> cache;
  std::string key(pattern);
  const auto known = cache.find(key);
  if (known != cache.end()) return known->second;
  if (cache.size() >= cached_patterns_max) cache.clear();
  return cache.emplace(std::move(key), compile_regex(pattern)).first->second;
}

bool find_match(const re2::RE2& regex, std::string_view text, std::size_t from, std::vector<re2::StringPiece>& groups) {
  groups.resize(static_cast<std::size_t>(regex.NumberOfCapturingGroups()) + 1);
  return regex.Match(re2::StringPiece(text.data(), text.size()), from, text.size(), re2::RE2::UNANCHORED, groups.data(),
                     static_cast<int>(groups.size()));
}

} // namespace core::expr::functions
