#include <mutex>
#include <thread>

#include "tests/io/http/echo_server.hpp"

namespace {

/// A server whose answer goes on, and the stream as the test's to use.
struct stream_server {
  std::mutex mutex{};
  std::shared_ptr<io::response_stream> opened{};
  std::unique_ptr<io::http_server> server{};

  explicit stream_server(io::http_server_options options = {}) {
    server = start_server(std::move(options), [this](io::http_request&&, const io::respond& answer) {
      io::http_response response;
      response.content_type = "text/event-stream";
      response.body = "first\n";
      response.stream = [this](std::shared_ptr<io::response_stream> stream) {
        const std::scoped_lock lock(mutex);
        opened = std::move(stream);
      };
      answer(std::move(response));
    });
  }
  std::shared_ptr<io::response_stream> take() {
    for (;;) {
      {
        const std::scoped_lock lock(mutex);
        if (opened) return std::move(opened);
      }
      std::this_thread::yield();
    }
  }
};

} // namespace

TEST_CASE("an answer may go on piece by piece until its stream is closed") {
  stream_server source;
  raw_client client(source.server->port());
  client.send(get("/live"));
  const auto header = client.header();
  CHECK(header.headers.at("transfer-encoding") == "chunked");
  CHECK(header.headers.at("content-type") == "text/event-stream");
  CHECK(header.headers.at("connection") == "close");
  CHECK_FALSE(header.headers.contains("content-length"));
  CHECK(client.chunk() == "first\n");
  const auto stream = source.take();
  CHECK(stream->write("second\n"));
  CHECK(client.chunk() == "second\n");
  CHECK(stream->write(""));
  CHECK(stream->write("third\n"));
  CHECK(client.chunk() == "third\n");
  stream->close();
  CHECK(client.chunk().empty());
  CHECK(client.is_closed_by_server());
  CHECK_FALSE(stream->write("fourth\n"));
}

TEST_CASE("the last pointer to a stream ends it") {
  stream_server source;
  raw_client client(source.server->port());
  client.send(get("/live"));
  source.take().reset();
  CHECK(client.answer().body == "first\n");
}

TEST_CASE("a stream to HTTP/1.0 is plain, one to HEAD has no body") {
  stream_server source;
  raw_client old(source.server->port());
  old.send("GET /live HTTP/1.0\r\n\r\n");
  auto stream = source.take();
  CHECK(stream->write("second\n"));
  stream.reset();
  CHECK(old.answer().body == "first\nsecond\n");
  raw_client head(source.server->port());
  head.send("HEAD /live HTTP/1.1\r\nHost: x\r\n\r\n");
  CHECK(head.answer(false).status == 200);
  CHECK(head.is_closed_by_server());
}

TEST_CASE("writing to a client that has gone says so") {
  stream_server source;
  auto client = std::make_unique<raw_client>(source.server->port());
  client->send(get("/live"));
  const auto stream = source.take();
  client.reset();
  while (stream->write("more\n")) std::this_thread::yield();
  SUCCEED("the stream ended");
}

TEST_CASE("a client that does not keep up is cut off, not ended in order") {
  io::http_server_options options;
  options.stream_bytes_max = 1'000'000;
  stream_server source(options);
  raw_client client(source.server->port(), 4096);
  client.send(get("/live"));
  const auto stream = source.take();
  while (stream->write(std::string(100'000, 'x'))) {
  }
  CHECK_FALSE(client.rest().ends_with("0\r\n\r\n"));
}

TEST_CASE("stopping the server ends its streams in order") {
  stream_server source;
  raw_client client(source.server->port());
  client.send(get("/live"));
  const auto stream = source.take();
  source.server->stop();
  CHECK(client.answer().body == "first\n");
  CHECK_FALSE(stream->write("late\n"));
}
