#include "daemon/command_line.hpp"
#include "daemon/process.hpp"

int main(int argc, char** argv) {
  weir::fill_standard_descriptors();
  weir::raise_open_files_limit();
  return weir::run_command_line(argc, argv);
}
