// Each pass on small graphs: the text before and after.
#include "codegen/ir/graph_builder.hpp"
#include "codegen/ir/interpreter.hpp"
#include "codegen/ir/operation.hpp"
#include "codegen/passes/passes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

using namespace chemora;

/// Applies a pass to a kernel that loads %0 = x and %1 = y. Returns the lines of values and stores in the resulting
/// graph.
std::string lines(std::function<ir::Graph(ir::Graph const&)> const& pass, std::string const& values) {
  std::string const text = "graph k {\n  grid 3\n  in x y\n  out o\n  %0 = load x\n  %1 = load y\n" + values;
  std::string const stores = values.find("store") == std::string::npos ? "  store o %2 interior\n}\n" : "}\n";
  std::string const after = to_text(pass(ir::parse_graph(text + stores)));
  auto const out = after.find("  out");
  std::string const body = after.substr(after.find('\n', out) + 1);
  return body.substr(0, body.size() - 2);
}

TEST(PushShiftsToLoads, DisplacesLoadsInsteadOfProducts) {
  EXPECT_EQ(lines(passes::push_shifts_to_loads,
                  "  %2 = multiply %0 %1\n  %3 = shift %2 [1,0,0]\n  %4 = shift %3 [0,-1,0]\n"
                  "  store o %4 interior\n"),
            "  %0 = load x\n  %1 = load y\n  %2 = shift %0 [1,-1,0]\n  %3 = shift %1 [1,-1,0]\n  %4 = multiply %2 %3\n"
            "  store o %4 interior\n");
}

TEST(PushShiftsToLoads, RemovesShiftsThatCancel) {
  EXPECT_EQ(
      lines(passes::push_shifts_to_loads, "  %2 = shift %0 [1,0,0]\n  %3 = shift %2 [-1,0,0]\n  store o %3 interior\n"),
      "  %0 = load x\n  store o %0 interior\n");
}

TEST(PushShiftsToLoads, MovesCoordinatesByTheIndex) {
  EXPECT_EQ(
      lines(passes::push_shifts_to_loads, "  %2 = coordinate y\n  %3 = shift %2 [5,2,0]\n  store o %3 interior\n"),
      "  %0 = index y\n  %1 = immediate int32 2\n  %2 = add %0 %1\n  %3 = convert real64 %2\n  %4 = spacing y\n"
      "  %5 = multiply %3 %4\n  %6 = origin y\n  %7 = add %5 %6\n  store o %7 interior\n");
}

TEST(FoldConstants, EvaluatesOperationsAndSelects) {
  EXPECT_EQ(lines(passes::fold_constants, "  %2 = immediate real64 2\n  %3 = sqrt %2\n  %4 = less %2 %3\n  %5 = select "
                                          "%4 %0 %3\n  store o %5 interior\n"),
            "  %0 = immediate real64 1.4142135623730951\n  store o %0 interior\n");
}

TEST(FoldConstants, DecidesLogicalOperationsWithOneKnownOperand) {
  EXPECT_EQ(lines(passes::fold_constants, "  %2 = less %0 %1\n  %3 = immediate boolean true\n  %4 = logical_and %2 %3\n"
                                          "  %5 = select %4 %0 %1\n  store o %5 interior\n"),
            "  %0 = load x\n  %1 = load y\n  %2 = less %0 %1\n  %3 = select %2 %0 %1\n  store o %3 interior\n");
}

TEST(EliminateCommonSubexpressions, SharesValuesWithExchangedOperands) {
  EXPECT_EQ(lines(passes::eliminate_common_subexpressions,
                  "  %2 = add %0 %1\n  %3 = add %1 %0\n  %4 = multiply %2 %3\n  store o %4 interior\n"),
            "  %0 = load x\n  %1 = load y\n  %2 = add %0 %1\n  %3 = multiply %2 %2\n  store o %3 interior\n");
}

TEST(EliminateDeadValues, RemovesValuesThatNoStoreNeeds) {
  EXPECT_EQ(lines(passes::eliminate_dead_values, "  %2 = sqrt %0\n  store o %1 interior\n"),
            "  %0 = load y\n  store o %0 interior\n");
}

