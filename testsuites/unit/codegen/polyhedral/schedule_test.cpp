#include "codegen/loops/loop_kernel.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::polyhedral {
namespace {

std::string scheduled(std::string const& kernel) {
  ir::LoopTree const tree = schedule(loops::parse_loop_kernel(kernel));
  ir::verify(tree, "schedule");
  return ir::to_text(tree);
}

TEST(Schedule, NestsSequentialLoops) {
  std::string const text = scheduled(R"(kernel matvec {
  parameter int32 m
  parameter int32 n
  assume m >= 1
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
}
)");
  EXPECT_EQ(text, R"(tree matvec {
  parameter int32 m
  parameter int32 n
  array a real64 [m, n] argument layout N0,N1
  array x real64 [n] argument layout N0
  array y real64 [m] argument layout N0
  buffer s real64 [] registers copies i
  for i from 0 to m - 1
    s = 0.0
    for k from 0 to n - 1
      s = s + a[i, k] * x[k]
    y[i] = s
}
)");
}

} // namespace
} // namespace chemora::polyhedral
