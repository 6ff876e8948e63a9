#pragma once
// A compiled JMESPath expression: a flat list of nodes that refer to each other by number, children before parents.
// Plain data, made by the parser, run by the evaluator; read by any number of threads.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/contract/arena.hpp"
#include "core/contract/jmespath/lexer.hpp"
#include "core/contract/json_value.hpp"

namespace core::contract::jmespath {

using node_id = std::uint32_t;

enum class node_kind : std::uint8_t {
  current,
  field,
  literal,
  index,
  slice,
  chain,           ///< parts: left, right; right sees what left gives.
  project,         ///< parts: left, right: right for each item of an array, nulls dropped.
  project_values,  ///< The same for the values of an object.
  project_matches, ///< parts: left, right, condition.
  flatten,         ///< parts: of
  list,            ///< [a, b]
  record,          ///< {a: b}
  either,
  both,
  no,
  compare, ///< parts: left, right; `comparison`
  call,
  reference, ///< &expression, only as an argument.
};

struct slice_bounds {
  std::optional<std::int64_t> start{};
  std::optional<std::int64_t> stop{};
  std::int64_t step = 1;
};

struct function;

struct node {
  node_kind kind = node_kind::current;
  token_kind comparison = token_kind::equal;
  std::uint32_t depth = 1; ///< Of the tree below, this node included.
  std::vector<node_id> parts{};
  std::string name{};               ///< Of a field.
  std::vector<std::string> names{}; ///< Of a record, as many as parts.
  std::int64_t number = 0;          ///< Of an index.
  slice_bounds bounds{};
  value_view value{}; ///< Of a literal; points into the program's memory.
  const function* called = nullptr;
};

struct program {
  std::vector<node> nodes{};
  node_id root = 0;
  arena literals{};
};

inline constexpr std::size_t expression_bytes_max = 65'536;
inline constexpr std::uint32_t expression_depth_max = 256;

} // namespace core::contract::jmespath
