#pragma once
// Unpacks another input when its content is gzip (by its first bytes, whatever its name says) and passes it on as it is
// when not.

#include <memory>
#include <string>

#include <zlib.h>

#include "io/source/byte_input.hpp"

namespace io {

[[nodiscard]] bool is_gzip(const char* bytes, std::size_t count);

class gzip_input final : public byte_input {
public:
  explicit gzip_input(std::unique_ptr<byte_input> packed);
  ~gzip_input() override;
  gzip_input(const gzip_input&) = delete;
  gzip_input& operator=(const gzip_input&) = delete;

  core::result<read_step> read(char* to, std::size_t room) override;
  core::result<bool> wait() override { return packed_->wait(); }
  void stop() override { packed_->stop(); }
  [[nodiscard]] std::string where() const override { return packed_->where(); }

private:
  enum class form : std::uint8_t { unknown, plain, gzip };

  [[nodiscard]] core::result<read_step> fill();
  [[nodiscard]] core::result<read_step> pass_on(char* to, std::size_t room);
  [[nodiscard]] core::result<read_step> unpack(char* to, std::size_t room);
  [[nodiscard]] core::error broken(std::string_view why) const;

  std::unique_ptr<byte_input> packed_;
  form form_ = form::unknown;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0; ///< Of what waits in the buffer.
  std::uint64_t offset_ = 0;        ///< Of `end_` in the packed bytes.
  z_stream stream_{};
  bool is_in_member_ = false; ///< The end may not come here.
  bool has_ended_ = false;
};

} // namespace io
