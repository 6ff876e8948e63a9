#include "daemon/command_line.hpp"

int main(int argc, char** argv) { return weir::run_command_line(argc, argv); }
