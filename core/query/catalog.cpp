#include "core/query/catalog.hpp"

#include <array>
#include <charconv>

#include <fmt/format.h>

#include "core/attempt.hpp"

namespace core::query {

namespace {

struct duration_unit {
  std::string_view name;
  std::int64_t ms;
};
constexpr std::array<duration_unit, 22> duration_units{{{"ms", 1},
                                                        {"milli", 1},
                                                        {"millis", 1},
                                                        {"millisecond", 1},
                                                        {"milliseconds", 1},
                                                        {"s", 1000},
                                                        {"sec", 1000},
                                                        {"secs", 1000},
                                                        {"second", 1000},
                                                        {"seconds", 1000},
                                                        {"m", 60'000},
                                                        {"min", 60'000},
                                                        {"mins", 60'000},
                                                        {"minute", 60'000},
                                                        {"minutes", 60'000},
                                                        {"h", 3'600'000},
                                                        {"hour", 3'600'000},
                                                        {"hours", 3'600'000},
                                                        {"d", 86'400'000},
                                                        {"day", 86'400'000},
                                                        {"days", 86'400'000},
                                                        {"", 1}}};

} // namespace

std::string catalog::time_zone() const {
  const auto found = settings.find("table.local-time-zone");
  return found == settings.end() || found->second == "default" ? "UTC" : found->second;
}

std::int64_t catalog::duration_ms(const std::string& key) const {
  const auto found = settings.find(key);
  if (found == settings.end()) return 0;
  return read_duration(found->second).value_or(0);
}

std::string plain_name(const std::vector<sql::name_part>& name) {
  return name.empty() ? std::string() : name.back().text;
}

result<std::int64_t> read_duration(std::string_view text) {
  const auto wrong = [&] {
    return fail(errc::bad_value, fmt::format("not a duration: {}", text), {}, "write 500 ms, 10 s, 5 min, 1 h or 1 d");
  };
  std::int64_t amount = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), amount);
  if (failed != std::errc{} || amount < 0) return wrong();
  auto unit = text.substr(static_cast<std::size_t>(end - text.data()));
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  while (!unit.empty() && unit.back() == ' ') unit.remove_suffix(1);
  for (const auto& known : duration_units)
    if (known.name == unit && amount <= (std::int64_t{1} << 58) / known.ms) return amount * known.ms;
  return wrong();
}

namespace {

using sort = sql::column_definition::sort;

class table_definer {
public:
  table_definer(const sql::create_table& syntax, const catalog& known) : syntax_(syntax), known_(known) {}

  result<catalog_table> run() {
    made_.name = plain_name(syntax_.name);
    if (!syntax_.name.empty()) made_.place = syntax_.name.back().place;
    for (const auto& one : syntax_.options) made_.options[one.key] = one;
    if (!syntax_.like.empty()) WEIR_CHECK(take_over_like());
    for (const auto& one : syntax_.columns) WEIR_CHECK(add_stored(one));
    WEIR_CHECK(bind_computed());
    if (syntax_.watermark) WEIR_CHECK(set_watermark(*syntax_.watermark));
    if (made_.columns.empty())
      return fail(errc::bad_value, fmt::format("table without columns: {}", made_.name), made_.place);
    return set_primary_key();
  }

private:
  result<void> take_over_like() {
    const auto name = plain_name(syntax_.like);
    const auto found = known_.tables.find(name);
    if (found == known_.tables.end())
      return fail(errc::unknown_name, fmt::format("unknown table: {}", name), syntax_.like.back().place);
    auto options = made_.options;
    const auto own = made_.name;
    const auto place = made_.place;
    made_ = found->second;
    made_.name = own;
    made_.place = place;
    for (auto& [key, value] : options) made_.options[key] = value;
    return {};
  }

  [[nodiscard]] bool has_column(const std::string& name) const {
    for (const auto& one : made_.columns)
      if (one.name == name) return true;
    return false;
  }

  result<void> add_stored(const sql::column_definition& from) {
    if (has_column(from.name.text))
      return fail(errc::bad_value, fmt::format("column declared twice: {}", from.name.text), from.name.place);
    table_column made;
    made.name = from.name.text;
    made.type = from.type;
    made.what = from.what;
    made.is_virtual = from.is_virtual;
    made.metadata_key = from.metadata_key.empty() ? from.name.text : from.metadata_key;
    made_.columns.push_back(std::move(made));
    return {};
  }

  /// The columns that computed ones may read.
  [[nodiscard]] expr::scope stored_scope() const {
    expr::scope made;
    auto layout = std::make_shared<schema>();
    for (const auto& one : made_.columns)
      if (one.what != sort::computed) layout->fields.push_back({one.name, one.type});
    made.columns = std::move(layout);
    made.time_zone = known_.time_zone();
    made.tables.assign(made.columns->fields.size(), made_.name);
    return made;
  }

  result<void> bind_computed() {
    const auto names = stored_scope();
    for (const auto& from : syntax_.columns) {
      if (from.what != sort::computed) continue;
      for (auto& column : made_.columns) {
        if (column.name != from.name.text) continue;
        WEIR_TRY(bound, expr::bind(*from.expression, names));
        column.type = bound->type();
        column.computed = bound;
        const auto* call = from.expression->as<sql::call_syntax>();
        if (call != nullptr && call->name == "PROCTIME") column.time = time_role::processing;
      }
    }
    return {};
  }

  result<void> set_watermark(const sql::watermark_definition& from) {
    if (from.column.size() != 1)
      return fail(errc::unsupported, "a watermark on a field of a ROW", from.place,
                  "add a computed column for the field and declare the watermark on that");
    const auto& name = from.column[0];
    expr::scope names;
    auto layout = std::make_shared<schema>();
    for (std::size_t i = 0; i < made_.columns.size(); ++i) {
      layout->fields.push_back({made_.columns[i].name, made_.columns[i].type});
      if (made_.columns[i].name == name.text) made_.time_column = static_cast<int>(i);
    }
    names.columns = std::move(layout);
    names.time_zone = known_.time_zone();
    names.tables.assign(names.columns->fields.size(), made_.name);
    if (made_.time_column < 0) {
      std::vector<std::string_view> known;
      for (const auto& one : made_.columns) known.push_back(one.name);
      const auto near = closest(name.text, known.data(), known.size());
      return fail(errc::unknown_name, fmt::format("the watermark's column is unknown: {}", name.text), name.place,
                  near.empty() ? std::string() : fmt::format("did you mean {}?", near));
    }
    auto& column = made_.columns[static_cast<std::size_t>(made_.time_column)];
    if (!is_timestamp(column.type.kind) || column.type.precision > 3)
      return fail(errc::bad_type,
                  fmt::format("the watermark's column must be TIMESTAMP(3) or TIMESTAMP_LTZ(3): {} is {}", name.text,
                              to_string(column.type)),
                  name.place, "compute one: rt AS TO_TIMESTAMP_LTZ(ts, 3)");
    column.time = time_role::event;
    WEIR_TRY(bound, expr::bind(*from.expression, names));
    if (!is_timestamp(bound->type().kind))
      return fail(errc::bad_type, fmt::format("a watermark is a timestamp, not {}", to_string(bound->type())),
                  from.expression->place);
    made_.watermark = bound;
    return {};
  }

  result<catalog_table> set_primary_key() {
    for (const auto& part : syntax_.primary_key) {
      if (!has_column(part.text))
        return fail(errc::unknown_name, fmt::format("the primary key's column is unknown: {}", part.text), part.place);
      made_.primary_key.push_back(part.text);
      for (auto& one : made_.columns)
        if (one.name == part.text) one.type.nullable = false;
    }
    return std::move(made_);
  }

  const sql::create_table& syntax_;
  const catalog& known_;
  catalog_table made_{};
};

} // namespace

result<catalog_table> define_table(const sql::create_table& syntax, const catalog& known) {
  return table_definer(syntax, known).run();
}

} // namespace core::query
