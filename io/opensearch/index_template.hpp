#pragma once
// The index template of a sink: what the server is to make of each column in every index that the rows go to. Pure.

#include <string>

#include "core/data/batch.hpp"
#include "core/plan/plan.hpp"

namespace io::opensearch {

struct template_request {
  std::string name{}; ///< `weir-windows`: of the wildcard, so that two sinks of one index have one template.
  std::string body{}; ///< JSON.
};

struct template_settings {
  std::string wildcard{};
  std::optional<std::int64_t> shards{};
  std::optional<std::int64_t> replicas{};
};

/// `stamps`: how the documents write their times.
[[nodiscard]] template_request make_template(const template_settings& settings, const core::schema& layout,
                                             core::plan::time_format stamps);

} // namespace io::opensearch
