// The bound for W1: what a loop written by hand for this one query does on one core. It reads the whole file, parses
// each line with simdjson, keeps one hash table of (key, minute) and writes the rows as JSON lines. It has no
// watermark, no late rows, no checks of its input beyond failing, and no second query it could run. usage: limit INPUT
// OUTPUT

#include <charconv>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <simdjson.h>

namespace {

constexpr std::int64_t window_ms = 60'000;

struct event {
  std::string_view key{};
  double value = 0;
  std::int64_t time_ms = 0;
};

struct group {
  std::int64_t window = 0;
  std::uint64_t hash = 0;
  std::string key{};
  std::uint64_t count = 0; // 0: the place is free.
  double sum = 0;
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
};

/// Open addressing, large enough for the workload; never grows.
class group_table {
public:
  group& at(std::string_view key, std::int64_t window) {
    auto hash = std::hash<std::string_view>{}(key) ^ (static_cast<std::uint64_t>(window) * 0x9e3779b97f4a7c15ULL);
    hash ^= hash >> 29;
    for (auto place = hash & mask;; place = (place + 1) & mask) {
      auto& found = groups_[place];
      if (found.count == 0) {
        found.window = window;
        found.hash = hash;
        found.key = key;
        return found;
      }
      if (found.hash == hash && found.window == window && found.key == key) return found;
    }
  }
  [[nodiscard]] const std::vector<group>& all() const { return groups_; }

private:
  static constexpr std::size_t places = std::size_t{1} << 21, mask = places - 1;
  std::vector<group> groups_{places};
};

bool read_event(simdjson::ondemand::parser& parser, simdjson::padded_string_view line, event& out) {
  simdjson::ondemand::document document;
  simdjson::ondemand::object object;
  if (parser.iterate(line).get(document) || document.get_object().get(object)) return false;
  for (auto field : object) {
    std::string_view name;
    if (field.unescaped_key().get(name)) return false;
    auto value = field.value();
    if (name == "key" && value.get_string().get(out.key)) return false;
    if (name == "value" && value.get_double().get(out.value)) return false;
    if (name == "ts" && value.get_int64().get(out.time_ms)) return false;
  }
  return true;
}

bool aggregate(const simdjson::padded_string& text, group_table& groups) {
  simdjson::ondemand::parser parser;
  const char* const end = text.data() + text.size();
  for (const char* line = text.data(); line < end;) {
    const auto left = static_cast<std::size_t>(end - line);
    const auto* newline = static_cast<const char*>(std::memchr(line, '\n', left));
    const auto length = newline == nullptr ? left : static_cast<std::size_t>(newline - line);
    event read;
    const simdjson::padded_string_view record(line, length, left + simdjson::SIMDJSON_PADDING);
    if (!read_event(parser, record, read)) return false;
    auto& group = groups.at(read.key, read.time_ms / window_ms);
    ++group.count;
    group.sum += read.value;
    if (read.value < group.min) group.min = read.value;
    if (read.value > group.max) group.max = read.value;
    line += length + 1;
  }
  return true;
}

std::string to_lines(const group_table& groups) {
  std::string out;
  out.reserve(std::size_t{1} << 27);
  char digits[32];
  const auto put = [&](const char* name, auto number) {
    out.append(name).append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
  };
  for (const auto& group : groups.all()) {
    if (group.count == 0) continue;
    out.append("{\"key\":\"").append(group.key).append("\"");
    put(",\"start\":", group.window * window_ms);
    put(",\"count\":", group.count);
    put(",\"sum\":", group.sum);
    put(",\"min\":", group.min);
    put(",\"max\":", group.max);
    put(",\"average\":", group.sum / static_cast<double>(group.count));
    out.append("}\n");
  }
  return out;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  simdjson::padded_string text;
  if (simdjson::padded_string::load(argv[1]).get(text)) return 3;
  group_table groups;
  if (!aggregate(text, groups)) return 4;
  const auto lines = to_lines(groups);
  std::FILE* file = std::fopen(argv[2], "w");
  if (file == nullptr) return 5;
  const auto written = std::fwrite(lines.data(), 1, lines.size(), file);
  return std::fclose(file) == 0 && written == lines.size() ? 0 : 6;
}
