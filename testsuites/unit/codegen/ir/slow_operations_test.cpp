// Tests the counts of slow operations. Divisions, roots and functions are counted separately if their operands vary
// over the grid.
#include "codegen/ir/graph.hpp"
#include "codegen/ir/graph_builder.hpp"

#include <gtest/gtest.h>

namespace chemora::ir {
namespace {

TEST(SlowOperations, CountOnlyVaryingValues) {
  GraphBuilder builder("slow");
  ValueId const u = builder.load("u"), two = builder.real(2), parameter = builder.parameter("p", Type::real64);
  ValueId const root = builder.apply(Op::sqrt, {builder.apply(Op::divide, {two, u})});
  ValueId const wave = builder.apply(Op::sin, {builder.apply(Op::cbrt, {builder.apply(Op::power, {root, u})})});
  ValueId const same = builder.apply(Op::divide, {builder.apply(Op::exp, {parameter}), two});
  builder.store("v", builder.apply(Op::add, {wave, same}), Region::interior);
  Graph const graph = builder.finish();
  SlowOperations const slow = slow_operations(graph);
  EXPECT_EQ(slow.divisions, 1);
  EXPECT_EQ(slow.square_roots, 1);
  EXPECT_EQ(slow.cube_roots, 1);
  EXPECT_EQ(slow.functions, 2);
  EXPECT_EQ(count(graph).flops, 6)
      << "five slow operations count as one operation each, and the sum of the results is one more";
}

} // namespace
} // namespace chemora::ir
