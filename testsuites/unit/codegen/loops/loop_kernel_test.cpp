#include "codegen/loops/loop_kernel.hpp"

#include <gtest/gtest.h>

namespace chemora::loops {
namespace {

char const* const matvec = R"(kernel matvec {
  parameter int32 m
  parameter int32 n
  assume m >= 1
  loop i: 0 <= i <= m - 1
  loop k: 0 <= k <= n - 1
  array a real64 [m, n] argument layout N0,N1
  array x real64 [n] argument layout N0
  array y real64 [m] argument layout N0
  array s real64 [] registers copies i
  rule product(r) = a[r, k] * x[k]
  init: [i] s = 0.0 order i, 0
  add: [i, k] s = s + product(i) order i, 1, k
  store: [i] y[i] = s order i, 2
}
)";

TEST(LoopKernelText, PrintsWhatItParses) { EXPECT_EQ(to_text(parse_loop_kernel(matvec)), matvec); }

TEST(LoopKernelInterpreter, MultipliesMatrixAndVector) {
  LoopKernel const kernel = parse_loop_kernel(matvec);
  std::map<std::string, double> const parameters{{"m", 2}, {"n", 3}};
  std::map<std::string, std::vector<double>> arrays{{"a", {1, 2, 3, 4, 5, 6}}, {"x", {1, 10, 100}}, {"y", {0, 0}}};
  auto random = arrays;
  interpret(kernel, parameters, arrays);
  EXPECT_EQ(arrays["y"], (std::vector<double>{531, 642}));
  interpret_in_random_order(kernel, parameters, random, 1);
  EXPECT_EQ(random["y"], (std::vector<double>{531, 642}));
}

/// Parses a kernel with these lines, prints it, and parses it again.
void expect_round_trip(std::string const& lines) {
  std::string const text = to_text(parse_loop_kernel("kernel k {\n" + lines + "}\n"));
  EXPECT_EQ(to_text(parse_loop_kernel(text)), text);
  EXPECT_EQ(text, "kernel k {\n" + lines + "}\n");
}

TEST(LoopKernelText, KeepsTagsConstraintsAndLayouts) {
  expect_round_trip("  parameter int32 n\n"
                    "  parameter real64 alpha\n"
                    "  assume n <= 100\n"
                    "  loop o g.0: 0 <= o <= 7\n"
                    "  loop p l.1: 0 <= p <= 3\n"
                    "  loop q vec: o + 1 <= q <= n - 1\n"
                    "  loop u\n"
                    "  where 4*o + p <= n - 1\n"
                    "  where u == 2*o + 3\n"
                    "  array a real32 [x: 4, n, 2*n + 1] argument layout vec,N0,sep\n"
                    "  array \"rho[0]\" real64 [n] argument layout N0\n"
                    "  array b real64 [4] tile layout N0 copies o, p storage pool\n"
                    "  array b_0 int32 [] grid storage pool\n"
                    "  array s real64 [] registers copies o\n"
                    "  x: [o, p] b[p] = alpha if p < 3, alpha < 1.0 or not p == 2 order 0, o, 1, p tags t, v\n"
                    "  wait: [o] barrier tile order 0, o, 2 after x\n"
                    "  y: [o, u] \"rho[0]\"[u] = b[0] order 0, o, 3\n"
                    "  priority o, p\n"
                    "  priority o, q\n"
                    "  reassociated a, b\n"
                    "  ordered s\n"
                    "  plan \"tag(f, \\\"o\\\")\"\n");
}

TEST(LoopKernelText, KeepsExpressions) {
  for (char const* value :
       {"-x", "-(1.0)", "-1.0", "-(-1.0)", "-0.0", "x - -1.0", "x - (y - x)", "x - y - x", "x/y", "nan", "-inf",
        "1e+300", "select(x < y and not (x == y or y < x), -(x + y), sqrt(absolute(x)))", "real64(i)", "real64(1.5f)",
        "reduce add(k: reduce maximum(j: a[modulo(k, 3), floor_divide(j, 2)]))", "\"sqrt\"(i) + \"nan\"",
        "fma(x, y, (x + y) * x) / -x", "real64(int32(x != y) - 2147483647) * real64(-2147483648)"}) {
    std::string const text = std::string(value) == "x/y" ? "x / y" : value;
    expect_round_trip("  loop i: 0 <= i <= 3\n  loop j: 0 <= j <= 3\n  loop k: 0 <= k <= 3\n"
                      "  array x real64 [] registers\n  array y real64 [] registers\n"
                      "  array \"nan\" real64 [] registers\n  array a real64 [4, 4] argument layout N0,N1\n"
                      "  rule sqrt(p) = a[p, 0]\n  s: [i] x = " +
                      text + " order i\n");
  }
}

