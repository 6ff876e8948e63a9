# weir_embed(FILE SYMBOL OUTPUT): a C++ source that holds the file as a string_view weir::SYMBOL.
function(weir_embed file symbol output)
  set(text_file "${CMAKE_SOURCE_DIR}/${file}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${text_file}")
  file(READ "${text_file}" text)
  string(LENGTH "${text}" length)
  if(length GREATER 60000)
    message(FATAL_ERROR "${file} is too long for one string literal")
  endif()
  file(WRITE "${output}.new"
       "#include <string_view>\nnamespace weir {\nextern const std::string_view ${symbol};\nconst std::string_view ${symbol} = R\"embedded(${text})embedded\";\n}\n")
  file(COPY_FILE "${output}.new" "${output}" ONLY_IF_DIFFERENT)
endfunction()
