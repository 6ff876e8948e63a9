#include "tests/core/expr/function_answers.hpp"

using function_answers::check;

TEST_CASE("times are written by Java's patterns") {
  check({
      {"DATE_FORMAT(t, 'yyyy-MM-dd HH:mm:ss.SSSSSS EEE EEEE D d M MMM MMMM')",
       {"1969-07-20 20:17:40.123000 Sun Sunday 201 20 7 Jul July",
        "2024-10-27 02:30:00.500000 Sun Sunday 301 27 10 Oct October",
        "1960-02-29 00:00:00.000000 Mon Monday 60 29 2 Feb February"}},
      {"DATE_FORMAT(lz, 'yyyy-MM-dd HH:mm:ss')", {"1969-07-20 21:17:40", "2024-10-27 02:30:00", "1960-02-29 01:00:00"}},
      {"DATE_FORMAT(CAST(t AS STRING), 'yyyy/MM/dd HH')", {"1969/07/20 20", "2024/10/27 02", "1960/02/29 00"}},
      {"DATE_FORMAT(t, 'YYYY ww e u yy')", {"1969 30 1 1969 69", "2024 44 1 2024 24", "1960 10 2 1960 60"}},
      {"DATE_FORMAT(t, 'hh h k K H a')", {"08 8 20 8 20 PM", "02 2 2 2 2 AM", "12 12 24 0 0 AM"}},
      {"DATE_FORMAT(t, 'QQQ Q QQQQ L LL c')",
       {"Q3 3 3rd quarter 7 07 1", "Q4 4 4th quarter 10 10 1", "Q1 1 1st quarter 2 02 2"}},
      {"DATE_FORMAT(t, '''it''''s'' yyyy')", {"it's 1969", "it's 2024", "it's 1960"}},
      {"DATE_FORMAT('2024-01-05 03:04:05', 'u F W w D')", {"5 1 1 1 5"}},
      {"DATE_FORMAT('2024-13-45 25:61:61', 'yyyy-MM-dd HH:mm:ss')", {"2025-02-15 02:02:01"}},
      {"DATE_FORMAT('bad', 'yyyy')", {"NULL"}},
      {"DATE_FORMAT(t, 'yyyy-MM-dd''T''HH:mm:ss.SSS')",
       {"1969-07-20T20:17:40.123", "2024-10-27T02:30:00.500", "1960-02-29T00:00:00.000"}},
      {"DATE_FORMAT(t, 'EEEEE MMMMM G')", {"S J AD", "S O AD", "M F AD"}},
      {"DATE_FORMAT(t, 'yyy y uuuu YYYY W')",
       {"1969 1969 1969 1969 4", "2024 2024 2024 2024 5", "1960 1960 1960 1960 5"}},
      {"DATE_FORMAT(t, 'n A N SSSSSSSSS S')",
       {"123000000 73060123 73060123000000 123000000 1", "500000000 9000500 9000500000000 500000000 5",
        "0 0 0 000000000 0"}},
  });
}

