// JSON_ARRAYAGG and JSON_OBJECTAGG: the planner has each row's value written as JSON, in brackets of its own.
#include <string>
#include <string_view>
#include <vector>

#include "core/agg/held_state.hpp"
#include "core/agg/side_state.hpp"

namespace core::agg {

namespace {

/// `"key"` of `"key":value`.
std::string_view key_of(std::string_view member) {
  std::size_t end = 1;
  while (end < member.size() && member[end] != '"') end += member[end] == '\\' ? 2 : 1;
  return member.substr(0, end + 1);
}

/// Elements or members in order of arrival. Of a key that comes twice the last value counts, in the first one's place.
class json_list final : public held_state {
public:
  explicit json_list(bool object) : object_(object) {}

  [[nodiscard]] std::unique_ptr<held_state> copy() const override { return std::make_unique<json_list>(*this); }

  void add(const column& from, std::size_t row, std::int64_t /*weight*/) override {
    auto text = from.texts[row];
    text.remove_prefix(1);
    text.remove_suffix(1);
    if (!text.empty()) append(text); // Else the value was NULL, and such ones are to be absent.
  }

  void merge(const held_state& other, merge_side side) override {
    const auto& with = dynamic_cast<const json_list&>(other);
    if (side == merge_side::behind) return append_all(with);
    auto made = with;
    made.append_all(*this);
    *this = std::move(made);
  }

  void save(snapshot::state_writer& to) const override {
    to.number(items_.size());
    for (const auto& item : items_) to.text(item);
  }

  void load(snapshot::state_reader& from) override {
    const auto items = from.count();
    for (std::size_t i = 0; i < items; ++i) append(from.text());
  }

  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(json_list) + items_.capacity() * sizeof(std::string) + text_bytes_ + keys_.bytes();
  }

  void put(column& to, std::size_t row, text_arena& texts) const override {
    std::string made(1, object_ ? '{' : '[');
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (i > 0) made += ',';
      made += items_[i];
    }
    made += object_ ? '}' : ']';
    to.texts[row] = texts.store(made);
  }

private:
  void append(std::string_view text) {
    const auto number = object_ ? keys_.add(key_of(text)) : items_.size();
    if (number == items_.size()) items_.emplace_back();
    text_bytes_ += text.size();
    text_bytes_ -= items_[number].size();
    items_[number] = text;
  }
  void append_all(const json_list& other) {
    for (const auto& item : other.items_) append(item);
  }

  bool object_;
  std::vector<std::string> items_{};
  std::uint64_t text_bytes_ = 0;
  distinct_set keys_{};
};

} // namespace

std::unique_ptr<held_state> make_json_list(const aggregate_call& call) {
  return std::make_unique<json_list>(call.what == function::json_objectagg);
}

} // namespace core::agg
