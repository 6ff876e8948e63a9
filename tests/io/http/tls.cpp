// HTTP within TLS, spoken with by OpenSSL's own client side.
#include "io/http/tls.hpp"

#include <thread>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>

#include "tests/io/http/echo_server.hpp"
#include "tests/support/certificate.hpp"

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

io::http_server_options secured(const support::certificate_files& files) {
  io::http_server_options options;
  options.tls_certificate_file = files.certificate;
  options.tls_key_file = files.key;
  return options;
}

/// A client that trusts exactly that certificate.
class tls_client {
public:
  tls_client(std::uint16_t port, const support::certificate_files& files) : stream_(io_, trusting(files)) {
    stream_.lowest_layer().connect({asio::ip::address_v4::loopback(), port});
    stream_.set_verify_mode(asio::ssl::verify_peer);
    const unsigned char wanted[] = "\x02h2\x08http/1.1";
    SSL_set_alpn_protos(stream_.native_handle(), wanted, sizeof wanted - 1);
    stream_.handshake(asio::ssl::stream_base::client);
  }
  void send(std::string_view bytes) { asio::write(stream_, asio::buffer(bytes)); }
  std::string take(std::size_t bytes) {
    std::string got(bytes, '\0');
    boost::system::error_code fault;
    got.resize(asio::read(stream_, asio::buffer(got), fault));
    return got;
  }
  /// Everything until the server says its farewell; empty with `is_cut` when it does not.
  std::string rest() {
    std::string got;
    boost::system::error_code fault;
    char piece[65536];
    while (!fault) got.append(piece, stream_.read_some(asio::buffer(piece), fault));
    is_cut = fault != asio::error::eof;
    return got;
  }
  std::string protocol() {
    const unsigned char* name = nullptr;
    unsigned int length = 0;
    SSL_get0_alpn_selected(stream_.native_handle(), &name, &length);
    return length == 0 ? std::string() : std::string(reinterpret_cast<const char*>(name), length);
  }
  bool is_cut = false;

private:
  asio::ssl::context& trusting(const support::certificate_files& files) {
    context_.load_verify_file(files.certificate);
    return context_;
  }
  asio::io_context io_{};
  asio::ssl::context context_{asio::ssl::context::tls_client};
  asio::ssl::stream<tcp::socket> stream_;
};

} // namespace

TEST_CASE("a client that trusts the certificate is served, pipelined requests in order") {
  const support::certificate_files files;
  const auto server = start_server(secured(files));
  tls_client client(server->port(), files);
  CHECK(client.protocol() == "http/1.1");
  client.send(post("/first", "one") + get("/second") + get("/third", "Connection: close\r\n"));
  const auto all = client.rest();
  CHECK_FALSE(client.is_cut);
  const auto first = all.find("POST /first [one]");
  const auto second = all.find("GET /second");
  const auto third = all.find("GET /third");
  REQUIRE(third != std::string::npos);
  CHECK(first < second);
  CHECK(second < third);
}

TEST_CASE("bodies and answers of megabytes go through TLS whole") {
  const support::certificate_files files;
  const auto server = start_server(secured(files));
  tls_client client(server->port(), files);
  std::string body(5 << 20, 'x');
  for (std::size_t i = 0; i < body.size(); i += 1000) body[i] = static_cast<char>('a' + i / 1000 % 26);
  std::thread sender([&] { client.send(post("/", body, "Connection: close\r\n")); });
  sender.join();
  const auto all = client.rest();
  CHECK_FALSE(client.is_cut);
  CHECK(all.find("[" + body + "]") != std::string::npos);
}

TEST_CASE("a body that is refused in the middle still lets its client read why, within TLS") {
  const support::certificate_files files;
  auto options = secured(files);
  options.body_bytes_max = 1000;
  const auto server = start_server(options);
  tls_client client(server->port(), files);
  client.send(post("/", std::string(500'000, 'x')));
  CHECK_THAT(client.rest(), ContainsSubstring("413 Content Too Large"));
}

TEST_CASE("a client that speaks in the clear to a TLS port is cut off, and the next is served") {
  const support::certificate_files files;
  const auto server = start_server(secured(files));
  raw_client clear(server->port());
  CHECK(clear.ask(get("/")).status == 0);
  tls_client client(server->port(), files);
  client.send(get("/", "Connection: close\r\n"));
  CHECK_THAT(client.rest(), ContainsSubstring("200 OK"));
}

TEST_CASE("a client that never shakes hands is closed after the time for a request, and holds nobody up") {
  const support::certificate_files files;
  auto options = secured(files);
  options.read_timeout_ms = 100;
  const auto server = start_server(options);
  raw_client silent(server->port());
  silent.send("\x16\x03\x01"); // The first bytes of a record.
  CHECK(silent.is_closed_by_server());
}

TEST_CASE("the token is asked for within TLS too, and a stop ends idle TLS clients") {
  const support::certificate_files files;
  auto options = secured(files);
  options.bearer_token = "secret";
  const auto server = start_server(options);
  tls_client client(server->port(), files);
  client.send(get("/"));
  CHECK_THAT(client.take(12), ContainsSubstring("HTTP/1.1 401"));
  tls_client idle(server->port(), files);
  idle.send(get("/", "Authorization: Bearer secret\r\n"));
  CHECK_THAT(idle.take(15), ContainsSubstring("HTTP/1.1 200"));
  server->stop();
  (void)idle.rest();
  SUCCEED("stopped");
}

TEST_CASE("a stream of events goes on within TLS and ends in order") {
  const support::certificate_files files;
  const auto server = start_server(secured(files), [](io::http_request&&, const io::respond& answer) {
    io::http_response response;
    response.stream = [](const std::shared_ptr<io::response_stream>& stream) {
      for (int i = 0; i < 3; ++i) stream->write("event " + std::to_string(i) + "\n");
    };
    answer(std::move(response));
  });
  tls_client client(server->port(), files);
  client.send(get("/live"));
  const auto all = client.rest();
  CHECK_FALSE(client.is_cut);
  CHECK_THAT(all, ContainsSubstring("event 0"));
  CHECK_THAT(all, ContainsSubstring("event 2"));
}

TEST_CASE("files that cannot be used are named, and what is in the key's is not told") {
  const support::certificate_files files;
  const support::certificate_files others;
  const auto fault_of = [](const std::string& certificate, const std::string& key) {
    io::http_server_options options;
    options.tls_certificate_file = certificate;
    options.tls_key_file = key;
    const auto made = io::make_tls_context(options);
    return made ? std::string() : core::to_string(made.error());
  };
  CHECK(fault_of(files.certificate, files.key).empty());
  const auto missing = files.certificate + ".not";
  CHECK(fault_of(missing, files.key) == "TLS certificate " + missing + " cannot be read: No such file or directory");
  CHECK_THAT(fault_of(files.certificate, others.key), ContainsSubstring("TLS key " + others.key + " cannot be used: "));
  CHECK_THAT(fault_of(files.certificate, files.certificate), ContainsSubstring("without a pass phrase"));
  CHECK_THAT(fault_of(files.key, files.key), ContainsSubstring("TLS certificate " + files.key + " cannot be used: "));
  CHECK_THAT(fault_of(files.certificate, files.locked_key()), ContainsSubstring("without a pass phrase"));
  CHECK_FALSE(io::make_tls_context({}).value());
}