TEST(SimplifyExactly, AppliesItsRules) {
  auto const result = [](std::string const& values) { return lines(passes::simplify_exactly, values); };
  std::string const x = "  %0 = load x\n  store o %0 interior\n";
  std::string const minus_x = "  %0 = load x\n  %1 = negate %0\n  store o %1 interior\n";
  std::string const loads = "  %0 = load x\n  %1 = load y\n";
  EXPECT_EQ(result("  %2 = immediate real64 1\n  %3 = multiply %0 %2\n  store o %3 interior\n"), x);
  EXPECT_EQ(result("  %2 = immediate real64 1\n  %3 = divide %0 %2\n  store o %3 interior\n"), x);
  EXPECT_EQ(result("  %2 = immediate real64 -1\n  %3 = multiply %0 %2\n  store o %3 interior\n"), minus_x);
  EXPECT_EQ(result("  %2 = immediate real64 -0\n  %3 = add %0 %2\n  store o %3 interior\n"), x);
  EXPECT_EQ(result("  %2 = immediate real64 0\n  %3 = subtract %0 %2\n  store o %3 interior\n"), x);
  EXPECT_EQ(result("  %2 = negate %0\n  %3 = negate %2\n  store o %3 interior\n"), x);
  EXPECT_EQ(result("  %2 = negate %1\n  %3 = subtract %0 %2\n  store o %3 interior\n"),
            loads + "  %2 = add %0 %1\n  store o %2 interior\n");
  EXPECT_EQ(result("  %2 = negate %0\n  %3 = add %2 %1\n  store o %3 interior\n"),
            loads + "  %2 = subtract %1 %0\n  store o %2 interior\n");
  EXPECT_EQ(result("  %2 = negate %0\n  %3 = multiply %2 %1\n  store o %3 interior\n"),
            loads + "  %2 = multiply %0 %1\n  %3 = negate %2\n  store o %3 interior\n");
  EXPECT_EQ(result("  %2 = immediate real64 1\n  %3 = fma %0 %2 %1\n  store o %3 interior\n"),
            loads + "  %2 = add %0 %1\n  store o %2 interior\n");
  EXPECT_EQ(result("  %2 = immediate real64 -4\n  %3 = divide %0 %2\n  store o %3 interior\n"),
            "  %0 = load x\n  %1 = immediate real64 -0.25\n  %2 = multiply %0 %1\n  store o %2 interior\n");
}

TEST(SimplifyExactly, KeepsOperationsWhoseReplacementWouldChangeBits) {
  auto const keeps = [](std::string const& line) {
    std::string const values = "  %0 = load x\n  %1 = immediate real64 " + line + "  store o %2 interior\n";
    std::string const text = "graph k {\n  grid 3\n  in x\n  out o\n" + values + "}\n";
    return to_text(passes::simplify_exactly(ir::parse_graph(text))) == text;
  };
  EXPECT_TRUE(keeps("0\n  %2 = add %0 %1\n"));       // the sum -0 + 0 is 0, not -0
  EXPECT_TRUE(keeps("0\n  %2 = multiply %0 %1\n"));  // a product with 0 is not 0 for infinity, NaN and negative values
  EXPECT_TRUE(keeps("0\n  %2 = subtract %1 %0\n"));  // 0 - 0 is 0, not -0
  EXPECT_TRUE(keeps("-0\n  %2 = subtract %0 %1\n")); // the difference -0 - -0 is 0, not -0
  EXPECT_TRUE(keeps("3\n  %2 = divide %0 %1\n"));    // 1/3 is rounded
  EXPECT_TRUE(keeps("5e-324\n  %2 = divide %0 %1\n"));
}

