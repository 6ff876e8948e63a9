#pragma once
// The OpenAPI 3.1 description of every endpoint. A test holds it against the router.

#include <string_view>

namespace weir {

extern const std::string_view openapi_document;

} // namespace weir
