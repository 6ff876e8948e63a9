#include "core/data/batch.hpp"

namespace core {

std::optional<std::size_t> schema::index_of(std::string_view name) const {
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == name) return i;
  return std::nullopt;
}

batch_ptr gather(const batch& from, const std::vector<std::uint32_t>& picked) {
  auto made = std::make_shared<batch>();
  made->layout = from.layout;
  made->rows = static_cast<std::uint32_t>(picked.size());
  made->columns.reserve(from.columns.size());
  for (const auto& one : from.columns) made->columns.push_back(gather(*one, picked.data(), picked.size()));
  return made;
}

} // namespace core
