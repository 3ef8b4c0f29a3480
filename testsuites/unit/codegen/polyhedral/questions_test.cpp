#include "codegen/loops/instances.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/support/random_kernel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::polyhedral {
namespace {

using testing::HasSubstr;
using testing_support::error_of;

TEST(Count, AppliesTheRulesOfThePaper) {
  loops::LoopKernel const kernel = loops::parse_loop_kernel(R"(kernel work {
  parameter int32 n
  loop i: 0 <= i <= n - 1
  loop k: 0 <= k <= 7
  array a real64 [n, 8] argument
  array y real64 [n] argument
  array s real64 [] registers copies i
  rule square(r) = a[r, k] * a[r, k]
  init: [i] s = 0.0 order i, 0
  add: [i, k] s = s + square(i) / 2.0 order i, 1, k
  store: [i] y[i] = y[i] - sqrt(fma(s, s, -s)) if i <= 9 order i, 2
}
)");
  Counts const counts = count(kernel, {{"n", 100}});
  EXPECT_EQ(counts.instances, 100 + 800 + 10);
  EXPECT_EQ(counts.operations, 800 * 3 + 10 * 3); // the change of sign is free, a fused multiply-add is one operation
  EXPECT_EQ(counts.words_read, 800 * 2 + 10);
  EXPECT_EQ(counts.words_written, 10);
  EXPECT_EQ(counts.words_of.at("a"), 1600);
  EXPECT_EQ(counts.words_of.at("y"), 20);
}

TEST(Count, CountsReductions) {
  loops::LoopKernel const kernel = loops::parse_loop_kernel(R"(kernel work {
  loop i: 0 <= i <= 4
  loop k: 0 <= k <= i
  array a real64 [5] argument
  array y real64 [5] argument
  store: [i] y[i] = reduce add(k: a[k] * 2.0) order i
}
)");
  Counts const counts = count(kernel, {});
  EXPECT_EQ(counts.operations, 15 * 2);
  EXPECT_EQ(counts.words_read, 15);
  EXPECT_EQ(counts.words_written, 5);
}

TEST(Count, EqualsTheNumberOfExecutedInstances) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    loops::LoopKernel const kernel = testing_support::random_kernel({.seed = seed, .has_conditions = false});
    double n_instances = 0;
    loops::for_each_instance(
        kernel, {{"n", 4}, {"m", 5}}, [](std::string const&, ir::NameValues const&) { return 0.0; },
        [&](loops::Instruction const&, ir::NameValues const&) { ++n_instances; });
    EXPECT_EQ(count(kernel, {{"n", 4}, {"m", 5}}).instances, n_instances) << loops::to_text(kernel);
  }
}

TEST(Count, IncludesPartialTiles) {
  loops::LoopKernel const kernel = loops::parse_loop_kernel(R"(kernel work {
  parameter int32 n
  loop o: 0 <= o <= n
  loop p: 0 <= p <= 15
  where 16 * o + p <= n - 1
  array a real64 [n] argument
  set: [o, p] a[16 * o + p] = 0.0 order o, p
}
)");
  EXPECT_EQ(n_points(kernel, {"o", "p"}, {{"n", 1000003}}), 1000003);
  EXPECT_EQ(n_points(kernel, {"o", "p"}, {{"n", 0}}), 0);
}

TEST(Count, ReportsRangesThatDependOnData) {
  loops::LoopKernel const kernel = loops::parse_loop_kernel(R"(kernel work {
  loop i: 0 <= i <= 9
  loop j: 0 <= j <= last
  array last int32 [] registers copies i
  array a real64 [10] argument
  first: [i] last = 3 order i, 0
  add: [i, j] a[i] = a[i] + 1.0 order i, 1, j
}
)");
  EXPECT_THAT(error_of([&] { count(kernel, {}); }),
              HasSubstr("the range of a loop depends on `last`, which the kernel computes. Specify a value for `last` "
                        "with which to count, last=VALUE."));
  EXPECT_EQ(count(kernel, {{"last", 4}}).instances, 10 + 50);
}

TEST(Count, RefusesToEnumerateTooManyPoints) {
  loops::LoopKernel const kernel = loops::parse_loop_kernel(R"(kernel work {
  parameter int32 n
  loop i: 0 <= i <= n
  loop j: 0 <= j <= i
  loop k: 0 <= k <= j
  array a real64 [n] argument
  set: [i, j, k] a[i] = 0.0 order i, j, k
}
)");
  EXPECT_EQ(n_points(kernel, {"i", "j", "k"}, {{"n", 9}}), 220);
  EXPECT_THAT(error_of([&] { n_points(kernel, {"i", "j", "k"}, {{"n", 100000}}); }), HasSubstr("would be enumerated"));
}

loops::LoopKernel stencil() {
  return loops::parse_loop_kernel(R"(kernel stencil {
  parameter int32 n
  assume n >= 4
  loop e: 0 <= e <= n - 1
  loop i: 0 <= i <= n - 1
  loop j: 0 <= j <= 3
  array a real64 [n + 2, 4, n] argument
  array b real64 [n, 4, n] argument
  set: [e, i, j] b[i, j, e] = a[i, j, e] + a[i + 2, j, e] order e, i, j
}
)");
}

TEST(Count, ReportsUnboundedLoops) {
  loops::LoopKernel kernel = stencil();
  std::erase_if(kernel.constraints,
                [](loops::Constraint const& constraint) { return constraint.expression.factor("j") == -1; });
  EXPECT_THAT(error_of([&] { count(kernel, {{"n", 4}}); }), HasSubstr("because loop `j` has no constant bounds."));
}

