#include "core/snapshot/checkpoint.hpp"

#include <fmt/format.h>

#include "core/data/key_codec.hpp"
#include "core/snapshot/archive.hpp"

namespace core::snapshot {

namespace {

constexpr std::string_view mark = "weir state\n";
constexpr std::uint64_t version = 1;
constexpr std::size_t checksum_bytes = sizeof(std::uint64_t);

} // namespace

std::string to_bytes(const checkpoint& from) {
  state_writer to;
  to.raw(mark.data(), mark.size());
  to.number(version);
  to.plain(from.plan);
  to.number(from.positions.size());
  for (const auto& one : from.positions) {
    to.text(one.topic);
    to.plain(one.partition);
    to.plain(one.offset);
    to.plain(one.watermark);
  }
  to.number(from.fired.size());
  for (const auto one : from.fired) to.plain(one);
  to.number(from.stages.size());
  for (const auto& shards : from.stages) {
    to.number(shards.size());
    for (const auto& one : shards) to.text(one);
  }
  auto bytes = to.take();
  const auto checksum = key_hash(bytes);
  bytes.append(reinterpret_cast<const char*>(&checksum), checksum_bytes);
  return bytes;
}

result<checkpoint> read_checkpoint(std::string_view bytes) {
  if (!bytes.starts_with(mark)) return fail(errc::bad_value, "this is no state of weir's");
  if (bytes.size() < mark.size() + checksum_bytes) return fail(errc::bad_value, "the file is cut off");
  const auto content = bytes.substr(0, bytes.size() - checksum_bytes);
  const auto checksum = state_reader(bytes.substr(content.size())).plain<std::uint64_t>();
  if (key_hash(content) != checksum) return fail(errc::bad_value, "its checksum is wrong: the file has been damaged");
  state_reader from(content.substr(mark.size()));
  if (const auto written = from.number(); written != version)
    return fail(errc::unsupported,
                fmt::format("it was written in form {}, and this weir reads form {}", written, version));
  checkpoint made;
  made.plan = from.plain<std::uint64_t>();
  made.positions.resize(from.count());
  for (auto& one : made.positions) {
    one.topic = from.text();
    one.partition = from.plain<std::int32_t>();
    one.offset = from.plain<std::int64_t>();
    one.watermark = from.plain<event_time_ms>();
  }
  made.fired.resize(from.count());
  for (auto& one : made.fired) one = from.plain<event_time_ms>();
  made.stages.resize(from.count());
  for (auto& shards : made.stages) {
    shards.resize(from.count());
    for (auto& one : shards) one = from.text();
  }
  if (from.failed() || !from.at_end()) return fail(errc::bad_value, "its parts do not fit together");
  return made;
}

} // namespace core::snapshot