TEST_CASE("texts become timestamps") {
  check({
      {"TO_TIMESTAMP('2024-1-5 3:4:5')", {"2024-01-05 03:04:05.000"}},
      {"TO_TIMESTAMP('2024-01-05')", {"2024-01-05 00:00:00.000"}},
      {"TO_TIMESTAMP('2024-01-05T03:04:05')", {"NULL"}},
      {"TO_TIMESTAMP('2024-01-05 03:04:05.123456')", {"2024-01-05 03:04:05.123"}},
      {"TO_TIMESTAMP(s)", {"NULL"}},
      {"TO_TIMESTAMP('05.01.2024 03', 'dd.MM.yyyy HH')", {"2024-01-05 03:00:00.000"}},
      {"TO_TIMESTAMP('2024-02-30 00:00:00')", {"2024-02-29 00:00:00.000"}},
      {"TO_TIMESTAMP('2024-02-30', 'yyyy-MM-dd')", {"2024-02-29 00:00:00.000"}},
      {"TO_TIMESTAMP('20240105030405', 'yyyyMMddHHmmss')", {"2024-01-05 03:04:05.000"}},
      {"TO_TIMESTAMP('20240105', 'yyyyMMdd')", {"2024-01-05 00:00:00.000"}},
      {"TO_TIMESTAMP('2024-01-05T03:04:05.678', 'yyyy-MM-dd''T''HH:mm:ss.SSS')", {"2024-01-05 03:04:05.678"}},
      {"TO_TIMESTAMP('05/Jan/2024:03:04:05', 'dd/MMM/yyyy:HH:mm:ss')", {"2024-01-05 03:04:05.000"}},
      {"TO_TIMESTAMP('5 January 2024 3 PM', 'd MMMM yyyy h a')", {"2024-01-05 15:00:00.000"}},
      {"TO_TIMESTAMP('24-1-5', 'yy-M-d')", {"2024-01-05 00:00:00.000"}},
      {"TO_TIMESTAMP('2024 060', 'yyyy DDD')", {"2024-02-29 00:00:00.000"}},
      {"TO_TIMESTAMP('2024-01-05 03', 'yyyy-MM-dd hh')", {"2024-01-05 00:00:00.000"}},
      {"TO_TIMESTAMP('2024-01-05 25', 'yyyy-MM-dd HH')", {"NULL"}},
      {"TO_TIMESTAMP('2024-01-05 12:00:00 x', 'yyyy-MM-dd')", {"NULL"}},
      {"TO_TIMESTAMP('2024-01-05 12:00:00', 'yyyy-MM-dd')", {"2024-01-05 12:00:00.000"}},
      {"TO_TIMESTAMP('2024-01-05', 'yyyy-MM-dd HH:mm:ss')", {"2024-01-05 00:00:00.000"}},
      {"TO_TIMESTAMP('2024-01-05 10:11', 'yyyy-MM-dd HH:mm[:ss]')", {"2024-01-05 10:11:00.000"}},
      {"TO_TIMESTAMP('2024-01-05 10:11:12', 'yyyy-MM-dd HH:mm[:ss]')", {"2024-01-05 10:11:12.000"}},
      {"TO_TIMESTAMP('Mon 2024-01-05', 'EEE yyyy-MM-dd')", {"NULL"}},
      {"TO_TIMESTAMP('Fri 2024-01-05', 'EEE yyyy-MM-dd')", {"2024-01-05 00:00:00.000"}},
      {"TO_TIMESTAMP('12345-01-05', 'yyyy-MM-dd')", {"NULL"}},
      {"TO_TIMESTAMP('2024-04-31', 'yyyy-MM-dd')", {"2024-04-30 00:00:00.000"}},
      {"TO_TIMESTAMP('2024-04-32', 'yyyy-MM-dd')", {"NULL"}},
      {"TO_TIMESTAMP('2024-01-05 10:11:12.')", {"2024-01-05 10:11:12.000"}},
      {"TO_TIMESTAMP('2024-01-05 10:11')", {"NULL"}},
      {"TO_TIMESTAMP(' 2024-01-05 10:11:12')", {"NULL"}},
      {"TO_TIMESTAMP('2024-1-5 24:00:00')", {"2024-01-06 00:00:00.000"}},
  });
}

TEST_CASE("numbers and texts become moments") {
  check({
      {"TO_TIMESTAMP_LTZ(-1, 3)", {"1970-01-01 00:59:59.999"}},
      {"TO_TIMESTAMP_LTZ(1.5, 0)", {"1970-01-01 01:00:01.000"}},
      {"TO_TIMESTAMP_LTZ(x, 3)", {"1970-01-01 01:00:00.002", "1970-01-01 00:59:59.997", "1970-01-01 01:00:00.001"}},
      {"TO_TIMESTAMP_LTZ('2024-10-27 02:30:00')", {"2024-10-27 03:30:00.000"}},
      {"TO_TIMESTAMP_LTZ('2024-10-27 02:30:00', 'yyyy-MM-dd HH:mm:ss', 'America/New_York')",
       {"2024-10-27 07:30:00.000"}},
      {"TO_TIMESTAMP_LTZ(-1.5, 0)", {"1970-01-01 00:59:59.000"}},
      {"TO_TIMESTAMP_LTZ(CAST(-1.5 AS DOUBLE), 0)", {"1970-01-01 00:59:58.500"}},
      {"TO_TIMESTAMP_LTZ(CAST(1.9999 AS DOUBLE), 0)", {"1970-01-01 01:00:01.999"}},
      {"TO_TIMESTAMP_LTZ(-2.5, 3)", {"1970-01-01 00:59:59.998"}},
      {"TO_TIMESTAMP_LTZ(100)", {"1970-01-01 01:00:00.100"}},
      {"TO_TIMESTAMP_LTZ(253402300800, 0)", {"NULL"}},
      {"TO_TIMESTAMP_LTZ('2024-01-05 03:04', 'yyyy-MM-dd HH:mm')", {"2024-01-05 04:04:00.000"}},
      {"TO_TIMESTAMP_LTZ('bad', 'yyyy-MM-dd HH:mm')", {"NULL"}},
      {"TO_TIMESTAMP_LTZ('2024-03-31 02:30:00', 'yyyy-MM-dd HH:mm:ss', 'Europe/Berlin')", {"2024-03-31 03:30:00.000"}},
  });
}

