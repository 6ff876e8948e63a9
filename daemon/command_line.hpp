#pragma once
// The commands of the weir binary. Exit codes: 0 done, 1 the run failed, 2 wrong use or an invalid file. Rows go to
// stdout, all else to stderr.

namespace weir {

[[nodiscard]] int run_command_line(int argc, char** argv);

} // namespace weir
