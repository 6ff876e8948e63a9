#include "core/data/column.hpp"

#include "tests/support/catch.hpp"

TEST_CASE("a gathered column keeps values and NULLs in the picked order") {
  auto column = core::make_column(core::int64_type(), 3);
  column.ints = {1, 2, 3};
  column.set_null(1);
  const std::uint32_t picked[] = {2, 1};
  const auto made = core::gather(column, picked, 2);
  CHECK(made->rows == 2);
  CHECK(made->ints[0] == 3);
  CHECK(made->is_null(1));
  CHECK_FALSE(made->is_null(0));
}

TEST_CASE("a gathered array keeps its elements") {
  auto element = core::make_column(core::int32_type(), 3);
  element.ints = {7, 8, 9};
  auto lists = core::make_column(core::array_type(core::int32_type()), 2);
  lists.offsets = {0, 2, 3};
  lists.children.push_back(std::make_shared<const core::column>(std::move(element)));
  const std::uint32_t picked[] = {1, 0};
  const auto made = core::gather(lists, picked, 2);
  CHECK(made->offsets == std::vector<std::uint32_t>{0, 1, 3});
  CHECK(made->children[0]->ints == std::vector<std::int64_t>{9, 7, 8});
}

TEST_CASE("columns set one below the other keep masks of parts without NULLs") {
  auto first = core::make_column(core::int64_type(), 1);
  auto second = core::make_column(core::int64_type(), 2);
  second.set_null(0);
  const auto made =
      core::concat({std::make_shared<const core::column>(first), std::make_shared<const core::column>(second)});
  CHECK(made->rows == 3);
  CHECK_FALSE(made->is_null(0));
  CHECK(made->is_null(1));
  CHECK_FALSE(made->is_null(2));
}

TEST_CASE("an arena's texts stay where they are while it grows") {
  core::text_arena arena;
  const auto first = arena.store("hello");
  for (int i = 0; i < 10000; ++i) (void)arena.store("something that fills the arena");
  CHECK(first == "hello");
  CHECK(arena.store("").data() != nullptr);
}
