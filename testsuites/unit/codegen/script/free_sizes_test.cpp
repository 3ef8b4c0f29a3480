// Tests of the combinations of free sizes.
#include "codegen/script/free_sizes.hpp"
#include "script_environment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace chemora::script {
namespace {

std::vector<FreeSize> const sizes{{"block", {4, 8, 16}}, {"width", {1, 2}}};

TEST(FreeSizes, HaveNumberedCombinations) {
  ASSERT_EQ(n_combinations(sizes), 6u);
  EXPECT_EQ(to_text(combination(sizes, 0)), "block = 4; width = 1");
  EXPECT_EQ(to_text(combination(sizes, 1)), "block = 4; width = 2");
  EXPECT_EQ(to_text(combination(sizes, 5)), "block = 16; width = 2");
  EXPECT_EQ(n_combinations({}), 1u);
}

TEST(FreeSizes, LimitTheNumberOfCombinations) {
  std::vector<FreeSize> const many(70, {"a", {1, 2}});
  EXPECT_EQ(n_combinations(many), SIZE_MAX);
}

TEST(FreeSizes, AreCollectedOnceAndWithoutGivenOnes) {
  base::SourceText const source{"t.f90", "subroutine f(x)\n  real*8 x(1)\n  x(1) = 0.0d0\nend subroutine f\n"};
  Environment environment = environment_of(source);
  environment.variables["width"] = transform::make_value(2L);
  std::vector<FreeSize> found;
  collect_free_sizes(environment, found);
  run(script_text("f = parse_fortran(SOURCE, FILENAME)\n"
                  "sizes = [size('block', [4, 8]), size('width', [1, 2]), size('block', [4, 8])]\n"
                  "RESULT = [f]\n"),
      environment);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "block");
  EXPECT_THAT(found[0].choices, testing::ElementsAre(4, 8));
}

} // namespace
} // namespace chemora::script
