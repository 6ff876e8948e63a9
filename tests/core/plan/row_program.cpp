#include "core/plan/row_program.hpp"

#include <functional>
#include <random>

#include "tests/support/catch.hpp"

using namespace core;
using namespace core::plan;

namespace {

/// An expression written as a C++ function of a row's numbers; it knows nothing of the binder.
class row_function final : public expr::expression {
public:
  /// A value, or nothing for NULL; throws a reason (a text) for a fault.
  using body = std::function<std::optional<std::int64_t>(const batch&, std::size_t)>;
  row_function(data_type type, std::vector<std::size_t> used, body function)
      : type_(std::move(type)), used_(std::move(used)), function_(std::move(function)) {}

  const data_type& type() const noexcept override { return type_; }
  column_ptr evaluate(const batch& input, expr::eval_context& context) const override {
    auto made = make_column(type_, input.rows);
    const auto one = [&](std::uint32_t row) {
      try {
        const auto value = function_(input, row);
        if (value)
          made.ints[row] = *value;
        else
          made.set_null(row);
      } catch (const std::string& reason) {
        made.set_null(row);
        context.faults.push_back({row, reason});
      }
    };
    if (context.rows != nullptr) {
      for (const auto row : *context.rows) one(row);
    } else {
      for (std::uint32_t row = 0; row < input.rows; ++row) one(row);
    }
    return std::make_shared<const column>(std::move(made));
  }
  void collect_columns(std::vector<std::size_t>& used) const override {
    used.insert(used.end(), used_.begin(), used_.end());
  }
  std::string to_string() const override { return "function"; }

private:
  data_type type_;
  std::vector<std::size_t> used_;
  body function_;
};

class plain_column final : public expr::expression {
public:
  explicit plain_column(std::size_t index) : type_(int64_type()), index_(index) {}
  const data_type& type() const noexcept override { return type_; }
  column_ptr evaluate(const batch& input, expr::eval_context&) const override { return input.columns[index_]; }
  void collect_columns(std::vector<std::size_t>& used) const override { used.push_back(index_); }
  std::string to_string() const override { return "column"; }
  int column_index() const noexcept override { return static_cast<int>(index_); }

private:
  data_type type_;
  std::size_t index_;
};

expr::expression_ptr number(std::vector<std::size_t> used, row_function::body body) {
  return std::make_shared<row_function>(int64_type(), std::move(used), std::move(body));
}
expr::expression_ptr condition(row_function::body body) {
  return std::make_shared<row_function>(boolean_type(), std::vector<std::size_t>{0}, std::move(body));
}
expr::expression_ptr reference(std::size_t index) { return std::make_shared<plain_column>(index); }

schema_ptr layout_of(std::vector<std::string> names) {
  auto made = std::make_shared<schema>();
  for (auto& name : names) made->fields.push_back({name, int64_type()});
  return made;
}

batch_ptr make_batch(std::vector<std::vector<std::int64_t>> columns) {
  auto made = std::make_shared<batch>();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < columns.size(); ++i) names.push_back(std::string(1, static_cast<char>('a' + i)));
  made->layout = layout_of(names);
  made->rows = static_cast<std::uint32_t>(columns[0].size());
  for (auto& values : columns) {
    auto one = make_column(int64_type(), values.size());
    one.ints = std::move(values);
    made->columns.push_back(std::make_shared<const column>(std::move(one)));
  }
  return made;
}

std::int64_t a(const batch& rows, std::size_t row) { return rows.columns[0]->ints[row]; }
using numbers = std::vector<std::int64_t>;
using rows_list = std::vector<std::uint32_t>;

std::vector<std::pair<std::uint32_t, std::string>> faults_of(const program_result& result) {
  std::vector<std::pair<std::uint32_t, std::string>> found;
  for (const auto& one : result.faults) found.emplace_back(one.row, one.reason);
  return found;
}
using fault_list = std::vector<std::pair<std::uint32_t, std::string>>;

} // namespace

TEST_CASE("a program without steps hands the batch on as it is") {
  const auto input = make_batch({{1, 2}});
  const auto result = run({}, input, 0);
  CHECK(result.rows == input);
  CHECK(result.origin.empty());
  CHECK(result.filtered == 0);
  CHECK(result.faults.empty());
}

