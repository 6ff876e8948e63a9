#pragma once
// `weir run interface/pipeline.yml`: the stages of a streaming project, all in one process or one of them.

#include <optional>
#include <string>

#include "config/stages_file.hpp"
#include "daemon/running.hpp"

namespace weir {

struct stages_arguments {
  std::string file{};
  std::string transport{}; ///< Empty: the file's; `kafka` when brokers are given.
  std::string brokers{};   ///< Empty: the file's.
  std::string stage{};     ///< Empty: all of them.
  std::string state{};     ///< Empty: the file's.
  run_settings settings{}; ///< Of the queries' engines, but for what their files say.
};

/// 0 stopped or ended in order, 1 a stage failed, 2 wrong use or an invalid file.
[[nodiscard]] int run_stages(const stages_arguments& wanted);
/// Says what is wrong with the file and all it names, or that it is good.
[[nodiscard]] bool check_stages(const std::string& file);

} // namespace weir
