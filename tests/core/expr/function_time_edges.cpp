#include "tests/core/expr/function_one.hpp"

using function_one::check_one;

TEST_CASE("every letter of the strict dialect is written as java.time does") {
  check_one({
      {"DATE_FORMAT(t, 'Q QQ QQQ QQQQ QQQQQ q')", "3 03 Q3 3rd quarter 3 3"},
      {"DATE_FORMAT(t, 'e ee eee eeee c ccc')", "2 02 Mon Monday 2 Mon"},
      {"DATE_FORMAT(t, 'GGGG G')", "Anno Domini AD"},
      {"DATE_FORMAT(t, '''lit'' ''''')", "lit '"},
      {"DATE_FORMAT(t, '[yyyy] [''x'']')", "2024 x"},
      {"DATE_FORMAT(t, '[yyyy')", "2024"},
      {"DATE_FORMAT(t, 'yy yyy yyyyy')", "24 2024 02024"},
      {"DATE_FORMAT(t, 'w ww W')", "32 32 2"},
      {"DATE_FORMAT(t, 'EEEEE EEEE EE')", "M Monday Mon"},
      {"DATE_FORMAT(t, 'MMMMM LLL L')", "A Aug 8"},
      {"DATE_FORMAT(t, 'D DDD k kk K h a')", "218 218 14 14 2 2 PM"},
      {"DATE_FORMAT(t, 'S SS SSSSSS A n N')", "0 01 012345 50829012 12345678 50829012345678"},
      {"DATE_FORMAT(TIMESTAMPADD(YEAR, 10321, t), 'yyyy yyyyy yyyyyy')", "+12345 12345 012345"},
      {"DATE_FORMAT(TIMESTAMP '2024-12-31 00:00:00', 'YYYY w W')", "2025 1 5"},
  });
}

TEST_CASE("the simple dialect writes its letters as java.text does") {
  check_one({
      {"DATE_FORMAT('2024-08-05 14:07:09', 'EEEEE E MMMMM L LL')", "Monday Mon August 8 08"},
      {"DATE_FORMAT('2024-08-05 14:07:09', 'u F W w D')", "1 1 2 32 218"},
      {"DATE_FORMAT('2024-08-05 14:07:09', 'yy yyyyy G GGGG')", "24 02024 AD AD"},
      {"DATE_FORMAT('2024-08-05 14:07:09', 'S SSS [X]')", "0 000 [Z]"},
      {"DATE_FORMAT(DATE '2024-08-05', 'yyyy/MM/dd HH')", "2024/08/05 00"},
  });
}

TEST_CASE("the strict dialect reads what java.time reads and nothing else") {
  check_one({
      {"TO_TIMESTAMP('2024-01-05 24', 'yyyy-MM-dd kk')", "2024-01-05 00:00:00.000"},
      {"TO_TIMESTAMP('2024-01-05 11 PM', 'yyyy-MM-dd KK a')", "2024-01-05 23:00:00.000"},
      {"TO_TIMESTAMP('2024/01/05 12 AM', 'yyyy/MM/dd hh a')", "2024-01-05 00:00:00.000"},
      {"TO_TIMESTAMP('2024/01/05 13 AM', 'yyyy/MM/dd hh a')", "NULL"},
      {"TO_TIMESTAMP('2024/01/05 01 am', 'yyyy/MM/dd hh a')", "NULL"},
      {"TO_TIMESTAMP('AD 2024', 'G y')", "2024-01-01 00:00:00.000"},
      {"TO_TIMESTAMP('XY 2024', 'G y')", "NULL"},
      {"TO_TIMESTAMP('2024/01/05 123456789', 'yyyy/MM/dd n')", "2024-01-05 00:00:00.123"},
      {"TO_TIMESTAMP('5 jan 2024', 'd MMM yyyy')", "NULL"},
      {"TO_TIMESTAMP('5 Xyz 2024', 'd MMM yyyy')", "NULL"},
      {"TO_TIMESTAMP('2023/366', 'uuuu/DDD')", "NULL"},
      {"TO_TIMESTAMP('2023/65', 'uuuu/D')", "2023-03-06 00:00:00.000"},
      {"TO_TIMESTAMP('2024/01/05 5000', 'yyyy/MM/dd A')", "2024-01-05 00:00:05.000"},
      {"TO_TIMESTAMP('2024/01/05 5000000000', 'yyyy/MM/dd N')", "2024-01-05 00:00:05.000"},
      {"TO_TIMESTAMP('2024-01-05T10:00:00.12', 'yyyy-MM-dd''T''HH:mm:ss.SS')", "2024-01-05 10:00:00.120"},
      {"TO_TIMESTAMP('20240105100000123', 'yyyyMMddHHmmssSSS')", "2024-01-05 10:00:00.123"},
      {"TO_TIMESTAMP('2024-1-5', 'y-M-d')", "2024-01-05 00:00:00.000"},
      {"TO_TIMESTAMP('+2024/01/05', 'yyyy/MM/dd')", "NULL"},
      {"TO_TIMESTAMP('+2024/01/05', 'y/MM/dd')", "NULL"},
      {"TO_TIMESTAMP('+12024/01/05', 'yyyy/MM/dd') > TIMESTAMP '9999-01-01 00:00:00'", "TRUE"},
      {"TO_TIMESTAMP('05/01/99', 'dd/MM/yy')", "2099-01-05 00:00:00.000"},
      {"TO_TIMESTAMP('2024/01/05 24:00', 'yyyy/MM/dd HH:mm')", "2024-01-06 00:00:00.000"},
      {"TO_TIMESTAMP('2024/01/05 24:01', 'yyyy/MM/dd HH:mm')", "NULL"},
      {"TO_TIMESTAMP('Mo 5', 'E d')", "NULL"},
      {"TO_TIMESTAMP('31 2', 'd M')", "NULL"},
      {"TO_TIMESTAMP('3 2024', 'Q yyyy')", "2024-01-01 00:00:00.000"},
  });
}