TEST(LoopKernelInterpreter, SaturatesNarrowIntegers) {
  LoopKernel const kernel = parse_loop_kernel(R"(kernel narrow {
    parameter int32 gap
    loop i: 0 <= i <= 3
    array a int8 [4] argument
    array b int16 [4] argument
    array best int8 [] registers
    array result int8 [1] argument
    start: [] best = int8(-1000) order 0
    add: [i] a[i] = subtract_saturated(a[i], int8(gap)) order 1, i, 0
    sum: [i] b[i] = add_saturated(b[i], int16(a[i])) order 1, i, 1
    maximum: [i] best = maximum(best, a[i]) order 1, i, 2
    store: [] result[0] = best order 2
  })");
  EXPECT_EQ(to_text(parse_loop_kernel(to_text(kernel))), to_text(kernel));
  for (unsigned seed = 0; seed < 3; ++seed) {
    std::map<std::string, std::vector<double>> arrays{
        {"a", {-120, 0, 5, 127}}, {"b", {0, -32767, 32767, 1}}, {"result", {0}}};
    if (seed == 0)
      interpret(kernel, {{"gap", 11}}, arrays);
    else
      interpret_in_random_order(kernel, {{"gap", 11}}, arrays, seed);
    EXPECT_EQ(arrays["a"], (std::vector<double>{-128, -11, -6, 116}));
    EXPECT_EQ(arrays["b"], (std::vector<double>{-128, -32768, 32761, 117}));
    EXPECT_EQ(arrays["result"], (std::vector<double>{116}));
  }
}

TEST(LoopKernelInterpreter, DeterminesRangesFromData) {
  LoopKernel const kernel = parse_loop_kernel(R"(kernel sparse {
    parameter int32 n
    loop i: 0 <= i <= n - 1
    loop j: first <= j <= last - 1
    array start int32 [n + 1] argument
    array column int32 [6] argument
    array x real64 [n] argument
    array y real64 [n] argument
    array first int32 [] registers copies i
    array last int32 [] registers copies i
    begin: [i] first = start[i] order i, 0
    end: [i] last = start[i + 1] order i, 1
    add: [i, j] y[i] = y[i] + x[column[j]] order i, 2, j
  })");
  for (unsigned seed = 0; seed < 10; ++seed) {
    std::map<std::string, std::vector<double>> arrays{
        {"start", {0, 2, 2, 6}}, {"column", {0, 2, 0, 1, 2, 2}}, {"x", {1, 10, 100}}, {"y", {0, 0, 0}}};
    if (seed == 0)
      interpret(kernel, {{"n", 3}}, arrays);
    else
      interpret_in_random_order(kernel, {{"n", 3}}, arrays, seed);
    EXPECT_EQ(arrays["y"], (std::vector<double>{101, 0, 211}));
  }
}

TEST(LoopKernelInterpreter, EnumeratesRangesOfSplitLoops) {
  LoopKernel const kernel = parse_loop_kernel(R"(kernel split {
    parameter int32 n
    loop i_outer
    loop i_inner: 0 <= i_inner <= 3
    where 4*i_outer + i_inner >= 0
    where 4*i_outer + i_inner <= n - 1
    array y int32 [n + 1] argument
    s: [i_outer, i_inner] y[4*i_outer + i_inner] = y[n] order 4*i_outer + i_inner, 0
    t: [i_outer, i_inner] y[n] = y[n] + 1 order 4*i_outer + i_inner, 1
  })");
  std::map<std::string, std::vector<double>> arrays{{"y", std::vector<double>(8, 0)}};
  interpret(kernel, {{"n", 7}}, arrays);
  EXPECT_EQ(arrays["y"], (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7}));
}

} // namespace
} // namespace chemora::loops
