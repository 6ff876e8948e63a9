#pragma once
// How many bytes a value takes in an encoded key. Shared by the two halves of the key codec; nobody else needs it.

#include <cstddef>

#include "core/data/data_type.hpp"

namespace core {

/// Bytes of a value without its NULL mark; 0 = as long as the value.
[[nodiscard]] inline std::size_t key_width(const data_type& type) {
  switch (type.kind) {
  case type_kind::null: return 0;
  case type_kind::boolean:
  case type_kind::int8: return 1;
  case type_kind::int16: return 2;
  case type_kind::int32:
  case type_kind::date:
  case type_kind::time:
  case type_kind::interval_months: return 4;
  case type_kind::timestamp:
  case type_kind::timestamp_ltz: return type.precision > 3 ? 12 : 8;
  case type_kind::decimal: return 16;
  default: return storage_of(type.kind) == storage::integer || storage_of(type.kind) == storage::real ? 8 : 0;
  }
}

} // namespace core
