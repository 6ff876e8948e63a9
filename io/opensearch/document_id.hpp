#pragma once
// The `_id` of a row, made of its key alone, so that a row written again overwrites itself. Immutable; any thread.
//
// It is Flink's: the values of the key in a row with a delimiter between them. Where that could run together (two
// texts that may have the delimiter in them, a NULL), `%` and the delimiter's first byte are escaped as %hh and NULL is
// %N: different keys have different ids.

#include <string>
#include <vector>

#include "core/data/batch.hpp"
#include "core/error.hpp"

namespace io::opensearch {

inline constexpr std::size_t document_id_bytes_max = 512;

struct document_id_settings {
  std::string prefix{};
  std::string delimiter = "_";
  std::vector<std::string> key{}; ///< Columns, at least one.
};

class document_id {
public:
  [[nodiscard]] static core::result<document_id> make(const document_id_settings& settings, const core::schema& layout);

  /// At most `document_id_bytes_max`: a longer one ends in %H and a hash of the whole.
  [[nodiscard]] std::string of(const core::batch& rows, std::size_t row) const;

private:
  std::string prefix_{};
  std::string delimiter_{};
  std::vector<std::size_t> columns_{};
  std::vector<core::data_type> types_{};
  bool escapes_ = false;
};

} // namespace io::opensearch
