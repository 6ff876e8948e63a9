#include "config/serve_options.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "config/mapping_reader.hpp"
#include "config/pipeline_file.hpp"
#include "config/quantity.hpp"
#include "core/data/number_text.hpp"

namespace config {

namespace {

using core::errc;

/// What is wrong with the text, or empty.
using setter = std::string (*)(std::string_view text, serve_options& into);

struct described_setting {
  serve_setting names;
  setter set;
};

std::string set_duration(std::string_view text, std::int64_t low, std::int64_t& into) {
  const auto ms = parse_duration_ms(text);
  if (!ms) return core::to_string(ms.error());
  if (*ms < low || *ms > duration_ms_max)
    return fmt::format("must be {} to {}: {}", duration_text(low), duration_text(duration_ms_max), text);
  into = *ms;
  return {};
}

template <class Number>
std::string set_whole(std::string_view text, whole_range range, Number& into) {
  const auto number = core::parse_integer(text);
  if (!number) return fmt::format("must be a whole number: {}", text);
  if (*number < range.low || *number > range.high)
    return fmt::format("must be {} to {}: {}", range.low, range.high, text);
  into = static_cast<Number>(*number);
  return {};
}

std::string set_skew(std::string_view text, serve_options& into) {
  if (text != "off") return set_duration(text, 1, into.future_skew_ms);
  into.future_skew_ms = 0;
  return {};
}

std::string set_host(std::string_view text, serve_options& into) {
  if (text.empty()) return "must not be empty";
  into.host = text;
  return {};
}

std::string set_path(std::string_view text, std::string& into) {
  if (text.empty()) return "must not be empty";
  into = text;
  return {};
}

std::string set_on_stop(std::string_view text, serve_options& into) {
  if (text != "close" && text != "drop") return fmt::format("must be one of close, drop: {}", text);
  into.engine.on_stop = text == "close" ? stop_policy::close : stop_policy::drop;
  return {};
}

std::string set_on_full(std::string_view text, serve_options& into) {
  if (text != "stop" && text != "close") return fmt::format("must be one of stop, close: {}", text);
  into.engine.on_full = text == "stop" ? full_policy::stop : full_policy::close;
  return {};
}

std::string set_memory(std::string_view text, serve_options& into) {
  const auto bytes = parse_bytes(text);
  if (!bytes) return core::to_string(bytes.error());
  if (*bytes < memory_bytes_min || *bytes > (1ULL << 50))
    return fmt::format("must be {} to {}: {}", bytes_text(memory_bytes_min), bytes_text(1ULL << 50), text);
  into.engine.memory_bytes_max = *bytes;
  return {};
}

const std::vector<described_setting>& settings() {
  static const std::vector<described_setting> all{
      {{"window", "WINDOW_SIZE", "window", "width of the windows; a number alone is seconds", "60s"},
       [](std::string_view text, serve_options& into) { return set_duration(text, 1, into.window_ms); }},
      {{"lateness", "ALLOWED_LATENESS", "lateness", "how long after its end a window stays open, in event time", "5s"},
       [](std::string_view text, serve_options& into) { return set_duration(text, 0, into.lateness_ms); }},
      {{"future-skew", "WEIR_FUTURE_SKEW", "future_skew", "how far ahead of the clock an event may lie, or off", "1d"},
       set_skew},
      {{"host", "WEIR_HOST", "host", "address to listen on", "127.0.0.1"}, set_host},
      {{"port", "PORT", "port", "port to listen on; 0 lets the system choose", "8000"},
       [](std::string_view text, serve_options& into) {
         return set_whole(text, {0, 65535}, into.port);
       }},
      {{"tls-certificate", "WEIR_TLS_CERTIFICATE", "tls_certificate", "PEM file of the certificate, to speak HTTPS",
        "none"},
       [](std::string_view text, serve_options& into) { return set_path(text, into.tls_certificate); }},
      {{"tls-key", "WEIR_TLS_KEY", "tls_key", "PEM file of its key", "none"},
       [](std::string_view text, serve_options& into) { return set_path(text, into.tls_key); }},
      {{"token-file", "WEIR_TOKEN_FILE", "token_file", "file with the bearer token that requests need", "none"},
       [](std::string_view text, serve_options& into) { return set_path(text, into.token_file); }},
      {{"shards", "WEIR_SHARDS", "shards", "owners of keys", "the cores"},
       [](std::string_view text, serve_options& into) {
         return set_whole(text, {1, 1024}, into.engine.shards);
       }},
      {{"threads", "WEIR_THREADS", "threads", "threads that work", "the cores"},
       [](std::string_view text, serve_options& into) {
         return set_whole(text, {1, 1024}, into.engine.threads);
       }},
      {{"on-stop", "WEIR_ON_STOP", "on_stop", "what becomes of open windows at the end: close or drop", "close"},
       set_on_stop},
      {{"memory", "WEIR_MEMORY", "memory", "window state at which clients are slowed down", "3/4 of the machine's"},
       set_memory},
      {{"on-full", "WEIR_ON_FULL", "on_full", "at the memory's limit: stop, or close every window early", "stop"},
       set_on_full},
  };
  return all;
}

/// What no setting alone can tell.
void check_listener(const serve_options& made, std::vector<std::string>& faults) {
  if (made.tls_certificate.empty() && !made.tls_key.empty())
    faults.push_back("tls_key needs tls_certificate: the certificate that it belongs to");
  if (!made.tls_certificate.empty() && made.tls_key.empty())
    faults.push_back("tls_certificate needs tls_key: the key that it belongs to");
  if (!made.token.empty() && !made.token_file.empty())
    faults.push_back(fmt::format("{} (environment) and token_file: give one of them", token_variable));
}

struct file_values {
  std::map<std::string, std::string, std::less<>> values{};
  std::vector<std::string> complaints{};
};

file_values read_file(const serve_inputs& inputs) {
  file_values made;
  if (!inputs.file_text) return made;
  const auto parsed = parse_document(inputs.file, *inputs.file_text);
  if (!parsed) {
    made.complaints.push_back(render_complaints(inputs.file, *inputs.file_text, {parsed.error()}));
    return made;
  }
  complaints found(*parsed);
  if (parsed->root->kind != node_kind::nothing) {
    mapping_reader file(parsed->root, "the file", found);
    for (const auto& one : settings()) {
      const auto value = file.take(one.names.key);
      if (!value) continue;
      const auto text = read_text(*value, one.names.key, found);
      serve_options unused;
      const auto fault = text ? one.set(*text, unused) : std::string();
      if (!fault.empty())
        found.add(errc::bad_value, fmt::format("{} {}", one.names.key, fault), value->place);
      else if (text)
        made.values[std::string(one.names.key)] = *text;
    }
    file.finish();
  }
  for (const auto& fault : found.sorted()) made.complaints.push_back(render(*parsed, {fault}));
  for (auto& text : made.complaints)
    if (text.ends_with('\n')) text.pop_back();
  return made;
}

} // namespace

const std::vector<serve_setting>& serve_settings() {
  static const auto all = [] {
    std::vector<serve_setting> made;
    for (const auto& one : settings()) made.push_back(one.names);
    return made;
  }();
  return all;
}

std::expected<serve_options, std::vector<std::string>> read_serve_options(const serve_inputs& inputs) {
  auto file = read_file(inputs);
  auto faults = std::move(file.complaints);
  serve_options made;
  made.engine = default_engine_options();
  const auto set = [&](const described_setting& one, const std::string& from, const std::string& text) {
    const auto fault = one.set(text, made);
    if (!fault.empty()) faults.push_back(fmt::format("{}: {} {}", from, one.names.key, fault));
  };
  // The weakest first, so that the stronger overwrites it; a wrong value is named even where it is overruled.
  for (const auto& one : settings()) {
    if (const auto found = file.values.find(one.names.key); found != file.values.end())
      set(one, inputs.file, found->second);
    if (inputs.environment)
      if (const auto value = inputs.environment(std::string(one.names.variable)))
        set(one, fmt::format("{} (environment)", one.names.variable), *value);
    if (const auto flag = inputs.flags.find(std::string(one.names.flag)); flag != inputs.flags.end())
      set(one, fmt::format("--{}", one.names.flag), flag->second);
  }
  if (const auto token = inputs.environment ? inputs.environment(token_variable) : std::nullopt) made.token = *token;
  check_listener(made, faults);
  if (!faults.empty()) return std::unexpected(std::move(faults));
  return made;
}

} // namespace config
