// Tests that derivatives vanish along axes with a single point, for every kind of operator, and that kernels then
// contain no operations of these axes.
#include "codegen/discretisation/discretise.hpp"
#include "codegen/edl/parser.hpp"
#include "codegen/passes/passes.hpp"
#include "codegen/tensor/expand/expand.hpp"
#include "codegen/tensor/resolve/resolve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::array plane{64, 64, 1}, line{64, 1, 1}, point{1, 1, 1}, cube{64, 64, 64};

/// Returns the compiled graph of the only calculation, which assigns `expression` to w.
ir::Graph compiled(std::string const& expression, std::string const& operators = "D_i = centred(4)",
                   std::string const& more = "") {
  std::string const body =
      "begin variables\n u w c^i J^i_j\nend variables\nbegin derivatives\n " + operators + "\nend derivatives\n" +
      more + "begin calculation C\n w = " + expression +
      "\nend calculation\nbegin calculation Uses on everywhere\n c^i = J^i_1\n J^i_j = 0\n u = c^1\n"
      "end calculation";
  base::SourceText const source{"test.edl", "begin thorn T\n" + body + "\nend thorn\n"};
  auto const system =
      discretisation::discretise(tensor::expand(tensor::resolve(edl::parse(source), source), source), source);
  return passes::compile(system.kernels.at(0).variants.at(0));
}

std::string values(ir::Graph const& graph, std::array<int, 3> const& size) {
  std::string const text = to_text(passes::specialise(graph, {.global_size = size}));
  auto const out = text.find("  out");
  return text.substr(text.find('\n', out) + 1);
}

TEST(OmitAxes, MakesDerivativesVanish) {
  std::string const zero = "  %0 = immediate real64 0\n  store w %0 interior\n}\n";
  for (auto const& [expression, operators] :
       std::vector<std::pair<std::string, std::string>>{{"D_3 u", "D_i = centred(2)"},
                                                        {"D_3 u", "D_i = centred(8)"},
                                                        {"D_33 u", "D_i = centred(2)"},
                                                        {"D_33 u", "D_i = centred(4)"},
                                                        {"D_33 u", "D_i = centred(8)"},
                                                        {"D_13 u", "D_i = centred(4)"},
                                                        {"D_13 u", "D_i = centred(6, diagonal)"},
                                                        {"D_3 D_3 u", "D_i = centred(4)"},
                                                        {"D_1 D_3 u", "D_i = centred(4)"},
                                                        {"D_3 u", "D_i = forward(4)"},
                                                        {"D_3 u", "D_i = backward(2)"},
                                                        {"D_3 u", "D_i = upwind(4, c)"},
                                                        {"D_3 u", "D f_i = (-3/2 f_(i) + 2 f_(i+1) - 1/2 f_(i+2))/h"},
                                                        {"D_3 (u**2 exp(u))", "D_i = centred(4)"},
                                                        {"D_3 (z + z u)", "D_i = centred(4)"},
                                                        {"u D_3 u + 1/3 D_33 u", "D_i = centred(6)"}}) {
    EXPECT_EQ(values(compiled(expression, operators), plane), zero) << expression << " with " << operators;
    EXPECT_NE(values(compiled(expression, operators), cube), zero) << expression << " with " << operators;
  }
  EXPECT_EQ(values(compiled("D u", "D = dissipation(4)"), point), zero);
}

TEST(OmitAxes, LeavesNoOperationsOfTheOmittedAxes) {
  ir::Graph const laplacian = compiled("delta^ij D_ij u + x D_1 u + y D_2 u + z D_3 u");
  EXPECT_THAT(values(laplacian, cube), HasSubstr(",1]"));
  EXPECT_THAT(values(laplacian, plane), Not(HasSubstr(",1]")));
  EXPECT_THAT(values(laplacian, plane), Not(HasSubstr(" z")));
  EXPECT_EQ(values(laplacian, line), values(compiled("D_11 u + x D_1 u"), line));
}

TEST(OmitAxes, ReadsTheAxesOfAJacobianThatRemain) {
  ir::Graph const graph = compiled("D_1 u", "D_i = J^a_i centred(2)");
  EXPECT_THAT(values(graph, plane), HasSubstr("load J21"));
  EXPECT_THAT(values(graph, plane), Not(HasSubstr("load J31")));
}

TEST(OmitAxes, UsesTheCoordinateOfTheOnlyPoint) {
  EXPECT_THAT(values(compiled("u z + D_3 u"), plane), HasSubstr("origin z"));
}

TEST(OmitAxes, ReturnsGraphsThatReadNoNeighboursUnchanged) {
  for (ir::Graph const& graph : {compiled("u + z D_1 u"), compiled("delta^ij D_ij u")})
    EXPECT_EQ(passes::omit_axes(graph, cube), graph);
  ir::Graph const along_x = compiled("u + z D_1 u");
  EXPECT_EQ(passes::omit_axes(along_x, line), along_x);
  ir::Graph const faces = compiled("Div_i F^i + D_1 u", "Div f_i = (f_(i+1/2) - f_(i-1/2))/h\n D_i = centred(2)",
                                   "begin faces along i\n F^i = u at i + u at i+1\nend faces\n");
  EXPECT_EQ(passes::omit_axes(faces, line), faces);
}

TEST(OmitAxes, IsIdempotent) {
  ir::Graph const once = passes::omit_axes(compiled("delta^ij D_ij u + D_3 (z u)"), plane);
  EXPECT_EQ(passes::omit_axes(once, plane), once);
}

} // namespace
