#pragma once
// Batches to JSON lines, as Flink's JSON format writes them. Immutable after construction; any thread.

#include <vector>

#include "core/data/time_text.hpp"
#include "io/format/byte_writer.hpp"
#include "io/format/encoder.hpp"

namespace io {

class json_encoder final : public row_encoder {
public:
  json_encoder(const core::plan::format_options& options, const core::schema& layout);

  void write(const core::batch& rows, std::string& out, std::vector<std::size_t>* ends) const override;

private:
  /// A value's name in front of it, and what lies inside.
  struct member {
    text_piece name{""};      ///< `"name":`
    text_piece next_name{""}; ///< `,"name":`
    core::data_type type{};
    std::vector<member> inner{}; ///< The type's own fields.
  };
  [[nodiscard]] static member make_member(const std::string& name, const core::data_type& type);

  /// Where an encode call writes, and the day of its last stamp.
  struct output {
    byte_writer& bytes;
    core::stamp_writer stamps{};
  };
  void write_value(output& out, const member& what, const core::column& from, std::size_t row) const;
  void write_integer(output& out, const core::data_type& type, const core::column& from, std::size_t row) const;
  void write_stamp(output& out, const core::data_type& type, const core::column& from, std::size_t row) const;
  void write_text(byte_writer& to, const core::data_type& type, std::string_view text) const;
  void write_nested(output& out, const member& what, const core::column& from, std::size_t row) const;
  void write_object(output& out, const std::vector<member>& members, const std::vector<core::column_ptr>& columns,
                    std::size_t row) const;

  core::plan::format_options options_;
  core::stamp_style style_;
  std::vector<member> members_{};
};

} // namespace io
