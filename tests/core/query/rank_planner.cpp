// ROW_NUMBER() and the condition on it: Top-N and de-duplication.
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace planned;

namespace {

std::string ranked(const std::string& over, const std::string& condition, const std::string& list = "k, price",
                   const std::string& table = "bids") {
  return "SELECT " + list + " FROM (SELECT *, ROW_NUMBER() OVER (" + over + ") AS n FROM " + table + ") WHERE " +
         condition + ";";
}
rank::updating_rank_plan rank_of(const std::string& query) {
  return operation_of<rank::updating_rank_plan>(plan_of(query));
}
const std::string by_price = "PARTITION BY k ORDER BY price";
const std::string tumbled = "TABLE(TUMBLE(TABLE bids, DESCRIPTOR(rt), INTERVAL '10' SECOND))";
const std::string in_window = "PARTITION BY window_start, window_end, k ORDER BY price DESC";

std::string bounds(const std::string& condition) {
  const auto made = rank_of(ranked(by_price, condition));
  return fmt::format("{}..{}", made.from, made.to);
}

} // namespace

TEST_CASE("conditions on the number say which ranks are wanted") {
  CHECK(bounds("n <= 3") == "1..3");
  CHECK(bounds("n < 3") == "1..2");
  CHECK(bounds("3 >= n") == "1..3");
  CHECK(bounds("3 > n") == "1..2");
  CHECK(bounds("n = 2") == "2..2");
  CHECK(bounds("2 = n") == "2..2");
  CHECK(bounds("n BETWEEN 2 AND 4") == "2..4");
  CHECK(bounds("n > 1 AND n <= 5 AND 4 >= n") == "2..4");
  CHECK(bounds("2 <= n AND 1 < n AND n <= 9") == "2..9");
  CHECK(bounds("n < 0") == "1..0");
}

TEST_CASE("other conditions filter what comes out of the rank") {
  const auto plan = plan_of(ranked(by_price, "n <= 3 AND price > 1 AND n <> 2 AND n + 1 < 4"));
  const auto from_rank = inputs_of_sink(plan)[0];
  CHECK(from_rank.find("where (price > 1); where (n <> 2); where ((n + 1) < 4)") != std::string::npos);
  CHECK(operation_of<rank::updating_rank_plan>(plan).with_number);
}

TEST_CASE("without an upper bound a rank has no end") {
  const std::string hint =
      "ROW_NUMBER() without a condition on it | write WHERE on the number in the query around: WHERE n <= 10";
  CHECK(complaint_of(ranked(by_price, "n > 1")).ends_with(hint));
  CHECK(complaint_of(ranked(by_price, "n >= 2")).ends_with(hint));
  CHECK(complaint_of(ranked(by_price, "n NOT BETWEEN 1 AND 2")).ends_with(hint));
  CHECK(complaint_of(ranked(by_price, "price > 3")).ends_with(hint));
  CHECK(complaint_of("SELECT k, ROW_NUMBER() OVER (ORDER BY price) AS n FROM bids;").ends_with(hint));
  CHECK(complaint_of(ranked("PARTITION BY k", "n = 1")).ends_with("ROW_NUMBER() OVER without ORDER BY"));
}

TEST_CASE("by time every row may have its number") {
  const auto plan = plan_of(
      "SELECT k, n FROM (SELECT k, ROW_NUMBER() OVER (PARTITION BY k ORDER BY rt) AS n FROM bids) WHERE n > 1;");
  CHECK(stages_of(plan) == strings{"over"});
  CHECK(inputs_of(plan) == strings{"bids: select k NULL k rt by $rank0 at $rank1"});
  CHECK(inputs_of_sink(plan) == strings{"#0: select k $number $rank0 $rank1; where (n > 1); select k n; select k n"});
  CHECK(columns_of(*plan.sinks[0].layout) == "k STRING, n BIGINT NOT NULL");
}

