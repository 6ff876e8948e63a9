#include "io/opensearch/settings.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/query/catalog.hpp"

namespace io::opensearch {

namespace {

using core::errc;
using core::fail;

/// A bulk request without a bound of its own still has these.
constexpr std::int64_t actions_max = 100'000;
constexpr std::int64_t bytes_max = 64L << 20U;
constexpr std::int64_t day_ms = 86'400'000;

auto bad_option(std::string_view name, std::string_view what, std::string hint = {}) {
  return fail(errc::bad_value, fmt::format("option '{}': {}", name, what), {}, std::move(hint));
}

std::string lower(std::string text) {
  for (auto& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// `2mb`, `512 kb`, `1000`: Flink's sizes, units of 1024.
std::optional<std::int64_t> parse_size(std::string_view text) {
  std::int64_t amount = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), amount);
  if (failed != std::errc{} || amount < 0) return std::nullopt;
  auto unit = lower(std::string(text.substr(static_cast<std::size_t>(end - text.data()))));
  std::erase(unit, ' ');
  constexpr std::array<std::pair<std::string_view, int>, 11> units{{{"", 0},
                                                                    {"b", 0},
                                                                    {"bytes", 0},
                                                                    {"k", 10},
                                                                    {"kb", 10},
                                                                    {"kibibytes", 10},
                                                                    {"m", 20},
                                                                    {"mb", 20},
                                                                    {"mebibytes", 20},
                                                                    {"g", 30},
                                                                    {"gb", 30}}};
  for (const auto& [name, shift] : units)
    if (name == unit && amount < (std::int64_t{1} << (62 - shift))) return amount << shift;
  return std::nullopt;
}

class settings_reader {
public:
  settings_reader(const std::map<std::string, std::string>& options, const environment& variables)
      : options_(options), variables_(variables) {}

  core::result<sink_settings> read() {
    WEIR_CHECK(connection());
    WEIR_CHECK(bulk());
    WEIR_CHECK(retry());
    WEIR_CHECK(documents());
    return std::move(made_);
  }

private:
  [[nodiscard]] const std::string* find(const std::string& name) const {
    const auto found = options_.find(name);
    return found == options_.end() ? nullptr : &found->second;
  }

  template <class Number>
  core::result<void> number(const std::string& name, std::int64_t least, std::int64_t most, Number& into) {
    const auto* text = find(name);
    if (text == nullptr) return {};
    std::int64_t value = 0;
    const auto [end, failed] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (failed != std::errc{} || end != text->data() + text->size() || value < least || value > most)
      return bad_option(name, fmt::format("not a whole number of {} to {}: {}", least, most, *text));
    into = static_cast<Number>(value);
    return {};
  }
  core::result<void> count(const std::string& name, std::optional<std::int64_t>& into, std::int64_t least) {
    std::int64_t value = -1;
    WEIR_CHECK(number(name, least, 1024, value));
    if (value >= least) into = value;
    return {};
  }
  core::result<void> duration(const std::string& name, std::int64_t& into) {
    const auto* text = find(name);
    if (text == nullptr) return {};
    const auto read = core::query::read_duration(*text);
    if (!read || *read > day_ms)
      return bad_option(name, "not a duration of at most a day: " + *text, "write 500 ms, 10 s or 5 min");
    into = *read;
    return {};
  }
  core::result<void> flag(const std::string& name, bool& into) {
    const auto* text = find(name);
    if (text == nullptr) return {};
    const auto value = lower(*text);
    if (value != "true" && value != "false") return bad_option(name, "true or false, not: " + *text);
    into = value == "true";
    return {};
  }

  core::result<void> hosts() {
    const auto* text = find("hosts");
    if (text == nullptr || text->empty()) return bad_option("hosts", "is needed", "'http://localhost:9200'");
    std::string prefix = find("connection.path-prefix") == nullptr ? "" : *find("connection.path-prefix");
    while (prefix.ends_with('/')) prefix.pop_back();
    if (!prefix.empty() && !prefix.starts_with('/')) prefix = "/" + prefix;
    for (std::size_t at = 0; at <= text->size();) {
      const auto end = std::min(text->find(';', at), text->size());
      auto host = text->substr(at, end - at);
      at = end + 1;
      while (host.ends_with('/') || host.ends_with(' ')) host.pop_back();
      host.erase(0, std::min(host.find_first_not_of(' '), host.size()));
      if (host.find('@') != std::string::npos) // What stands before it may be a password.
        return bad_option("hosts", "has a user in it", "use the options 'username' and 'password'");
      const bool has_scheme = host.starts_with("http://") || host.starts_with("https://");
      if (!has_scheme || host.ends_with("//") || host.find_first_of(" ?#\"'\t\n") != std::string::npos)
        return bad_option("hosts", "not an address: " + host, "write 'http://one:9200;http://two:9200'");
      made_.connection.hosts.push_back(host + prefix);
    }
    return {};
  }

