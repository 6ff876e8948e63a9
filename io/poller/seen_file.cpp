#include "io/poller/seen_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>
#include <xxhash.h>

#include "core/attempt.hpp"
#include "io/sink/sinks.hpp"

namespace io {

using core::errc;

namespace {

// The file: this, the ids oldest first, and the XXH3 of all of it. Numbers as the machine has them, low byte first.
struct file_head {
  char magic[8] = {'w', 'e', 'i', 'r', 'i', 'd', 's', '1'};
  std::uint64_t source = 0;
  std::uint64_t ids = 0;
};
static_assert(sizeof(file_head) == 24 && sizeof(id_hash) == 16);

file_head head_of(std::string_view source, std::size_t ids) {
  file_head made;
  made.source = XXH3_64bits(source.data(), source.size());
  made.ids = ids;
  return made;
}

/// Hashes what passes through.
class hashed_write {
public:
  explicit hashed_write(byte_sink& to) : to_(to) { XXH3_64bits_reset(&state_); }

  core::result<void> write(const void* bytes, std::size_t count) {
    if (count == 0) return {};
    XXH3_64bits_update(&state_, bytes, count);
    return to_.write({static_cast<const char*>(bytes), count});
  }
  [[nodiscard]] std::uint64_t digest() const { return XXH3_64bits_digest(&state_); }

private:
  byte_sink& to_;
  XXH3_state_t state_{};
};

core::error broken(const std::string& path, std::string_view why) {
  return {errc::bad_value,
          fmt::format("{} holds no ids to go on from: {}", path, why),
          {},
          "remove it to begin anew; events may then come twice"};
}

core::result<void> read_ids(std::ifstream& file, const std::string& path, const file_head& head, seen_ids& into) {
  XXH3_state_t state{};
  XXH3_64bits_reset(&state);
  XXH3_64bits_update(&state, &head, sizeof head);
  std::vector<id_hash> block(4096);
  for (std::uint64_t left = head.ids; left > 0;) {
    const auto count = std::min<std::uint64_t>(left, block.size());
    const auto bytes = static_cast<std::streamsize>(count * sizeof(id_hash));
    if (!file.read(reinterpret_cast<char*>(block.data()), bytes))
      return std::unexpected(broken(path, "it is cut short"));
    XXH3_64bits_update(&state, block.data(), static_cast<std::size_t>(bytes));
    for (std::uint64_t i = 0; i < count; ++i) into.add(block[i]);
    left -= count;
  }
  std::uint64_t digest = 0;
  if (!file.read(reinterpret_cast<char*>(&digest), sizeof digest))
    return std::unexpected(broken(path, "it is cut short"));
  if (digest != XXH3_64bits_digest(&state)) return std::unexpected(broken(path, "it is damaged"));
  if (file.peek() != std::ifstream::traits_type::eof()) return std::unexpected(broken(path, "it is too long"));
  return {};
}

} // namespace

core::result<seen_ids> load_seen_ids(const std::string& path, std::string_view source, std::size_t capacity) {
  seen_ids made(capacity);
  std::ifstream file(path, std::ios::binary);
  if (!file && errno == ENOENT) return made;
  if (!file) return core::fail(errc::io_failed, fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  const auto wanted = head_of(source, 0);
  file_head head;
  if (!file.read(reinterpret_cast<char*>(&head), sizeof head) ||
      std::memcmp(head.magic, wanted.magic, sizeof head.magic) != 0)
    return std::unexpected(broken(path, "it is another kind of file"));
  if (head.source != wanted.source) return std::unexpected(broken(path, fmt::format("it is not of source {}", source)));
  WEIR_CHECK(read_ids(file, path, head, made));
  return made;
}

core::result<void> save_seen_ids(const std::string& path, std::string_view source, const seen_ids& ids) {
  WEIR_TRY(file, write_file(path, file_mode::replace));
  hashed_write out(*file);
  const auto head = head_of(source, ids.size());
  WEIR_CHECK(out.write(&head, sizeof head));
  const auto [older, newer] = ids.in_order();
  WEIR_CHECK(out.write(older.data(), older.size_bytes()));
  WEIR_CHECK(out.write(newer.data(), newer.size_bytes()));
  const auto digest = out.digest();
  WEIR_CHECK(file->write({reinterpret_cast<const char*>(&digest), sizeof digest}));
  return file->close();
}

} // namespace io
