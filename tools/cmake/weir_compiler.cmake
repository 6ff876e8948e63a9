# Warnings, sanitizers, coverage, and the faster tools where the machine has them.
add_library(weir_flags INTERFACE)
target_include_directories(weir_flags INTERFACE "${CMAKE_SOURCE_DIR}")
target_compile_options(weir_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)

if(WEIR_SANITIZE)
  # CAF 0.17 binds a null reference in its actor factory (harmless); hence no null check.
  set(sanitizers -fsanitize=address,undefined -fno-sanitize=null -fno-sanitize-recover=undefined)
  target_compile_options(weir_flags INTERFACE ${sanitizers} -fno-omit-frame-pointer -O1)
  # g++ 12 sees uninitialised values in library templates that only the instrumentation leaves open.
  target_compile_options(weir_flags INTERFACE -Wno-maybe-uninitialized)
  target_link_options(weir_flags INTERFACE ${sanitizers})
endif()
if(WEIR_COVERAGE)
  target_compile_options(weir_flags INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(weir_flags INTERFACE --coverage)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE}")
endif()
find_program(MOLD mold)
if(MOLD)
  target_link_options(weir_flags INTERFACE -fuse-ld=mold)
endif()
