// Tests of transformations that split, join, rename and reorder loops.
#include "testsuites/unit/codegen/transform/loop_support.hpp"

namespace chemora::transform::tests {
namespace {

using testing::HasSubstr;

/// Two instructions in one loop that exchange data through `t`, and two that do not.
char const* const pairs = R"(kernel pairs {
  parameter int32 n
  assume n >= 1
  loop i: 0 <= i <= n - 1
  array a real64 [n] argument
  array b real64 [n] argument
  array t real64 [n] grid
  array s real64 [] registers copies i
  first: [i] s = a[i] * 2.0 order i, 0
  second: [i] t[i] = s order i, 1
  third: [i] b[i] = t[i] + 1.0 order i, 2
}
)";

/// `b` depends on `a` of the same iteration, and `a` on `b` of the previous one.
char const* const coupled = R"(kernel coupled {
  parameter int32 n
  assume n >= 2
  loop i: 1 <= i <= n - 1
  array a real64 [n] argument
  array b real64 [n] argument
  forward: [i] a[i] = b[i - 1] + 1.0 order i, 0
  backward: [i] b[i] = a[i] * 0.5 order i, 1
}
)";

TEST(SplitIname, KeepsTheRemainder) {
  loops::LoopKernel const before = loops::parse_loop_kernel(matvec);
  loops::LoopKernel const after = applied(before, R"(split_iname(f, "i", 4))");
  EXPECT_EQ(text_of(after), R"(kernel matvec {
  parameter int32 m
  parameter int32 n
  assume m >= 1
  loop i_outer
  loop i_inner: 0 <= i_inner <= 3
  loop k: 0 <= k <= n - 1
  where i_outer >= 0
  where 4*i_outer <= m - 1
  where i_inner + 4*i_outer >= 0
  where i_inner + 4*i_outer <= m - 1
  array a real64 [m, n] argument layout N0,N1
  array x real64 [n] argument layout N0
  array y real64 [m] argument layout N0
  array s real64 [] registers copies i_outer, i_inner
  rule product(r) = a[r, k] * x[k]
  init: [i_outer, i_inner] s = 0.0 order i_inner + 4*i_outer, 0
  add: [i_outer, i_inner, k] s = s + product(i_inner + 4 * i_outer) order i_inner + 4*i_outer, 1, k
  store: [i_outer, i_inner] y[i_inner + 4 * i_outer] = s order i_inner + 4*i_outer, 2
}
)");
  for (double const m : {1, 3, 4, 5, 9}) expect_same_result(before, after, {{"m", m}, {"n", 3}});
}

TEST(SplitIname, UsesNamesAndTags) {
  loops::LoopKernel const before = loops::parse_loop_kernel(matvec);
  loops::LoopKernel const after = applied(
      before, R"(split_iname(f, "i", 4, outer_iname="block", inner_iname="thread", outer_tag="g.0", inner_tag="l.0"))");
  EXPECT_EQ(to_text(after.loop("block")), "g.0");
  EXPECT_EQ(to_text(after.loop("thread")), "l.0");
  EXPECT_EQ(after.plan, std::vector<std::string>{R"(f = split_iname(f, "i", 4, outer_iname="block", )"
                                                 R"(inner_iname="thread", outer_tag="g.0", inner_tag="l.0"))"});
  for (double const m : {1, 4, 9}) expect_same_result(before, after, {{"m", m}, {"n", 3}});
}

TEST(SplitIname, SplitsLoopsOfSomeInstructions) {
  loops::LoopKernel const before = loops::parse_loop_kernel(pairs);
  loops::LoopKernel const after = applied(before, R"(split_iname(f, "i", 4, within="id:third"))");
  EXPECT_EQ(after.instruction("second").within, std::vector<std::string>{"i"});
  EXPECT_EQ(after.instruction("third").within, (std::vector<std::string>{"i_outer", "i_inner"}));
  for (double const n : {1, 4, 9}) expect_same_result(before, after, {{"n", n}});
}

TEST(SplitIname, SplitsTheLoopOfAReduction) {
  loops::LoopKernel const before = loops::parse_loop_kernel(R"(kernel sum {
  parameter int32 n
  parameter int32 m
  loop i: 0 <= i <= n - 1
  loop k: 0 <= k <= m - 1
  array a real64 [n, m] argument
  array b real64 [n] argument
  total: [i] b[i] = reduce add(k: a[i, k]) order i
}
)");
  loops::LoopKernel const after = applied(before, R"(split_iname(f, "k", 3))");
  EXPECT_EQ(ir::to_text(after.instruction("total").value), "reduce add(k_outer, k_inner: a[i, k_inner + 3 * k_outer])");
  for (double const m : {1, 3, 7}) expect_same_result(before, after, {{"n", 2}, {"m", m}});
}

