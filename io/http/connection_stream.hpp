#pragma once
// A `response_stream` over a connection. Any thread; pieces keep their order per writer.

#include <memory>
#include <string>

#include "io/http/connection.hpp"

namespace io {

class connection_stream final : public response_stream {
public:
  connection_stream(std::shared_ptr<io_loop> loop, std::weak_ptr<connection> target,
                    std::shared_ptr<stream_state> state);
  ~connection_stream() override;
  connection_stream(const connection_stream&) = delete;
  connection_stream& operator=(const connection_stream&) = delete;

  bool write(std::string piece) override;
  void close() override;

private:
  std::shared_ptr<io_loop> loop_;
  std::weak_ptr<connection> target_;
  std::shared_ptr<stream_state> state_;
};

} // namespace io
