#pragma once
// A user's file as a tree that knows where everything stands. YAML and JSON (which YAML contains) become the same tree.
// Read once at start-up; plain values. Never touches the disk.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace config {

enum class node_kind : std::uint8_t { nothing, scalar, list, mapping };

struct node;
using node_ptr = std::shared_ptr<const node>;

struct entry {
  node_ptr key;
  node_ptr value;
};

struct node {
  node_kind kind = node_kind::nothing;
  std::string text{};  ///< Of a scalar, without quotes and escapes.
  bool quoted = false; ///< A scalar that can only be text.
  core::text_place place{};
  std::size_t offset = 0; ///< Byte of the file at which it begins.
  std::vector<node_ptr> items{};
  std::vector<entry> entries{}; ///< As written; a key may stand there twice.

  [[nodiscard]] const entry* find(std::string_view key) const;
};

/// A file's text and its tree; `file` is for messages.
struct document {
  std::string file{};
  std::string text{};
  node_ptr root{};
};

/// Files of more nodes than this are refused (aliases can multiply without end).
inline constexpr std::size_t document_nodes_max = 100'000;
/// And those that nest deeper (an alias may stand inside of what it names).
inline constexpr std::size_t document_depth_max = 64;

[[nodiscard]] core::result<document> parse_document(std::string file, std::string text);

/// Where in the file the place `inside` of a scalar's text stands (`inside` counts within `scalar.text`).
[[nodiscard]] core::text_place place_within(const document& from, const node& scalar, core::text_place inside);

} // namespace config