TEST(Tile, NestsTheTilesOutside) {
  loops::LoopKernel const before = loops::parse_loop_kernel(recurrence);
  loops::LoopKernel const after = applied(before, R"(tile(f, "i, j", [2, 3]))");
  EXPECT_EQ(after.instruction("step").within, (std::vector<std::string>{"i_outer", "j_outer", "i_inner", "j_inner"}));
  EXPECT_EQ(base::join(after.instruction("step").order, ", ", [](auto const& entry) { return ir::to_text(entry); }),
            "0, i_outer, j_outer, 0, i_inner, j_inner, 0");
  for (double const n : {2, 3, 5, 6}) expect_same_result(before, after, {{"n", n}, {"m", 4}});
}

TEST(Tile, RefusesABrokenDependence) {
  std::string const skewed = R"(kernel skewed {
  parameter int32 n
  loop i: 1 <= i <= n - 1
  loop j: 0 <= j <= n - 2
  array u real64 [n, n] argument
  step: [i, j] u[i, j] = u[i - 1, j + 1] order 0, i, 0, j, 0
}
)";
  EXPECT_EQ(message_of(skewed, R"(tile(f, "i, j", 2))"),
            "The loops i and j cannot be tiled: `step[i_inner=1, i_outer=1, j_inner=1, j_outer=0]` reads `u`, which "
            "`step[i_inner=0, i_outer=1, j_inner=0, j_outer=1]` writes.");
  EXPECT_THAT(message_of(matvec, R"(tile(f, "i, k", 2))"),
              HasSubstr("is within the loop `i_outer`, but not within `k_outer`. Rename `i_outer`"));
}

TEST(Interchange, ChangesTheOrderOfTheNest) {
  loops::LoopKernel const before = loops::parse_loop_kernel(recurrence);
  loops::LoopKernel const after = applied(before, R"(interchange(f, "i", "j"))");
  EXPECT_THAT(text_of(after), HasSubstr("step: [j, i] u[i, j] = u[i - 1, j] * 0.5 + u[i, j] order 0, j, 0, i, 0"));
  expect_same_result(before, after, {{"n", 5}, {"m", 4}});
}

TEST(Interchange, RefusesABrokenDependence) {
  std::string const skewed = R"(kernel skewed {
  parameter int32 n
  loop i: 1 <= i <= n - 1
  loop j: 0 <= j <= n - 2
  array u real64 [n, n] argument
  step: [i, j] u[i, j] = u[i - 1, j + 1] order 0, i, 0, j, 0
}
)";
  EXPECT_EQ(message_of(skewed, R"(interchange(f, "i", "j"))"),
            "The loops `i` and `j` cannot be interchanged: `step[i=2, j=0]` reads `u`, which `step[i=1, j=1]` writes.");
}

TEST(Interchange, SeparatesSplitLoops) {
  loops::LoopKernel const before = loops::parse_loop_kernel(recurrence);
  loops::LoopKernel const after = applied(before, "split_iname(f, \"j\", 2)\ninterchange(f, \"j_outer\", \"j_inner\")");
  EXPECT_EQ(after.instruction("step").within, (std::vector<std::string>{"i", "j_inner", "j_outer"}));
  expect_same_result(before, after, {{"n", 4}, {"m", 5}});
  EXPECT_THAT(message_of(recurrence, "split_iname(f, \"i\", 2)\ninterchange(f, \"i_outer\", \"i_inner\")"),
              HasSubstr("The loops `i_outer` and `i_inner` cannot be interchanged: `step["));
}

TEST(JoinInames, MakesOneLoopOfTwo) {
  loops::LoopKernel const before = loops::parse_loop_kernel(recurrence);
  loops::LoopKernel const after = applied(before, "fix_parameters(f, m=4)\njoin_inames(f, \"i, j\", \"ij\")");
  EXPECT_EQ(text_of(after), R"(kernel recurrence {
  parameter int32 n
  assume n >= 1
  loop ij: 4 <= ij <= 4*n - 1
  loop i: 1 <= i <= n - 1
  loop j: 0 <= j <= 3
  where ij == 4*i + j
  array u real64 [n, 4] argument layout N0,N1
  step: [ij, i, j] u[i, j] = u[i - 1, j] * 0.5 + u[i, j] order 0, ij, i, 0, j, 0
}
)");
  for (double const n : {1, 2, 5}) expect_same_result(applied(before, "fix_parameters(f, m=4)"), after, {{"n", n}});
}