TEST(Canonicalise, AppliesItsRules) {
  auto const result = [](std::string const& values) { return lines(passes::canonicalise, values); };
  std::string const x = "  %0 = load x\n  store o %0 interior\n";
  std::string const zero = "  %0 = immediate real64 0\n  store o %0 interior\n";
  EXPECT_EQ(result("  %2 = immediate real64 0\n  %3 = add %0 %2\n  store o %3 interior\n"), x);
  EXPECT_EQ(result("  %2 = immediate real64 0\n  %3 = multiply %0 %2\n  store o %3 interior\n"), zero);
  EXPECT_EQ(result("  %2 = subtract %0 %0\n"), zero);
  EXPECT_EQ(result("  %2 = subtract %0 %1\n  %3 = negate %2\n  store o %3 interior\n"),
            "  %0 = load x\n  %1 = load y\n  %2 = subtract %1 %0\n  store o %2 interior\n");
  EXPECT_EQ(
      result("  %2 = immediate real64 2\n  %3 = immediate real64 3\n  %4 = multiply %0 %2\n  %5 = multiply %4 %3\n"
             "  store o %5 interior\n"),
      "  %0 = load x\n  %1 = immediate real64 6\n  %2 = multiply %0 %1\n  store o %2 interior\n");
  EXPECT_EQ(result("  %2 = spacing x\n  %3 = divide %0 %2\n  store o %3 interior\n"),
            "  %0 = load x\n  %1 = spacing x\n  %2 = immediate real64 1\n  %3 = divide %2 %1\n  %4 = multiply %0 %3\n"
            "  store o %4 interior\n");
  EXPECT_EQ(
      result("  %2 = immediate real64 5\n  %3 = power %0 %2\n  store o %3 interior\n"),
      "  %0 = load x\n  %1 = multiply %0 %0\n  %2 = multiply %1 %1\n  %3 = multiply %0 %2\n  store o %3 interior\n");
  EXPECT_EQ(result("  %2 = immediate real64 -0.5\n  %3 = power %0 %2\n  store o %3 interior\n"),
            "  %0 = load x\n  %1 = immediate real64 1\n  %2 = sqrt %0\n  %3 = divide %1 %2\n  store o %3 interior\n");
  EXPECT_EQ(result("  %2 = immediate real64 0\n  %3 = power %0 %2\n  store o %3 interior\n"),
            "  %0 = immediate real64 1\n  store o %0 interior\n");
}

TEST(Canonicalise, ReplacesPowersWithThirdsAndSixthsByRoots) {
  auto const result = [](std::string const& exponent) {
    return lines(passes::canonicalise,
                 "  %2 = immediate real64 " + exponent + "\n  %3 = power %0 %2\n  store o %3 interior\n");
  };
  std::string const root = "  %0 = load x\n  %1 = cbrt %0\n";
  EXPECT_EQ(result("0.3333333333333333"), root + "  %2 = immediate real64 0\n  %3 = less %0 %2\n"
                                                 "  %4 = immediate real64 nan\n  %5 = select %3 %4 %1\n"
                                                 "  store o %5 interior\n");
  EXPECT_EQ(result("-0.16666666666666666"), "  %0 = load x\n  %1 = immediate real64 1\n  %2 = cbrt %0\n"
                                            "  %3 = sqrt %2\n  %4 = divide %1 %3\n  store o %4 interior\n");
  EXPECT_EQ(result("0.8333333333333334"), root + "  %2 = multiply %1 %1\n  %3 = sqrt %1\n  %4 = multiply %2 %3\n"
                                                 "  store o %4 interior\n");
  EXPECT_THAT(result("0.333333333333333"), testing::HasSubstr("= power "));
  EXPECT_THAT(result("20.333333333333332"), testing::HasSubstr("= power "));
}

/// Evaluates x ** exponent at one point with a graph after the pass `canonicalise`.
double power_in_kernel(double x, double exponent, ir::Type type) {
  ir::GraphBuilder builder("k", 3, type);
  builder.store("o", builder.apply(ir::Op::power, {builder.load("x"), builder.real(exponent)}), ir::Region::interior);
  ir::Graph const graph = passes::canonicalise(builder.finish());
  EXPECT_THAT(to_text(graph), testing::Not(testing::HasSubstr("= power ")));
  std::map<std::string, std::vector<double>> arrays{{"x", {x}}, {"o", {-12345}}};
  ir::interpret(graph, {.extent = {1, 1, 1}, .scalars = {}, .parameters = {}}, {{0, 0, 0}, {1, 1, 1}}, arrays);
  return arrays.at("o").at(0);
}

