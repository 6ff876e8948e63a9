#include "daemon/api/rows_json.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "io/format/encoder.hpp"

namespace weir {

void append_rows(std::string& out, const std::vector<core::batch_ptr>& rows, const core::plan::format_options& format) {
  out += '[';
  for (const auto& batch : rows) {
    if (batch->rows == 0) continue;
    auto as_json = format;
    as_json.format = core::plan::record_format::json;
    const auto encoder = io::make_encoder(as_json, batch->layout);
    WEIR_ENSURE(encoder.has_value(), "the sink of these rows has such an encoder");
    const auto from = out.size();
    if (out.back() != '[') out += ',';
    (*encoder)->encode(*batch, out);
    std::replace(out.begin() + static_cast<std::ptrdiff_t>(from), out.end(), '\n',
                 ','); // Strings hold no bare newline.
    out.pop_back();
  }
  out += ']';
}

void append_quoted(std::string& out, std::string_view text) {
  out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace weir
