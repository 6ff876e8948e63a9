#include "core/expr/functions/pattern_source.hpp"

#include <map>

#include "core/expr/functions/function_shape.hpp"

namespace core::expr::functions {

namespace {

using shared_pattern = std::shared_ptr<const time_pattern>;

/// Patterns that come out of rows; the cache starts over when it is full.
constexpr std::size_t cached_patterns_max = 256;

result<shared_pattern> compile_shared(std::string_view text, pattern_style style) {
  auto made = time_pattern::compile(text, style);
  if (!made) return std::unexpected(std::move(made.error()));
  return std::make_shared<const time_pattern>(std::move(*made));
}

} // namespace

result<pattern_source> pattern_source::of(const argument& pattern, pattern_style style) {
  pattern_source source;
  source.style_ = style;
  if (const auto text = literal_text(pattern)) {
    auto made = compile_shared(*text, style);
    if (!made) return std::unexpected(std::move(made.error()));
    source.constant_ = std::move(*made);
  }
  return source;
}

result<shared_pattern> pattern_source::for_row(std::string_view pattern) const {
  if (constant_) return constant_;
  thread_local std::map<std::pair<std::string, pattern_style>, result<shared_pattern>> cache;
  auto key = std::pair(std::string(pattern), style_);
  const auto known = cache.find(key);
  if (known != cache.end()) return known->second;
  if (cache.size() >= cached_patterns_max) cache.clear();
  return cache.emplace(std::move(key), compile_shared(pattern, style_)).first->second;
}

} // namespace core::expr::functions