TEST(Canonicalise, RootsHaveTheValuesOfPow) {
  for (int sixths = -50; sixths <= 50; ++sixths) {
    double const exponent = sixths / 6.0, single = ir::rounded_to(ir::Type::real32, exponent);
    for (double x : {1e-3, 0.7, 1.0, 1.7, 8.0, 41.5}) {
      double const expected = std::pow(x, exponent),
                   of_single = std::pow(ir::rounded_to(ir::Type::real32, x), exponent);
      EXPECT_NEAR(power_in_kernel(x, exponent, ir::Type::real64) / expected, 1, 1e-14) << x << " ** " << exponent;
      EXPECT_NEAR(power_in_kernel(ir::rounded_to(ir::Type::real32, x), single, ir::Type::real32) / of_single, 1, 2e-6);
    }
    bool const is_whole = sixths % 6 == 0;
    EXPECT_TRUE(is_whole || std::isnan(power_in_kernel(-8, exponent, ir::Type::real64))) << exponent;
  }
  double const infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(power_in_kernel(0, 1.0 / 3, ir::Type::real64), 0);
  EXPECT_EQ(power_in_kernel(0, -1.0 / 3, ir::Type::real64), infinity);
  EXPECT_EQ(power_in_kernel(infinity, 1.0 / 6, ir::Type::real64), infinity);
  EXPECT_TRUE(std::isnan(power_in_kernel(std::nan(""), 1.0 / 3, ir::Type::real64)));
}

TEST(FormFma, FusesAProductUsedOnce) {
  EXPECT_EQ(lines(passes::form_fma, "  %2 = multiply %0 %1\n  %3 = sqrt %0\n  %4 = add %2 %3\n  store o %4 interior\n"),
            "  %0 = load x\n  %1 = load y\n  %2 = sqrt %0\n  %3 = fma %0 %1 %2\n  store o %3 interior\n");
}

TEST(FormFma, NegatesTheImmediateFactorOfASubtractedProduct) {
  EXPECT_EQ(lines(passes::form_fma,
                  "  %2 = immediate real64 8\n  %3 = multiply %0 %2\n  %4 = subtract %1 %3\n  store o %4 interior\n"),
            "  %0 = load x\n  %1 = load y\n  %2 = immediate real64 -8\n  %3 = fma %0 %2 %1\n  store o %3 interior\n");
}

TEST(FormFma, NegatesTheAddendOrAFactorOfADifference) {
  std::string const x_y_z = "  %2 = sqrt %0\n  %3 = multiply %0 %1\n";
  EXPECT_EQ(
      lines(passes::form_fma, x_y_z + "  %4 = subtract %3 %2\n  store o %4 interior\n"),
      "  %0 = load x\n  %1 = load y\n  %2 = sqrt %0\n  %3 = negate %2\n  %4 = fma %0 %1 %3\n  store o %4 interior\n");
  EXPECT_EQ(
      lines(passes::form_fma, x_y_z + "  %4 = subtract %2 %3\n  store o %4 interior\n"),
      "  %0 = load x\n  %1 = load y\n  %2 = sqrt %0\n  %3 = negate %0\n  %4 = fma %1 %3 %2\n  store o %4 interior\n");
}

TEST(FormFma, KeepsSharedProductsAndProductsOutsideTheLoops) {
  std::string const shared =
      "  %0 = load x\n  %1 = load y\n  %2 = multiply %0 %1\n  %3 = add %0 %2\n  %4 = divide %2 %3\n"
      "  store o %4 interior\n";
  EXPECT_EQ(lines(passes::form_fma, shared.substr(shared.find("  %2"))), shared);
  std::string const outside = "  %0 = load x\n  %1 = time\n  %2 = spacing x\n  %3 = multiply %1 %2\n  %4 = add %0 %3\n"
                              "  store o %4 interior\n";
  std::string const text = "graph k {\n  grid 3\n  in x\n  out o\n" + outside + "}\n";
  EXPECT_EQ(to_text(passes::form_fma(ir::parse_graph(text))), text);
}

/// The product of %0 and %1 has two uses at the point, and one use at the displaced point.
TEST(FormFma, KeepsExpressionsAtDisplacedPointsEqual) {
  std::string const text = "graph k {\n  grid 3\n  in x y\n  out o p\n  %0 = load x\n  %1 = load y\n"
                           "  %2 = shift %0 [1,0,0]\n  %3 = shift %1 [1,0,0]\n  %4 = multiply %0 %1\n"
                           "  %5 = multiply %2 %3\n  %6 = add %0 %4\n  %7 = add %2 %5\n  %8 = multiply %6 %7\n"
                           "  %9 = sqrt %4\n  store o %8 interior\n  store p %9 interior\n}\n";
  EXPECT_EQ(to_text(passes::form_fma(ir::parse_graph(text))), text);
  auto const with_one_use =
      ir::parse_graph(text.substr(0, text.find("  %9")) + "  store o %8 interior\n" + "  store p %0 interior\n}\n");
  EXPECT_THAT(to_text(passes::form_fma(with_one_use)), testing::HasSubstr("fma %0 %1 %0"));
}

