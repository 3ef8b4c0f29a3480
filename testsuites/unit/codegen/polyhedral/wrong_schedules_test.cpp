// Requests for which no schedule exists are rejected with the reason.
#include "codegen/loops/loop_kernel.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "testsuites/support/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::polyhedral {
namespace {

using testing::HasSubstr;

std::string error_of(std::string const& text) {
  loops::LoopKernel const kernel = loops::parse_loop_kernel("kernel test {\n" + text + "}\n");
  loops::verify(kernel, "test");
  return testing_support::error_of([&] { schedule(kernel); });
}

TEST(Schedule, RefusesTemporariesOfABlockInSeveralPhases) {
  EXPECT_THAT(
      error_of("  loop i l.0: 0 <= i <= 7\n  array a real64 [8] argument\n  array t real64 [8] tile\n"
               "  x: [i] t[i] = 1.0 order 0, i\n  all: [] barrier grid order 1\n"
               "  y: [i] a[i] = t[i] order 2, i\n"),
      HasSubstr("`x` and `y` use the temporary `t` of scope tile, but a barrier of scope grid is between them."));
}

TEST(Schedule, RefusesRangesThatDifferBetweenThreads) {
  // The barrier inside loop j must be executed by all threads equally often.
  EXPECT_THAT(error_of("  loop i l.0: 0 <= i <= 7\n  loop j: 0 <= j <= last\n  array start int32 [8] argument\n"
                       "  array last int32 [] registers copies i\n  array t real64 [8] tile copies j\n"
                       "  array a real64 [8] argument\n"
                       "  s: [i] last = start[i] order 0, i\n  x: [i, j] t[i] = 1.0 order 1, j, 0, i\n"
                       "  y: [i, j] a[i] = t[7 - i] order 1, j, 1, i\n"),
              HasSubstr("Loop `j` has no common upper bound"));
}

TEST(Schedule, RefusesSharedStorageOfValuesThatTheNextIterationReads) {
  EXPECT_THAT(error_of("  loop k: 1 <= k <= 3\n  array a real64 [4] argument\n  array f real64 [4] tile storage s\n"
                       "  array g real64 [4] tile copies k storage s\n"
                       "  x: [k] a[k] = f[k - 1] order k, 0\n  y: [k] g[k] = a[k] order k, 1\n"
                       "  z: [k] a[k] = g[k] order k, 2\n  w: [k] f[k] = a[k] order k, 3\n"),
              HasSubstr("The temporaries `f` and `g` cannot share the storage `s`"));
}

TEST(Schedule, RefusesRegistersOfOtherThreads) {
  EXPECT_THAT(error_of("  loop i l.0: 0 <= i <= 7\n  array a real64 [8] argument\n  array t real64 [8] registers\n"
                       "  x: [i] t[i] = 1.0 order i, 0\n  y: [i] a[i] = t[i] order i, 1\n"
                       "  z: [i] a[i] = t[7 - i] order 9, i\n"),
              HasSubstr("Other threads do not see temporaries of scope registers; use scope tile."));
}

TEST(Schedule, RefusesCopiesInTheGridForParallelLoops) {
  for (std::string const tag : {"g.0", "l.0", "vec", "ilp"})
    EXPECT_THAT(
        error_of("  loop i " + tag + R"(: 0 <= i <= 7
  array x real64 [8] argument
  array y real64 [8] argument
  array t real64 [] grid copies i
  set: [i] t = x[i] order i, 0
  use: [i] y[i] = t order i, 1
)"),
        HasSubstr("Each iteration of the parallel loop `i` needs a copy of the temporary `t`, but a temporary of "
                  "scope grid has one memory for all of them."));
}

} // namespace
} // namespace chemora::polyhedral
