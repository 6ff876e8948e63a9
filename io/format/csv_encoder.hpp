#pragma once
// Batches to CSV lines, as Flink's CSV format (Jackson) writes them. Immutable after construction; any thread.

#include "core/data/time_text.hpp"
#include "io/format/byte_writer.hpp"
#include "io/format/encoder.hpp"

namespace io {

class csv_encoder final : public row_encoder {
public:
  csv_encoder(const core::plan::format_options& options, core::schema_ptr layout);

  void write(const core::batch& rows, std::string& out, std::vector<std::size_t>* ends) const override;
  [[nodiscard]] std::string header() const override;

private:
  void write_value(byte_writer& to, core::stamp_writer& stamps, const core::data_type& type, const core::column& from,
                   std::size_t row) const;
  void write_text(byte_writer& to, std::string_view text) const;
  [[nodiscard]] bool needs_quotes(std::string_view text) const;

  core::plan::format_options options_;
  core::stamp_style style_;
  core::schema_ptr layout_;
  unsigned char safe_from_; ///< Texts with a byte below this one are quoted.
};

/// Every row's one text as a line.
class raw_encoder final : public row_encoder {
public:
  void write(const core::batch& rows, std::string& out, std::vector<std::size_t>* ends) const override;
};

} // namespace io
