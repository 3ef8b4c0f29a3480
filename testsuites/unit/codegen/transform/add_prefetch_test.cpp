// Tests that elements of arrays are fetched where this keeps the result.
#include "testsuites/unit/codegen/transform/data_support.hpp"

namespace chemora::transform {
namespace {

using testing::HasSubstr;

loops::LoopKernel kernel_of(std::string const& instructions, std::string const& tag = "") {
  return loops::parse_loop_kernel("kernel k {\n"
                                  "  parameter int32 n\n"
                                  "  assume n >= 1\n"
                                  "  loop e: 0 <= e <= 2\n"
                                  "  loop i" +
                                  tag +
                                  ": 0 <= i <= n - 1\n"
                                  "  loop j: 0 <= j <= n - 1\n"
                                  "  array D real64 [n, n] argument\n"
                                  "  array q real64 [point: n, field: 2, element: 3] argument\n"
                                  "  array a real64 [n + 2] argument\n"
                                  "  array y real64 [n, 3] argument\n" +
                                  instructions + "}\n");
}

std::string const product = "  use: [e, i, j] y[i, e] = y[i, e] + D[i, j] * q[j, 1, e] order e, i, j\n";
std::map<std::string, double> const size = {{"n", 4}};

TEST(AddPrefetch, FetchesAWholeArray) {
  auto const before = kernel_of(product);
  auto const after = transformed(before, "add_prefetch", {text("D[:,:]")});
  EXPECT_EQ(lines_of(after, {"loop D", "array D_fetch", "use", "fetch", "rule"}),
            "loop D_dim_0: 0 <= D_dim_0 <= n - 1\n"
            "loop D_dim_1: 0 <= D_dim_1 <= n - 1\n"
            "array D_fetch real64 [D_dim_0: n, D_dim_1: n] registers layout N0,N1\n"
            "use: [e, i, j] y[i, e] = y[i, e] + D_fetch[i, j] * q[j, 1, e] order 1, e, i, j\n"
            "fetch_D: [D_dim_0, D_dim_1] D_fetch[D_dim_0, D_dim_1] = D[D_dim_0, D_dim_1] "
            "order 0, D_dim_0, 0, D_dim_1, 0\n");
  expect_equal_results(before, after, size);
}

TEST(AddPrefetch, FetchesOncePerBlockByItsThreads) {
  auto kernel = kernel_of(product, " l.0");
  kernel.loop("e").tag = loops::Tag::block_axis;
  auto const after = transformed(kernel, "add_prefetch", {text("D[:,:]")});
  EXPECT_EQ(lines_of(after, {"loop D", "array D_fetch"}),
            "loop D_dim_0 l.0: 0 <= D_dim_0 <= n - 1\n"
            "loop D_dim_1: 0 <= D_dim_1 <= n - 1\n"
            "array D_fetch real64 [D_dim_0: n, D_dim_1: n] tile layout N0,N1 copies e\n");
}

TEST(AddPrefetch, FetchesWholeAxesForEachIterationOfOtherLoops) {
  auto const before = kernel_of(product);
  auto const after = transformed(before, "add_prefetch", {text("q[j, :, e]")});
  EXPECT_EQ(lines_of(after, {"loop q", "array q_fetch", "use"}),
            "loop q_dim_field: 0 <= q_dim_field <= 1\n"
            "array q_fetch real64 [field: 2] registers layout N0 copies e, j\n"
            "use: [e, i, j] y[i, e] = y[i, e] + D[i, j] * q_fetch[1] order e, 1, i, j\n");
  expect_equal_results(before, after, size);
}

TEST(AddPrefetch, FetchesTheFootprintOfSweptLoops) {
  auto const before = kernel_of("  use: [e, i] y[i, e] = a[i] + a[i + 2] order e, i\n");
  auto const after = transformed(before, "add_prefetch", {text("a"), text("i")});
  EXPECT_EQ(lines_of(after, {"array a_fetch", "use"}),
            "array a_fetch real64 [a_dim_0: n + 2] registers layout N0\n"
            "use: [e, i] y[i, e] = a_fetch[i] + a_fetch[i + 2] order 1, e, i\n");
  expect_equal_results(before, after, size);
}

TEST(AddPrefetch, ReplacesOnlyReadsOfTheGivenForm) {
  auto const before = kernel_of("  use: [e, i] y[i, e] = a[i] + a[i + 2] order e, i\n");
  auto const after = transformed(before, "add_prefetch", {text("a[i + 2]"), text("i")});
  EXPECT_EQ(lines_of(after, {"use"}), "use: [e, i] y[i, e] = a[i] + a_fetch[i] order 1, e, i\n");
  expect_equal_results(before, after, size);
}

TEST(AddPrefetch, RefusesToFetchBeforeAWrite) {
  auto const kernel = kernel_of("  write: [i] a[i] = 1.0 order 0, i\n"
                                "  use: [i] y[i, 0] = a[i + 1] order 0, i, 1\n");
  std::string const message = message_of(kernel, "add_prefetch", {text("a[:]")});
  EXPECT_EQ(message, "no error"); // Iteration i reads a[i + 1], which iteration i + 1 writes.
  std::string const rejected = message_of(kernel_of("  write: [i] a[i + 1] = 1.0 order 0, i\n"
                                                    "  use: [i] y[i, 0] = a[i] order 0, i, 1\n"),
                                          "add_prefetch", {text("a[:]")});
  EXPECT_THAT(rejected, HasSubstr("cannot be computed before `use`, because its value changes"));
  EXPECT_THAT(rejected, HasSubstr("`a`"));
}

TEST(AddPrefetch, ExplainsWrongPatterns) {
  auto const kernel = kernel_of(product);
  auto const with = [&](std::string const& pattern) { return message_of(kernel, "add_prefetch", {text(pattern)}); };
  EXPECT_THAT(with("d[:,:]"), HasSubstr("There is no array `d`. Did you mean `D`?"));
  EXPECT_THAT(with("D[:]"), HasSubstr("`D` has 2 axes; found 1 subscripts in `D[:]`"));
  EXPECT_THAT(with("D[:,:"), HasSubstr("must have the form `ARRAY` or `ARRAY[:,i,...]`"));
  EXPECT_THAT(with("D[i*j,:]"), HasSubstr("The subscript `i*j` must be `:` or a sum of multiples of loops"));
  EXPECT_THAT(with("D[i+1,:]"), HasSubstr("No instruction reads `D` in the form `D[i+1,:]`"));
  EXPECT_THAT(with("D"), HasSubstr("needs the loops whose reads are fetched"));
  EXPECT_THAT(message_of(kernel, "add_prefetch", {text("D[:,:]"), text("e")}),
              HasSubstr("The sweep over `e` has no effect"));
}

TEST(AddPrefetch, FetchesBeforeUsesWithOtherLoopsAtTheSamePosition) {
  auto const before = kernel_of("  array s real64 [] registers\n"
                                "  loop r: 0 <= r <= n - 1\n"
                                "  init: [] s = 1.0 order 0\n"
                                "  set: [i] s = a[i] if 2.0 < a[i] order 1, i, 0\n"
                                "  use: [r] y[r, 0] = s order 1, r, 1\n");
  auto const after = transformed(before, "add_prefetch", {text("a[i]")});
  EXPECT_EQ(lines_of(after, {"set", "use", "fetch"}), "set: [i] s = a_fetch if 2.0 < a_fetch order 1, i, 1\n"
                                                      "use: [r] y[r, 0] = s order 1, r, 2\n"
                                                      "fetch_a: [i] a_fetch = a[i] if 0 <= i, i < n + 2 "
                                                      "order 1, i, 0\n");
  expect_equal_results(before, after, size);
}

TEST(AddPrefetch, FetchesAllElementsOfLoopsThatFollowFromOthers) {
  auto const before = loops::parse_loop_kernel("kernel k {\n"
                                               "  parameter int32 n\n"
                                               "  loop c\n"
                                               "  loop o\n"
                                               "  loop i: 0 <= i <= 3\n"
                                               "  where o >= 0\n"
                                               "  where c >= 0\n"
                                               "  where c <= n - 1\n"
                                               "  where 4*o <= n - 1\n"
                                               "  where c == 4*o + i\n"
                                               "  array a real64 [n] argument\n"
                                               "  array y real64 [n] argument\n"
                                               "  set: [c, o, i] y[c] = a[4*o + i] order c, o, i\n}\n");
  auto const after = transformed(before, "add_prefetch", {text("a[i + 4*o]"), list({"i"})});
  for (double const n : {1.0, 4.0, 7.0}) expect_equal_results(before, after, {{"n", n}});
}

TEST(AddPrefetch, ChecksConditionsOnSubscriptsBeforeTheyAreRead) {
  auto const before = kernel_of("  array ix int32 [n] argument\n"
                                "  rule value(p) = a[ix[p]]\n"
                                "  set: [i] y[i, 0] = value(i) if i < n - 1 order 0, i\n");
  auto const after = transformed(before, "precompute", {text("value"), list({"i"})});
  EXPECT_THAT(lines_of(after, {"compute"}), HasSubstr("if 0 <= value_value_p, value_value_p < n, 0 <= ix["));
}

} // namespace
} // namespace chemora::transform
