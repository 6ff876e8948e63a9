#pragma once
// Columns to bytes: rows as JSON lines or CSV, byte for byte as Flink's formats write them. Stateless after
// construction.

#include <memory>
#include <string>

#include "core/data/batch.hpp"
#include "core/error.hpp"
#include "core/plan/plan.hpp"

namespace io {

class row_encoder {
public:
  virtual ~row_encoder() = default;
  /// Appends every row of the batch, each with its line end.
  virtual void encode(const core::batch& rows, std::string& out) const = 0;
  /// What stands at the top of a file (the CSV header), or nothing.
  [[nodiscard]] virtual std::string header() const { return {}; }
};

[[nodiscard]] core::result<std::unique_ptr<row_encoder>> make_encoder(const core::plan::format_options& format,
                                                                      const core::schema_ptr& layout);

} // namespace io
