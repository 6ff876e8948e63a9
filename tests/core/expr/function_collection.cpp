#include "tests/core/expr/function_answers.hpp"

using function_answers::check;

TEST_CASE("arrays are asked") {
  check({
      {"CARDINALITY(arr)", {"4", "0", "1"}},
      {"ARRAY_CONTAINS(arr, 'b')", {"TRUE", "FALSE", "FALSE"}},
      {"ARRAY_CONTAINS(arr, n)", {"TRUE", "FALSE", "FALSE"}},
      {"ARRAY_POSITION(arr, 'b')", {"1", "0", "0"}},
      {"ARRAY_MAX(arr)", {"b", "NULL", "z"}},
      {"ARRAY_MIN(arr)", {"a", "NULL", "z"}},
      {"ARRAY_JOIN(arr, '-')", {"b-a-b", "", "z"}},
      {"ARRAY_JOIN(arr, '-', '*')", {"b-*-a-b", "", "z"}},
      {"ELEMENT(ARRAY[5])", {"5"}},
      {"ARRAY_POSITION(arr, n)", {"NULL"}},
      {"ARRAY_MAX(ARRAY[1, NULL, 3])", {"3"}},
      {"ARRAY_MIN(ARRAY[1.5, 0.5])", {"0.5"}},
      {"ARRAY_CONTAINS(ARRAY[1, 2], 2)", {"TRUE"}},
      {"CARDINALITY(MAP['a',1,'b',2])", {"2"}},
      {"ARRAY_JOIN(ARRAY['a', 'b'], n)", {"NULL"}},
  });
}

TEST_CASE("arrays are cut, sorted and put together") {
  check({
      {"CAST(ARRAY_REVERSE(arr) AS STRING)", {"[b, a, NULL, b]", "[]", "[z]"}},
      {"CAST(ARRAY_SLICE(arr, 2) AS STRING)", {"[NULL, a, b]", "[]", "[]"}},
      {"CAST(ARRAY_SLICE(arr, -2, -1) AS STRING)", {"[a, b]", "[]", "[z]"}},
      {"CAST(ARRAY_SLICE(arr, 0, 1) AS STRING)", {"[b]", "[]", "[z]"}},
      {"CAST(ARRAY_SLICE(arr, 3, 2) AS STRING)", {"[]"}},
      {"CAST(ARRAY_SLICE(arr, 2, 99) AS STRING)", {"[NULL, a, b]", "[]", "[]"}},
      {"CAST(ARRAY_CONCAT(arr, ar2) AS STRING)", {"[b, NULL, a, b, c, b, NULL]", "[x]", "NULL"}},
      {"CAST(ARRAY_APPEND(arr, 'q') AS STRING)", {"[b, NULL, a, b, q]", "[q]", "[z, q]"}},
      {"CAST(ARRAY_PREPEND(arr, 'q') AS STRING)", {"[q, b, NULL, a, b]", "[q]", "[q, z]"}},
      {"CAST(ARRAY_SORT(arr) AS STRING)", {"[NULL, a, b, b]", "[]", "[z]"}},
      {"CAST(ARRAY_SORT(arr, FALSE) AS STRING)", {"[b, b, a, NULL]", "[]", "[z]"}},
      {"CAST(ARRAY_SORT(arr, FALSE, FALSE) AS STRING)", {"[b, b, a, NULL]", "[]", "[z]"}},
      {"CAST(ARRAY_SLICE(arr, 0, 0) AS STRING)", {"[b]", "[]", "[z]"}},
      {"CAST(ARRAY_SLICE(arr, -99, 2) AS STRING)", {"[b, NULL]", "[]", "[z]"}},
      {"CAST(ARRAY_SLICE(arr, 1, 0) AS STRING)", {"[b]", "[]", "[z]"}},
      {"CAST(ARRAY_SLICE(arr, 1, -99) AS STRING)", {"[]"}},
      {"CAST(ARRAY_SLICE(arr, 99) AS STRING)", {"[]"}},
      {"CAST(ARRAY_APPEND(arr, n) AS STRING)", {"[b, NULL, a, b, NULL]", "[NULL]", "[z, NULL]"}},
      {"CAST(ARRAY_CONCAT(ARRAY[1], ARRAY[2.5]) AS STRING)", {"[1.0, 2.5]"}},
      {"CAST(ARRAY_SORT(ARRAY[3,1,NULL,2], TRUE, FALSE) AS STRING)", {"[1, 2, 3, NULL]"}},
      {"CAST(ARRAY_SORT(ARRAY[3,1,NULL,2], FALSE, TRUE) AS STRING)", {"[NULL, 3, 2, 1]"}},
  });
}

TEST_CASE("arrays are sets") {
  check({
      {"CAST(ARRAY_DISTINCT(arr) AS STRING)", {"[b, NULL, a]", "[]", "[z]"}},
      {"CAST(ARRAY_REMOVE(arr, 'b') AS STRING)", {"[NULL, a]", "[]", "[z]"}},
      {"CAST(ARRAY_UNION(arr, ar2) AS STRING)", {"[b, NULL, a, c]", "[x]", "NULL"}},
      {"CAST(ARRAY_INTERSECT(arr, ar2) AS STRING)", {"[b, NULL]", "[]", "NULL"}},
      {"CAST(ARRAY_EXCEPT(arr, ar2) AS STRING)", {"[a]", "[]", "NULL"}},
      {"CAST(ARRAY_REMOVE(arr, n) AS STRING)", {"[b, a, b]", "[]", "[z]"}},
      {"CAST(ARRAY_DISTINCT(ARRAY[1.0, 1, 2]) AS STRING)", {"[1.0, 2.0]"}},
  });
}

TEST_CASE("maps are made and taken apart") {
  check({
      {"CAST(MAP_UNION(MAP['a',1], MAP['a',2,'b',3]) AS STRING)", {"{a=2, b=3}"}},
      {"CAST(MAP_ENTRIES(MAP['a',1]) AS STRING)", {"[(a, 1)]"}},
      {"CAST(MAP_FROM_ARRAYS(ARRAY['a','b'], ARRAY[1,2]) AS STRING)", {"{a=1, b=2}"}},
      {"CAST(MAP_KEYS(MAP['a',1,'b',2]) AS STRING)", {"[a, b]"}},
      {"CAST(MAP_VALUES(MAP['a',1,'b',2]) AS STRING)", {"[1, 2]"}},
      {"CAST(MAP_UNION(MAP['a',1], MAP['b',2], MAP['a',5]) AS STRING)", {"{a=5, b=2}"}},
  });
}
