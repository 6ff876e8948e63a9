#include "tests/sim/events.hpp"

#include <algorithm>

namespace sim {

namespace {

using texts = std::vector<std::string>;

/// Keys that a glued or careless key would mix up.
const std::vector<texts>& keys_of(key_shape shape) {
  static const std::vector<texts> text{{R"("a")"},
                                       {R"("b")"},
                                       {R"("")"},
                                       {R"("null")"},
                                       {"null"},
                                       {R"("1")"},
                                       {R"("A")"},
                                       {R"("a ")"},
                                       {R"("a\u0000b")"},
                                       {R"("a\nb")"},
                                       {R"("ä€😀")"},
                                       {R"("a\"b")"},
                                       {'"' + std::string(70, 'k') + '"'}};
  static const std::vector<texts> whole{{"0"},
                                        {"1"},
                                        {"-1"},
                                        {"9007199254740992"},
                                        {"9007199254740993"},
                                        {"9223372036854775807"},
                                        {"-9223372036854775808"},
                                        {"null"}};
  static const std::vector<texts> flag{{"true"}, {"false"}, {"null"}};
  static const std::vector<texts> exact{{"0.01"}, {"0.10"}, {"-0.01"}, {"1234567890123456.78"}, {"null"}};
  static const std::vector<texts> two_texts{
      {R"("a")", R"("b|c")"}, {R"("a|b")", R"("c")"}, {R"("a")", R"("b")"},       {R"("ab")", R"("")"},
      {R"("")", R"("ab")"},   {R"("a\"")", R"("b")"}, {R"("a")", R"("\"b")"},     {R"("a\\")", R"("b")"},
      {"null", R"("a")"},     {R"("a")", "null"},     {R"("null")", R"("a")"},    {"null", "null"},
      {R"("a,b")", R"("c")"}, {R"("a")", R"("b,c")"}, {R"("a\u0000")", R"("b")"}, {R"("a")", R"("\u0000b")"}};
  static const std::vector<texts> text_and_whole{{R"("a1")", "1"},    {R"("a")", "11"}, {R"("a")", "1"},
                                                 {R"("a1")", "null"}, {"null", "1"},    {R"("")", "-1"}};
  switch (shape) {
  case key_shape::text: return text;
  case key_shape::whole: return whole;
  case key_shape::flag: return flag;
  case key_shape::exact: return exact;
  case key_shape::two_texts: return two_texts;
  case key_shape::text_and_whole: return text_and_whole;
  }
  return text;
}

std::string number(const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : "null"; }

std::string line_of(const event& one, random_source& random) {
  std::string line = R"({"k":)" + one.key[0];
  if (one.key.size() > 1) line += R"(,"k2":)" + one.key[1];
  if (one.time || chance(random, 50)) line += R"(,"ts":)" + number(one.time);
  if (one.value || chance(random, 50)) line += R"(,"v":)" + number(one.value);
  return line + "}";
}

event spoiled(random_source& random) {
  static const std::string broken[] = {R"({"k":"a","ts":1)", "[]", "nonsense",
                                       R"({"k":"a"}})",      "7",  R"({"k":"a","ts":"soon"})"};
  event made;
  if (chance(random, 30)) {
    made.blank = true;
    made.line = chance(random, 50) ? "" : " \t";
    return made;
  }
  made.garbage = true;
  made.line = broken[random() % std::size(broken)];
  return made;
}

} // namespace

std::vector<event> make_events(const input_shape& shape, random_source& random) {
  const auto& keys = keys_of(shape.keys);
  std::vector<event> made;
  auto newest = shape.first_time;
  for (int i = 0; i < shape.rows; ++i) {
    if (chance(random, shape.bad_percent)) {
      made.push_back(spoiled(random));
      if (chance(random, 60)) continue;
    }
    event one;
    one.key = keys[random() % keys.size()];
    if (chance(random, 80)) newest += pick(random, 0, 2 * shape.step_ms); // Else a tie.
    one.time = chance(random, 50) ? newest : newest - pick(random, 0, shape.disorder_ms);
    if (chance(random, shape.late_percent)) one.time = newest - pick(random, 0, shape.late_ms);
    if (shape.bad_percent > 0 && chance(random, shape.bad_percent / 2)) one.time.reset();
    if (!chance(random, shape.null_percent)) one.value = pick(random, -5, 5);
    one.line = line_of(one, random);
    made.push_back(std::move(one));
  }
  return made;
}

std::vector<std::string> make_pieces(const std::vector<event>& events, random_source& random) {
  std::vector<std::string> pieces;
  std::string piece;
  const int cut_percent = static_cast<int>(pick(random, 1, 60));
  for (std::size_t i = 0; i < events.size(); ++i) {
    piece += events[i].line;
    if (i + 1 < events.size() || events[i].blank || chance(random, 50)) piece += '\n'; // An empty last line is none.
    if (!chance(random, cut_percent)) continue;
    pieces.push_back(std::move(piece));
    piece.clear();
  }
  if (!piece.empty()) pieces.push_back(std::move(piece));
  return pieces;
}

} // namespace sim
