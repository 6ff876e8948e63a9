#include "tests/support/replay_server.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/error.hpp"

namespace support {

namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

replay_request parse(const std::string& head) {
  replay_request made;
  const auto line_end = head.find("\r\n");
  const auto first = head.find(' ');
  made.method = head.substr(0, first);
  made.target = head.substr(first + 1, head.find(' ', first + 1) - first - 1);
  for (auto at = line_end + 2; at < head.size();) {
    const auto end = head.find("\r\n", at);
    const auto colon = head.find(':', at);
    if (end == std::string::npos || end == at) break;
    const auto value = head.substr(colon + 1, end - colon - 1);
    made.headers.emplace_back(lower(head.substr(at, colon - at)),
                              value.substr(std::min(value.find_first_not_of(' '), value.size())));
    at = end + 2;
  }
  return made;
}

void send_all(int client, const std::string& bytes) {
  for (std::size_t sent = 0; sent < bytes.size();) {
    const auto count = ::send(client, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return;
    sent += static_cast<std::size_t>(count);
  }
}

std::string text_of(const std::string& file) {
  std::ifstream in(std::string(WEIR_SOURCE_DIR) + "/tests/data/github_api_pages/" + file, std::ios::binary);
  WEIR_ENSURE(in.good(), "recorded pages are part of the tree");
  return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

std::string replay_request::header(const std::string& name) const {
  const auto* const found = io::find_value(headers, name);
  return found == nullptr ? "" : *found;
}

replay_server::replay_server() {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  WEIR_ENSURE(::bind(listener_, generic, size) == 0 && ::listen(listener_, 16) == 0, "a free port is always there");
  ::getsockname(listener_, generic, &size);
  port_ = ntohs(address.sin_port);
  WEIR_ENSURE(::pipe(waker_) == 0, "descriptors are left");
  thread_ = std::thread([this] { serve(); });
}

replay_server::~replay_server() {
  ::close(waker_[1]);
  thread_.join();
  ::close(waker_[0]);
  ::close(listener_);
}

void replay_server::script(const std::string& target, std::vector<replay_answer> answers) {
  const std::lock_guard held(mutex_);
  scripts_[target] = {std::move(answers)};
}

std::string replay_server::url() const { return fmt::format("http://127.0.0.1:{}", port_); }

std::vector<replay_request> replay_server::requests() const {
  const std::lock_guard held(mutex_);
  return requests_;
}

std::vector<std::string> replay_server::targets() const {
  std::vector<std::string> made;
  for (auto& one : requests()) made.push_back(one.target);
  return made;
}

/// False when the server is to end, or the time is over.
bool replay_server::wait(int descriptor, int timeout_ms) const {
  pollfd watched[2] = {{waker_[0], POLLIN, 0}, {descriptor, POLLIN, 0}};
  return ::poll(watched, 2, timeout_ms) > 0 && watched[0].revents == 0;
}

void replay_server::serve() {
  while (wait(listener_, -1)) {
    const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) continue;
    converse(client);
    ::close(client);
  }
}

void replay_server::converse(int client) {
  std::string in;
  std::size_t head_end = std::string::npos;
  std::size_t whole = 0;
  replay_request request;
  char block[4096];
  while (head_end == std::string::npos || in.size() < whole) {
    if (!wait(client, 10'000)) return;
    const auto count = ::recv(client, block, sizeof block, 0);
    if (count <= 0) return;
    in.append(block, static_cast<std::size_t>(count));
    if (head_end != std::string::npos || (head_end = in.find("\r\n\r\n")) == std::string::npos) continue;
    request = parse(in.substr(0, head_end + 2));
    const auto length = request.header("content-length");
    whole = head_end + 4 + (length.empty() ? 0 : std::stoul(length));
  }
  request.body = in.substr(head_end + 4);
  const auto answer = pick(request);
  if (answer.delay_ms > 0 && wait(-1, static_cast<int>(answer.delay_ms))) return;
  if (answer.fault == replay_fault::no_answer) return;
  if (answer.fault == replay_fault::stalled) return (void)wait(client, -1);
  auto out = fmt::format("HTTP/1.1 {} {}\r\nConnection: close\r\n", answer.status, io::reason_phrase(answer.status));
  if (answer.status != 304 && answer.status != 204) out += fmt::format("Content-Length: {}\r\n", answer.body.size());
  for (auto [name, value] : answer.headers) {
    if (const auto at = value.find("{server}"); at != std::string::npos) value.replace(at, 8, url());
    out += name + ": " + value + "\r\n";
  }
  const auto length = answer.fault == replay_fault::cut_short ? answer.body.size() / 2 : answer.body.size();
  send_all(client, out + "\r\n" + answer.body.substr(0, length));
}

replay_answer replay_server::pick(const replay_request& request) {
  const std::lock_guard held(mutex_);
  requests_.push_back(request);
  const auto found = scripts_.find(request.target);
  if (found == scripts_.end()) return {.status = 404, .body = R"({"message":"Not Found"})"};
  auto& script = found->second;
  auto answer = script.answers[std::min(script.next, script.answers.size() - 1)];
  ++script.next;
  for (const auto& [name, value] : answer.headers) {
    if (lower(name) != "etag" || answer.status != 200 || request.header("if-none-match") != value) continue;
    answer.status = 304;
    answer.body.clear();
    break;
  }
  return answer;
}

replay_answer recorded_page(const std::string& name) {
  const auto headers = nlohmann::json::parse(text_of(name + ".headers.json"));
  replay_answer made{.status = headers.at("status").get<unsigned>(), .body = text_of(name + ".body.json")};
  for (const auto& [header, value] : headers.at("headers").items())
    made.headers.emplace_back(header, value.get<std::string>());
  return made;
}

} // namespace support
