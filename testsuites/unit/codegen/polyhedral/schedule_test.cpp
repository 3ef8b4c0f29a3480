#include "codegen/loops/loop_kernel.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "testsuites/support/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace chemora::polyhedral {
namespace {

using testing::HasSubstr;

/// Returns the loops and statements of the scheduled tree, without declarations.
std::string scheduled(std::string const& kernel) {
  loops::LoopKernel const parsed = loops::parse_loop_kernel("kernel test {\n" + kernel + "}\n");
  loops::verify(parsed, "test");
  ir::LoopTree const tree = schedule(parsed);
  ir::verify(tree, "schedule");
  std::string const text = ir::to_text(tree);
  std::string result;
  std::istringstream lines(text.substr(text.find('\n') + 1));
  for (std::string line; std::getline(lines, line) && line != "}";)
    if (!line.starts_with("  array") && !line.starts_with("  buffer") && !line.starts_with("  parameter"))
      result += line.substr(2) + "\n";
  return result;
}

std::string error_of(std::string const& kernel) {
  return testing_support::error_of([&] { scheduled(kernel); });
}

TEST(Schedule, NestsSequentialLoops) {
  EXPECT_EQ(scheduled(R"(  parameter int32 m
  parameter int32 n
  loop i: 0 <= i <= m - 1
  loop k: 0 <= k <= n - 1
  array a real64 [m, n] argument
  array x real64 [n] argument
  array y real64 [m] argument
  array s real64 [] registers copies i
  rule product(r) = a[r, k] * x[k]
  init: [i] s = 0.0 order i, 0
  add: [i, k] s = s + product(i) order i, 1, k
  store: [i] y[i] = s order i, 2
)"),
            R"(for i from 0 to m - 1
  s = 0.0
  for k from 0 to n - 1
    s = s + a[i, k] * x[k]
  y[i] = s
)");
}

std::string const matrix = R"(  loop i: 0 <= i <= 7
  loop k: 0 <= k <= 3
  array a real64 [9, 4] argument
)";

TEST(Schedule, FollowsPriorities) {
  EXPECT_EQ(scheduled(matrix + "  set: [i, k] a[i, k] = 0.0 order i, k\n  priority k\n"),
            "for k from 0 to 3\n  for i from 0 to 7\n    a[i, k] = 0.0\n");
  EXPECT_THAT(error_of(matrix + "  set: [i, k] a[i + 1, k] = a[i, 3 - k] order i, k\n  priority k, i\n"),
              HasSubstr("The loops `k`, `i` cannot be nested in the order of the priorities: `set[i="));
  EXPECT_THAT(error_of(matrix + "  set: [i, k] a[i, k] = 0.0 order i, k\n  one: [i] a[i, 0] = 1.0 order i, 4\n"
                                "  priority k, i\n"),
              HasSubstr("Loop `k` has priority over `i`, but `one` is within `i` and not within `k`."));
}

TEST(Schedule, OpensEachLoopOnce) {
  EXPECT_THAT(
      error_of(matrix + "  x: [i, k] a[i, k] = 0.0 order 0, i, k\n  y: [i] a[i, 0] = 1.0 order 1, i\n"
                        "  z: [k] a[0, k] = 1.0 order 2, k\n"),
      HasSubstr("The loops `i` and `k` cannot be nested: `x` is within both, `y` only within `i`, `z` only within "
                "`k`"));
  EXPECT_THAT(error_of(matrix + "  x: [i] a[i, 0] = 0.0 order 0, i\n  y: [i] a[i, 1] = a[i + 1, 0] order 1, i\n"),
              HasSubstr("One nest of the loop `i` cannot execute all instructions within it, because each loop occurs "
                        "once in a schedule: `y[i=0]` reads `a`, which `x[i=1]` writes."));
  EXPECT_THAT(error_of(matrix + "  x: [i] a[i, 0] = 0.0 order 0, i\n  y: [] a[0, 1] = a[3, 0] order 1\n"
                                "  z: [i] a[i, 2] = a[0, 1] order 2, i\n"),
              HasSubstr("There is no order of loop `i` and `y`, because each loop occurs once in a schedule"));
}

TEST(Schedule, RespectsRequestedOrders) {
  std::string const two = matrix + "  x: [i] a[i, 0] = 0.0 order i, 0";
  EXPECT_EQ(scheduled(two + " after y\n  y: [i] a[i, 1] = 1.0 order i, 1\n"),
            "for i from 0 to 7\n  a[i, 1] = 1.0\n  a[i, 0] = 0.0\n");
  EXPECT_THAT(error_of(two + " after y\n  y: [i] a[i, 1] = a[i, 0] order i, 1\n"), HasSubstr("`x` is after `y`"));
}

