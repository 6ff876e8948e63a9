#pragma once
// Columns to bytes: rows as JSON lines or CSV, byte for byte as Flink's formats write them. Stateless after
// construction.

#include <memory>
#include <string>
#include <vector>

#include "core/data/batch.hpp"
#include "core/error.hpp"
#include "core/plan/plan.hpp"

namespace io {

class row_encoder {
public:
  virtual ~row_encoder() = default;
  /// Appends every row of the batch, each with its line end.
  void encode(const core::batch& rows, std::string& out) const { write(rows, out, nullptr); }
  /// The same, and where each row ends: behind its line end, which is one byte.
  void encode(const core::batch& rows, std::string& out, std::vector<std::size_t>& ends) const {
    write(rows, out, &ends);
  }
  /// What stands at the top of a file (the CSV header), or nothing.
  [[nodiscard]] virtual std::string header() const { return {}; }

protected:
  virtual void write(const core::batch& rows, std::string& out, std::vector<std::size_t>* ends) const = 0;
};

[[nodiscard]] core::result<std::unique_ptr<row_encoder>> make_encoder(const core::plan::format_options& format,
                                                                      const core::schema_ptr& layout);

} // namespace io
