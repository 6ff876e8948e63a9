#include "tests/core/expr/function_answers.hpp"

using function_answers::check;

TEST_CASE("texts are numbers and numbers texts") {
  check({
      {"ASCII(s)", {"-61", "0", "97"}},
      {"BIN(i)", {"1111111111111111111111111111111111111111111111111111111111111001", "111", "0"}},
      {"HEX(i)", {"FFFFFFFFFFFFFFF9", "7", "0"}},
      {"HEX(s)", {"C38961", "", "6131"}},
      {"UNHEX('4G')", {"NULL"}},
      {"HEX(DECODE(UNHEX('465'), 'ISO-8859-1'))", {"0065"}},
      {"HEX(CAST(UNHEX('') AS STRING))", {""}},
      {"CHR(353)", {"a"}},
      {"CHR(200)", {"È"}},
      {"CHR(-5)", {""}},
      {"HEX(CHR(256))", {"00"}},
      {"HEX(CAST('x' AS STRING))", {"78"}},
  });
}

TEST_CASE("base64 and character sets go there and back") {
  check({
      {"TO_BASE64('héllo')", {"aMOpbGxv"}},
      {"FROM_BASE64('aGk=')", {"hi"}},
      {"FROM_BASE64('aGk')", {"hi"}},
      {"DECODE(ENCODE('é€', 'ISO-8859-1'), 'ISO-8859-1')", {"é?"}},
      {"DECODE(ENCODE('é', 'utf-8'), 'utf-8')", {"é"}},
  });
}

TEST_CASE("digests are in small hexadecimal digits") {
  check({
      {"MD5('a')", {"0cc175b9c0f1b6a831c399e269772661"}},
      {"SHA1('a')", {"86f7e437faa5a7fce15d1ddcb9eaeaea377667b8"}},
      {"SHA224('a')", {"abd37534c7d9a2efb9465de931cd7055ffdb8879563ae98078d6d6d5"}},
      {"SHA2('a', 224)", {"abd37534c7d9a2efb9465de931cd7055ffdb8879563ae98078d6d6d5"}},
  });
}

TEST_CASE("URLs are taken apart as Java does") {
  check({
      {"PARSE_URL('http://u:p@h.com:80/p/a.php?k=v&l=%20#R', 'FILE')", {"/p/a.php?k=v&l=%20"}},
      {"PARSE_URL('http://u:p@h.com:80/p/a.php?k=v&l=%20#R', 'QUERY', 'l')", {"%20"}},
      {"PARSE_URL('http://h.com', 'PATH')", {""}},
      {"PARSE_URL('http://h.com', 'QUERY')", {"NULL"}},
      {"PARSE_URL('foo://h.com/x', 'HOST')", {"NULL"}},
      {"URL_ENCODE('a b*é~')", {"a+b*%C3%A9%7E"}},
      {"URL_DECODE('a+b%C3%A9')", {"a bé"}},
      {"URL_DECODE('%')", {"NULL"}},
      {"PARSE_URL('https://user@h.com?x=1', 'USERINFO')", {"user"}},
      {"PARSE_URL('https://h.com/a/../b?q', 'PATH')", {"/a/../b"}},
      {"PARSE_URL('https://h.com/a?q#f#g', 'REF')", {"f#g"}},
      {"PARSE_URL('mailto:a@b.c', 'PATH')", {"a@b.c"}},
      {"PARSE_URL('http://[::1]:8080/x', 'HOST')", {"[::1]"}},
      {"PARSE_URL('h.com/x', 'HOST')", {"NULL"}},
      {"PARSE_URL('http://h.com/x?a=1&b=2', 'QUERY', 'c')", {"NULL"}},
  });
}

TEST_CASE("IPv4 addresses are numbers") {
  check({
      {"INET_ATON('127.0.0.1')", {"2130706433"}},
      {"INET_ATON('127.1')", {"2130706433"}},
      {"INET_ATON('1.2.3')", {"16908291"}},
      {"INET_ATON('256.1.1.1')", {"NULL"}},
      {"INET_ATON('1.256')", {"NULL"}},
      {"INET_ATON('')", {"NULL"}},
      {"INET_ATON('1.2.3.4.5')", {"NULL"}},
      {"INET_ATON('a.1.1.1')", {"NULL"}},
      {"INET_ATON('5')", {"5"}},
      {"INET_ATON('1..2')", {"NULL"}},
      {"INET_ATON(' 1.2.3.4')", {"NULL"}},
      {"INET_ATON('01.2.3.4')", {"16909060"}},
      {"INET_ATON('4294967295')", {"NULL"}},
      {"INET_ATON('1.16777215')", {"NULL"}},
      {"INET_NTOA(2130706433)", {"127.0.0.1"}},
      {"INET_NTOA(-1)", {"NULL"}},
      {"INET_NTOA(4294967296)", {"NULL"}},
      {"INET_NTOA(i)", {"NULL", "0.0.0.7", "0.0.0.0"}},
  });
}

TEST_CASE("the characters of a text are asked about") {
  check({
      {"IS_ALPHA(n)", {"FALSE"}},
      {"IS_ALPHA(s)", {"TRUE", "FALSE", "FALSE"}},
      {"IS_DIGIT(s)", {"FALSE"}},
      {"IS_DECIMAL(n)", {"FALSE"}},
      {"IS_DECIMAL('1e5')", {"TRUE"}},
      {"IS_DECIMAL('1.5f')", {"TRUE"}},
      {"IS_DECIMAL(' 1 ')", {"TRUE"}},
      {"IS_DECIMAL('0x10')", {"FALSE"}},
      {"IS_DIGIT('12')", {"TRUE"}},
      {"IS_DIGIT(i)", {"TRUE"}},
      {"IS_ALPHA('äb')", {"TRUE"}},
  });
}
