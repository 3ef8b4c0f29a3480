/// Tests formulas of boundary conditions. On the host, a formula evaluates to a value. For devices, a formula gives the
/// text of a graph with the same operations.
#include "formula.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace boundary {
namespace {

struct Formula {
  template <class At>
  auto operator()(At& at) const {
    auto const first = at.input(0, 1), second = at.input(0, 2), difference = first - second;
    auto const factor = at.is_lower_face ? at.parameter(3) : 2 * at.input(1);
    return at.is_lower_face ? factor * difference : factor / difference;
  }
};

TEST(Formula, EvaluatesOnTheHost) {
  std::vector<double> const values{1, 4, 10, 0}, other{5, 6, 7, 8}, parameters{0, 0, 0, 0.5};
  HostOperands<double> at{{values.data(), other.data()}, parameters.data(), false, 3, 1};
  EXPECT_EQ(Formula()(at), 2 * 8. / (10 - 4));
  at.is_lower_face = true;
  at.point = 0;
  at.outward = -1;
  EXPECT_EQ(Formula()(at), 0.5 * (4 - 10));
}

TEST(Formula, BecomesAGraphOfEachFace) {
  EXPECT_EQ(graph_of(Formula(), "Test", 2, 2), R"(graph Boundary_Test_y_lower {
  grid 3
  param real64 parameter3
  in array1
  out array0
  %0 = load array1
  %1 = shift %0 [0,1,0]
  %2 = shift %0 [0,2,0]
  %3 = subtract %1 %2
  %4 = parameter parameter3
  %5 = multiply %4 %3
  store array0 %5 boundary
}
)");
  EXPECT_NE(graph_of(Formula(), "Test", 5, 2).find("[0,0,-2]"), std::string::npos);
  EXPECT_NE(graph_of(Formula(), "Test", 5, 2).find("immediate real64 2\n"), std::string::npos);
}

struct Identity {
  template <class At>
  auto operator()(At& at) const {
    return at.input(0);
  }
};

TEST(Formula, OfDepthZeroHasOneGraphForAllFaces) {
  EXPECT_EQ(graph_of(Identity(), "Copy", 0, 0), graph_of(Identity(), "Copy", 5, 0));
  EXPECT_EQ(graph_of(Identity(), "Copy", 0, 0).find("graph Boundary_Copy {"), 0u);
}

} // namespace
} // namespace boundary
