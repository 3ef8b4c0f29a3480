// Tests the replacement of derivatives by stencils. The tests compare the text of graphs, their variants, and their
// values for polynomials and plane waves.
#include "codegen/discretisation/discretise.hpp"
#include "codegen/edl/parser.hpp"
#include "codegen/ir/interpreter.hpp"
#include "codegen/tensor/expand/expand.hpp"
#include "codegen/tensor/resolve/resolve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace chemora::discretisation {
namespace {

using ::testing::HasSubstr;

DiscreteSystem discretised(std::string const& body) {
  base::SourceText const source{"test.edl", "begin thorn T\n" + body + "\nend thorn\n"};
  return discretise(tensor::expand(tensor::resolve(edl::parse(source), source), source), source);
}

DiscreteSystem derivative_of_u(std::string const& expression, std::string const& definition) {
  return discretised("begin variables\n u w\nend variables\nbegin derivatives\n " + definition +
                     "\nend derivatives\nbegin calculation C\n w = " + expression + "\nend calculation");
}

/// Evaluates the graph for u = x^a y^b z^c on a 15^3 grid with spacing 1/8, whose origin is in the middle. Returns w at
/// the origin.
double at_middle(ir::Graph const& graph, int a, int b, int c) {
  ir::InterpreterInput input;
  input.extent = {15, 15, 15};
  input.scalars.spacing = {0.125, 0.125, 0.125};
  std::map<std::string, std::vector<double>> arrays{{"u", {}}, {"w", std::vector<double>(15 * 15 * 15)}};
  for (int k = -7; k <= 7; ++k)
    for (int j = -7; j <= 7; ++j)
      for (int i = -7; i <= 7; ++i)
        arrays["u"].push_back(std::pow(i / 8.0, a) * std::pow(j / 8.0, b) * std::pow(k / 8.0, c));
  ir::interpret(graph, input, {{7, 7, 7}, {8, 8, 8}}, arrays);
  return arrays["w"][7 + 15 * (7 + 15 * 7)];
}

std::string const scaled_by_a_parameter = "begin parameters\n a : real, default: 1\nend parameters\n"
                                          "begin variables\n u w\nend variables\n"
                                          "begin calculation C\n w = a u + 1/3\nend calculation";

TEST(Precision, OfOneTypeNeedsNoVariants) {
  auto const system = discretised("precision real32\n" + scaled_by_a_parameter);
  ASSERT_EQ(system.kernels.at(0).variants.size(), 1u);
  EXPECT_THAT(to_text(system.kernels[0].variants[0]),
              HasSubstr("  grid 3 real32\n  param real64 a\n  in u\n  out w\n  %0 = parameter a\n"
                        "  %1 = convert real32 %0\n  %2 = load u\n  %3 = multiply %1 %2\n"
                        "  %4 = immediate real32 0.33333334\n"));
}

TEST(Precision, OfTwoTypesGivesOneVariantForEach) {
  auto const system = discretised("precision real64, real32\n" + scaled_by_a_parameter);
  auto const& variants = system.kernels.at(0).variants;
  ASSERT_EQ(variants.size(), 2u);
  EXPECT_EQ(variants[0].real, ir::Type::real64);
  EXPECT_EQ(variants[0].guards, (std::vector<ir::Guard>{{"precision", "real64"}}));
  EXPECT_EQ(variants[1].real, ir::Type::real32);
  EXPECT_EQ(variants[1].guards, (std::vector<ir::Guard>{{"precision", "real32"}}));
  ASSERT_EQ(system.components.parameters.size(), 2u);
  EXPECT_EQ(system.components.parameters[1].default_keyword, "real64");
}

TEST(Precision, OfACalculationConvertsVariables) {
  auto const system = discretised("precision real32\nbegin variables\n u w\nend variables\n"
                                  "begin calculation C precision real64\n w = u + 1/3\nend calculation");
  EXPECT_THAT(to_text(system.kernels.at(0).variants.at(0)),
              HasSubstr("  grid 3\n  elements real32 u w\n  in u\n  out w\n  %0 = load u\n"
                        "  %1 = immediate real64 0.3333333333333333\n"));
}

TEST(Precision, OfOtherImplementationsIsReal64) {
  auto const system = discretised("inherit ADMBase\nprecision real32\nbegin variables\n w\nend variables\n"
                                  "begin calculation C\n w = ADMBase::alp\nend calculation");
  EXPECT_THAT(to_text(system.kernels.at(0).variants.at(0)), HasSubstr("  elements real64 ADMBase::alp\n"));
}

TEST(Precision, SelectsValuesAtCompileTime) {
  auto const system =
      discretised("precision real64, real32\nbegin variables\n u w\nend variables\nbegin calculation C\n"
                  " w = max(u, precision == \"real32\" ? 1e-30 : 1e-60)\nend calculation");
  auto const& variants = system.kernels.at(0).variants;
  ASSERT_EQ(variants.size(), 2u);
  EXPECT_THAT(to_text(variants[0]), HasSubstr("%1 = immediate real64 1e-60\n  %2 = maximum %0 %1\n"));
  EXPECT_THAT(to_text(variants[1]), HasSubstr("%1 = immediate real32 1e-30\n  %2 = maximum %0 %1\n"));
}

TEST(Precision, RejectsNumbersBeyondReal32) {
  for (char const* number : {"1e39", "1e-46"}) try {
      discretised(std::string("precision real64, real32\nbegin variables\n u w\nend variables\n"
                              "begin calculation C\n w = max(u, ") +
                  number + ")\nend calculation");
      FAIL() << number;
    } catch (base::UserError const& error) {
      EXPECT_THAT(error.what(), HasSubstr("test.edl:7:13: error: The number 1e"));
      EXPECT_THAT(error.what(), HasSubstr("outside the range of real32, whose magnitudes are 1.4e-45 to 3.4e38."));
    }
}

/// The original CaKernel describes kernels in cakernel.ccl files. A kernel graph also contains this information, which
/// consists of inputs, outputs, stencil widths and the excluded outer boundary. The test uses CaKernel's example
/// SimpleWave.
TEST(Discretise, ContainsTheDescriptorOfSimpleWave) {
  auto const system = discretised("begin variables\n phi pi\nend variables\nbegin derivatives\n D_i = centred(4)\n"
                                  "end derivatives\nbegin calculation RHS\n D_t phi = pi\n"
                                  " D_t pi = delta^ij D_ij phi\nend calculation");
  ir::Graph const& graph = system.kernels.at(0).variants.at(0);
  EXPECT_THAT(graph.inputs, ::testing::UnorderedElementsAre("phi", "pi"));
  EXPECT_THAT(graph.outputs, ::testing::UnorderedElementsAre("phirhs", "pirhs"));
  ir::Reach const two{.low = {2, 2, 2}, .high = {2, 2, 2}}, none{};
  EXPECT_THAT(ir::stencils(graph),
              ::testing::UnorderedElementsAre(::testing::Pair("phi", two), ::testing::Pair("pi", none)));
  ASSERT_EQ(graph.stores.size(), 2u);
  for (ir::Store const& store : graph.stores) EXPECT_EQ(store.region, ir::Region::interior) << store.variable;
}

TEST(Discretise, WritesOnePairForSecondOrder) {
  auto const system = derivative_of_u("D_1 u", "D_i = centred(2)");
  EXPECT_EQ(ir::to_text(system.kernels[0].variants[0]),
            "graph T_C {\n  grid 3\n  in u\n  out w\n  %0 = load u\n  %1 = shift %0 [1,0,0]\n  %2 = shift %0 [-1,0,0]\n"
            "  %3 = subtract %1 %2\n  %4 = immediate real64 2\n  %5 = spacing x\n  %6 = multiply %4 %5\n"
            "  %7 = immediate real64 1\n  %8 = divide %7 %6\n  %9 = multiply %3 %8\n  store w %9 interior\n}\n");
}

TEST(Discretise, IsExactOnMonomialsUpToItsOrderInEveryDirection) {
  for (int order = 2; order <= 12; order += 2) {
    std::string const definition = "D_i = centred(" + std::to_string(order) + ")";
    auto const x = derivative_of_u("D_1 u", definition).kernels[0].variants[0];
    auto const y = derivative_of_u("D_2 u", definition).kernels[0].variants[0];
    auto const zz = derivative_of_u("D_33 u", definition).kernels[0].variants[0];
    auto const xy = derivative_of_u("D_12 u", definition).kernels[0].variants[0];
    for (int power = 0; power <= order; ++power) {
      double const first = power == 1 ? 1 : 0, second = power == 2 ? 2 : 0;
      EXPECT_NEAR(at_middle(x, power, 0, 0), first, 1e-13) << order << " " << power;
      EXPECT_NEAR(at_middle(y, 0, power, 0), first, 1e-13) << order << " " << power;
      EXPECT_NEAR(at_middle(zz, 0, 0, power), second, 1e-12) << order << " " << power;
      EXPECT_NEAR(at_middle(xy, power, 1, 0), first, 1e-12) << order << " " << power;
    }
    // A centred stencil has an error of order h^order for the first monomial that it does not differentiate exactly.
    double const scale = std::pow(8.0, order);
    EXPECT_GT(std::abs(at_middle(x, order + 1, 0, 0)) * scale, 1e-3) << order;
    EXPECT_GT(std::abs(at_middle(zz, 0, 0, order + 2)) * scale, 1e-3) << order;
  }
}

TEST(Discretise, SelectsOrdersByKeywordsAndFollowingParameters) {
  auto const system =
      discretised("begin parameters\n named : keyword, default: \"Nth\", range: \"2nd\", \"4th\", \"Nth\"\n"
                  " number : int, default: 6, range: 4, 6\nend parameters\nbegin variables\n u w\nend variables\n"
                  "begin derivatives\n D_i = centred(named or number)\n E_i = centred(number)\nend derivatives\n"
                  "begin calculation C\n w = D_1 u\nend calculation\nbegin calculation B\n w = D_1 u + E_2 u\n"
                  "end calculation");
  auto const& alone = system.kernels[0].variants;
  std::vector<std::vector<ir::Guard>> guards;
  std::vector<int> exact_powers;
  for (auto const& graph : alone) {
    guards.push_back(graph.guards);
    int power = 1; // exact stencils give 0 for odd powers above 1 at the origin
    while (std::abs(at_middle(graph, power + 2, 0, 0)) < 1e-13) power += 2;
    exact_powers.push_back(power);
  }
  EXPECT_THAT(guards,
              ::testing::ElementsAre(std::vector<ir::Guard>{{"named", "2nd"}}, std::vector<ir::Guard>{{"named", "4th"}},
                                     std::vector<ir::Guard>{{"named", "Nth"}, {"number", "4"}},
                                     std::vector<ir::Guard>{{"named", "Nth"}, {"number", "6"}}));
  EXPECT_THAT(exact_powers, ::testing::ElementsAre(1, 3, 3, 5));
  EXPECT_EQ(system.kernels[1].variants.size(), 6) << "named twice with two numbers; those of Nth share theirs";
}

TEST(Discretise, AcceptsPositiveAndNegativePowersOfTheSpacing) {
  // The second difference of x^2 is 2 h^2.
  double const h = 0.125, difference = 2 * h * h;
  auto const value = [](std::string const& definition) {
    return at_middle(derivative_of_u("Diss_1 u", "Diss u_i = " + definition).kernels[0].variants[0], 2, 0, 0);
  };
  std::string const sum = "(u_(i+1) - 2 u_(i) + u_(i-1))";
  EXPECT_DOUBLE_EQ(value("h " + sum), difference * h);
  EXPECT_DOUBLE_EQ(value("h**3/4 " + sum), difference * h * h * h / 4);
  EXPECT_DOUBLE_EQ(value(sum), difference);
  EXPECT_DOUBLE_EQ(value(sum + "/4"), difference / 4);
  EXPECT_DOUBLE_EQ(value(sum + "/h**2"), 2);
}

TEST(Discretise, AcceptsHalfTheOrderAsParameter) {
  std::string const text = "begin parameters\n p : int, default: 2, range: 1, 2\nend parameters\n"
                           "begin variables\n u w\nend variables\nbegin derivatives\n D_i = DEFINITION\n"
                           "end derivatives\nbegin calculation C\n w = D_1 u\nend calculation";
  auto const with = [&](std::string const& definition) {
    std::string copy = text;
    return discretised(copy.replace(copy.find("DEFINITION"), 10, definition));
  };
  auto const half = with("FiniteDifferencingOperator(1, p, i)").kernels[0].variants;
  ASSERT_EQ(half.size(), 2u);
  // A stencil of order 4 is exact for x^3, and a stencil of order 2 is not.
  EXPECT_NEAR(at_middle(half[1], 3, 0, 0), 0, 1e-14);
  EXPECT_GT(std::abs(at_middle(half[0], 3, 0, 0)), 1e-3);
}

TEST(Discretise, DifferentiatesValuesOfExpressions) {
  auto const graph = derivative_of_u("D_1 (u u)", "D_i = centred(4)").kernels[0].variants[0];
  EXPECT_NEAR(at_middle(graph, 0, 1, 0), 0, 1e-15);
  EXPECT_THAT(ir::to_text(graph), HasSubstr("shift %0 [2,0,0]"));
}

TEST(Discretise, WritesOneGuardedVariantPerOrder) {
  auto const system = discretised(
      "begin parameters\n p : int, default: 4, range: 2, 4, 6\nend parameters\nbegin variables\n u\nend variables\n"
      "begin derivatives\n D_i = centred(p)\nend derivatives\n"
      "begin calculation A\n D_t u = D_1 u\nend calculation\nbegin calculation B\n u = 0\nend calculation");
  ASSERT_EQ(system.kernels[0].variants.size(), 3u);
  EXPECT_EQ(system.kernels[0].variants[2].guards, (std::vector<ir::Guard>{{"p", "6"}}));
  EXPECT_EQ(ir::union_of(ir::stencils(system.kernels[0].variants[2])).high, (ir::Offset{3, 0, 0}));
  EXPECT_EQ(system.kernels[1].variants.size(), 1u);
  EXPECT_TRUE(system.kernels[1].variants[0].guards.empty());
}

TEST(Discretise, WritesVariantsForBothFormsOfMixedDerivatives) {
  std::string const keyword = " mixed : keyword, default: \"product\", range: \"product\", \"diagonal\"\n";
  auto const with = [](std::string const& parameter, std::string const& kind) {
    return discretised("begin parameters\n p : int, default: 4, range: 4, 6\n" + parameter +
                       "end parameters\nbegin variables\n u w\nend variables\nbegin derivatives\n D_i = centred(p, " +
                       kind +
                       ")\nend derivatives\nbegin calculation A\n w = D_12 u\nend calculation\n"
                       "begin calculation B\n w = D_1 u + D_22 u\nend calculation");
  };
  auto const body = [](ir::Graph graph) {
    graph.guards.clear();
    return ir::to_text(graph);
  };
  auto const system = with(keyword, "mixed");
  auto const& variants = system.kernels[0].variants;
  ASSERT_EQ(variants.size(), 4u);
  EXPECT_EQ(variants[1].guards, (std::vector<ir::Guard>{{"mixed", "diagonal"}, {"p", "4"}}));
  EXPECT_EQ(body(variants[0]), body(with("", "product").kernels[0].variants[0]));
  EXPECT_EQ(body(variants[3]), body(with("", "diagonal").kernels[0].variants[1]));
  EXPECT_EQ(system.kernels[1].variants.size(), 2u) << "without mixed derivatives, variants differ only in the order";
}

TEST(Discretise, AcceptsOneSidedFormulas) {
  auto const graph = derivative_of_u("Du_2 u", "Du f_i = (f_(i+1) - f_(i))/h").kernels[0].variants[0];
  EXPECT_EQ(at_middle(graph, 0, 1, 0), 1);
  EXPECT_EQ(at_middle(graph, 0, 2, 0), 0.125);
  EXPECT_EQ(ir::union_of(ir::stencils(graph)).low, (ir::Offset{0, 0, 0}));
}

/// The boundary zone is 2 points wide at the lower x face, 1 point at the upper x and y faces, and has no points at
/// other faces.
TEST(Discretise, WritesUnitNormalsInTheBoundaryZoneOnly) {
  ir::Graph const graph = discretised("begin variables\n a b c\nend variables\nbegin calculation C on everywhere\n"
                                      " a = normal_1\n b = normal_y\n c = normal^i normal_i\nend calculation")
                              .kernels.at(0)
                              .variants.at(0);
  ir::InterpreterInput input;
  input.extent = {4, 3, 1};
  input.scalars.global_size = {8, 6, 1};
  input.scalars.lower_global = {0, 3, 0};
  for (int axis = 0; axis < 3; ++axis)
    for (int face = 0; face < 2; ++face) input.parameters[ir::boundary_width_name(axis, face)] = 0;
  input.parameters["cctk_boundary_x_lower"] = 2;
  input.parameters["cctk_boundary_x_upper"] = input.parameters["cctk_boundary_y_upper"] = 1;
  std::map<std::string, std::vector<double>> arrays;
  for (char const* name : {"a", "b", "c"}) arrays[name].resize(12);
  ir::interpret(graph, input, {{0, 0, 0}, {4, 3, 1}}, arrays);
  double const diagonal = 1 / std::sqrt(2.0);
  EXPECT_THAT(arrays["a"], ::testing::ElementsAre(-1, -1, 0, 0, -1, -1, 0, 0, -diagonal, -diagonal, 0, 0));
  EXPECT_THAT(arrays["b"], ::testing::ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, diagonal, diagonal, 1, 1));
  for (std::size_t n = 0; n < 12; ++n) EXPECT_NEAR(arrays["c"][n], n % 4 < 2 || n > 7 ? 1 : 0, 1e-15) << n;
}

