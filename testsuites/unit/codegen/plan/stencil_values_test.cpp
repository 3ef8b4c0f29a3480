// Tests the classification of operations. Operations of stencils are distinguished from all other operations, and
// advection stencils from other stencils.
#include "codegen/plan/fission.hpp"

#include "codegen/ir/graph.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;

/// The beginning of a graph with the neighbours of u along x, their difference divided by 2 dx, and the velocity v.
std::string const beginning =
    "graph k {\n  grid 3\n  in u v\n  out r\n"
    "  %0 = load u\n  %1 = shift %0 [1,0,0]\n  %2 = shift %0 [-1,0,0]\n  %3 = subtract %1 %2\n"
    "  %4 = immediate real64 32.0\n  %5 = multiply %4 %3\n  %6 = load v\n";

plan::OperationsByPurpose counted(std::string const& lines) {
  return plan::operations_by_purpose(ir::parse_graph(beginning + lines + "}\n"));
}

TEST(OperationsByPurpose, CountsStencilsAsDerivatives) {
  auto const counts = counted("  %7 = multiply %6 %5\n  %8 = add %7 %0\n  store r %8 interior\n");
  EXPECT_EQ(counts.derivatives, 2);
  EXPECT_EQ(counts.advection, 0) << "v is a factor, but no operation depends on the sign of v";
}

/// v odd + |v| even
TEST(OperationsByPurpose, CountsUpwindStencilsAndTheirProductsAsAdvection) {
  auto const counts = counted("  %7 = absolute %6\n  %8 = add %1 %2\n  %9 = multiply %6 %5\n  %10 = fma %7 %8 %9\n"
                              "  %11 = add %10 %0\n  store r %11 interior\n");
  EXPECT_EQ(counts.derivatives, 0);
  EXPECT_EQ(counts.advection, 2 + 1 + 1 + 2) << "odd, even, both products; not the sum with u";
}

TEST(OperationsByPurpose, AllowsConstantFactorsOfVelocities) {
  auto const counts =
      counted("  %7 = absolute %6\n  %8 = multiply %4 %7\n  %9 = multiply %8 %5\n  store r %9 interior\n");
  EXPECT_EQ(counts.derivatives, 0);
  EXPECT_EQ(counts.advection, 3);
}

TEST(OperationsByPurpose, CountsSharedOperationsAsDerivatives) {
  auto const counts = counted("  %7 = absolute %6\n  %8 = multiply %7 %5\n  %9 = shift %0 [0,1,0]\n  %10 = add %3 %9\n"
                              "  %11 = multiply %10 %10\n  %12 = add %8 %11\n  store r %12 interior\n");
  EXPECT_EQ(counts.derivatives, 2) << "the derivative operations are the difference and the addition of a third point";
  EXPECT_EQ(counts.advection, 2);
}

} // namespace