  core::result<void> connection() {
    WEIR_CHECK(hosts());
    auto& made = made_.connection;
    made.username = find("username") != nullptr ? *find("username") : variables_("OPENSEARCH_USERNAME");
    made.password = find("password") != nullptr ? *find("password") : variables_("OPENSEARCH_PASSWORD");
    if (made.username.empty()) made.password.clear();
    if (!made.username.empty() && made.password.empty())
      return bad_option("password", "is needed with a username",
                        "as an option, or as OPENSEARCH_PASSWORD in the environment");
    if (made.username.find(':') != std::string::npos) return bad_option("username", "may have no colon");
    if (const auto* file = find("connection.ca-file")) made.ca_file = *file;
    WEIR_CHECK(flag("allow-insecure", made.allow_insecure));
    WEIR_CHECK(flag("connection.gzip", made.gzip));
    WEIR_CHECK(duration("connection.timeout", made.connect_timeout_ms));
    // Flink has one for waiting for a connection of its pool and one for silence; here one bounds the whole request.
    WEIR_CHECK(duration("connection.request-timeout", made.request_timeout_ms));
    return duration("socket.timeout", made.request_timeout_ms);
  }

  core::result<void> bulk() {
    auto& made = made_.bulk;
    WEIR_CHECK(number("sink.bulk-flush.max-actions", 0, actions_max, made.actions_max));
    if (made.actions_max == 0) made.actions_max = actions_max;
    if (const auto* text = find("sink.bulk-flush.max-size")) {
      const auto size = parse_size(*text);
      if (!size || *size > bytes_max)
        return bad_option("sink.bulk-flush.max-size", "not a size of at most 64 mb: " + *text, "write 2mb or 512kb");
      made.bytes_max = static_cast<std::size_t>(*size == 0 ? bytes_max : *size);
    }
    return duration("sink.bulk-flush.interval", made.interval_ms);
  }

  core::result<void> retry() {
    auto& made = made_.retry;
    if (const auto* text = find("sink.bulk-flush.backoff.strategy")) {
      const auto value = lower(*text);
      if (value != "disabled" && value != "constant" && value != "exponential")
        return bad_option("sink.bulk-flush.backoff.strategy", "not DISABLED, CONSTANT or EXPONENTIAL: " + *text);
      made.doubles = value == "exponential";
      if (value == "disabled") made.retries_max = 0;
    }
    if (made.retries_max > 0) WEIR_CHECK(number("sink.bulk-flush.backoff.max-retries", 0, 1'000'000, made.retries_max));
    WEIR_CHECK(duration("sink.bulk-flush.backoff.delay", made.delay_ms));
    made.delay_ms = std::max<std::int64_t>(made.delay_ms, 1);
    made.delay_ms_max = std::max(made.delay_ms_max, made.delay_ms);
    return {};
  }

  core::result<void> documents() {
    const auto* index = find("index");
    if (index == nullptr || index->empty()) return bad_option("index", "is needed");
    made_.index = *index;
    if (const auto* text = find("document-id.prefix")) made_.id_prefix = *text;
    if (const auto* text = find("document-id.key-delimiter")) made_.id_delimiter = *text;
    if (made_.id_delimiter.empty() || made_.id_delimiter.find('%') != std::string::npos)
      return bad_option("document-id.key-delimiter", "may be neither empty nor have a % in it");
    if (const auto* text = find("primary-key"); text != nullptr && !text->empty())
      for (std::size_t at = 0; at <= text->size();) {
        const auto end = std::min(text->find(';', at), text->size());
        made_.key.push_back(text->substr(at, end - at));
        at = end + 1;
      }
    WEIR_CHECK(rejects());
    WEIR_CHECK(flag("index-template", made_.makes_template));
    WEIR_CHECK(count("index-template.number-of-shards", made_.shards, 1));
    WEIR_CHECK(count("index-template.number-of-replicas", made_.replicas, 0));
    const auto* guarantee = find("sink.delivery-guarantee");
    if (guarantee != nullptr && lower(*guarantee) == "exactly-once")
      return bad_option("sink.delivery-guarantee", "not to be had from the server: exactly-once",
                        "write at-least-once: with a PRIMARY KEY what comes twice overwrites itself");
    if (guarantee != nullptr && lower(*guarantee) != "at-least-once" && lower(*guarantee) != "none")
      return bad_option("sink.delivery-guarantee", "not at-least-once or none: " + *guarantee);
    return {};
  }

  core::result<void> rejects() {
    if (const auto* path = find("dead-letter.path")) made_.dead_letter_path = *path;
    const auto* text = find("failure-handler");
    if (text == nullptr || *text == "dead-letter" || *text == "retry-rejected") return {};
    if (*text != "fail" && *text != "ignore")
      return bad_option("failure-handler", "not fail, ignore, retry-rejected or dead-letter: " + *text);
    if (!made_.dead_letter_path.empty())
      return bad_option("dead-letter.path", fmt::format("has no meaning with 'failure-handler' = '{}'", *text));
    made_.rejects = *text == "fail" ? reject_policy::fail : reject_policy::ignore;
    return {};
  }

  const std::map<std::string, std::string>& options_;
  const environment& variables_;
  sink_settings made_{};
};

} // namespace

core::result<sink_settings> read_settings(const std::map<std::string, std::string>& options,
                                          const environment& variables) {
  return settings_reader(options, variables).read();
}

} // namespace io::opensearch