TEST_CASE("texts become dates") {
  check({
      {"TO_DATE('2024-2-3')", {"2024-02-03"}},
      {"TO_DATE('03/02/2024', 'dd/MM/yyyy')", {"2024-02-03"}},
      {"TO_DATE(s)", {"NULL"}},
      {"TO_DATE('2024')", {"2024-01-01"}},
      {"TO_DATE('2024-5')", {"2024-05-01"}},
      {"TO_DATE('2024-02-30')", {"NULL"}},
      {"TO_DATE('2024-02-03 10:00:00')", {"2024-02-03"}},
      {"TO_DATE('2024-02-30', 'yyyy-MM-dd')", {"2024-03-01"}},
      {"TO_DATE('20240203', 'yyyyMMdd')", {"2024-02-03"}},
  });
}

TEST_CASE("Unix time goes there and back in the session's zone") {
  check({
      {"UNIX_TIMESTAMP(CAST(t AS STRING))", {"-14186540", "1729992600", "-310525200"}},
      {"UNIX_TIMESTAMP(s)", {"-9223372036854775808"}},
      {"FROM_UNIXTIME(id * -100000000)", {"1966-10-31 15:13:20", "1963-08-31 05:26:40", "1960-06-29 19:40:00"}},
      {"UNIX_TIMESTAMP('2024-01-05', 'yyyy-MM-dd')", {"1704409200"}},
      {"UNIX_TIMESTAMP('1970-01-01 08:00:01.001 +0800', 'yyyy-MM-dd HH:mm:ss.SSS X')", {"1"}},
      {"UNIX_TIMESTAMP('1970-01-01 08:00:01.001 +0800', 'yyyy-MM-dd HH:mm:ss.SSS Z')", {"1"}},
      {"UNIX_TIMESTAMP('1969-12-31 23:59:59.500', 'yyyy-MM-dd HH:mm:ss.SSS')", {"-3600"}},
      {"UNIX_TIMESTAMP('05 Jan 24', 'dd MMM yy')", {"1704409200"}},
      {"UNIX_TIMESTAMP('05 jan 60', 'dd MMM yy')", {"-315277200"}},
      {"UNIX_TIMESTAMP('2024-03-31 02:30:00')", {"1711848600"}},
      {"UNIX_TIMESTAMP('20240105', 'yyyyMMdd')", {"1704409200"}},
      {"UNIX_TIMESTAMP('3 PM', 'h a')", {"50400"}},
      {"FROM_UNIXTIME(1704423845, 'XX' || 'X Z X')", {"+01:00 +0100 +01"}},
      {"FROM_UNIXTIME(1704423845, 'EEEE, MMM d ''of'' yyyy S SSS')", {"Friday, Jan 5 of 2024 0 000"}},
      {"FROM_UNIXTIME(-1)", {"1970-01-01 00:59:59"}},
  });
}

TEST_CASE("times change their zone") {
  check({
      {"CONVERT_TZ('2024-03-31 02:30:00', 'Europe/Berlin', 'UTC')", {"2024-03-31 01:30:00"}},
      {"CONVERT_TZ('2024-10-27 02:30:00', 'Europe/Berlin', 'UTC')", {"2024-10-27 01:30:00"}},
      {"CONVERT_TZ('bad', 'UTC', 'Europe/Berlin')", {"NULL"}},
      {"CONVERT_TZ('2024-07-01 12:00:00', 'PST', 'Asia/Tokyo')", {"2024-07-02 04:00:00"}},
      {"CONVERT_TZ('2024-07-01 12:00:00', 'GMT-08:00', 'GMT+01:00')", {"2024-07-01 21:00:00"}},
  });
}