TEST(Schedule, ExpandsReductions) {
  EXPECT_EQ(scheduled(R"(  parameter int32 n
  loop i: 0 <= i <= n - 1
  loop k: 0 <= k <= 7
  loop l: 0 <= l <= k
  array a real64 [n, 8, 8] argument
  array y real64 [n] argument
  one: [i] y[i] = 1.0 + reduce add(k: a[i, k, 0] * reduce maximum(l: a[i, k, l])) order i, 0
  two: [i] y[i] = y[i] * reduce add(k: a[i, k, 1]) order i, 1
)"),
            R"(for i from 0 to n - 1
  one_sum = 0.0
  for k from 0 to 7
    one_sum_0 = -inf
    for l from 0 to k
      one_sum_0 = maximum(one_sum_0, a[i, k, l])
    one_sum = one_sum + a[i, k, 0] * one_sum_0
  y[i] = 1.0 + one_sum
  two_sum = 0.0
  for k_0 from 0 to 7
    two_sum = two_sum + a[i, k_0, 1]
  y[i] = y[i] * two_sum
)");
}

TEST(Schedule, EmitsOnlyNeededBoundsAndConditions) {
  std::string const split = R"(  parameter int32 n
  assume n >= 1
  loop o g.0: 0 <= o
  loop p l.0: 0 <= p <= 15
  where 16 * o + p <= n - 1
  array a real64 [n] argument
  add: [o, p] a[16 * o + p] = 2.0 if p <= 20 order o, p
)";
  EXPECT_EQ(scheduled(split), R"(for o from 0 to (n - 1)/16 blocks 0
  for p from 0 to min(15, n - 16*o - 1) block 0 extent 16
    a[16 * o + p] = 2.0
)");
  EXPECT_EQ(scheduled(matrix + "  x: [i, k] a[i, k] = 0.0 if i <= 3 order i, 0, k\n"
                               "  y: [i] a[i, 1] = 1.0 if i <= 3 order i, 1\n"),
            R"(for i from 0 to 7
  if i <= 3
    for k from 0 to 3
      a[i, k] = 0.0
    a[i, 1] = 1.0
)");
}

TEST(Schedule, ReadsRangesFromData) {
  EXPECT_EQ(scheduled(R"(  parameter int32 n
  loop i: 0 <= i <= n - 1
  loop j: first <= j <= last - 1
  array start int32 [n + 1] argument
  array value real64 [n] argument
  array y real64 [n] argument
  array first int32 [] registers copies i
  array last int32 [] registers copies i
  a: [i] first = start[i] order i, 0
  b: [i] last = start[i + 1] order i, 1
  c: [i] y[i] = 0.0 order i, 2
  d: [i, j] y[i] = y[i] + value[start[j]] order i, 3, j
)"),
            R"(for i from 0 to n - 1
  first = start[i]
  last = start[i + 1]
  y[i] = 0.0
  for j from first to last - 1
    y[i] = y[i] + value[start[j]]
)");
}

std::string const slices = R"(  parameter int32 Ne
  loop e g.0: 0 <= e <= Ne - 1
  loop k: 0 <= k <= 7
  loop i l.0: 0 <= i <= 7
  loop ii l.0: 0 <= ii <= 7
  array q real64 [8, 8, Ne] argument
  array out real64 [8, 8, Ne] argument
  array f real64 [8] tile copies e, k
)";

TEST(Schedule, InsertsBarriersBetweenThreads) {
  EXPECT_EQ(scheduled(slices + "  fetch: [e, k, ii] f[ii] = q[ii, k, e] order e, k, 0, ii\n"
                               "  use: [e, k, i] out[i, k, e] = f[7 - i] order e, k, 1, i\n"),
            R"(for e from 0 to Ne - 1 blocks 0
  for k from 0 to 7
    for ii from 0 to 7 block 0 extent 8
      f[ii] = q[ii, k, e]
    barrier tile
    for i from 0 to 7 block 0 extent 8
      out[i, k, e] = f[7 - i]
    barrier tile
)");
}