TEST_CASE("a filter that every row passes copies nothing") {
  const auto input = make_batch({{1, 2}});
  row_program program;
  program.steps = {filter_step{condition([](const batch&, std::size_t) { return 1; })}};
  const auto result = run(program, input, 0);
  CHECK(result.rows == input);
  CHECK(result.origin.empty());
}

TEST_CASE("a filter keeps TRUE rows, not FALSE and not NULL ones") {
  row_program program;
  program.steps = {filter_step{condition([](const batch& rows, std::size_t row) -> std::optional<std::int64_t> {
    if (a(rows, row) == 0) return std::nullopt;
    return a(rows, row) > 2 ? 1 : 0;
  })}};
  const auto result = run(program, make_batch({{5, 0, 1, 3}, {50, 0, 10, 30}}), 0);
  CHECK(result.rows->rows == 2);
  CHECK(result.rows->columns[0]->ints == numbers{5, 3});
  CHECK(result.rows->columns[1]->ints == numbers{50, 30});
  CHECK(result.origin == rows_list{0, 3});
  CHECK(result.filtered == 2);
}

TEST_CASE("a second filter sees only what the first left") {
  row_program program;
  program.steps = {filter_step{condition([](const batch& rows, std::size_t row) { return a(rows, row) != 0; })},
                   filter_step{condition([](const batch& rows, std::size_t row) { return 100 / a(rows, row) > 10; })}};
  const auto result = run(program, make_batch({{0, 5, 50, 2}}), 0);
  CHECK(result.rows->columns[0]->ints == numbers{5, 2});
  CHECK(result.origin == rows_list{1, 3});
  CHECK(result.filtered == 2);
}

TEST_CASE("a projected plain column is shared, not copied") {
  const auto input = make_batch({{1, 2}, {3, 4}});
  row_program program;
  const auto layout = layout_of({"x", "y"});
  program.steps = {
      project_step{{reference(1), number({0}, [](const batch& r, std::size_t i) { return a(r, i) + 1; })}, layout}};
  const auto result = run(program, input, 0);
  CHECK(result.rows->layout == layout);
  CHECK(result.rows->columns[0] == input->columns[1]);
  CHECK(result.rows->columns[1]->ints == numbers{2, 3});
  CHECK(result.origin.empty());
}

TEST_CASE("behind a filter only the columns that are read are copied") {
  row_program program;
  program.steps = {filter_step{condition([](const batch& rows, std::size_t row) { return a(rows, row) > 1; })},
                   project_step{{number({2},
                                        [](const batch& rows, std::size_t row) {
                                          CHECK(rows.columns[0] == nullptr);
                                          CHECK(rows.columns[1] == nullptr);
                                          return rows.columns[2]->ints[row] * 2;
                                        })},
                                layout_of({"x"})}};
  const auto result = run(program, make_batch({{1, 2}, {3, 4}, {5, 6}}), 0);
  CHECK(result.rows->columns[0]->ints == numbers{12});
  CHECK(result.origin == rows_list{1});
}

TEST_CASE("a faulty row leaves a filter with its reason and is not counted as filtered") {
  row_program program;
  program.steps = {filter_step{condition([](const batch& rows, std::size_t row) -> std::optional<std::int64_t> {
    if (a(rows, row) == 7) throw std::string("seven");
    return a(rows, row) < 9;
  })}};
  const auto result = run(program, make_batch({{1, 7, 9, 7}}), 0);
  CHECK(result.rows->columns[0]->ints == numbers{1});
  CHECK(result.origin == rows_list{0});
  CHECK(result.filtered == 1);
  CHECK(faults_of(result) == fault_list{{1, "seven"}, {3, "seven"}});
}

TEST_CASE("a row with several faults leaves once, with the reason of the first column") {
  const auto fails_at = [](std::int64_t value, std::string reason) {
    return number({0}, [value, reason](const batch& rows, std::size_t row) {
      if (a(rows, row) >= value) throw reason;
      return a(rows, row);
    });
  };
  row_program program;
  program.steps = {project_step{{fails_at(3, "first"), fails_at(2, "second")}, layout_of({"x", "y"})}};
  const auto result = run(program, make_batch({{3, 1, 2, 0}}), 0);
  CHECK(result.rows->columns[0]->ints == numbers{1, 0});
  CHECK(result.rows->columns[1]->ints == numbers{1, 0});
  CHECK(result.origin == rows_list{1, 3});
  CHECK(result.filtered == 0);
  CHECK(faults_of(result) == fault_list{{0, "first"}, {2, "second"}});
}

