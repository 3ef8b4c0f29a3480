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

} // namespace
} // namespace chemora::loops
