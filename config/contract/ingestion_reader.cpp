#include "config/contract/ingestion_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "config/contract/source_name.hpp"

namespace config::contract {

using core::errc;

namespace {

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_';
  });
}

/// The letters of a header's name (RFC 9110).
bool is_header_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           std::string_view("!#$%&'*+-.^_`|~").find(byte) != std::string_view::npos;
  });
}

bool is_header_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char byte) { return static_cast<unsigned char>(byte) >= 0x20 && byte != 0x7F; });
}

} // namespace

ingestion ingestion_reader::read() {
  ingestion made;
  if (const auto source = top_.need("source")) made.source = read_source_name(*source, into_);
  made.endpoints = endpoints();
  rate_limit(made);
  made.auth = auth();
  made.id_field = path_at("id_field", true);
  made.type_field = path_at("type_field", true);
  request_headers(made);
  made.items = path_at("items", false);
  pages(made);
  made.poll_interval_ms = top_.duration_ms("poll_interval", made.poll_interval_ms, {1'000, 86'400'000});
  made.timeout_ms = top_.duration_ms("timeout", made.timeout_ms, {100, 600'000});
  made.deduplication_ids = top_.whole("deduplication_window", made.deduplication_ids, {1, 10'000'000});
  top_.finish();
  return made;
}

std::vector<endpoint> ingestion_reader::endpoints() {
  std::vector<endpoint> made;
  const auto value = top_.need("endpoints");
  if (!value) return made;
  const mapping_reader checked(value, "endpoints", into_); // Complains of other kinds and of twins.
  for (const auto& one : checked.from().entries) made.push_back(one_endpoint(one));
  if (made.empty() && value->kind == node_kind::mapping)
    into_.add(errc::bad_value, "endpoints names no endpoint", value->place);
  return made;
}

endpoint ingestion_reader::one_endpoint(const entry& from) {
  endpoint made{.name = from.key->text};
  made.url = read_text(*from.value, made.name, into_).value_or("");
  if (from.value->kind != node_kind::scalar) return made;
  const auto rest =
      std::string_view(made.url).substr(made.url.find("://") == std::string::npos ? 0 : made.url.find("://") + 3);
  if (!made.url.starts_with("https://") && !made.url.starts_with("http://"))
    into_.add(errc::bad_value, fmt::format("endpoint {} must be an http:// or https:// url: {}", made.name, made.url),
              from.value->place);
  else if (rest.empty() || rest.starts_with('/') || made.url.find_first_of(" \t\n") != std::string::npos)
    into_.add(errc::bad_value, fmt::format("endpoint {} is no url: {}", made.name, made.url), from.value->place);
  made.placeholders = placeholders_of(*from.value, into_);
  return made;
}

std::vector<std::string> placeholders_of(const node& url, complaints& into) {
  std::vector<std::string> names;
  const std::string_view text = url.text;
  const auto refuse = [&](std::string message) { into.add(errc::syntax, std::move(message), url.place); };
  std::size_t at = 0;
  while ((at = text.find_first_of("{}", at)) != std::string_view::npos) {
    const auto end = text.find_first_of("{}", at + 1);
    if (text[at] == '}' || end == std::string_view::npos || text[end] == '{') {
      refuse(fmt::format("a brace without its partner: {}", text));
      break;
    }
    const auto name = text.substr(at + 1, end - at - 1);
    if (!is_name(name)) refuse(fmt::format("a placeholder is letters, digits and _: {{{}}}", name));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
    at = end + 1;
  }
  return names;
}

std::string ingestion_reader::header_name(mapping_reader& from, std::string_view key, std::string fallback) {
  const auto value = from.take(key);
  if (!value) return fallback;
  auto name = read_text(*value, key, into_).value_or(fallback);
  if (is_header_name(name)) return name;
  into_.add(errc::bad_value, fmt::format("{} is no name of a header: {}", key, name), value->place);
  return fallback;
}

void ingestion_reader::rate_limit(ingestion& made) {
  const auto value = top_.take("headers");
  if (!value) return;
  mapping_reader headers(value, "headers", into_);
  made.remaining_header = header_name(headers, "rate_limit_remaining", "");
  made.reset_header = header_name(headers, "rate_limit_reset", "");
  headers.finish();
}

std::optional<authentication> ingestion_reader::auth() {
  const auto value = top_.take("auth");
  if (!value) return std::nullopt;
  mapping_reader from(value, "auth", into_);
  authentication made;
  if (const auto name = from.need("env_var")) {
    made.env_var = read_text(*name, "env_var", into_).value_or("A");
    if (!is_name(made.env_var))
      into_.add(errc::bad_value, "env_var is no name of an environment variable", name->place,
                "name the variable that holds the token; the token itself does not belong here");
  }
  made.header = header_name(from, "header", made.header);
  if (const auto written = from.take("value_template")) {
    made.value_template = read_text(*written, "value_template", into_).value_or(made.value_template);
    if (made.value_template.find("{token}") == std::string::npos)
      into_.add(errc::bad_value, "value_template must hold {token}", written->place);
    else if (!is_header_value(made.value_template))
      into_.add(errc::bad_value, "value_template must be one line", written->place);
  }
  from.finish();
  return made;
}

core::contract::path ingestion_reader::path_at(std::string_view key, bool needed) {
  const auto value = needed ? top_.need(key) : top_.take(key);
  if (!value) return {};
  const auto text = read_text(*value, key, into_);
  if (!text) return {};
  auto names = core::contract::parse_path(*text);
  if (names) return std::move(*names);
  into_.add_within(*value, names.error());
  return {};
}

void ingestion_reader::request_headers(ingestion& made) {
  const auto value = top_.take("request_headers");
  if (!value) return;
  const mapping_reader headers(value, "request_headers", into_);
  for (const auto& [key, text] : headers.from().entries) {
    if (!is_header_name(key->text))
      into_.add(errc::bad_value, fmt::format("no name of a header: {}", key->text), key->place);
    const auto written = read_text(*text, key->text, into_);
    if (written && !is_header_value(*written))
      into_.add(errc::bad_value, fmt::format("header {} must be one line", key->text), text->place);
    made.request_headers[key->text] = written.value_or("");
  }
}

void ingestion_reader::pages(ingestion& made) {
  const auto value = top_.take("pages");
  if (!value) return;
  mapping_reader pages(value, "pages", into_);
  made.follow_link = pages.flag("follow_link", made.follow_link);
  made.pages_max = pages.whole("max", made.pages_max, {1, 1'000});
  pages.finish();
}

} // namespace config::contract