TEST(Discretise, ConvertsTypesAndConditions) {
  auto const system =
      discretised("begin parameters\n n : int, default: 1\n kind : keyword, default: \"one\", range: \"one\", \"two\"\n"
                  " on : boolean, default: yes\nend parameters\nbegin variables\n u\nend variables\n"
                  "begin calculation C\n u = kind == \"two\" and on ? n x : max(t, y, n)\nend calculation");
  std::string const text = ir::to_text(system.kernels[0].variants[0]);
  EXPECT_THAT(text, HasSubstr("param keyword kind \"one\" \"two\""));
  EXPECT_THAT(text, HasSubstr("param boolean on"));
  EXPECT_THAT(text, HasSubstr("logical_and"));
  EXPECT_THAT(text, HasSubstr("convert"));
  EXPECT_THAT(text, HasSubstr("select"));
}

/// Returns the time derivative of u = x^2 + 10 y + 100 z at (4, 4, 4) for the flux u at the neighbour below the face,
/// on a grid of spacing 1/2.
double upwind_derivative(std::array<int, 3> const& global_size) {
  ir::Graph const graph = discretised("begin variables\n u\nend variables\nbegin derivatives\n"
                                      " Div f_i = (f_(i+1/2) - f_(i-1/2))/h\nend derivatives\n"
                                      "begin faces along i\n F^i = u at i\n G^i = F^i at i-1/2\nend faces\n"
                                      "begin calculation C\n D_t u = -Div_i G^i\nend calculation")
                              .kernels.at(0)
                              .variants.at(0);
  ir::InterpreterInput input;
  input.extent = {6, 6, 6};
  input.scalars.spacing = {0.5, 0.5, 0.5};
  input.scalars.global_size = global_size;
  std::map<std::string, std::vector<double>> arrays{{"u", {}}, {"urhs", std::vector<double>(216)}};
  for (int n = 0; n < 216; ++n) arrays["u"].push_back((n % 6) * (n % 6) + 10 * (n / 6 % 6) + 100 * (n / 36));
  ir::interpret(graph, input, {{4, 4, 4}, {5, 5, 5}}, arrays);
  return arrays["urhs"][4 + 6 * (4 + 6 * 4)];
}

