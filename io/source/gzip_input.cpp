#include "io/source/gzip_input.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace io {
namespace {

constexpr std::size_t packed_bytes = 256UL << 10;
constexpr int gzip_window = 15 + 16;

} // namespace

bool is_gzip(const char* bytes, std::size_t count) { return count >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b'; }

gzip_input::gzip_input(std::unique_ptr<byte_input> packed) : packed_(std::move(packed)), buffer_(packed_bytes, '\0') {
  WEIR_ENSURE(inflateInit2(&stream_, gzip_window) == Z_OK, "zlib starts");
}

gzip_input::~gzip_input() { inflateEnd(&stream_); }

core::result<read_step> gzip_input::read(char* to, std::size_t room) {
  while (form_ == form::unknown) {
    const auto step = fill();
    if (!step || step->what == read_step::kind::nothing_yet || step->what == read_step::kind::restart) return step;
    if (end_ >= 2 || has_ended_) form_ = is_gzip(buffer_.data(), end_) ? form::gzip : form::plain;
  }
  return form_ == form::gzip ? unpack(to, room) : pass_on(to, room);
}

/// More packed bytes behind those that wait.
core::result<read_step> gzip_input::fill() {
  if (begin_ == end_) begin_ = end_ = 0;
  auto step = packed_->read(buffer_.data() + end_, buffer_.size() - end_);
  if (!step) return step;
  end_ += step->bytes;
  offset_ += step->bytes;
  if (step->what == read_step::kind::end) has_ended_ = true;
  return step;
}

core::result<read_step> gzip_input::pass_on(char* to, std::size_t room) {
  if (begin_ == end_) return has_ended_ ? read_step{} : packed_->read(to, room);
  const auto bytes = std::min(room, end_ - begin_);
  std::memcpy(to, buffer_.data() + begin_, bytes);
  begin_ += bytes;
  return read_step{read_step::kind::data, bytes};
}

core::result<read_step> gzip_input::unpack(char* to, std::size_t room) {
  const auto out = std::min<std::size_t>(room, std::numeric_limits<uInt>::max());
  stream_.next_out = reinterpret_cast<Bytef*>(to);
  stream_.avail_out = static_cast<uInt>(out);
  while (stream_.avail_out == out) {
    if (begin_ == end_) {
      if (has_ended_ && is_in_member_) return std::unexpected(broken("cut off"));
      if (has_ended_) return read_step{};
      const auto step = fill();
      if (!step || step->what == read_step::kind::nothing_yet || step->what == read_step::kind::restart) return step;
      continue;
    }
    stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data() + begin_);
    stream_.avail_in = static_cast<uInt>(end_ - begin_);
    is_in_member_ = true;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    begin_ = end_ - stream_.avail_in;
    if (code == Z_STREAM_END) {
      // Members may follow each other; together they are one content.
      is_in_member_ = false;
      inflateReset(&stream_);
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      return std::unexpected(broken(stream_.msg != nullptr ? stream_.msg : "not gzip"));
    }
  }
  return read_step{read_step::kind::data, out - stream_.avail_out};
}

core::error gzip_input::broken(std::string_view why) const {
  const auto offset = offset_ - (end_ - begin_);
  return {core::errc::io_failed, fmt::format("gzip data of {} are broken at byte {}: {}", where(), offset, why)};
}

} // namespace io
