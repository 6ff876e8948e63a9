// Random lines, whole and broken: simdjson's strict parser is the judge of what is JSON and what it holds; how lines
// are cut into chunks and what stood before them must not matter.
#include "tests/io/format/format_support.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <random>

#include <simdjson.h>

using namespace format_tests;

namespace {

class line_maker {
public:
  explicit line_maker(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }

  std::string line() {
    if (below(20) == 0) return below(2) == 0 ? "" : " \t";
    std::string text = below(30) == 0 ? value(0) : object(0, true);
    if (below(4) == 0) text = damaged(text);
    return text;
  }

private:
  std::string blank() { return below(6) == 0 ? std::string(below(3), below(2) == 0 ? ' ' : '\t') : ""; }

  std::string text() {
    static const std::vector<std::string> parts = {
        "a", "sensor-17", " ",    "\\n", "\\u0041", "\\ud83d\\ude00",   "é",
        "😀", "\\\"",      "\\\\", "/",   "\\/",     "0123456789abcdef", "\x7F",
        "{", "]",         ",",    ":",   "k"};
    std::string made;
    for (auto count = below(5); count > 0; --count) made += parts[below(parts.size())];
    return "\"" + made + "\"";
  }
  std::string number() {
    switch (below(7)) {
    case 0: return std::to_string(below(1000));
    case 1: return "-" + std::to_string(below(100)) + "." + std::to_string(below(100000));
    case 2: return std::to_string(static_cast<std::int64_t>(random_()));
    case 3: return std::to_string(random_() >> 12) + "." + std::to_string(random_() >> 30);
    case 4: return std::to_string(below(100)) + "e" + std::to_string(below(30));
    case 5: return "1." + std::to_string(below(1000)) + "E-" + std::to_string(below(300));
    default: return "169999999" + std::to_string(1000 + below(9000));
    }
  }
  std::string name(bool top) {
    static const std::vector<std::string> names = {"k",     "v",       "n", "key",
                                                   "other", "\\u006b", "",  "a longer name than eight"};
    if (top && below(4) != 0) return "\"" + names[below(3)] + "\"";
    return "\"" + names[below(names.size())] + "\"";
  }
  std::string object(int depth, bool top) {
    if (top && below(3) == 0) // The usual shape, for the fast way.
      return "{\"k\":" + text() + ",\"v\":" + number() +
             ",\"n\":" + std::to_string(static_cast<std::int64_t>(random_() >> below(60))) + "}";
    std::string made = "{" + blank();
    for (auto count = below(5), i = std::size_t{0}; i < count; ++i)
      made += (i > 0 ? "," + blank() : "") + name(top) + blank() + ":" + blank() + value(depth + 1) + blank();
    return made + "}";
  }
  std::string array(int depth) {
    std::string made = "[" + blank();
    for (auto count = below(4), i = std::size_t{0}; i < count; ++i)
      made += (i > 0 ? "," : "") + blank() + value(depth + 1) + blank();
    return made + "]";
  }
  std::string value(int depth) {
    switch (below(depth > 4 ? 6 : 9)) {
    case 0: return "null";
    case 1: return below(2) == 0 ? "true" : "false";
    case 2:
    case 3: return text();
    case 4:
    case 5: return number();
    case 6: return array(depth);
    default: return object(depth, false);
    }
  }
  std::string damaged(std::string text) {
    static const std::string odd = "\"\\{}[],:0189-+.eEtfnul \t\r\x01\x80\xC3\xED\xF0\xFF"
                                   "aud";
    for (auto count = 1 + below(3); count > 0 && !text.empty(); --count) {
      const auto at = below(text.size());
      const char c = odd[below(odd.size())];
      switch (below(4)) {
      case 0: text[at] = c; break;
      case 1: text.insert(at, 1, c); break;
      case 2: text.erase(at, 1); break;
      default: text.resize(at); break;
      }
    }
    return text;
  }

