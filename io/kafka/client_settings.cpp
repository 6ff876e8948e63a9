#include "io/kafka/client_settings.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace io::kafka {

namespace {

constexpr std::size_t reason_bytes_max = 512;
constexpr int warnings_and_worse = 4; ///< syslog's.

bool is_secret(std::string_view name) {
  return std::ranges::any_of(
      std::array{"password", "secret", "jaas", "key.pem", "ssl.key", "token", "oauthbearer.config"},
      [&](std::string_view part) { return name.contains(part); });
}

/// `username="alice" password="…"` of Java's JAAS line.
std::string jaas_value(std::string_view line, std::string_view name) {
  const auto at = line.find(fmt::format("{}=", name));
  if (at == std::string_view::npos) return {};
  line.remove_prefix(at + name.size() + 1);
  const bool quoted = line.starts_with('"') || line.starts_with('\'');
  if (!quoted) return std::string(line.substr(0, line.find_first_of(" ;")));
  return std::string(line.substr(1, line.find(line[0], 1) - 1));
}

void hear_log(const rd_kafka_t* client, int level, const char*, const char* words) {
  if (level > warnings_and_worse) return;
  const auto* const watch = static_cast<const client_watch*>(rd_kafka_opaque(client));
  if (watch != nullptr) watch->say(notice_level::warning, fmt::format("kafka: {}", words));
}

void hear_error(rd_kafka_t* client, int code, const char* why, void*) {
  auto* const watch = static_cast<client_watch*>(rd_kafka_opaque(client));
  if (watch != nullptr) watch->hear_error(static_cast<rd_kafka_resp_err_t>(code), why);
}

} // namespace

void client_watch::hear_error(rd_kafka_resp_err_t code, const std::string& why) {
  if (code == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN) is_away_ = true;
  {
    const std::lock_guard lock(mutex_);
    if (!said_.insert(code).second) return;
  }
  say(notice_level::warning, fmt::format("kafka: {} ({})", why, rd_kafka_err2name(code)));
}

void client_watch::recovered() {
  const bool was_away = is_away_.exchange(false);
  {
    const std::lock_guard lock(mutex_);
    said_.clear();
  }
  if (was_away) say(notice_level::info, "kafka: the brokers answer again");
}

core::plan::option_values translate(const core::plan::option_values& properties) {
  core::plan::option_values made = properties;
  if (const auto jaas = made.extract("sasl.jaas.config"); !jaas.empty()) {
    if (auto user = jaas_value(jaas.mapped(), "username"); !user.empty()) made.try_emplace("sasl.username", user);
    if (auto word = jaas_value(jaas.mapped(), "password"); !word.empty()) made.try_emplace("sasl.password", word);
  }
  // Java's client has one limit for a whole request, librdkafka for a message: the same for those who raise it.
  if (auto node = made.extract("max.request.size"); !node.empty()) made.try_emplace("message.max.bytes", node.mapped());
  if (auto node = made.extract("delivery.timeout.ms"); !node.empty())
    made.try_emplace("message.timeout.ms", node.mapped());
  return made;
}

core::result<settings_handle> make_settings(const core::plan::option_values& properties,
                                            const core::plan::option_values& defaults,
                                            const core::plan::option_values& forced, client_watch& watch) {
  settings_handle made(rd_kafka_conf_new());
  std::array<char, reason_bytes_max> reason{};
  const auto set = [&](const std::string& name, const std::string& value) {
    return rd_kafka_conf_set(made.get(), name.c_str(), value.c_str(), reason.data(), reason.size());
  };
  for (const auto& [name, value] : defaults)
    WEIR_ENSURE(set(name, value) == RD_KAFKA_CONF_OK, "our own settings are librdkafka's");
  for (const auto& [name, value] : translate(properties)) {
    if (forced.contains(name)) continue;
    const auto done = set(name, value);
    if (done == RD_KAFKA_CONF_UNKNOWN) {
      watch.say(notice_level::warning, fmt::format("properties.{} means nothing to librdkafka and is left out", name));
    } else if (done != RD_KAFKA_CONF_OK) {
      const auto shown = is_secret(name) ? std::string("its value is refused") : std::string(reason.data());
      return core::fail(core::errc::bad_value, fmt::format("properties.{}: {}", name, shown));
    }
  }
  for (const auto& [name, value] : forced)
    if (set(name, value) != RD_KAFKA_CONF_OK)
      return core::fail(core::errc::bad_value, fmt::format("kafka setting {}: {}", name, reason.data()));
  rd_kafka_conf_set_opaque(made.get(), &watch);
  rd_kafka_conf_set_log_cb(made.get(), hear_log);
  rd_kafka_conf_set_error_cb(made.get(), hear_error);
  return made;
}

core::result<client_handle> make_client(rd_kafka_type_t type, settings_handle settings) {
  std::array<char, reason_bytes_max> reason{};
  auto* const made = rd_kafka_new(type, settings.get(), reason.data(), reason.size());
  if (made == nullptr) return core::fail(core::errc::io_failed, fmt::format("kafka client: {}", reason.data()));
  (void)settings.release(); // The client's now.
  return client_handle(made);
}

} // namespace io::kafka