TEST(Footprint, IsTheSmallestBoxOfAllAccesses) {
  auto const i = ir::linear("i"), j = ir::linear("j"), e = ir::linear("e");
  Footprint const box =
      footprint(stencil(), {{i, j, e}, {i + ir::linear(2), j, e}}, {"e", "i", "j"}, {"i", "j"}, {}, "`a`");
  EXPECT_EQ(box.lower, (std::vector{ir::linear(0), ir::linear(0), e}));
  EXPECT_EQ(box.extent, (std::vector{ir::linear("n") + ir::linear(2), ir::linear(4), ir::linear(1)}));
  EXPECT_TRUE(box.is_exact);
}

TEST(Footprint, ReportsElementsThatAreNotAccessed) {
  auto const i = ir::linear("i"), j = ir::linear("j");
  Footprint const even = footprint(stencil(), {{2 * j}}, {"e", "i", "j"}, {"j"}, {}, "`a`");
  EXPECT_EQ(even.extent, std::vector{ir::linear(7)});
  EXPECT_FALSE(even.is_exact);
  Footprint const diagonal = footprint(stencil(), {{j, j}}, {"e", "i", "j"}, {"j"}, {}, "`a`");
  EXPECT_EQ(diagonal.extent, (std::vector{ir::linear(4), ir::linear(4)}));
  EXPECT_FALSE(diagonal.is_exact);
  Footprint const shifted = footprint(stencil(), {{i + j}}, {"e", "i", "j"}, {"j"}, {}, "`a`");
  EXPECT_EQ(shifted.lower, std::vector{i});
  EXPECT_EQ(shifted.extent, std::vector{ir::linear(4)});
  EXPECT_TRUE(shifted.is_exact);
}

TEST(Footprint, RefusesBoundsThatAreNotLinear) {
  auto const i = ir::linear("i"), e = ir::linear("e");
  // The range of j depends on i, which is not swept.
  loops::LoopKernel kernel = stencil();
  kernel.constraints.push_back({i - ir::linear("j"), false});
  Footprint const fixed = footprint(kernel, {{ir::linear("j")}}, {"e", "i", "j"}, {"i", "j"}, {}, "`a`");
  EXPECT_EQ(fixed.extent, std::vector{ir::linear(4)});
  loops::LoopKernel triangle = loops::parse_loop_kernel(R"(kernel triangle {
  parameter int32 n
  loop i: 0 <= i <= n - 1
  loop j: 0 <= j <= i
  array a real64 [n] argument
  set: [i, j] a[j] = 0.0 order i, j
}
)");
  EXPECT_THAT(
      error_of([&] {
        footprint(triangle, {{ir::linear("j")}}, {"i", "j"}, {"j"}, {"f.f90", 3, 4}, "`a`");
      }),
      HasSubstr("f.f90:3:4: error: The elements of `a` that the loops j access have no linear bounds along axis 0"));
}

TEST(EqualRanges, ComparesProjections) {
  auto const kernel = [](std::string const& loops) {
    return loops::parse_loop_kernel("kernel a {\n  parameter int32 n\n  assume n >= 1\n" + loops +
                                    "  array a real64 [n] argument\n  set: [i] a[i] = 0.0 order i\n}\n");
  };
  loops::LoopKernel const one = kernel("  loop i: 0 <= i <= n - 1\n");
  EXPECT_TRUE(have_equal_ranges(one, kernel("  loop i: 0 <= i <= n - 1\n  loop j: 0 <= j <= n - 1\n"), {"i"}));
  EXPECT_TRUE(have_equal_ranges(one, kernel("  loop i: 0 <= i <= n - 1\n  where 2 * i >= -1\n"), {"i"}));
  EXPECT_FALSE(have_equal_ranges(one, kernel("  loop i: 0 <= i <= n\n"), {"i"}));
  EXPECT_FALSE(have_equal_ranges(one, kernel("  loop i: 0 <= i <= n - 1\n  where i <= 7\n"), {"i"}));
}

TEST(Simplified, RemovesWhatIsImplied) {
  loops::LoopKernel const kernel = simplified(loops::parse_loop_kernel(R"(kernel a {
  parameter int32 n
  assume n >= 8
  loop i: 0 <= i <= 7
  where i <= n - 1
  where i >= -3
  array a real64 [n] argument
  first: [i] a[i] = 0.0 if i <= 7, i < 7 order i, 0
  second: [i] a[i] = 1.0 if i < n order i, 1
}
)"));
  EXPECT_EQ(kernel.constraints.size(), 2u);
  EXPECT_EQ(kernel.instruction("first").conditions.size(), 1u);
  EXPECT_EQ(kernel.instruction("second").conditions.size(), 0u);
}

TEST(Simplification, KeepsTheBoundsOfLoopsWithoutIterations) {
  loops::LoopKernel const kernel = simplified(loops::parse_loop_kernel(R"(kernel a {
  parameter int32 n
  assume n >= 1
  loop j: 0 <= j <= -1
  loop k: j <= k <= n - 1
  array a real64 [n] argument
  set: [j, k] a[k] = 0.0 order j, k
}
)"));
  loops::verify(kernel, "simplified");
  EXPECT_EQ(kernel.constraints.size(), 4u);
}

} // namespace
} // namespace chemora::polyhedral