TEST(JoinInames, TagsTheJoinedLoop) {
  loops::LoopKernel const before = applied(R"(kernel scale {
  parameter int32 n
  loop i: 0 <= i <= n - 1
  loop j: 2 <= j <= 4
  array u real64 [n, 5] argument
  step: [i, j] u[i, j] = u[i, j] * 0.5 order 0, i, 0, j, 0
}
)",
                                           "");
  loops::LoopKernel const after = applied(before, R"(join_inames(f, ["i", "j"], tag="l.0"))");
  EXPECT_EQ(to_text(after.loop("i_j")), "l.0");
  for (int const n : {1, 5}) {
    std::string const fix = "fix_parameters(f, n=" + std::to_string(n) + ")";
    expect_same_result(before, applied(after, fix), {{"n", n}});
  }
}

TEST(JoinInames, RefusesABrokenDependence) {
  EXPECT_THAT(message_of(R"(kernel skewed {
  parameter int32 n
  loop i: 1 <= i <= 6
  loop j: 0 <= j <= 5
  array u real64 [7, 7] argument
  step: [i, j] u[i, j] = u[i - 1, j + 1] order 0, i, 0, j, 0
}
)",
                         R"(join_inames(f, "j, i"))"),
              HasSubstr("The loops j and i cannot be joined in this order: `step["));
}

TEST(RenameIname, RenamesALoop) {
  loops::LoopKernel const before = loops::parse_loop_kernel(matvec);
  loops::LoopKernel const after = applied(before, R"(rename_iname(f, "k", "n_loop"))");
  EXPECT_FALSE(after.find_loop("k"));
  EXPECT_THAT(text_of(after), HasSubstr("rule product(r) = a[r, n_loop] * x[n_loop]"));
  expect_same_result(before, after, {{"m", 3}, {"n", 4}});
}

TEST(RenameIname, DuplicatesRulesThatOthersUse) {
  loops::LoopKernel const before = loops::parse_loop_kernel(R"(kernel two {
  loop i: 0 <= i <= 3
  array a real64 [4] argument
  array b real64 [4] argument
  array c real64 [4] argument
  rule twice(p) = 2.0 * a[i] + a[p]
  first: [i] b[i] = twice(i) order i, 0
  second: [i] c[i] = twice(0) order i, 1
}
)");
  loops::LoopKernel const after = applied(before, R"(rename_iname(f, "i", "p", within="writes:c"))");
  EXPECT_EQ(text_of(after), R"(kernel two {
  loop i: 0 <= i <= 3
  loop p: 0 <= p <= 3
  array a real64 [4] argument layout N0
  array b real64 [4] argument layout N0
  array c real64 [4] argument layout N0
  rule twice(p_0) = 2.0 * a[i] + a[p_0]
  rule twice_0(p_0) = 2.0 * a[p] + a[p_0]
  first: [i] b[i] = twice(i) order i, 0
  second: [p] c[p] = twice_0(0) order p, 1
}
)");
  expect_same_result(before, after, {});
}

TEST(RenameIname, MovesInstructionsToAnExistingLoop) {
  loops::LoopKernel const before = loops::parse_loop_kernel(pairs);
  loops::LoopKernel const after = applied(before, R"(rename_iname(f, "i", "j", within="id:third")
rename_iname(f, "i", "j", within="id:first or id:second", existing_ok=True))");
  EXPECT_EQ(after.loops.size(), 1u);
  EXPECT_EQ(after.array("s").copies, std::vector<std::string>{"j"});
  expect_same_result(before, after, {{"n", 5}});
}

/// Returns the message of renaming `i` of one instruction to `r` of another, in a kernel with further loops.
std::string message_of_common_loop(std::string const& loops, std::string const& instructions) {
  return message_of("kernel k {\n  parameter int32 n\n  assume n >= 1\n" + loops +
                        "  array x real64 [n, n] argument\n  array y real64 [n, n] argument\n" + instructions + "}\n",
                    R"(rename_iname(f, "i", "r", existing_ok=True))");
}

