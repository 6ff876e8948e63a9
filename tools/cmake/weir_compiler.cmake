# Warnings, sanitizers, coverage, and the faster tools where the machine has them.
add_library(weir_flags INTERFACE)
target_include_directories(weir_flags INTERFACE "${CMAKE_SOURCE_DIR}")
target_compile_options(weir_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)

# Warnings are errors where they have all been looked at. A newer compiler's new warnings shall not keep a user from building.
set(known_compiler OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  set(known_compiler ON)
endif()
option(WEIR_WERROR "Treat warnings as errors (on by itself with g++ 12)" ${known_compiler})
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 takes "x" + text in its own string header for overlapping copies (GCC bug 105329).
  # It also sees uninitialised values inside std::expected and library templates, by optimisation or instrumentation alone.
  target_compile_options(weir_flags INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
endif()
if(WEIR_WERROR)
  target_compile_options(weir_flags INTERFACE -Werror)
endif()

if(WEIR_SANITIZE)
  # CAF 0.17 binds a null reference in its actor factory (harmless); hence no null check.
  set(sanitizers -fsanitize=address,undefined -fno-sanitize=null -fno-sanitize-recover=undefined)
  target_compile_options(weir_flags INTERFACE ${sanitizers} -fno-omit-frame-pointer -O1)
  target_link_options(weir_flags INTERFACE ${sanitizers})
endif()
if(WEIR_COVERAGE)
  target_compile_options(weir_flags INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(weir_flags INTERFACE --coverage)
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT WEIR_COVERAGE) # It cannot keep files that count lines.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE}")
endif()
find_program(MOLD mold)
if(MOLD)
  target_link_options(weir_flags INTERFACE -fuse-ld=mold)
endif()

if(WEIR_TIDY)
  # Older ones do not know std::expected.
  find_program(CLANG_TIDY NAMES clang-tidy-19 clang-tidy-20 clang-tidy-21 clang-tidy-22 REQUIRED)
  set(CMAKE_CXX_CLANG_TIDY "${CLANG_TIDY};--quiet;--extra-arg=-Wno-unknown-warning-option")
endif()