TEST(FormFma, FusesTheLaterOfTwoProducts) {
  EXPECT_EQ(lines(passes::form_fma,
                  "  %2 = multiply %0 %0\n  %3 = multiply %1 %1\n  %4 = add %2 %3\n  store o %4 interior\n"),
            "  %0 = load x\n  %1 = load y\n  %2 = multiply %0 %0\n  %3 = fma %1 %1 %2\n  store o %3 interior\n");
}

TEST(ExtractRegion, SplitsAKernel) {
  std::string const text =
      "graph k {\n  grid 3\n  in x y\n  out o\n  %0 = load x\n  %1 = load y\n  store o %0 interior\n"
      "  store o %1 boundary\n}\n";
  ir::Graph const graph = ir::parse_graph(text);
  EXPECT_EQ(passes::stored_regions(graph), (std::vector{ir::Region::interior, ir::Region::boundary}));
  EXPECT_EQ(to_text(passes::extract_region(graph, ir::Region::boundary)),
            "graph k {\n  grid 3\n  in y\n  out o\n  %0 = load y\n  store o %0 boundary\n}\n");
}

TEST(Specialise, SubstitutesFoldsAndSelects) {
  ir::Graph const graph = ir::parse_graph(R"(graph k {
  grid 3
  param real64 A
  param keyword initial "gaussian" "plane wave"
  in u
  out o
  %0 = load u
  %1 = parameter A
  %2 = spacing x
  %3 = multiply %1 %2
  %4 = multiply %0 %3
  %5 = parameter initial
  %6 = immediate int32 1
  %7 = equal %5 %6
  %8 = select %7 %4 %0
  store o %8 interior
}
)");
  passes::KnownValues known;
  known.parameters = {{"A", 3.0}, {"initial", 1.0}};
  known.spacing = {0.5, 0.5, 0.5};
  EXPECT_EQ(to_text(passes::specialise(graph, known)),
            "graph k {\n  grid 3\n  in u\n  out o\n  %0 = load u\n  %1 = immediate real64 1.5\n  %2 = multiply %0 %1\n"
            "  store o %2 interior\n}\n");
  known.parameters = {{"initial", 0.0}};
  EXPECT_EQ(to_text(passes::specialise(graph, known)),
            "graph k {\n  grid 3\n  in u\n  out o\n  %0 = load u\n  store o %0 interior\n}\n");
}

TEST(Pipeline, CallsTheObserverAfterEveryPass) {
  ir::Graph const graph =
      ir::parse_graph("graph k {\n  grid 1\n  in u\n  out o\n  %0 = load u\n  store o %0 interior\n}\n");
  std::vector<std::string> seen;
  passes::compile(graph, [&](std::string const& name, ir::Graph const&) { seen.push_back(name); });
  ASSERT_EQ(seen.size(), passes::compile_time_passes().size());
  EXPECT_EQ(seen.front(), "push_shifts_to_loads");
  EXPECT_EQ(seen.back(), "form_fma");
}

TEST(Pipeline, RunsAnotherRoundForTermsOfLaterPasses) {
  ir::Graph const graph = ir::parse_graph( // min(u, u) - u, which is u - u, which is 0
      "graph k {\n  grid 1\n  in u\n  out o\n  %0 = load u\n  %1 = minimum %0 %0\n  %2 = subtract %1 %0\n"
      "  store o %2 interior\n}\n");
  std::size_t n_seen = 0;
  ir::Graph const compiled = passes::compile(graph, [&](std::string const&, ir::Graph const&) { ++n_seen; });
  EXPECT_EQ(n_seen, 2 * passes::compile_time_passes().size());
  EXPECT_EQ(to_text(compiled), "graph k {\n  grid 1\n  out o\n  %0 = immediate real64 0\n  store o %0 interior\n}\n");
}

} // namespace