  std::mt19937_64 random_;
};

io::decode_spec three_columns() {
  io::decode_spec spec;
  spec.columns = {column("k", core::string_type()), column("v", core::float64_type()), column("n", core::int64_type())};
  spec.format.ignore_parse_errors = true;
  spec.keep_text = true;
  spec.batch_rows = 7;
  return spec;
}

/// What simdjson makes of a line: nothing when it is no JSON object. The last of equal names counts.
struct judgement {
  bool is_object = false;
  bool unsure = false; ///< A number beyond 64 bits or a double's range, which simdjson refuses.
  std::map<std::string, simdjson::dom::element> members{};
};

judgement judge(simdjson::dom::parser& parser, const std::string& line) {
  judgement made;
  simdjson::dom::element root;
  const auto code = parser.parse(simdjson::padded_string(line)).get(root);
  made.unsure = code == simdjson::NUMBER_ERROR;
  simdjson::dom::object object;
  if (code != simdjson::SUCCESS || root.get(object) != simdjson::SUCCESS) return made;
  made.is_object = true;
  for (const auto field : object) made.members[std::string(field.key)] = field.value;
  return made;
}

void check_values(const core::batch& row, const judgement& truth) {
  const auto& k = *row.columns[0];
  const auto& v = *row.columns[1];
  const auto& n = *row.columns[2];
  const auto find = [&](const char* name) {
    const auto found = truth.members.find(name);
    return found == truth.members.end() || found->second.is_null() ? std::optional<simdjson::dom::element>()
                                                                   : found->second;
  };
  const auto key = find("k");
  REQUIRE(k.is_null(0) == !key.has_value());
  std::string_view text;
  if (key && key->get(text) == simdjson::SUCCESS) REQUIRE(k.texts[0] == text);
  const auto value = find("v");
  double real = 0;
  if (value && value->get(real) == simdjson::SUCCESS) REQUIRE(v.reals[0] == real);
  if (!value) REQUIRE(v.is_null(0));
  const auto number = find("n");
  std::int64_t whole = 0;
  if (number && number->is_int64() && number->get(whole) == simdjson::SUCCESS) REQUIRE(n.ints[0] == whole);
  if (number && number->is_uint64() && !number->is_int64()) REQUIRE(n.is_null(0));
  if (number && number->get(real) == simdjson::SUCCESS && std::abs(real) < 9e15)
    REQUIRE(std::abs(static_cast<double>(n.ints[0]) - real) <= 1.0); // The double itself is rounded.
  if (!number) REQUIRE(n.is_null(0));
}

/// Everything that came out, as one text.
std::string account(const io::decoded& out) {
  std::string text = shown(out) + reasons(out) + std::to_string(out.rows) + " " + std::to_string(out.blank) + " " +
                     std::to_string(out.field_errors) + "\n";
  for (const auto& bad : out.bad) text += std::to_string(bad.offset) + bad.text + "\n";
  for (const auto& batch : out.texts)
    for (const auto line : batch) text.append(line).append("\n");
  for (const auto& batch : out.lines)
    for (const auto line : batch) text += std::to_string(line) + " ";
  return text;
}

} // namespace

TEST_CASE("a strict parser agrees on every random line and on what it holds") {
  line_maker maker(20261130);
  simdjson::dom::parser parser;
  const auto decoder = decoder_of(three_columns());
  int objects = 0;
  int refused = 0;
  for (int i = 0; i < 40000; ++i) {
    auto line = maker.line();
    INFO(line);
    io::decoded out;
    decoder->decode_lines(chunk_of(line + "\n", 2, 1), out);
    const auto truth = judge(parser, line);
    if (truth.unsure) continue;
    if (line.find_first_not_of(" \t\r") == std::string::npos) {
      REQUIRE(out.blank == 1);
      continue;
    }
    REQUIRE(out.rows == (truth.is_object ? 1 : 0));
    REQUIRE(out.bad.size() == (truth.is_object ? 0 : 1));
    (truth.is_object ? objects : refused) += 1;
    if (truth.is_object) check_values(*out.batches[0], truth);
  }
  CHECK(objects > 20000);
  CHECK(refused > 4000);
}

TEST_CASE("lines mean the same alone, together, and in any chunks") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    line_maker maker(seed);
    std::string text;
    io::decoded alone;
    std::uint64_t number = 1;
    for (int i = 0; i < 80; ++i, ++number) {
      const auto line = maker.line() + (maker.below(5) == 0 ? "\r\n" : "\n");
      decoder_of(three_columns())->decode_lines(chunk_of(line, number, text.size()), alone);
      text += line;
    }
    io::decoded together;
    decoder_of(three_columns())->decode_lines(chunk_of(text), together);
    const auto expected = account(together);
    REQUIRE(account(alone) == expected);

    io::decoded chunked;
    const auto decoder = decoder_of(three_columns());
    std::uint64_t line = 1;
    std::vector<io::text_chunk> kept; // The texts of rows are views into their chunks.
    for (std::size_t at = 0; at < text.size();) {
      auto end = text.find('\n', std::min(at + maker.below(400), text.size() - 1)) + 1;
      kept.push_back(chunk_of(std::string_view(text).substr(at, end - at), line, at));
      decoder->decode_lines(kept.back(), chunked);
      line += static_cast<std::uint64_t>(std::count(kept.back().text.begin(), kept.back().text.end(), '\n'));
      at = end;
    }
    REQUIRE(account(chunked) == expected);
  }
}

TEST_CASE("an array of random objects gives what the lines give") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    line_maker maker(seed);
    simdjson::dom::parser parser;
    std::string lines;
    std::string array = "[";
    for (int i = 0; i < 40; ++i) {
      const auto line = maker.line();
      const auto truth = judge(parser, line);
      if (!truth.is_object) continue;
      lines += line + "\n";
      array += (array.size() > 1 ? " ,\n" : "") + line;
    }
    auto spec = three_columns();
    CHECK(shown(decode_body(spec, array + "\n]")) == shown(decode(spec, lines)));
  }
}
