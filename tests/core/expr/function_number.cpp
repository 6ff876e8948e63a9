#include "tests/core/expr/function_answers.hpp"

using function_answers::check;

TEST_CASE("real functions give DOUBLE") {
  check({
      {"POWER(i, 2)", {"49.0", "49.0", "0.0"}},
      {"SQRT(i)", {"NaN", "2.6457513110645907", "0.0"}},
      {"LN(i)", {"NaN", "1.9459101490553132", "-Infinity"}},
      {"LOG2(8)", {"3.0"}},
      {"LOG10(1000)", {"3.0"}},
      {"LOG(2, 8)", {"3.0"}},
      {"ATAN2(x, i)", {"2.79856871316909", "-0.3430239404207034", "1.5707963267948966"}},
      {"COT(x)", {"-1.3386481283041514", "1.3386481283041514", "0.6350537406888505"}},
      {"DEGREES(x)", {"143.2394487827058", "-143.2394487827058", "57.582258410647725"}},
      {"RADIANS(x)", {"0.04363323129985824", "-0.04363323129985824", "0.01754055898254301"}},
      {"POWER(2, 0.5)", {"1.4142135623730951"}},
      {"SQRT(2)", {"1.4142135623730951"}},
      {"EXP(1)", {"2.718281828459045"}},
      {"LN(E())", {"1.0"}},
      {"LOG(10)", {"2.302585092994046"}},
      {"TANH(1)", {"0.7615941559557649"}},
      {"SINH(1)", {"1.1752011936438014"}},
      {"ASIN(1)", {"1.5707963267948966"}},
      {"ACOS(1)", {"0.0"}},
      {"ATAN(1)", {"0.7853981633974483"}},
  });
}

TEST_CASE("rounding keeps to digits as they are written") {
  check({
      {"ROUND(amount, 2)", {"-12.35", "12.35", "0.50"}},
      {"ROUND(amount)", {"-12", "12", "1"}},
      {"ROUND(amount, -1)", {"-10", "10", "0"}},
      {"ROUND(x)", {"3.0", "-3.0", "1.0"}},
      {"ROUND(x, 2)", {"2.5", "-2.5", "1.01"}},
      {"ROUND(i, -1)", {"-10", "10", "0"}},
      {"TRUNCATE(amount, 2)", {"-12.34", "12.34", "0.50"}},
      {"TRUNCATE(x, 1)", {"2.5", "-2.5", "1.0"}},
      {"TRUNCATE(x)", {"2.0", "-2.0", "1.0"}},
      {"TRUNCATE(i, -1)", {"0"}},
      {"ROUND(CAST(0.285 AS DOUBLE), 2)", {"0.29"}},
      {"ROUND(CAST(1234.5678 AS DOUBLE), -2)", {"1200.0"}},
      {"ROUND(CAST(99.99 AS DOUBLE), 1)", {"100.0"}},
      {"ROUND(CAST(99.99 AS DECIMAL(4,2)), 1)", {"100.0"}},
      {"ROUND(CAST(2.5 AS FLOAT))", {"3.0"}},
      {"ROUND(CAST(-0.5 AS DOUBLE))", {"-1.0"}},
      {"ROUND(15, -1)", {"20"}},
      {"TRUNCATE(CAST(-1234.5678 AS DOUBLE), -2)", {"-1200.0"}},
      {"TRUNCATE(CAST(2.57 AS FLOAT), 1)", {"2.5"}},
  });
}

TEST_CASE("whole numbers, signs and remainders keep their type") {
  check({
      {"CEIL(amount)", {"-12", "13", "1"}},
      {"FLOOR(amount)", {"-13", "12", "0"}},
      {"SIGN(amount)", {"-1.000", "1.000", "1.000"}},
      {"SIGN(x)", {"1.0", "-1.0", "1.0"}},
      {"ABS(amount)", {"12.345", "12.345", "0.500"}},
      {"MOD(amount, 5)", {"-2.345", "2.345", "0.500"}},
      {"MOD(7.5, 2)", {"1.5"}},
      {"MOD(-7, 3)", {"-1"}},
      {"SIGN(-5)", {"-1"}},
      {"ABS(CAST(-128 AS TINYINT))", {"-128"}},
  });
}

