// Tests metrics, covariant and Lie derivatives, definitions and functions. The expanded components are compared with
// components that were derived by hand.
#include "codegen/edl/parser.hpp"
#include "codegen/tensor/expand/expand.hpp"
#include "codegen/tensor/resolve/resolve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::tensor {
namespace {

using ::testing::HasSubstr;

/// The expanded equations of one calculation, by the name of the assigned component. `a_ij`, `v_i`, `w^i`, `f` are
/// variables, `g` is the metric.
struct Components {
  std::map<std::string, std::string> text;
  std::vector<std::string> order;

  std::string operator[](std::string const& name) const {
    auto const at = text.find(name);
    return at == text.end() ? "nothing" : at->second;
  }
};

Components components(std::string const& lines, std::string const& more = "", std::string const& metric = "g_ij") {
  std::string const body = "begin thorn T\n"
                           "begin variables\n g_(ij) h_(ij)\n a_(ij) b_ij v_i w^i f u\n d^i weight 2/3\nend variables\n"
                           "begin metrics\n " +
                           metric + "\nend metrics\n" + more +
                           "\nbegin calculation use\n u = f a_11 b_12 v_1 w^1 d^1 h_11 g_11\nend calculation\n"
                           "begin calculation C\n" +
                           lines + "\nend calculation\nend thorn\n";
  base::SourceText const source{"test.edl", body};
  ComponentSystem const system = expand(resolve(edl::parse(source), source), source);
  Components result;
  for (ComponentEquation const& equation : system.calculations.back().equations) {
    result.text[equation.left] = to_text(equation.right);
    result.order.push_back(equation.left);
  }
  return result;
}

std::string message_of(std::string const& lines, std::string const& more = "", std::string const& metric = "g_ij") {
  try {
    components(lines, more, metric);
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

TEST(Metric, ComputesTheInverseFromCofactorsAndDeterminant) {
  auto const all = components("u = g^ij a_ij");
  EXPECT_EQ(all["g'cofactor11"], "((g22 * g33) - (g23 * g23))");
  EXPECT_EQ(all["g'cofactor12"], "((g23 * g13) - (g12 * g33))");
  EXPECT_EQ(all["g'determinant"], "(((g11 * g'cofactor11) + (g12 * g'cofactor12)) + (g13 * g'cofactor13))");
  EXPECT_EQ(all["g'over_determinant"], "(1 / g'determinant)");
  EXPECT_EQ(all["g'inverse23"], "(g'cofactor23 * g'over_determinant)");
  EXPECT_EQ(all["u"], "((((g'inverse11 * a11) + (g'inverse22 * a22)) + (g'inverse33 * a33)) + "
                      "(2 * (((g'inverse12 * a12) + (g'inverse13 * a13)) + (g'inverse23 * a23))))");
}

TEST(Metric, UsesCofactorsAsInverseForUnitDeterminant) {
  auto const all = components("u = g^ij v_i v_j", "", "g_ij : determinant: 1");
  EXPECT_EQ(all["g'determinant"], "nothing");
  EXPECT_THAT(all["u"], HasSubstr("g'cofactor11"));
}

TEST(Metric, MovesIndices) {
  auto const all = components("w^i = v^i\n v_i = w_i\n u = a^i_i + a_ij a^ij\n f = g^i_i", "", "g_ij : determinant: 1");
  EXPECT_EQ(all["v'u1"], "(((g'cofactor11 * v1) + (g'cofactor12 * v2)) + (g'cofactor13 * v3))");
  EXPECT_EQ(all["w'd2"], "(((g12 * w1) + (g22 * w2)) + (g23 * w3))");
  EXPECT_EQ(all["a'ud12"], "(((g'cofactor11 * a12) + (g'cofactor12 * a22)) + (g'cofactor13 * a23))");
  EXPECT_EQ(all["a'uu11"], "(((g'cofactor11 * a'du11) + (g'cofactor12 * a'du21)) + (g'cofactor13 * a'du31))");
  EXPECT_EQ(all["a'uu21"], "nothing") << "the symmetry is kept";
  EXPECT_EQ(all["f"], "3");
  EXPECT_THAT(message_of("u = a^i_i", "", "g_ij\n h_ij"), HasSubstr("moved by none of the metrics `g`, `h`"));
  EXPECT_THAT(components("u = a^i_i", "", "g_ij\n h_ij : raises: a_ij")["a'ud11"], HasSubstr("h'inverse11 * a11"));
}

TEST(Metric, DefinesConnectionAndCurvature) {
  auto const all = components("u = G^i_ij w^j", "", "g_ij : determinant: 1, connection: G");
  EXPECT_EQ(all["G112"], "(1/2 * D_2[g11])");
  EXPECT_EQ(all["G'udd312"], "(((g'cofactor13 * G112) + (g'cofactor23 * G212)) + (g'cofactor33 * G312))");
  EXPECT_EQ(all["G121"], "nothing");
  EXPECT_THAT(components("u = trace(R_ij)", "", "g_ij : ricci: R")["R12"], HasSubstr("D_22[g11]"));
}

TEST(Covariant, HasOneTermForEachIndex) {
  auto const all = components("b_ij = CD_i v_j\n u = CD_i w^i\n a_ij = CD_ij f", "",
                              "g_ij : determinant: 1, connection: G, derivative: CD");
  EXPECT_EQ(all["b12"], "(D_1[v2] - (((G'udd112 * v1) + (G'udd212 * v2)) + (G'udd312 * v3)))");
  EXPECT_THAT(all["u"], HasSubstr("(D_1[w1] + (((G'udd111 * w1) + (G'udd112 * w2)) + (G'udd113 * w3)))"));
  EXPECT_EQ(all["a12"], "(D_12[f] - (((G'udd112 * D_1[f]) + (G'udd212 * D_2[f])) + (G'udd312 * D_3[f])))");
}

TEST(Lie, UsesTheTensorWeight) {
  auto const all = components("D_t w^i = Lie_d w^i\n D_t v_i = Lie_d v_i\n D_t f = Lie_d u\n", "");
  EXPECT_EQ(all["frhs"], "(((d1 * D_1[u]) + (d2 * D_2[u])) + (d3 * D_3[u]))");
  EXPECT_EQ(all["w1rhs"], "((((d1 * D_1[w1]) + (d2 * D_2[w1])) + (d3 * D_3[w1])) - "
                          "(((w1 * D_1[d1]) + (w2 * D_2[d1])) + (w3 * D_3[d1])))");
  EXPECT_EQ(all["v1rhs"], "((((d1 * D_1[v1]) + (d2 * D_2[v1])) + (d3 * D_3[v1])) + "
                          "(((v1 * D_1[d1]) + (v2 * D_1[d2])) + (v3 * D_1[d3])))");
  EXPECT_THAT(components("D_t d^i = Lie_w d^i")["d1rhs"], HasSubstr("2/3 * ((D_1[w1] + D_2[w2]) + D_3[w3])"));
}

TEST(Definitions, AreAddedOnceInOrderOfDependence) {
  std::string const more = "begin definitions\n s_(ij) = 2 q_ij\n q_(ij) = v_i v_j + f delta_ij\n other_one = u\n"
                           " k_xt_(ij) = v_i v_j\nend definitions\n"
                           "begin calculation Other\n f = other_one + k_xt_11\nend calculation";
  auto const all = components("a_ij = s_ij + q_ij", more);
  EXPECT_EQ(all["q12"], "(v1 * v2)");
  EXPECT_EQ(all["s12"], "(2 * q12)");
  EXPECT_EQ(all["other_one"], "nothing");
  EXPECT_EQ(all.order.size(), 18u);
  EXPECT_EQ(all.order[0], "q11");
  EXPECT_EQ(all.order[6], "s11");
}

TEST(Functions, AcceptTensorsAndSeparateIndexLetters) {
  std::string const more = "begin definitions\n advect(q) = w^i D_i q\n twice(q) = q + q\nend definitions\n";
  auto const all = components("a_ij = advect(h_ij)\n v_i = twice(D_i f)", more);
  EXPECT_EQ(all["a12"], "(((w1 * D_1[h12]) + (w2 * D_2[h12])) + (w3 * D_3[h12]))");
  EXPECT_EQ(all.order.size(), 6u + 3u + 3u) << "the argument of the function `twice` is calculated once";
}

TEST(TensorFunctions, ExpandTraceAndTracefree) {
  auto const all = components("a_ij = tracefree(h_ij)\n b_ij = sym(v_i D_j f)", "", "g_ij : determinant: 1");
  EXPECT_THAT(all["a12"], HasSubstr("(h12 - ((1/3 * g12) * "));
  EXPECT_THAT(all["b12"], HasSubstr("1/2 * ("));
}

TEST(Upwind, SplitsIntoOddAndEvenParts) {
  std::string const more = "begin derivatives\n Up_i = upwind(4, w)\nend derivatives\n";
  EXPECT_EQ(components("u = w^i Up_i f", more)["u"],
            "((((w1 * Up'odd_1[f]) + (abs(w1) * Up'even_1[f])) + ((w2 * Up'odd_2[f]) + (abs(w2) * Up'even_2[f]))) + "
            "((w3 * Up'odd_3[f]) + (abs(w3) * Up'even_3[f])))");
  EXPECT_EQ(components("u = Up_1 f", more)["u"],
            "if((w1 < 0), (Up'odd_1[f] - Up'even_1[f]), (Up'odd_1[f] + Up'even_1[f]))");
  EXPECT_THAT(components("D_t f = Lie_w u", more)["frhs"], HasSubstr("abs(w1) * Up'even_1[u]"));
}

} // namespace
} // namespace chemora::tensor
