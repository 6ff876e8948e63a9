#include "io/opensearch/bulk_request.hpp"

#include "tests/support/catch.hpp"

using namespace io::opensearch;

TEST_CASE("a body has a line of what to do and a line of the document") {
  const std::vector<bulk_item> items{{.index = "a", .id = "1", .source = R"({"n":1})"},
                                     {.index = "a", .id = "2", .removes = true},
                                     {.index = "b-2024", .source = R"({"n":2})"},
                                     {.index = "q\"", .id = "é\n", .source = "{}"}};
  CHECK(bulk_body(items) == "{\"index\":{\"_index\":\"a\",\"_id\":\"1\"}}\n{\"n\":1}\n"
                            "{\"delete\":{\"_index\":\"a\",\"_id\":\"2\"}}\n"
                            "{\"index\":{\"_index\":\"b-2024\"}}\n{\"n\":2}\n"
                            "{\"index\":{\"_index\":\"q\\\"\",\"_id\":\"é\\n\"}}\n{}\n");
}

TEST_CASE("a buffer holds the newest of each document, in the place of the oldest") {
  bulk_buffer buffer;
  buffer.add({.index = "a", .id = "1", .source = "old"});
  buffer.add({.index = "a", .id = "2", .source = "x"});
  buffer.add({.index = "b", .id = "1", .source = "of another index"});
  buffer.add({.index = "a", .source = "without an id"});
  buffer.add({.index = "a", .source = "without an id"});
  buffer.add({.index = "a", .id = "1", .source = "the newest"});
  buffer.add({.index = "a", .id = "2", .removes = true});
  CHECK(buffer.size() == 5);
  CHECK(bulk_body(std::vector(buffer.take())) ==
        "{\"index\":{\"_index\":\"a\",\"_id\":\"1\"}}\nthe newest\n{\"delete\":{\"_index\":\"a\",\"_id\":\"2\"}}\n"
        "{\"index\":{\"_index\":\"b\",\"_id\":\"1\"}}\nof another index\n{\"index\":{\"_index\":\"a\"}}\nwithout an "
        "id\n{\"index\":{\"_index\":\"a\"}}\nwithout an id\n");
  CHECK(buffer.empty());
  CHECK(buffer.bytes() == 0);
}

TEST_CASE("bytes count what is held, not what was replaced") {
  bulk_buffer buffer;
  const bulk_item item{.index = "a", .id = "1", .source = std::string(1000, 'x')};
  for (int i = 0; i < 5; ++i) buffer.add(item);
  CHECK(buffer.bytes() == bytes_of(item));
  CHECK(buffer.bytes() == 1042);
}