TEST(RenameIname, ComparesTheIterationsOfEachInstruction) {
  std::string const different = "The loops `i` and `r` have different ranges.";
  // A loop without iterations, which encloses neither instruction.
  EXPECT_EQ(message_of_common_loop("  loop i: 0 <= i <= n - 1\n  loop r: 0 <= r <= -1\n  loop e: 0 <= e <= -1\n",
                                   "  one: [i] x[i, 0] = 1.0 order 0, i\n  two: [r] y[r, 0] = 1.0 order 1, r\n"
                                   "  three: [e] y[e, 0] = 2.0 order 2, e\n"),
            different);
  // The ranges agree inside of `j` and differ outside.
  EXPECT_EQ(message_of_common_loop("  loop i: 0 <= i <= 7\n  loop r: 0 <= r <= 5\n  loop j: 0 <= j <= n - 1\n"
                                   "  where i + j <= 5\n  where r + j <= 5\n",
                                   "  one: [i, j] x[i, j] = 1.0 order 0, i, 0, j\n"
                                   "  outside: [i] x[i, 0] = 2.0 order 0, i, 1\n"
                                   "  two: [r, j] y[r, j] = 1.0 order 1, r, j\n"),
            different);
  // The ranges depend on different scalars.
  EXPECT_EQ(message_of_common_loop("  array p int32 [] registers\n  array q int32 [] registers\n"
                                   "  loop i: 0 <= i <= p - 1\n  loop r: 0 <= r <= q - 1\n",
                                   "  set_p: [] p = 1 order 0\n  set_q: [] q = n order 1\n"
                                   "  one: [i] x[i, 0] = 1.0 order 2, i\n  two: [r] y[r, 0] = 1.0 order 3, r\n"),
            different);
  EXPECT_EQ(message_of_common_loop("  loop i: 0 <= i <= n - 1\n  loop r: 0 <= r <= n - 1\n  loop e: 0 <= e <= -1\n",
                                   "  one: [i] x[i, 0] = 1.0 order 0, i\n  two: [r] y[r, 0] = 1.0 order 1, r\n"
                                   "  three: [e] y[e, 0] = 2.0 order 2, e\n"),
            "no error");
}

TEST(RenameIname, RefusesToSeparateACycle) {
  EXPECT_THAT(message_of(coupled, R"(rename_iname(f, "i", "j", within="id:backward"))"),
              HasSubstr("The loop `i` cannot be renamed `j` in `backward`: "));
}

TEST(RenameIname, RefusesToSeparateCopies) {
  EXPECT_EQ(
      message_of(pairs, R"(rename_iname(f, "i", "j", within="id:second"))"),
      "`s` has a copy for each iteration of `i`, and both `second`, which leaves this loop, and `first`, which does "
      "not, use it. Select all instructions that use it.");
}

TEST(RenameIname, RefusesToFuseDependentLoops) {
  std::string const separate = R"(kernel separate {
  parameter int32 n
  assume n >= 2
  loop i: 1 <= i <= n - 1
  loop j: 1 <= j <= n - 1
  array a real64 [n] argument
  array b real64 [n] argument
  first: [i] a[i] = b[i] + 1.0 order 0, i
  second: [j] b[j - 1] = a[n - j] order 1, j
}
)";
  EXPECT_THAT(message_of(separate, R"(rename_iname(f, "j", "i", existing_ok=True))"),
              HasSubstr("The loop `j` cannot be renamed `i` in `second`: "));
}

TEST(DuplicateInames, GivesInstructionsTheirOwnLoops) {
  loops::LoopKernel const before = loops::parse_loop_kernel(pairs);
  loops::LoopKernel const after =
      applied(before, R"(duplicate_inames(f, "i", within="id:third", suffix="_2", tags={"i": "vec"}))");
  EXPECT_EQ(after.instruction("third").within, std::vector<std::string>{"i_2"});
  EXPECT_EQ(to_text(after.loop("i_2")), "vec");
  expect_same_result(applied(before, "fix_parameters(f, n=5)"), applied(after, "fix_parameters(f, n=5)"), {});
  EXPECT_EQ(applied(before, R"(duplicate_inames(f, "i", "id:third"))").instruction("third").within,
            std::vector<std::string>{"i_copy"});
}

TEST(RemoveUnused, RemovesLoopsWithoutInstructions) {
  std::string const kernel = R"(kernel unused {
  loop i: 0 <= i <= 3
  loop j: 0 <= j <= i
  array a real64 [4] argument
  set: [i] a[i] = 1.0 order i
}
)";
  EXPECT_FALSE(applied(kernel, "remove_unused_inames(f)").find_loop("j"));
  EXPECT_TRUE(applied(kernel, R"(remove_unused_inames(f, "i"))").find_loop("j"));
  EXPECT_TRUE(applied(kernel, "remove_unused_inames(f)").find_loop("i"));
}

TEST(RemoveUnused, RemovesInstructionsWithoutEffect) {
  std::string const kernel = R"(kernel unused {
  loop i: 0 <= i <= 3
  array a real64 [4] argument
  array s real64 [] registers copies i
  dead: [i] s = a[i] order i, 0
  set: [i] a[i] = 1.0 order i, 1
}
)";
  loops::LoopKernel const after = applied(kernel, R"(remove_instructions(f, "id:dead"))");
  EXPECT_EQ(after.instructions.size(), 1u);
  EXPECT_FALSE(after.find_array("s"));
  EXPECT_EQ(message_of(kernel, R"(remove_instructions(f, "id:set"))"),
            "`set` cannot be removed: it assigns the argument `a`.");
  EXPECT_EQ(message_of(matvec, R"(remove_instructions(f, "id:init"))"),
            "`init` cannot be removed: `add` reads `s`, which it assigns.");
}

} // namespace
} // namespace chemora::transform::tests