TEST(Schedule, NeedsNoBarrierWithinAThread) {
  EXPECT_EQ(scheduled(slices + "  fetch: [e, k, ii] f[ii] = q[ii, k, e] order e, k, 0, ii\n"
                               "  use: [e, k, i] out[i, k, e] = f[i] order e, k, 1, i\n"),
            R"(for e from 0 to Ne - 1 blocks 0
  for k from 0 to 7
    for ii from 0 to 7 block 0 extent 8
      f[ii] = q[ii, k, e]
    for i from 0 to 7 block 0 extent 8
      out[i, k, e] = f[i]
)");
  EXPECT_EQ(scheduled(slices + "  fetch: [e, k, i] f[i] = q[i, k, e] order e, k, 0, i\n"
                               "  use: [e, k, i] out[i, k, e] = f[i] order e, k, 1, i\n"),
            R"(for e from 0 to Ne - 1 blocks 0
  for i from 0 to 7 block 0 extent 8
    for k from 0 to 7
      f[i] = q[i, k, e]
      out[i, k, e] = f[i]
)");
}

TEST(Schedule, StartsThreadsAtTheSameValueInABlock) {
  EXPECT_EQ(scheduled(R"(  loop i l.0: 0 <= i <= 7
  loop j: 0 <= j <= 7
  where i >= j
  array a real64 [8, 8] argument
  array t real64 [8] tile copies j
  x: [j, i] t[i] = 1.0 order j, 0, i
  y: [j, i] a[i, j] = t[7 - i] order j, 1, i
)"),
            R"(for j from 0 to 7
  for i from 0 to 7 block 0 extent 8
    if j <= i
      t[i] = 1.0
  barrier tile
  for i from 0 to 7 block 0 extent 8
    if j <= i
      a[i, j] = t[7 - i]
  barrier tile
)");
}

std::string const shared = R"(  loop ii l.0: 0 <= ii <= 7
  loop i l.0: 0 <= i <= 7
  loop n: 0 <= n <= 7
  loop m: 0 <= m <= 7
  array r real64 [8, 2] argument
  array f real64 [8] tile storage s
  array g real64 [8] tile storage s
  store_f: [ii] f[ii] = 1.0 order 0, ii
  store_g: [ii] g[ii] = 2.0 order 1, ii
  use_f: [i, n] r[i, 0] = r[i, 0] + f[n] order 2, i, n
)";

TEST(Schedule, SeparatesTheUsesOfSharedStorage) {
  EXPECT_EQ(scheduled(shared + "  use_g: [i, m] r[i, 1] = r[i, 1] + g[m] order 3, i, m\n"),
            R"(for ii from 0 to 7 block 0 extent 8
  f[ii] = 1.0
barrier tile
for i from 0 to 7 block 0 extent 8
  for n from 0 to 7
    r[i, 0] = r[i, 0] + f[n]
barrier tile
for ii from 0 to 7 block 0 extent 8
  g[ii] = 2.0
barrier tile
for i from 0 to 7 block 0 extent 8
  for m from 0 to 7
    r[i, 1] = r[i, 1] + g[m]
)");
  EXPECT_THAT(error_of(shared + "  use_g: [i, n] r[i, 1] = r[i, 1] + g[n] order 3, i, n\n"),
              HasSubstr("The temporaries `f` and `g` cannot share the storage `s`, because both are in use"));
}

TEST(Schedule, DividesVectorLoopsThatDependOnOtherLanes) {
  EXPECT_EQ(scheduled(R"(  loop v vec: 0 <= v <= 3
  loop u unr: 0 <= u <= 1
  array a real64 [4, 2] argument
  array b real64 [4, 2] argument
  x: [u, v] a[v, u] = 1.0 order u, 0, v, 0
  y: [u, v] b[v, u] = a[v, u] order u, 0, v, 1
  z: [u, v] b[v, u] = a[3 - v, u] order u, 1, v
)"),
            R"(for u from 0 to 1 unrolled extent 2
  for v from 0 to 3 vector extent 4
    a[v, u] = 1.0
    b[v, u] = a[v, u]
  for v from 0 to 3 vector extent 4
    b[v, u] = a[3 - v, u]
)");
}

TEST(Schedule, DividesPhasesAtBarriersOfTheGrid) {
  std::string const phases = R"(  parameter int32 n
  loop e g.0: 0 <= e <= n - 1
  loop g g.0: 0 <= g <= n - 1
  array a real64 [n] argument
  array b real64 [n] argument
  x: [e] a[e] = 1.0 order 0, e
)";
  std::string const use = "  y: [g] b[g] = a[n - 1 - g] order 2, g\n";
  EXPECT_EQ(scheduled(phases + "  all: [] barrier grid order 1\n" + use), R"(for e from 0 to n - 1 blocks 0
  a[e] = 1.0
barrier grid
for g from 0 to n - 1 blocks 0
  b[g] = a[n - 1 - g]
)");
  EXPECT_THAT(error_of(phases + use), HasSubstr("`y` is within the block axes [g], but `x` is within [e]."));
  EXPECT_THAT(error_of(matrix + "  x: [i] barrier grid order i, 0\n  y: [i] a[i, 0] = 1.0 order i, 1\n"),
              HasSubstr("The barrier `x` of scope grid is inside the sequential loop `i`."));
}

