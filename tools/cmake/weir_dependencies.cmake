# Every library from outside, each as one target. Headers of others count as system headers: our warnings are for our code.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(ZLIB REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto SSL)
find_package(ICU REQUIRED COMPONENTS uc)
find_package(CURL REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(date REQUIRED)
find_package(simdjson REQUIRED)
find_package(yaml-cpp REQUIRED)

if(NOT TARGET re2::re2)
  pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)
  add_library(re2::re2 ALIAS PkgConfig::RE2)
endif()

add_library(weir_fmt INTERFACE)
target_link_libraries(weir_fmt INTERFACE fmt::fmt)

add_library(weir_simdjson INTERFACE)
target_link_libraries(weir_simdjson INTERFACE simdjson::simdjson)

add_library(weir_yaml INTERFACE)
if(TARGET yaml-cpp::yaml-cpp)
  target_link_libraries(weir_yaml INTERFACE yaml-cpp::yaml-cpp)
else()
  target_link_libraries(weir_yaml INTERFACE yaml-cpp)
endif()

# Headers only: nothing to link, and CMake's own module for it is going away.
find_path(BOOST_INCLUDE boost/beast/version.hpp REQUIRED)
add_library(weir_boost INTERFACE)
target_include_directories(weir_boost SYSTEM INTERFACE "${BOOST_INCLUDE}")

find_path(XXHASH_INCLUDE xxhash.h REQUIRED)
add_library(weir_xxhash INTERFACE)
target_compile_definitions(weir_xxhash INTERFACE XXH_INLINE_ALL)

find_path(CAF_INCLUDE caf/all.hpp REQUIRED)
find_library(CAF_CORE caf_core REQUIRED)
add_library(weir_caf INTERFACE)
target_link_libraries(weir_caf INTERFACE "${CAF_CORE}")

pkg_check_modules(EDIT REQUIRED IMPORTED_TARGET libedit)
pkg_check_modules(RDKAFKA REQUIRED IMPORTED_TARGET rdkafka)

find_package(Catch2 QUIET)
