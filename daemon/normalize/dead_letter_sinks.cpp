#include "daemon/normalize/dead_letter_sinks.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weir {

namespace {

constexpr std::size_t text_bytes_max = 120;

class written_letters final : public dead_letter_sink {
public:
  explicit written_letters(io::byte_sink& to) : to_(to) {}

  core::result<void> take(const core::contract::dead_letter& letter, std::string_view raw, std::uint64_t) override {
    line_.clear();
    core::contract::append_dead_letter(line_, letter, raw);
    line_ += '\n';
    return to_.write(line_);
  }
  core::result<void> flush() override { return to_.flush(); }

private:
  io::byte_sink& to_;
  std::string line_{};
};

/// The beginning, in one line and without what a terminal would obey.
std::string beginning_of(std::string_view raw) {
  auto size = std::min(raw.size(), text_bytes_max);
  while (size > 0 && size < raw.size() && (static_cast<unsigned char>(raw[size]) & 0xC0U) == 0x80)
    --size; // Not through a character.
  std::string made(raw.substr(0, size));
  for (auto& c : made)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  return raw.size() > made.size() ? made + " …" : made;
}

class shown_letters final : public dead_letter_sink {
public:
  shown_letters(std::size_t shown_max, std::function<void(const std::string&)> show)
      : shown_max_(shown_max), show_(std::move(show)) {}

  core::result<void> take(const core::contract::dead_letter& letter, std::string_view raw,
                          std::uint64_t line) override {
    if (shown_ > shown_max_) return {};
    if (shown_++ == shown_max_)
      show_("more dead letters follow, counted but not shown (--dead-letter FILE keeps them)");
    else
      show_(fmt::format("line {}: {}: {}: {}", line, core::contract::to_string(letter.reason), letter.message,
                        beginning_of(raw)));
    return {};
  }
  core::result<void> flush() override { return {}; }

private:
  std::size_t shown_max_;
  std::size_t shown_ = 0;
  std::function<void(const std::string&)> show_;
};

class sent_letters final : public dead_letter_sink {
public:
  sent_letters(std::shared_ptr<io::record_writer> to, std::string topic, std::unique_ptr<dead_letter_sink> also)
      : to_(std::move(to)), topic_(std::move(topic)), also_(std::move(also)) {}

  core::result<void> take(const core::contract::dead_letter& letter, std::string_view raw,
                          std::uint64_t line) override {
    text_.clear();
    core::contract::append_dead_letter(text_, letter, raw);
    io::outgoing_record record;
    if (!letter.source.empty()) record.key = letter.source;
    record.value = text_;
    if (auto sent = to_->produce(topic_, record); !sent) return sent;
    return also_ ? also_->take(letter, raw, line) : core::result<void>{};
  }
  core::result<void> flush() override { return also_ ? also_->flush() : core::result<void>{}; }

private:
  std::shared_ptr<io::record_writer> to_;
  std::string topic_;
  std::unique_ptr<dead_letter_sink> also_;
  std::string text_{};
};

} // namespace

std::unique_ptr<dead_letter_sink> send_dead_letters(std::shared_ptr<io::record_writer> to, std::string topic,
                                                    std::unique_ptr<dead_letter_sink> also) {
  return std::make_unique<sent_letters>(std::move(to), std::move(topic), std::move(also));
}

std::unique_ptr<dead_letter_sink> write_dead_letters(io::byte_sink& to) {
  return std::make_unique<written_letters>(to);
}

std::unique_ptr<dead_letter_sink> show_dead_letters(std::size_t shown_max,
                                                    std::function<void(const std::string&)> show) {
  return std::make_unique<shown_letters>(shown_max, std::move(show));
}

} // namespace weir
