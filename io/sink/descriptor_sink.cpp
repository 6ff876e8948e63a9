// stdout and other open descriptors.
#include <csignal>

#include "io/sink/sinks.hpp"
#include "io/sink/write_buffer.hpp"

namespace io {
namespace {

class descriptor_sink final : public byte_sink {
public:
  descriptor_sink(int descriptor, std::string name) : buffer_(descriptor, std::move(name)) {
    // A reader that goes away (head) must be an error here, not the silent end of the process. A handler of others
    // stays.
    struct sigaction now {};
    if (::sigaction(SIGPIPE, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) ::signal(SIGPIPE, SIG_IGN);
  }

  core::result<void> write(std::string_view bytes) override { return buffer_.write(bytes); }
  core::result<void> flush() override { return buffer_.flush(); }
  core::result<void> close() override { return buffer_.flush(); }

private:
  write_buffer buffer_;
};

} // namespace

std::unique_ptr<byte_sink> write_descriptor(int descriptor, std::string name) {
  return std::make_unique<descriptor_sink>(descriptor, std::move(name));
}

} // namespace io