TEST(Schedule, KeepsExplicitBarriers) {
  EXPECT_EQ(scheduled("  loop i l.0: 0 <= i <= 7\n  loop k: 0 <= k <= 1\n  array a real64 [8] argument\n"
                      "  array b real64 [8] argument\n"
                      "  x: [k, i] a[i] = 1.0 order k, 0, i\n  wait: [k] barrier tile order k, 1\n"
                      "  y: [k, i] b[i] = 2.0 order k, 2, i\n"),
            R"(for k from 0 to 1
  for i from 0 to 7 block 0 extent 8
    a[i] = 1.0
  barrier tile
  for i from 0 to 7 block 0 extent 8
    b[i] = 2.0
)");
}

TEST(Schedule, RefusesCyclicRequests) {
  EXPECT_THAT(error_of(matrix + "  set: [i, k] a[i, k] = 0.0 order i, k\n  priority k, i\n  priority i, k\n"),
              HasSubstr("the priorities are cyclic. Remove the priority."));
  EXPECT_THAT(error_of(matrix + "  x: [] a[0, 0] = 0.0 order 0\n  all: [] barrier tile order 1\n"
                                "  y: [] a[1, 1] = 1.0 order 2 \n  z: [] a[2, 2] = 1.0 order 0, 1 after y\n"),
              HasSubstr("the barrier `all` divides the instructions, before or after"));
}

TEST(Schedule, HasBoundsOfLoopsInsideLoopsWithoutIterations) {
  loops::LoopKernel const kernel = loops::parse_loop_kernel("kernel none {\n"
                                                            "  parameter int32 m\n"
                                                            "  loop l: 0 <= l <= -1\n"
                                                            "  loop i: l <= i <= m - 1\n"
                                                            "  array x real64 [m] argument\n"
                                                            "  set: [l, i] x[i] = 1.0 order l, i\n}\n");
  ir::LoopTree const tree = schedule(kernel);
  ir::verify(tree, "schedule");
  std::map<std::string, std::vector<double>> arrays{{"x", {0, 0, 0}}};
  ir::interpret(tree, {{"m", 3}}, arrays);
  EXPECT_EQ(arrays.at("x"), std::vector<double>(3, 0.0));
}

TEST(Schedule, RefusesParallelLoopsWithDependences) {
  EXPECT_THAT(error_of("  loop i g.0: 1 <= i <= 7\n  array a real64 [8] argument\n"
                       "  x: [i] a[i] = a[i - 1] order i\n"),
              HasSubstr("`x[i=2]` reads `a`, which `x[i=1]` writes"));
  EXPECT_THAT(error_of("  loop i l.0: 0 <= i <= 7\n  array a real64 [1] argument\n"
                       "  x: [i] a[0] = a[0] + 1.0 order i\n  reassociated a\n"),
              HasSubstr("The loop i cannot be parallel: `x[i=0]` "));
  EXPECT_THAT(
      error_of("  parameter int32 n\n  loop i l.0: 0 <= i <= n\n  array a real64 [n + 1] argument\n"
               "  x: [i] a[i] = 1.0 order i\n"),
      HasSubstr("Loop `i` is tagged `l.0` and needs a number of iterations that does not depend on parameters."));
  EXPECT_THAT(error_of(slices + "  loop u unr: 0 <= u <= 1\n  array h real64 [8] tile copies e, u\n"
                                "  x: [e, u, i] h[i] = 1.0 order e, u, 0, i\n"
                                "  y: [e, u, i] out[i, u, e] = h[7 - i] order e, u, 1, i\n"),
              HasSubstr("Loop `u` cannot be unrolled, because it contains a barrier between threads."));
  EXPECT_THAT(error_of("  parameter int32 n\n" + slices +
                       "  loop u unr: 0 <= u <= 1\n  loop v: 0 <= v <= n - 1\n  array h real64 [8] tile copies e, u\n"
                       "  x: [e, u, v, i] h[i] = 1.0 order e, u, 0, v, 0, i\n"
                       "  y: [e, u, v, i] out[i, u, e] = h[7 - i] order e, u, 0, v, 1, i\n"),
              HasSubstr("Loop `u` cannot be unrolled, because it contains a barrier between threads."));
}

} // namespace
} // namespace chemora::polyhedral