TEST(Discretise, TakesDifferencesOfFacesAlongAxesWithSeveralPoints) {
  double const along_x = -(3 * 3 - 2 * 2) / 0.5, along_y = -10 / 0.5, along_z = -100 / 0.5;
  EXPECT_EQ(upwind_derivative({6, 6, 6}), along_x + along_y + along_z);
  EXPECT_EQ(upwind_derivative({6, 1, 1}), along_x);
  EXPECT_EQ(upwind_derivative({1, 1, 6}), along_z);
  EXPECT_EQ(upwind_derivative({1, 1, 1}), 0);
}

TEST(Discretise, EvaluatesAllResultsOfAFunctionBeforeItAssignsThem) {
  auto const system = discretised("begin variables\n u w\nend variables\n"
                                  "begin function exchanged(a, b) gives b, a\n s = a\nend function\n"
                                  "begin calculation C\n u, w = exchanged(u, w)\nend calculation");
  std::string const text = ir::to_text(system.kernels[0].variants[0]);
  EXPECT_THAT(text, HasSubstr("%0 = load u\n  %1 = load w\n  store u %1 everywhere\n  store w %0 everywhere"));
}

TEST(Discretise, ReadsAssignedValues) {
  auto const system =
      discretised("begin variables\n u w\nend variables\nbegin calculation C\n u = 2\n w = 3 u\nend calculation");
  EXPECT_THAT(ir::to_text(system.kernels[0].variants[0]), ::testing::Not(HasSubstr("load")));
}

} // namespace
} // namespace chemora::discretisation
