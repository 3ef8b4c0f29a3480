// Tests that values of rules are computed in advance where this keeps the result.
#include "testsuites/unit/codegen/transform/data_support.hpp"

namespace chemora::transform {
namespace {

using testing::HasSubstr;

loops::LoopKernel kernel_of(std::string const& lines, std::string const& tags_of_i = "") {
  return loops::parse_loop_kernel("kernel k {\n"
                                  "  parameter int32 n\n"
                                  "  assume n >= 1\n"
                                  "  loop i" +
                                  tags_of_i +
                                  ": 0 <= i <= n - 1\n"
                                  "  loop j: 0 <= j <= n - 1\n"
                                  "  loop m: 0 <= m <= n - 1\n"
                                  "  array a real64 [n + 2] argument\n"
                                  "  array q real64 [n + 2, n + 2] argument\n"
                                  "  array y real64 [n + 2] argument\n" +
                                  lines + "}\n");
}

std::map<std::string, double> const size = {{"n", 4}};

TEST(Precompute, ComputesSweptValuesInNewLoops) {
  auto const before = kernel_of("  rule f(c, r) = q[r, c] * 2.0\n"
                                "  use: [i, j, m] y[i] = y[i] + f(j, m) order i, 0, j, 0, m, 0\n");
  auto const after = transformed(before, "precompute", {text("f"), list({"j", "m"})},
                                 {{"precompute_inames", list({"jj", "mm"})}, {"temporary_name", text("t")}});
  EXPECT_EQ(lines_of(after, {"loop jj", "loop mm", "array t", "rule", "use", "compute_t"}),
            "loop jj: 0 <= jj <= n - 1\n"
            "loop mm: 0 <= mm <= n - 1\n"
            "array t real64 [jj: n, mm: n] registers layout N0,N1\n"
            "use: [i, j, m] y[i] = y[i] + t[j, m] order 1, i, 0, j, 0, m, 0\n"
            "compute_t: [jj, mm] t[jj, mm] = q[mm, jj] * 2.0 order 0, jj, 0, mm, 0\n");
  expect_equal_results(before, after, size);
}

TEST(Precompute, KeepsLoopsThatAreNotSweptOutside) {
  auto const before = kernel_of("  rule f(c, r) = q[r, c] * 2.0\n"
                                "  use: [i, j] y[i] = y[i] + f(j, i) order i, 0, j, 0\n");
  auto const after = transformed(before, "precompute", {text("f"), text("j")},
                                 {{"precompute_inames", text("jj")}, {"temporary_name", text("t")}});
  EXPECT_EQ(lines_of(after, {"array t", "use", "compute_t"}),
            "array t real64 [jj: n] registers layout N0 copies i\n"
            "use: [i, j] y[i] = y[i] + t[j] order i, 1, j, 0\n"
            "compute_t: [i, jj] t[jj] = q[i, jj] * 2.0 order i, 0, jj, 0\n");
  expect_equal_results(before, after, size);
}

TEST(Precompute, WorksForOuterLoopsInsideOfSweptLoops) {
  auto const before = kernel_of("  rule f(c, r) = q[r, c] * 2.0\n"
                                "  use: [i, j] y[i] = y[i] + f(j, i) order j, 0, i, 0\n");
  auto const after = transformed(before, "precompute", {text("f"), text("j")}, {{"temporary_name", text("t")}});
  expect_equal_results(before, after, size);
}

TEST(Precompute, WithoutSweepComputesAScalarOncePerIteration) {
  auto const before = kernel_of("  rule f_subst(c, r) = q[r, c] * 2.0\n"
                                "  use: [i, j] y[i] = y[i] + f_subst(j, i) * f_subst(j, i) order i, 0, j, 0\n");
  auto const after = transformed(before, "precompute", {text("f_subst")});
  EXPECT_EQ(lines_of(after, {"array f", "use", "compute_f"}), "array f real64 [] registers copies i, j\n"
                                                              "use: [i, j] y[i] = y[i] + f * f order i, 0, j, 1\n"
                                                              "compute_f: [i, j] f = q[i, j] * 2.0 order i, 0, j, 0\n");
  expect_equal_results(before, after, size);
}

TEST(Precompute, ComputesTheHullOfShiftedUses) {
  auto const before = kernel_of("  rule f(x) = a[x] * 2.0\n"
                                "  use: [i] y[i] = f(i + 2) - f(i) order i\n");
  auto const after = transformed(before, "precompute", {text("f"), text("i")}, {{"temporary_name", text("t")}});
  EXPECT_EQ(lines_of(after, {"array t", "use"}), "array t real64 [t_x: n + 2] registers layout N0\n"
                                                 "use: [i] y[i] = t[i + 2] - t[i] order 1, i\n");
  expect_equal_results(before, after, size);
}

TEST(Precompute, DoesNotReadOutsideOfArraysForUsesWithConditions) {
  auto const before = kernel_of("  rule f(x) = a[x + 3] * 2.0\n"
                                "  use: [i] y[i] = f(i) if i < 2 order i\n");
  expect_equal_results(before, transformed(before, "precompute", {text("f")}), size);
  expect_equal_results(before, transformed(before, "precompute", {text("f"), text("i")}), size);
}

TEST(Precompute, ReplacesUsesInsideOfOtherRules) {
  auto const before = kernel_of("  rule f(x) = a[x] * 2.0\n"
                                "  rule g(x, z) = f(x) + f(x) * a[z]\n"
                                "  use: [i, j] y[i] = y[i] + g(i, j) order i, 0, j\n");
  auto const after = transformed(before, "precompute", {text("f")}, {{"temporary_name", text("t")}});
  EXPECT_EQ(lines_of(after, {"rule", "array t", "use"}), "array t real64 [] registers copies i\n"
                                                         "rule g(j) = t + t * a[j]\n"
                                                         "use: [i, j] y[i] = y[i] + g(j) order i, 1, j\n");
  expect_equal_results(before, after, size);
}

TEST(Precompute, MergesRulesThatAreEqualAfterRenaming) {
  // Both directions read the same element of q.
  auto const before = kernel_of("  rule r(row, column) = q[column, row]\n"
                                "  rule s(first, second) = q[first, second]\n"
                                "  use_r: [i, j] y[i] = y[i] + r(j, i) order i, 0, j\n"
                                "  use_s: [i, j] a[i] = a[i] + s(i, j) order i, 1, j\n");
  auto const after = transformed(before, "precompute", {text("r")}, {{"temporary_name", text("t")}});
  EXPECT_EQ(lines_of(after, {"rule", "use", "compute"}), "use_r: [i, j] y[i] = y[i] + t order i, 0, j, 1\n"
                                                         "use_s: [i, j] a[i] = a[i] + t order i, 1, j\n"
                                                         "compute_t: [i, j] t = q[i, j] order i, 0, j, 0\n");
}

TEST(Precompute, ClosesRulesThatUseLoopsOfTheirUses) {
  auto const before = kernel_of("  rule f(r) = q[r, j] * 2.0\n"
                                "  use: [i, j] y[i] = y[i] + f(i) order i, 0, j, 0\n");
  auto const after = transformed(before, "precompute", {text("f"), text("j")}, {{"temporary_name", text("t")}});
  EXPECT_EQ(lines_of(after, {"use", "compute"}), "use: [i, j] y[i] = y[i] + t[j] order i, 1, j, 0\n"
                                                 "compute_t: [i, t_j] t[t_j] = q[i, t_j] * 2.0 order i, 0, t_j, 0\n");
  expect_equal_results(before, after, size);
}

TEST(Precompute, StoresValuesOfOtherThreadsInTheTile) {
  std::string const lines = "  rule f(x) = a[x] * 2.0\n"
                            "  use: [i, j] y[i] = y[i] + f(j) order i, 0, j\n";
  auto const of = [&](std::string const& tag) {
    auto const after =
        transformed(kernel_of(lines, tag), "precompute", {text("f"), text("j")}, {{"temporary_name", text("t")}});
    return lines_of(after, {"loop t_x", "array t"});
  };
  EXPECT_EQ(of(""), "loop t_x: 0 <= t_x <= n - 1\narray t real64 [t_x: n] registers layout N0\n");
  EXPECT_EQ(of(" l.0"), "loop t_x l.0: 0 <= t_x <= n - 1\narray t real64 [t_x: n] tile layout N0\n");
  // Blocks have separate memory.
  EXPECT_EQ(of(" g.0"), "loop t_x: 0 <= t_x <= n - 1\narray t real64 [t_x: n] registers layout N0 copies i\n");
}

TEST(Precompute, HasTheRequestedScopeTagAndLayout) {
  auto const after = transformed(kernel_of("  rule f(c, r) = q[r, c] * 2.0\n"
                                           "  use: [i, j, m] y[i] = y[i] + f(j, m) order i, 0, j, 0, m, 0\n"),
                                 "precompute", {text("f"), list({"j", "m"})},
                                 {{"precompute_inames", list({"jj", "mm"})},
                                  {"temporary_name", text("t")},
                                  {"temporary_scope", text("global")},
                                  {"precompute_outer_inames", text("i")},
                                  {"default_tag", text("unr")},
                                  {"storage_axis_to_tag", dictionary({{"jj", "N1"}, {"mm", "N0"}})}});
  EXPECT_EQ(lines_of(after, {"loop jj", "array t", "compute"}),
            "loop jj unr: 0 <= jj <= n - 1\n"
            "array t real64 [jj: n, mm: n] grid layout N1,N0 copies i\n"
            "compute_t: [i, jj, mm] t[jj, mm] = q[mm, jj] * 2.0 order i, 0, jj, 0, mm, 0\n");
}

TEST(Precompute, RefusesAWriteBetweenComputationAndUse) {
  auto const kernel = kernel_of("  rule f(x) = a[x] * 2.0\n"
                                "  write: [i] a[i + 1] = 1.0 order i, 0\n"
                                "  use: [i] y[i] = f(i) order i, 1\n");
  std::string const message = message_of(kernel, "precompute", {text("f"), text("i")});
  EXPECT_THAT(message, HasSubstr("`f` cannot be computed before `use`, because its value changes"));
  EXPECT_THAT(message, HasSubstr("write[i="));
  // For each iteration it can, because the write precedes the computation, too.
  expect_equal_results(kernel, transformed(kernel, "precompute", {text("f")}), size);
}

TEST(Precompute, RefusesDifferentValuesOfAParameterThatIsNotSwept) {
  EXPECT_THAT(
      message_of(kernel_of("  rule f(c, r) = q[r, c]\n"
                           "  use: [i, j] y[i] = f(j, i) + f(j, i + 1) order i, 0, j\n"),
                 "precompute", {text("f"), text("j")}),
      HasSubstr("different values of the parameter `r`, which is not swept: `i` in `use` and `i + 1` in `use`"));
}

TEST(Precompute, RefusesToSweepOverTemporariesOfTheLoop) {
  EXPECT_THAT(message_of(kernel_of("  array t real64 [] registers copies j\n"
                                   "  rule f(x) = a[x] * t\n"
                                   "  set: [i, j] t = a[j] order i, 0, j, 0\n"
                                   "  use: [i, j] y[i] = f(j) order i, 0, j, 1\n"),
                         "precompute", {text("f"), text("j")}),
              HasSubstr("it reads the temporary `t`, which each iteration of `j` assigns"));
}

TEST(Precompute, RefusesLoopsThatDoNotFit) {
  auto const kernel = kernel_of("  rule f(x) = a[x]\n"
                                "  rule unused(x) = a[x] * 3.0\n"
                                "  use: [i, j] y[i] = y[i] + f(j) order i, 0, j\n"
                                "  other: [i] a[i] = f(i) order i, 1\n");
  EXPECT_THAT(message_of(kernel, "precompute", {text("g")}), HasSubstr("There is no rule `g`"));
  EXPECT_THAT(message_of(kernel, "precompute", {text("unused")}), HasSubstr("No instruction uses the rule `unused`"));
  EXPECT_THAT(message_of(kernel, "precompute", {text("f"), text("x")}), HasSubstr("There is no loop `x`"));
  EXPECT_THAT(message_of(kernel, "precompute", {text("f"), text("m")}), HasSubstr("The sweep over `m` has no effect"));
  EXPECT_THAT(message_of(kernel, "precompute", {text("f"), list({"i", "j"})}, {{"precompute_outer_inames", text("j")}}),
              HasSubstr("The loop `j` cannot be swept and enclose the computation"));
  EXPECT_THAT(message_of(kernel, "precompute", {text("f"), list({"i", "j"})}, {{"precompute_outer_inames", text("m")}}),
              HasSubstr("`use` uses it outside of this loop"));
}

TEST(Precompute, RefusesLoopsOfOtherRangesBesideLoopsWithoutIterations) {
  auto const kernel = kernel_of("  loop short: 0 <= short <= 2\n"
                                "  loop none: 0 <= none <= -1\n"
                                "  rule f(x) = a[x]\n"
                                "  use: [i, j] y[i] = y[i] + f(j) order i, 0, j\n"
                                "  other: [none, short] q[none, short] = 0.0 order 1, none, short\n");
  EXPECT_THAT(message_of(kernel, "precompute", {text("f"), text("j")}, {{"precompute_inames", text("short")}}),
              HasSubstr("The loop `short` exists and has another range"));
}

TEST(Precompute, RefusesNamesThatDoNotFit) {
  auto const kernel = kernel_of("  loop short: 0 <= short <= 2\n"
                                "  rule f(x) = a[x]\n"
                                "  use: [i, j] y[i] = y[i] + f(j) order i, 0, j\n");
  auto const with = [&](std::string const& name, Value const& value) {
    return message_of(kernel, "precompute", {text("f"), text("j")}, {{name, value}});
  };
  EXPECT_THAT(with("precompute_inames", list({"u", "v"})), HasSubstr("have 1 swept axes; found 2 names of loops"));
  EXPECT_THAT(with("precompute_inames", text("short")), HasSubstr("The loop `short` exists and has another range"));
  EXPECT_THAT(with("temporary_name", text("a")), HasSubstr("already the name of an array"));
  EXPECT_THAT(with("temporary_scope", text("cache")), HasSubstr("The scope `cache` is unknown"));
  EXPECT_THAT(with("default_tag", text("fast")), HasSubstr("`fast` is not a tag"));
}

} // namespace
} // namespace chemora::transform
