#include "io/opensearch/bulk_answer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace io::opensearch {

namespace {

using nlohmann::json;

constexpr std::size_t reason_bytes_max = 1000;
constexpr int not_found = 404;
constexpr int too_many = 429;

std::string text_at(const json& from, const char* name) {
  const auto found = from.find(name);
  return found != from.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string cut(std::string text) {
  if (text.size() <= reason_bytes_max) return text;
  auto keep = reason_bytes_max;
  while (keep > 0 && (static_cast<unsigned char>(text[keep]) & 0xC0U) == 0x80) --keep;
  return text.substr(0, keep) + " …";
}

/// `type: reason: the cause's reason`
std::string described(const json& error) {
  if (error.is_string()) return cut(error.get<std::string>());
  if (!error.is_object()) return {};
  auto made = fmt::format("{}: {}", text_at(error, "type"), text_at(error, "reason"));
  if (const auto cause = error.find("caused_by"); cause != error.end() && cause->is_object())
    made += fmt::format(": {}", text_at(*cause, "reason"));
  return cut(std::move(made));
}

item_answer read_item(const json& outer) {
  item_answer made;
  if (!outer.is_object() || outer.size() != 1) return made;
  const auto action = outer.begin();
  if (!action->is_object()) return made;
  const auto status = action->find("status");
  if (status == action->end() || !status->is_number_integer()) return made;
  made.status = status->get<int>();
  if (const auto error = action->find("error"); error != action->end()) made.reason = described(*error);
  if (made.status < 300 || (action.key() == "delete" && made.status == not_found))
    return {item_outcome::accepted, made.status, {}};
  made.outcome = made.status == too_many || made.status >= 500 ? item_outcome::later : item_outcome::refused;
  if (made.reason.empty()) made.reason = fmt::format("status {}", made.status);
  return made;
}

} // namespace

core::result<std::vector<item_answer>> read_bulk_answer(std::string_view text, std::size_t count) {
  const auto whole = json::parse(text, nullptr, false);
  const auto items = whole.is_object() ? whole.find("items") : whole.end();
  if (!whole.is_object() || items == whole.end() || !items->is_array() || items->size() != count)
    return core::fail(core::errc::io_failed,
                      fmt::format("no answer to a bulk request of {} items: {}", count, reason_in(text)), {},
                      "is the address that of an OpenSearch or Elasticsearch server?");
  std::vector<item_answer> made;
  made.reserve(count);
  for (const auto& one : *items) {
    made.push_back(read_item(one));
    if (made.back().status == 0)
      return core::fail(core::errc::io_failed, fmt::format("an item without a status: {}", cut(one.dump())));
  }
  return made;
}

std::string reason_in(std::string_view text) {
  const auto whole = json::parse(text, nullptr, false);
  if (whole.is_object())
    if (const auto error = whole.find("error"); error != whole.end())
      if (auto made = described(*error); !made.empty()) return made;
  if (text.empty()) return "an empty answer";
  std::string line(text.substr(0, 200));
  for (auto& c : line)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return line;
}

} // namespace io::opensearch
