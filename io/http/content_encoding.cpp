#include "io/http/content_encoding.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <zlib.h>

#include "io/http/message.hpp"

namespace io {
namespace {

constexpr int gzip_window = 15 + 16;
constexpr int zlib_window = 15;
constexpr int raw_window = -15;
constexpr std::size_t first_growth_bytes = 16UL << 10;

/// "deflate" means zlib's format, but some clients send the raw stream; the header's check bits tell them apart.
bool has_zlib_header(std::string_view data) {
  if (data.size() < 2) return false;
  const auto first = static_cast<unsigned char>(data[0]);
  const auto second = static_cast<unsigned char>(data[1]);
  return (first & 0x0FU) == 8 && (first * 256U + second) % 31 == 0;
}

class inflater {
public:
  explicit inflater(int window) { WEIR_ENSURE(inflateInit2(&stream_, window) == Z_OK, "zlib starts"); }
  ~inflater() { inflateEnd(&stream_); }
  inflater(const inflater&) = delete;
  inflater& operator=(const inflater&) = delete;

  core::result<std::string> run(std::string_view data, std::size_t bytes_max, bool many_members) {
    std::string text;
    std::size_t length = 0;
    std::size_t taken = 0;
    for (;;) {
      if (text.size() == length) grow(text, length, data.size(), bytes_max);
      const auto in = std::min<std::size_t>(data.size() - taken, std::numeric_limits<uInt>::max());
      const auto room = std::min<std::size_t>(text.size() - length, std::numeric_limits<uInt>::max());
      // zlib does not write through next_in; its type only predates const.
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data() + taken));
      stream_.avail_in = static_cast<uInt>(in);
      stream_.next_out = reinterpret_cast<Bytef*>(text.data() + length);
      stream_.avail_out = static_cast<uInt>(room);
      const int code = inflate(&stream_, Z_NO_FLUSH);
      taken += in - stream_.avail_in;
      length += room - stream_.avail_out;
      if (length > bytes_max) {
        return core::fail(core::errc::limit, fmt::format("decompressed body is longer than {} bytes", bytes_max));
      }
      if (code == Z_STREAM_END) {
        if (taken == data.size()) break;
        if (!many_members || inflateReset(&stream_) != Z_OK) return broken(taken, "bytes after the end");
      } else if (code != Z_OK && !(code == Z_BUF_ERROR && stream_.avail_out == 0)) {
        return broken(taken, taken == data.size()     ? "cut off"
                             : stream_.msg != nullptr ? stream_.msg
                                                      : "not compressed");
      }
    }
    text.resize(length);
    return text;
  }

private:
  static core::result<std::string> broken(std::size_t offset, std::string_view why) {
    return core::fail(core::errc::bad_value, fmt::format("compressed body is broken at byte {}: {}", offset, why));
  }

  /// One byte more than allowed may be written, so that too much is noticed.
  static void grow(std::string& text, std::size_t length, std::size_t data_bytes, std::size_t bytes_max) {
    const auto wanted = std::max({first_growth_bytes, data_bytes * 4, length * 2});
    const auto size = std::min(wanted, bytes_max + 1);
    text.reserve(size + body_padding_bytes);
    text.resize_and_overwrite(size, [](char*, std::size_t n) { return n; });
  }

  z_stream stream_{};
};

} // namespace

std::optional<body_encoding> parse_encoding(std::string_view value) {
  std::string name;
  for (const char c : value) {
    if (c != ' ' && c != '\t') name += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  }
  if (name.empty() || name == "identity") return body_encoding::identity;
  if (name == "gzip" || name == "x-gzip") return body_encoding::gzip;
  if (name == "deflate") return body_encoding::deflate;
  return std::nullopt;
}

core::result<std::string> decompress(body_encoding encoding, std::string_view data, std::size_t bytes_max) {
  WEIR_ENSURE(encoding != body_encoding::identity, "plain bodies are passed on as they are");
  if (encoding == body_encoding::gzip) return inflater(gzip_window).run(data, bytes_max, true);
  return inflater(has_zlib_header(data) ? zlib_window : raw_window).run(data, bytes_max, false);
}

std::string compress_gzip(std::string_view text) {
  z_stream stream{};
  const int started = deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY);
  WEIR_ENSURE(started == Z_OK, "zlib starts");
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int code = deflate(&stream, Z_FINISH);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  WEIR_ENSURE(code == Z_STREAM_END, "deflateBound is enough for one call");
  return packed;
}

} // namespace io
