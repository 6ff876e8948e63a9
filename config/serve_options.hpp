#pragma once
// The settings of `weir serve`, the engine that needs no file: from flags, the environment and a file, in this order of
// precedence, each value remembering where it came from. Pure: the caller hands the environment and the texts in.

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/engine_options.hpp"
#include "core/plan/plan.hpp"

namespace config {

struct serve_options {
  /// Width of the tumbling windows, milliseconds. Default 60 s. Range 1 ms-100 years.
  std::int64_t window_ms = 60'000;
  /// How long after its end a window stays open, in event time, milliseconds. Default 5 s. Range 0-100 years.
  std::int64_t lateness_ms = 5'000;
  /// How far a row's time may lie ahead of the wall clock, milliseconds; 0 = off. Default 24 h.
  std::int64_t future_skew_ms = 86'400'000;
  /// Address to listen on. Default 127.0.0.1.
  std::string host = "127.0.0.1";
  /// Port to listen on; 0 lets the system choose. Default 8000. Range 0-65535.
  std::uint16_t port = 8000;
  /// PEM files of the listener's certificate and its key: both or neither. Default: none, in the clear.
  std::string tls_certificate{};
  std::string tls_key{};
  /// The file with the bearer token that requests need. Default: none.
  std::string token_file{};
  /// The token itself: from the environment only, since flags can be seen by everybody on the machine.
  std::string token{};
  /// shards, threads, on_stop, memory, on_full.
  engine_options engine{};
};

/// The one setting that is no flag and in no file.
inline constexpr const char* token_variable = "WEIR_TOKEN";

/// Where the values may come from. Flags are by their name without dashes: `window`.
struct serve_inputs {
  std::map<std::string, std::string> flags{};
  std::function<std::optional<std::string>(const std::string& name)> environment{};
  std::string file{};                     ///< Name of the file; empty = none.
  std::optional<std::string> file_text{}; ///< Its content.
};

/// One setting, for the command line's help and the documents.
struct serve_setting {
  std::string_view flag;
  std::string_view variable; ///< Environment.
  std::string_view key;      ///< In the file.
  std::string_view meaning;
  std::string_view fallback; ///< The default as text.
};
[[nodiscard]] const std::vector<serve_setting>& serve_settings();

/// The options, or one line for each wrong value: `WINDOW_SIZE (environment): window must be 1ms to 36525d: 0`.
[[nodiscard]] std::expected<serve_options, std::vector<std::string>> read_serve_options(const serve_inputs& inputs);

/// The plan of `weir serve`: table `events` over HTTP, tumbling windows per key, sinks `windows` and `stdout`.
[[nodiscard]] core::plan::pipeline_plan make_serve_plan(const serve_options& options);

} // namespace config
