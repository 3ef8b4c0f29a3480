#include "codegen/emit/separate_boundaries.hpp"
#include "testsuites/devices/tree_cases.hpp"

#include <gtest/gtest.h>

namespace chemora::testing_support {

namespace {

/// Stencils whose subscripts rise or fall, values in temporaries, and sums in order.
constexpr char const* boundaries = R"(tree boundaries {
  parameter int32 n
  array a real64 [n] argument
  array b real64 [n] argument
  array c real64 [n] argument
  array sums real64 [8] argument
  buffer x real64 [] registers copies k, i
  buffer s real64 [8] registers
  for k from 0 to (n - 1)/8
    for i from 0 to min(7, n - 8*k - 1) vector extent 8
      x = a[maximum(8*k + i - 2, 0)] * 0.5
      b[8*k + i] = x * x + a[minimum(8*k + i + 11, n - 1)]
  for k from 0 to (n - 1)/8
    for i from 0 to min(7, n - 8*k - 1) vector extent 8
      c[8*k + i] = a[maximum(n - 3 - 8*k - i, 0)] - a[minimum(n - 8*k - i, n - 1)]
  for i from 0 to 7 vector extent 8
    s[i] = 0.0
  for k from 0 to (n - 1)/8
    for i from 0 to min(7, n - 8*k - 1) vector extent 8
      s[i] = s[i] * 0.5 + a[8*k + i]
  for i from 0 to 7 vector extent 8
    sums[i] = s[i]
}
)";

} // namespace

std::vector<TreeCase> trees_with_boundaries() {
  ir::LoopTree const tree = ir::parse_loop_tree(boundaries);
  ir::verify(tree, "test");
  EXPECT_GE(emit::with_separate_boundaries(tree).body.size(), tree.body.size() + 5);
  std::vector<TreeCase> cases;
  for (int const n : {1, 7, 8, 9, 16, 45}) cases.push_back({tree, {{"n", n}}});
  return cases;
}

} // namespace chemora::testing_support
