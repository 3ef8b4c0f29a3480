// Tests random nests of patterns to depth 3 for several sizes.
#include "testsuites/support/random_pattern.hpp"
#include "testsuites/unit/codegen/patterns/outputs.hpp"

namespace chemora::patterns {
namespace {

using testing_support::random_pattern;

TEST(RandomPatterns, HaveTheResultsOfNestedLoops) {
  struct Sizes {
    long n, rows, columns;
  };
  for (Sizes const& sizes : {Sizes{0, 0, 0}, Sizes{1, 1, 1}, Sizes{0, 3, 0}, Sizes{7, 3, 5}, Sizes{13, 31, 2}})
    for (std::uint64_t seed = 0; seed < 80; ++seed) {
      auto const pattern = random_pattern({.seed = seed,
                                           .n = sizes.n,
                                           .rows = sizes.rows,
                                           .columns = sizes.columns,
                                           .has_names = seed % 2 == 1,
                                           .has_effects = seed >= 60});
      EXPECT_EQ(value_of(pattern.text, pattern.inputs), pattern.result)
          << "seed " << seed << ", n = " << sizes.n << "\n"
          << pattern.text;
    }
}

TEST(RandomPatterns, ContainEveryPattern) {
  std::string texts;
  for (std::uint64_t seed = 0; seed < 60; ++seed) texts += random_pattern({.seed = seed}).text;
  for (char const* const word :
       {"map(", "zipWith(", "filter(", "groupBy(", "reduce(", "sum(", "count(", "argmax(", "if ", "m[*, mod"})
    EXPECT_NE(texts.find(word), std::string::npos) << word;
}

} // namespace
} // namespace chemora::patterns