TEST_CASE("the number is kept up to date only where someone reads it") {
  CHECK(rank_of(ranked(by_price, "n <= 3", "k, n")).with_number);
  CHECK(rank_of(ranked(by_price, "n <= 3", "*")).with_number);
  CHECK(rank_of(ranked(by_price, "n <= 3", "price + n")).with_number);
  CHECK(!rank_of(ranked(by_price, "n <= 3")).with_number);
  CHECK(!rank_of(ranked(by_price, "n = 1", "k, n")).with_number);
  CHECK(shown(ranked(by_price, "n = 1", "k, n")) == "op CHAR(2) NOT NULL, k STRING, n BIGINT NOT NULL");
  CHECK(shown(ranked(by_price, "n <= 2", "n, k")) == "op CHAR(2) NOT NULL, n BIGINT NOT NULL, k STRING");
}

TEST_CASE("the first row of a key by time stays, the last one is replaced") {
  const auto first = rank_of(ranked("PARTITION BY k ORDER BY rt", "n = 1"));
  CHECK(first.keep_first_row);
  CHECK(!first.later_wins_ties);
  CHECK(shown(ranked("PARTITION BY k ORDER BY rt", "n = 1")) == "k STRING, price INT");
  const auto last = rank_of(ranked("PARTITION BY k ORDER BY rt DESC", "n = 1"));
  CHECK(!last.keep_first_row);
  CHECK(last.later_wins_ties);
  CHECK(shown(ranked("PARTITION BY k ORDER BY rt DESC", "n = 1")) == "op CHAR(2) NOT NULL, k STRING, price INT");
}

TEST_CASE("by the clock the order is that of arrival") {
  const auto first = rank_of(ranked("PARTITION BY k ORDER BY pt", "n = 1", "k, price", "clocked"));
  CHECK(first.by_arrival);
  CHECK(!first.last_arrival);
  CHECK(first.order.empty());
  const auto last = rank_of(ranked("PARTITION BY k ORDER BY pt DESC", "n = 1", "k, price", "clocked"));
  CHECK(last.last_arrival);
  CHECK(!last.keep_first_row);
}

TEST_CASE("partitioned by its window, a rank is a window's") {
  const auto plan = plan_of(ranked(in_window, "n <= 2", "k, n, window_end", tumbled));
  CHECK(stages_of(plan) == strings{"window rank"});
  const auto& made = operation_of<rank::window_rank_plan>(plan);
  CHECK(made.to == 2);
  CHECK(made.keys.size() == 1);
  CHECK(made.order[0].descending);
  CHECK(!made.later_wins_ties);
  CHECK(columns_of(*plan.sinks[0].layout) == "k STRING, n BIGINT NOT NULL, window_end TIMESTAMP(3) NOT NULL");
  const auto last = plan_of(ranked("PARTITION BY window_start, window_end ORDER BY rt DESC", "n = 1", "k", tumbled));
  CHECK(operation_of<rank::window_rank_plan>(last).later_wins_ties);
  CHECK(last.stages[0].alone);
}

TEST_CASE("with one bound of its window a rank changes") {
  CHECK(stages_of(plan_of(ranked("PARTITION BY window_start ORDER BY price", "n <= 2", "k", tumbled))) ==
        strings{"rank"});
}

TEST_CASE("a rank over a table that changes keeps changing") {
  const auto plan = plan_of("SELECT k, c FROM (SELECT k, c, ROW_NUMBER() OVER (ORDER BY c DESC) AS n FROM "
                            "(SELECT k, COUNT(*) AS c FROM bids GROUP BY k)) WHERE n <= 3;");
  CHECK(stages_of(plan) == strings{"groups", "rank"});
  CHECK(columns_of(*operation_of<rank::updating_rank_plan>(plan, 1).output).ends_with("$kind TINYINT NOT NULL"));
}

TEST_CASE("the number by its table's name") {
  const auto made =
      rank_of("SELECT t.k FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY price) AS n FROM bids) t "
              "WHERE t.n <= 3;");
  CHECK(made.to == 3);
  CHECK(!made.with_number);
}
