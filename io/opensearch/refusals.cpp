#include "io/opensearch/refusals.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/attempt.hpp"
#include "io/sink/sinks.hpp"

namespace io::opensearch {

namespace {

constexpr std::size_t said_max = 5;

std::string named(const bulk_item& item, const std::string& reason) {
  return fmt::format("document {} of index {} was refused: {}", item.id.empty() ? "without an id" : item.id, item.index,
                     reason);
}

refuse_function fail_at_first() {
  return [](const bulk_item& item, const std::string& reason) -> core::result<void> {
    return core::fail(core::errc::bad_row, named(item, reason), {},
                      "without 'failure-handler' = 'fail' it would become a dead letter");
  };
}

refuse_function write_to(std::shared_ptr<byte_sink> file) {
  return [file = std::move(file)](const bulk_item& item, const std::string& reason) -> core::result<void> {
    WEIR_CHECK(file->write(refusal_line(item, reason)));
    return file->flush();
  };
}

refuse_function say_first(say_function say) {
  return [say = std::move(say), said = std::size_t{0}](const bulk_item& item,
                                                       const std::string& reason) mutable -> core::result<void> {
    if (said < said_max) say(named(item, reason));
    if (said == said_max) say("more documents were refused; 'dead-letter.path' keeps them all");
    ++said;
    return {};
  };
}

} // namespace

std::string refusal_line(const bulk_item& item, const std::string& reason) {
  const nlohmann::ordered_json made{
      {"reason", "refused_document"},
      {"message", reason},
      {"index", item.index},
      {"id", item.id.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(item.id)},
      {"document", item.removes ? nlohmann::ordered_json() : nlohmann::ordered_json(item.source)}};
  return made.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

core::result<refuse_function> make_refusals(const sink_settings& settings, say_function say) {
  if (settings.rejects == reject_policy::fail) return fail_at_first();
  if (settings.rejects == reject_policy::ignore)
    return [](const bulk_item&, const std::string&) -> core::result<void> { return {}; };
  if (settings.dead_letter_path.empty()) return say_first(std::move(say));
  WEIR_TRY(file, write_file(settings.dead_letter_path, file_mode::append));
  return write_to(std::move(file));
}

} // namespace io::opensearch
