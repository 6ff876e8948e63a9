// A whole run as the command line starts it: what is told before anything is read.
#include "daemon/running.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/pipeline_loading.hpp"
#include "tests/support/catch.hpp"

using namespace std::chrono_literals;

namespace {

/// A folder that goes with the object.
class own_folder {
public:
  own_folder() : path(std::filesystem::temp_directory_path() / ("weir-running-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path);
  }
  ~own_folder() { std::filesystem::remove_all(path); }
  own_folder(const own_folder&) = delete;
  own_folder& operator=(const own_folder&) = delete;
  const std::filesystem::path path;
};

} // namespace

TEST_CASE("a port that is taken ends the run before a source is opened") {
  const own_folder folder;
  const auto pipe = folder.path / "in.pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0); // Opening it waits for a writer, who never comes.
  std::ofstream(folder.path / "pipeline.yml")
      << "source: {type: file, path: " << pipe.string() << ", columns: {k: STRING}}\nsink: {type: stdout}\n";
  const auto pipeline = weir::load_pipeline((folder.path / "pipeline.yml").string());
  REQUIRE(pipeline);
  auto holder = io::http_server::listen({});
  REQUIRE(holder);
  weir::run_settings settings;
  settings.engine = pipeline->options;
  settings.http.emplace().port = (*holder)->port();
  const auto plan = std::make_shared<const core::plan::pipeline_plan>(pipeline->plan);
  auto ended = std::async(std::launch::async, [&] { return weir::run_to_end(plan, settings); });
  const bool is_prompt = ended.wait_for(20s) == std::future_status::ready;
  CHECK(is_prompt);
  if (!is_prompt) ::close(::open(pipe.c_str(), O_WRONLY | O_NONBLOCK)); // So that a run that waits can end.
  CHECK(ended.get() == 1);
}
