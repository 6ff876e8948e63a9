#include "core/plan/row_multiplying.hpp"

#include <numeric>

#include "core/window/window_grid.hpp"

namespace core::plan {

namespace {

/// The rows of `from` that `origin` names, and room for what is added behind.
std::vector<column_ptr> repeated(const batch& from, const std::vector<std::uint32_t>& origin) {
  std::vector<column_ptr> made;
  for (const auto& one : from.columns) made.push_back(gather(*one, origin.data(), origin.size()));
  return made;
}

multiplied_rows finish(std::vector<column_ptr> columns, const schema_ptr& layout, std::vector<std::uint32_t> origin) {
  auto made = std::make_shared<batch>();
  made->layout = layout;
  made->rows = static_cast<std::uint32_t>(origin.size());
  made->columns = std::move(columns);
  return {std::move(made), std::move(origin), {}};
}

column_ptr of_ints(const data_type& type, std::vector<std::int64_t> values) {
  auto made = make_column(type, 0);
  made.rows = static_cast<std::uint32_t>(values.size());
  made.ints = std::move(values);
  return std::make_shared<const column>(std::move(made));
}

/// The windows of one row, the one that ends first first.
struct assigned {
  std::vector<std::int64_t> starts{};
  std::vector<std::int64_t> ends{};
  std::vector<std::int64_t> times{};
  std::vector<std::uint32_t> origin{};
};

void assign(const window::window_grid& grid, bool instants, std::int64_t time, std::uint32_t row, assigned& to) {
  const auto slice = grid.slice_start(grid.to_local(time));
  for (auto end = grid.first_end(slice); end <= grid.last_end(slice); end += grid.step_ms()) {
    to.starts.push_back(grid.start_of(end));
    to.ends.push_back(end);
    to.times.push_back(instants && !grid.is_utc() ? grid.zone()->to_utc(end - 1) : end - 1);
    to.origin.push_back(row);
  }
}

} // namespace

multiplied_rows multiply(const assign_step& step, const batch& from, std::int64_t /*now_ms*/) {
  const auto& times = *from.columns[step.time_column];
  const auto width = from.columns.size();
  const auto& fields = step.layout->fields;
  if (step.deferred) {
    std::vector<std::uint32_t> all(from.rows);
    std::iota(all.begin(), all.end(), 0U);
    auto columns = from.columns;
    for (auto i = width; i < width + 3; ++i) columns.push_back(of_ints(fields[i].type, times.ints));
    return finish(std::move(columns), step.layout, std::move(all));
  }
  const window::window_grid grid(step.window);
  const bool instants = fields[width + 2].type.kind == type_kind::timestamp_ltz;
  assigned made;
  for (std::uint32_t row = 0; row < from.rows; ++row)
    if (!times.is_null(row)) assign(grid, instants, times.ints[row], row, made);
  auto columns = repeated(from, made.origin);
  columns.push_back(of_ints(fields[width].type, std::move(made.starts)));
  columns.push_back(of_ints(fields[width + 1].type, std::move(made.ends)));
  columns.push_back(of_ints(fields[width + 2].type, std::move(made.times)));
  return finish(std::move(columns), step.layout, std::move(made.origin));
}

multiplied_rows multiply(const expand_step& step, const batch& from, std::int64_t /*now_ms*/) {
  const auto sets = step.sets.size();
  std::vector<std::uint32_t> origin;
  std::vector<std::int64_t> numbers;
  for (std::uint32_t row = 0; row < from.rows; ++row)
    for (std::size_t set = 0; set < sets; ++set) {
      origin.push_back(row);
      numbers.push_back(static_cast<std::int64_t>(set));
    }
  auto columns = repeated(from, origin);
  for (std::size_t key = 0; key < step.keys.size(); ++key) {
    auto copy = *columns[step.keys[key]];
    copy.type = step.layout->fields[from.columns.size() + key].type;
    for (std::size_t i = 0; i < origin.size(); ++i)
      if (!step.sets[i % sets][key]) copy.set_null(i);
    columns.push_back(std::make_shared<const column>(std::move(copy)));
  }
  columns.push_back(of_ints(step.layout->fields.back().type, std::move(numbers)));
  return finish(std::move(columns), step.layout, std::move(origin));
}

namespace {

/// Where the elements of each row lie in the children; a row without any that is kept has the place `nowhere`.
constexpr std::uint32_t nowhere = 0xffffffffU;

struct elements {
  std::vector<std::uint32_t> origin{};
  std::vector<std::uint32_t> places{};
  std::vector<std::int64_t> numbers{};
};

elements elements_of(const column& values, bool keep_empty, const std::vector<expr::row_fault>& faults) {
  elements made;
  auto fault = faults.begin();
  for (std::uint32_t row = 0; row < values.rows; ++row) {
    if (fault != faults.end() && fault->row == row) {
      ++fault;
      continue;
    }
    const auto begin = values.is_null(row) ? 0 : values.offsets[row];
    const auto end = values.is_null(row) ? 0 : values.offsets[row + 1];
    const auto before = made.origin.size();
    for (auto at = begin; at < end; ++at) {
      if (values.children[0]->type.kind == type_kind::row && values.children[0]->is_null(at)) continue; // Flink's rule.
      made.origin.push_back(row);
      made.places.push_back(at);
      made.numbers.push_back(at - begin + 1);
    }
    if (made.origin.size() == before && keep_empty) {
      made.origin.push_back(row);
      made.places.push_back(nowhere);
      made.numbers.push_back(0);
    }
  }
  return made;
}

/// The children at those places, NULL where there is none.
column_ptr gather_or_null(const column& child, const std::vector<std::uint32_t>& places) {
  if (child.rows == 0) return null_column(child.type, places.size());
  auto known = places;
  for (auto& place : known) place = place == nowhere ? 0 : place;
  auto made = *gather(child, known.data(), known.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i] == nowhere) made.set_null(i);
  return std::make_shared<const column>(std::move(made));
}

/// The columns that an element of that type becomes; a NULL ROW has NULL fields.
void add_element(std::vector<column_ptr>& to, const column_ptr& element) {
  if (element->type.kind != type_kind::row) return to.push_back(element);
  for (const auto& field : element->children) {
    auto copy = *field;
    for (std::uint32_t i = 0; i < element->rows; ++i)
      if (element->is_null(i)) copy.set_null(i);
    to.push_back(std::make_shared<const column>(std::move(copy)));
  }
}

} // namespace

multiplied_rows multiply(const unnest_step& step, const batch& from, std::int64_t now_ms) {
  expr::eval_context context;
  context.now_ms = now_ms;
  const auto values = step.value->evaluate(from, context);
  auto found = elements_of(*values, step.keep_empty, context.faults);
  auto columns = repeated(from, found.origin);
  for (const auto& child : values->children) {
    auto element = gather_or_null(*child, found.places);
    if (values->type.kind == type_kind::array)
      add_element(columns, element);
    else
      columns.push_back(std::move(element));
  }
  if (step.with_ordinality) {
    auto numbers = of_ints(step.layout->fields.back().type, std::move(found.numbers));
    auto copy = *numbers;
    for (std::size_t i = 0; i < found.places.size(); ++i)
      if (found.places[i] == nowhere) copy.set_null(i);
    columns.push_back(std::make_shared<const column>(std::move(copy)));
  }
  auto made = finish(std::move(columns), step.layout, std::move(found.origin));
  made.faults = std::move(context.faults);
  return made;
}

} // namespace core::plan
