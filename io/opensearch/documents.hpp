#pragma once
// Rows of a batch as items of a bulk request. One thread.

#include <functional>
#include <optional>
#include <vector>

#include "core/plan/plan.hpp"
#include "io/format/encoder.hpp"
#include "io/opensearch/bulk_request.hpp"
#include "io/opensearch/document_id.hpp"
#include "io/opensearch/index_name.hpp"
#include "io/opensearch/settings.hpp"

namespace io::opensearch {

class documents {
public:
  [[nodiscard]] static core::result<documents>
  make(const sink_settings& settings, const core::plan::format_options& format, const core::schema_ptr& layout);

  /// Calls `take` for each row in order; of an update only the new value. The rows' layout may end with `$kind`. Fails
  /// when a row takes another back and there is no key to find it by.
  [[nodiscard]] core::result<void> make_items(const core::batch& rows, const std::function<void(bulk_item)>& take);

  [[nodiscard]] const index_name& index() const noexcept { return index_; }

private:
  index_name index_{};
  std::optional<document_id> id_{};
  core::schema_ptr layout_{};
  std::unique_ptr<row_encoder> encoder_{};
  std::string text_{};
  std::vector<std::size_t> ends_{};
};

} // namespace io::opensearch