TEST_CASE("the simple dialect reads numbers of any width and offsets") {
  check_one({
      {"UNIX_TIMESTAMP('2024-01-05 Z', 'yyyy-MM-dd X')", "1704412800"},
      {"UNIX_TIMESTAMP('2024-01-05 -05:30', 'yyyy-MM-dd ' || 'XX')", "1704432600"},
      {"UNIX_TIMESTAMP('2024-01-05 GMT+02:00', 'yyyy-MM-dd Z')", "1704405600"},
      {"UNIX_TIMESTAMP('2024-01-05 +02', 'yyyy-MM-dd Z')", "-9223372036854775808"},
      {"UNIX_TIMESTAMP('2024-01-05 +x', 'yyyy-MM-dd Z')", "-9223372036854775808"},
      {"UNIX_TIMESTAMP('2024-01-05 x', 'yyyy-MM-dd Z')", "-9223372036854775808"},
      {"TO_DATE('2024 060', 'yyyy DDD')", "2024-02-29"},
      {"TO_DATE('2023 366', 'yyyy DDD')", "2024-01-01"},
      {"UNIX_TIMESTAMP('12:30 am', 'hh:mm a')", "1800"},
      {"UNIX_TIMESTAMP('11 PM', 'KK a')", "82800"},
      {"UNIX_TIMESTAMP('11 XM', 'KK a')", "-9223372036854775808"},
      {"UNIX_TIMESTAMP('24', 'kk')", "0"},
      {"TO_DATE('january 5, 2024', 'MMMM d, yyyy')", "2024-01-05"},
      {"TO_DATE('January 5, 2024', 'MMM d, yyyy')", "2024-01-05"},
      {"TO_DATE('Mon 2024', 'E yyyy')", "2024-01-01"},
      {"TO_DATE('1 2024', 'u yyyy')", "2024-01-01"},
      {"TO_DATE('2024-1-5x', 'yyyy-MM-dd')", "2024-01-05"},
      {"TO_DATE('''2024', '''''yyyy')", "2024-01-01"},
      {"TO_DATE('202401051030', 'yyyyMMddHHmm')", "2024-01-05"},
      {"TO_DATE('x', 'yyyy')", "NULL"},
      {"TO_DATE('5 BC', 'yyyy G')", "NULL"},
      {"UNIX_TIMESTAMP('5', 'S')", "0"},
  });
}

TEST_CASE("texts without a pattern are read loosely") {
  check_one({
      {"TO_TIMESTAMP('2024-1-5 24:00:01')", "NULL"},
      {"TO_TIMESTAMP('2024-13-05')", "NULL"},
      {"TO_TIMESTAMP('2024-01-05x')", "NULL"},
      {"TO_TIMESTAMP('2024-01-05 10:61:00')", "NULL"},
      {"TO_TIMESTAMP('2024-01-05 10:11:12.5')", "2024-01-05 10:11:12.500"},
      {"TO_TIMESTAMP(' 2024-02-31 25:00:00.5 ', 'yyyy')", "2024-03-03 01:00:00.500"},
      {"TO_TIMESTAMP('2024-02-31x', 'yyyy')", "NULL"},
      {"TO_TIMESTAMP('2024-01-05x 10:00:00', 'yyyy')", "NULL"},
      {"TO_TIMESTAMP('2024-01-05 10:00', 'yyyy')", "NULL"},
      {"TO_DATE('x')", "NULL"},
      {"TO_DATE('2024-')", "NULL"},
      {"TO_DATE('2024-1-')", "NULL"},
      {"TO_TIMESTAMP_LTZ(CAST(1e30 AS DOUBLE), 3)", "NULL"},
      {"TO_TIMESTAMP_LTZ(1e20 * 1.0, 3)", "NULL"},
      {"TO_TIMESTAMP_LTZ(CAST(99999999999999999999 AS DECIMAL(20, 0)), 3)", "NULL"},
  });
}

TEST_CASE("units that are seldom asked for") {
  check_one({
      {"QUARTER(t)", "3"},
      {"MINUTE(t)", "7"},
      {"SECOND(t)", "9"},
      {"MONTH(t)", "8"},
      {"DAYOFYEAR(t)", "218"},
      {"DAYOFMONTH(t)", "5"},
      {"EXTRACT(NANOSECOND FROM t)", "12345678"},
      {"EXTRACT(MICROSECOND FROM t)", "12345"},
      {"FLOOR(t, 'MILLISECOND')", "2024-08-05 14:07:09.012000000"},
      {"CEIL(t TO MILLENNIUM)", "3001-01-01 00:00:00.000000000"},
      {"TIMESTAMPADD('MILLISECOND', 1, TIMESTAMP '2024-01-01 00:00:00')", "2024-01-01 00:00:00.001"},
      {"TIMESTAMPADD('SQL_TSI_DECADE', 1, DATE '2024-02-29')", "2034-02-28"},
      {"TIMESTAMPADD('CENTURY', 1, DATE '2024-12-31')", "2124-12-31"},
      {"TIMESTAMPDIFF('MILLENNIUM', DATE '1000-01-01', DATE '2024-01-01')", "1"},
      {"FLOOR(DATE '2024-08-05', 'HOUR')", "2024-08-05"},
  });
}
