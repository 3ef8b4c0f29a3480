// Tests that assignments become rules where this keeps the result.
#include "testsuites/unit/codegen/transform/data_support.hpp"

namespace chemora::transform {
namespace {

using testing::HasSubstr;

loops::LoopKernel kernel_of(std::string const& instructions,
                            std::string const& temporary = "array t real64 [] registers copies i") {
  return loops::parse_loop_kernel("kernel k {\n"
                                  "  parameter int32 n\n"
                                  "  assume n >= 1\n"
                                  "  loop i: 0 <= i <= n - 1\n"
                                  "  loop j: 0 <= j <= n - 1\n"
                                  "  array a real64 [n + 2] argument\n"
                                  "  array y real64 [n + 2] argument\n  " +
                                  temporary + "\n" + instructions + "}\n");
}

std::map<std::string, double> const size = {{"n", 5}};

TEST(AssignmentToSubst, ReplacesTheTemporaryByARule) {
  auto const before = kernel_of("  set: [i] t = a[i] * 2.0 order i, 0\n"
                                "  use: [i, j] y[j] = y[j] + t * t order i, 1, j\n");
  auto const after = transformed(before, "assignment_to_subst", {text("t")});
  EXPECT_EQ(lines_of(after, {"rule", "set", "use", "array t"}),
            "rule t_subst(i) = a[i] * 2.0\n"
            "use: [i, j] y[j] = y[j] + t_subst(i) * t_subst(i) order i, 1, j\n");
  expect_equal_results(before, after, size);
}

TEST(AssignmentToSubst, HasTheSubscriptsOfAnArrayAsParameters) {
  auto const before = kernel_of("  set: [i] t[i] = a[i] * 2.0 order 0, i\n"
                                "  use: [i, j] y[j] = y[j] + t[i] * t[j] order 1, i, j\n",
                                "array t real64 [n] grid");
  auto const after = transformed(before, "assignment_to_subst", {text("t")});
  EXPECT_EQ(lines_of(after, {"rule", "use"}), "rule t_subst(i) = a[i] * 2.0\n"
                                              "use: [i, j] y[j] = y[j] + t_subst(i) * t_subst(j) order 1, i, j\n");
  expect_equal_results(before, after, size);
}

TEST(AssignmentToSubst, ReplacesUsesInRules) {
  auto const before = kernel_of("  rule twice() = t + t\n"
                                "  set: [i] t = a[i] * 2.0 order i, 0\n"
                                "  use: [i] y[i] = twice() * t order i, 1\n");
  auto const after = transformed(before, "assignment_to_subst", {text("t")});
  EXPECT_EQ(lines_of(after, {"rule twice", "use"}), "rule twice(i) = t_subst(i) + t_subst(i)\n"
                                                    "use: [i] y[i] = twice(i) * t_subst(i) order i, 1\n");
  expect_equal_results(before, after, size);
}

TEST(AssignmentToSubst, AllowsWritesBeforeAndAfterTheUse) {
  // Each iteration reads a[i + 1], which only a later iteration writes.
  auto const before = kernel_of("  set: [i] t = a[i + 1] order i, 0\n"
                                "  write: [i] a[i] = 1.0 order i, 1\n"
                                "  use: [i] y[i] = t order i, 2\n");
  expect_equal_results(before, transformed(before, "assignment_to_subst", {text("t")}), size);
}

TEST(AssignmentToSubst, RefusesAWriteBetweenAssignmentAndUse) {
  auto const kernel = kernel_of("  set: [i] t = a[i] order i, 0\n"
                                "  write: [i] a[i] = 1.0 order i, 1\n"
                                "  use: [i] y[i] = t order i, 2\n");
  std::string const message = message_of(kernel, "assignment_to_subst", {text("t")});
  EXPECT_THAT(message, HasSubstr("`t` cannot become a rule, because its value changes between `set` and `use`"));
  EXPECT_THAT(message, HasSubstr("writes `a`, which `set[i="));
  EXPECT_THAT(message, HasSubstr("write[i="));
}

TEST(AssignmentToSubst, RefusesAConditionalAssignment) {
  EXPECT_THAT(message_of(kernel_of("  set: [i] t = a[i] if i < 3 order i, 0\n"
                                   "  use: [i] y[i] = t order i, 1\n"),
                         "assignment_to_subst", {text("t")}),
              HasSubstr("its assignment `set` is executed only if i < 3"));
}

TEST(AssignmentToSubst, RefusesSeveralAssignments) {
  EXPECT_THAT(message_of(kernel_of("  set: [i] t = a[i] order i, 0\n"
                                   "  set2: [i] t = a[i + 1] order i, 1\n"
                                   "  use: [i] y[i] = t order i, 2\n"),
                         "assignment_to_subst", {text("t")}),
              HasSubstr("it has several assignments: `set` and `set2`"));
}

TEST(AssignmentToSubst, RefusesAnAssignmentThatReadsThePreviousValue) {
  EXPECT_THAT(message_of(kernel_of("  set: [i] t = t + a[i] order i, 0\n"
                                   "  use: [i] y[i] = t order i, 1\n",
                                   "array t real64 [] registers"),
                         "assignment_to_subst", {text("t")}),
              HasSubstr("`set` reads its previous value"));
}

TEST(AssignmentToSubst, RefusesAUseBeforeTheAssignment) {
  EXPECT_THAT(message_of(kernel_of("  use: [i] y[i] = t order i, 0\n"
                                   "  set: [i] t = a[i] order i, 1\n",
                                   "array t real64 [] registers"),
                         "assignment_to_subst", {text("t")}),
              HasSubstr("`use` may read a value that `set` has assigned in another iteration"));
}

TEST(AssignmentToSubst, RefusesAUseOutsideOfTheLoop) {
  EXPECT_THAT(message_of(kernel_of("  set: [i] t = a[i] order 0, i\n"
                                   "  use: [j] y[j] = t order 1, j\n",
                                   "array t real64 [] registers"),
                         "assignment_to_subst", {text("t")}),
              HasSubstr("`use` reads it outside of the loop `i`"));
}

TEST(AssignmentToSubst, RefusesSubscriptsThatAreNoLoops) {
  EXPECT_THAT(message_of(kernel_of("  set: [i] t[i + 1] = a[i] order 0, i\n"
                                   "  use: [j] y[j] = t[j + 1] order 1, j\n",
                                   "array t real64 [n + 2] grid"),
                         "assignment_to_subst", {text("t")}),
              HasSubstr("the subscripts of `t[i + 1]` are not different loop variables"));
}

TEST(AssignmentToSubst, RefusesUnknownAndUnusedTemporaries) {
  auto const kernel = kernel_of("  set: [i] t = a[i] order i, 0\n");
  EXPECT_THAT(message_of(kernel, "assignment_to_subst", {text("a")}), HasSubstr("There is no temporary array `a`"));
  EXPECT_THAT(message_of(kernel, "assignment_to_subst", {text("t")}), HasSubstr("no instruction reads it"));
  EXPECT_THAT(message_of(kernel_of("  use: [i] y[i] = t order i, 0\n"), "assignment_to_subst", {text("t")}),
              HasSubstr("no instruction assigns it"));
}

TEST(AssignmentToSubst, RefusesUsesInIterationsWithOtherCopies) {
  auto const kernel = loops::parse_loop_kernel("kernel k {\n"
                                               "  loop d: 0 <= d <= 3\n"
                                               "  loop i: 0 <= i <= 3\n"
                                               "  array q real64 [4] argument\n"
                                               "  array y real64 [4] argument\n"
                                               "  array t real64 [] registers copies d\n"
                                               "  array u real64 [4] registers\n"
                                               "  fetch: [d] t = q[d] order 0, d, 0\n"
                                               "  set: [d] u[d] = t order 0, d, 1\n"
                                               "  use: [i] y[i] = u[3 - i] order 1, i\n}\n");
  EXPECT_EQ(message_of(kernel, "assignment_to_subst", {text("u")}),
            "`u` cannot become a rule, because `use` uses it for another iteration of `d`, and its value reads `t`, of "
            "which each iteration of `d` has a copy. Apply assignment_to_subst to `t` before.");
}

} // namespace
} // namespace chemora::transform