TEST_CASE("faults behind filters and projections name rows of the input, in order") {
  const auto fails_at = [](std::int64_t value) {
    return number({0}, [value](const batch& rows, std::size_t row) {
      if (a(rows, row) == value) throw std::string("no ") + std::to_string(value);
      return a(rows, row);
    });
  };
  row_program program;
  program.steps = {filter_step{condition([](const batch& rows, std::size_t row) { return a(rows, row) > 0; })},
                   project_step{{fails_at(40)}, layout_of({"x"})},
                   filter_step{condition([](const batch& rows, std::size_t row) { return a(rows, row) != 20; })},
                   project_step{{fails_at(30)}, layout_of({"y"})}};
  const auto result = run(program, make_batch({{0, 10, 20, 30, 40, 50}}), 0);
  CHECK(result.rows->columns[0]->ints == numbers{10, 50});
  CHECK(result.origin == rows_list{1, 5});
  CHECK(result.filtered == 2);
  CHECK(faults_of(result) == fault_list{{3, "no 30"}, {4, "no 40"}});
}

TEST_CASE("a program whose filter takes everything gives an empty batch of its layout") {
  row_program program;
  const auto layout = layout_of({"x"});
  program.steps = {filter_step{condition([](const batch&, std::size_t) { return 0; })},
                   project_step{{reference(0)}, layout}};
  const auto result = run(program, make_batch({{1, 2, 3}}), 0);
  CHECK(result.rows->rows == 0);
  CHECK(result.rows->layout == layout);
  CHECK(result.filtered == 3);
}

TEST_CASE("the time given reaches every expression") {
  class now final : public expr::expression {
  public:
    const data_type& type() const noexcept override { return type_; }
    column_ptr evaluate(const batch& input, expr::eval_context& context) const override {
      auto made = make_column(type_, input.rows);
      for (auto& value : made.ints) value = context.now_ms;
      return std::make_shared<const column>(std::move(made));
    }
    void collect_columns(std::vector<std::size_t>&) const override {}
    std::string to_string() const override { return "now"; }

  private:
    data_type type_ = int64_type();
  };
  row_program program;
  program.steps = {project_step{{std::make_shared<now>()}, layout_of({"x"})}};
  CHECK(run(program, make_batch({{1, 2}}), 77).rows->columns[0]->ints == numbers{77, 77});
}

TEST_CASE("any program equals taking the rows one by one") {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    numbers values(random() % 40 + 1);
    for (auto& value : values) value = random() % 10;
    const auto low = static_cast<std::int64_t>(random() % 10);
    const auto fault = static_cast<std::int64_t>(random() % 10);
    const auto drop = static_cast<std::int64_t>(random() % 10);
    row_program program;
    program.steps = {
        filter_step{condition([low](const batch& rows, std::size_t row) { return a(rows, row) >= low; })},
        project_step{{number({0},
                             [fault](const batch& rows, std::size_t row) {
                               if (a(rows, row) == fault) throw std::string("fault");
                               return a(rows, row) * 2;
                             })},
                     layout_of({"x"})},
        filter_step{condition([drop](const batch& rows, std::size_t row) { return a(rows, row) != drop * 2; })}};
    numbers expected;
    rows_list origin;
    fault_list faults;
    std::uint64_t filtered = 0;
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      if (values[i] < low) {
        ++filtered;
      } else if (values[i] == fault) {
        faults.emplace_back(i, "fault");
      } else if (values[i] == drop) {
        ++filtered;
      } else {
        expected.push_back(values[i] * 2);
        origin.push_back(i);
      }
    }
    if (origin.size() == values.size()) origin.clear();
    const auto result = run(program, make_batch({values}), 0);
    REQUIRE(result.rows->columns[0]->ints == expected);
    REQUIRE(result.origin == origin);
    REQUIRE(result.filtered == filtered);
    REQUIRE(faults_of(result) == faults);
  }
}