TEST_CASE("the greatest and the least of mixed types") {
  check({
      {"GREATEST(i, 1, 2.5)", {"2.5", "7.0", "2.5"}},
      {"LEAST(s, 'b')", {"b", "", "a1"}},
      {"GREATEST('b', 'abc')", {"b"}},
      {"GREATEST(CAST(1.5 AS DOUBLE), 2)", {"2.0"}},
      {"GREATEST(1, CAST(NULL AS INT))", {"NULL"}},
      {"GREATEST(DATE '2024-01-01', DATE '2023-01-01')", {"2024-01-01"}},
      {"LEAST(TIMESTAMP '2024-01-01 00:00:00', TIMESTAMP '2023-01-01 00:00:00.5')", {"2023-01-01 00:00:00.5"}},
  });
}

TEST_CASE("functions give the types that Flink gives") {
  check({
      {"TYPEOF(ROUND(amount, 2))", {"DECIMAL(10, 2)"}},
      {"TYPEOF(TRUNCATE(amount, 1))", {"DECIMAL(9, 1)"}},
      {"TYPEOF(CEIL(amount))", {"DECIMAL(10, 0)"}},
      {"TYPEOF(SIGN(amount))", {"DECIMAL(10, 3)"}},
      {"TYPEOF(MOD(i, CAST(3 AS BIGINT)))", {"BIGINT"}},
      {"TYPEOF(ABS(i))", {"INT"}},
      {"TYPEOF(GREATEST(i, 2.5))", {"DECIMAL(11, 1)"}},
      {"TYPEOF(GREATEST(i, x))", {"DOUBLE"}},
      {"TYPEOF(CHAR_LENGTH(s))", {"INT"}},
      {"TYPEOF(EXTRACT(DAY FROM t))", {"BIGINT"}},
      {"TYPEOF(TO_TIMESTAMP(s))", {"TIMESTAMP(3)"}},
      {"TYPEOF(TO_TIMESTAMP_LTZ(1, 3))", {"TIMESTAMP_LTZ(3)"}},
      {"TYPEOF(TO_TIMESTAMP_LTZ(1, 0))", {"TIMESTAMP_LTZ(3)"}},
      {"TYPEOF(TIMESTAMPDIFF(DAY, t, t))", {"INT"}},
      {"TYPEOF(TIMESTAMPADD(HOUR, 1, d))", {"TIMESTAMP(6)"}},
      {"TYPEOF(TIMESTAMPADD(HOUR, 1, t))", {"TIMESTAMP(3)"}},
      {"TYPEOF(NOW())", {"TIMESTAMP_LTZ(3) NOT NULL"}},
      {"TYPEOF(CURRENT_TIME)", {"TIME(0) NOT NULL"}},
      {"TYPEOF(LOCALTIMESTAMP)", {"TIMESTAMP(3) NOT NULL"}},
      {"TYPEOF(FLOOR(t TO DAY))", {"TIMESTAMP(3)"}},
      {"TYPEOF(UNIX_TIMESTAMP(s))", {"BIGINT"}},
      {"TYPEOF(ARRAY_MAX(arr))", {"STRING"}},
      {"TYPEOF(SPLIT(s, ','))", {"ARRAY<STRING>"}},
      {"TYPEOF(STR_TO_MAP(s))", {"MAP<STRING, STRING>"}},
      {"TYPEOF(POWER(i,2))", {"DOUBLE"}},
      {"TYPEOF(TRUNCATE(x,1))", {"DOUBLE"}},
      {"TYPEOF(JSON_VALUE(s, '$'))", {"STRING"}},
      {"TYPEOF(UUID())", {"CHAR(36) NOT NULL"}},
      {"TYPEOF(ENCODE(s, 'UTF-8'))", {"BYTES"}},
      {"TYPEOF(REGEXP_COUNT(s, 'a'))", {"INT"}},
      {"TYPEOF(INSTR(s, 'a'))", {"INT"}},
      {"TYPEOF(ASCII(s))", {"INT"}},
      {"TYPEOF(DATE_FORMAT(t,'yyyy'))", {"STRING"}},
      {"TYPEOF(i)", {"INT"}},
      {"TYPEOF('abc')", {"CHAR(3) NOT NULL"}},
      {"TYPEOF(TO_TIMESTAMP_LTZ('2024-01-05 03:04', 'yyyy-MM-dd HH:mm'))", {"TIMESTAMP_LTZ(3)"}},
      {"TYPEOF(ROUND(i, 2))", {"INT"}},
      {"TYPEOF(MOD(CAST(7 AS SMALLINT), 2))", {"INT NOT NULL"}},
      {"TYPEOF(INET_ATON('1.1.1.1'))", {"BIGINT"}},
  });
}
