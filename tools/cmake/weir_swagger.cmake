# The files behind /docs, fetched by npm at build time and put into the binary as they are. See tools/swagger.
set(WEIR_WEB_DIR "${CMAKE_BINARY_DIR}/web")
file(GLOB web_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/web/docs/*")
add_custom_command(
  OUTPUT "${WEIR_WEB_DIR}/web_assets.cpp"
  COMMAND "${CMAKE_SOURCE_DIR}/tools/swagger" "${CMAKE_SOURCE_DIR}" "${WEIR_WEB_DIR}"
  DEPENDS "${CMAKE_SOURCE_DIR}/tools/swagger" "${CMAKE_SOURCE_DIR}/web/package.json"
          "${CMAKE_SOURCE_DIR}/web/package-lock.json" ${web_sources}
  COMMENT "Fetching and packing Swagger UI"
  VERBATIM)
add_library(weir_swagger STATIC "${WEIR_WEB_DIR}/web_assets.cpp")
target_include_directories(weir_swagger PRIVATE "${CMAKE_SOURCE_DIR}")
