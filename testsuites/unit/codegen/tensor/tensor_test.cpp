// Tests names and tensor indices, and the expansion of tensors to components.
#include "codegen/edl/parser.hpp"
#include "codegen/tensor/components.hpp"
#include "codegen/tensor/expand/expand.hpp"
#include "codegen/tensor/resolve/resolve.hpp"
#include "codegen/tensor/tensor_system.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::tensor {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

ComponentSystem expanded(std::string const& body) {
  base::SourceText const source{"test.edl", "begin thorn T\n" + body + "\nend thorn\n"};
  return expand(resolve(edl::parse(source), source), source);
}

/// Returns the expanded equations of a calculation with u, v_i and g_(ij). The map gives the text of each right-hand
/// side by the name of the assigned component.
std::map<std::string, std::string> equations(std::string const& lines) {
  ComponentSystem const system =
      expanded("begin variables\n u w v_i a^i\n g_(ij) F_[ij]\nend variables\n"
               "begin temporaries\n q_i\nend temporaries\n"
               "begin calculation use\n q_i = v_i\n u = w q_1 delta^ij g_ij F_12 a^k v_k\nend calculation\n"
               "begin calculation C\n" +
               lines + "\nend calculation");
  std::map<std::string, std::string> result;
  for (ComponentEquation const& equation : system.calculations.at(1).equations)
    result[equation.left] = to_text(equation.right);
  return result;
}

TEST(Components, HaveMirrorSignsOfTheirIndices) {
  Variable variable{"F", {{false, false}, {{0, true}}}, "", false, false, false};
  EXPECT_THAT(mirror_signs(variable), ElementsAre("--+", "-+-", "+--"));
  variable.is_pseudo = true;
  EXPECT_THAT(mirror_signs(variable), ElementsAre("++-", "+-+", "-++"));
  variable = {"C", {{true, false, false}, {{1, false}}}, "", false, false, false};
  EXPECT_THAT(mirror_signs(variable), SizeIs(18));
  EXPECT_EQ(mirror_signs(variable)[0], "-++");  // C111
  EXPECT_EQ(mirror_signs(variable)[4], "---");  // C123
  EXPECT_EQ(mirror_signs(variable)[17], "++-"); // C333
  EXPECT_THAT(mirror_signs({"u", {}, "", false, false, false}), ElementsAre("+++"));
}

TEST(Groups, HaveOneTypeOrSignsForEachVariable) {
  ComponentSystem const system = expanded(R"(begin variables
 v_i F_[ij] s
end variables
begin group several
 a b
end group
begin group vectors
 c_i d^i
end group
begin group mixed
 p_i q h parity -1
end group
begin calculation C
 D_t v_i = 0
 F_ij = 0
 s = 0
 a = 0
 b = 0
 c_i = 0
 d^i = 0
 D_t p_i = v_i
 q = 0
 h = 0
end calculation)");
  std::map<std::string, std::string> kinds;
  for (ComponentGroup const& group : system.groups) {
    EXPECT_TRUE(group.mirror_signs.empty() || group.mirror_signs.size() == group.variables.size()) << group.name;
    for (std::string const& signs : group.mirror_signs) kinds[group.name] += " " + signs;
    kinds[group.name] += group.tensor_type;
  }
  EXPECT_EQ(kinds, (std::map<std::string, std::string>{{"v", "D"},
                                                       {"vrhs", "D"},
                                                       {"F", " --+ -+- +--"},
                                                       {"s", "Scalar"},
                                                       {"several", "Scalar"},
                                                       {"vectors", " -++ +-+ ++- -++ +-+ ++-"},
                                                       {"mixed", " -++ +-+ ++- +++ ---"},
                                                       {"mixedrhs", "D"}}));
}

TEST(Components, HaveNamesInOrder) {
  Variable variable{"g", {{false, false}, {}}, "", false, false, false};
  EXPECT_THAT(component_names(variable), SizeIs(9));
  variable.shape.pairs = {{0, false}};
  EXPECT_THAT(component_names(variable), ElementsAre("g11", "g12", "g13", "g22", "g23", "g33"));
  variable.shape.pairs = {{0, true}};
  EXPECT_THAT(component_names(variable), ElementsAre("g12", "g13", "g23"));
  EXPECT_EQ(component(variable, {2, 1}).sign, -1);
  EXPECT_EQ(component(variable, {2, 2}).sign, 0);
  variable = {"v", {{false}, {}}, "", false, false, false};
  EXPECT_THAT(component_names(variable), ElementsAre("v1", "v2", "v3"));
  variable.shape.upper = {};
  EXPECT_THAT(component_names(variable), ElementsAre("v"));
  variable.shape.upper = {true, false, false};
  EXPECT_THAT(component_names(variable), SizeIs(27));
  variable.shape.pairs = {{1, false}};
  EXPECT_THAT(component_names(variable), SizeIs(18));
  EXPECT_EQ(component(variable, {3, 2, 1}).name, "v312");
  variable = {"R", {{false, false, false, false}, {{0, true}, {2, true}}}, "", false, false, false};
  EXPECT_THAT(component_names(variable), SizeIs(9));
  EXPECT_EQ(component(variable, {2, 1, 3, 1}).sign, 1);
  EXPECT_EQ(component(variable, {2, 1, 1, 3}).sign, -1);
  EXPECT_EQ(to_text(variable), "R_[ij]_[kl]");
  variable = {"g",
              {{false, false}, {{0, false}}},
              "",
              false,
              false,
              true,
              {"M::gxx", "M::gxy", "M::gxz", "M::gyy", "M::gyz", "M::gzz"}};
  EXPECT_EQ(component(variable, {3, 2}).name, "M::gyz");
}

TEST(Numbers, ReadZerosWithAnyExponent) {
  EXPECT_TRUE(parse_number("0e9223372036854775807")->is(0));
  EXPECT_TRUE(parse_number("0.0e-9223372036854775808")->is(0));
  EXPECT_TRUE(parse_number("0." + std::string(400, '0'))->is(0));
  EXPECT_FALSE(parse_number("1e-9223372036854775808"));
  EXPECT_FALSE(parse_number("1e-400"));
  EXPECT_FALSE(parse_number("1e9223372036854775807"));
  EXPECT_TRUE(parse_number("125e-3")->is_exact());
}

TEST(Expand, DoesNotCopyBasesOfNestedPowers) {
  EXPECT_EQ(equations("u = ((((((w**16)**16)**16)**16)**16)**16)")["u"],
            "((((((w ** 16) ** 16) ** 16) ** 16) ** 16) ** 16)");
  EXPECT_EQ(equations("u = 2**3 w")["u"], "(8 * w)");
  EXPECT_EQ(equations("u = 2**-2 w")["u"], "(1/4 * w)");
}

TEST(Expand, SumsOverRepeatedIndices) {
  EXPECT_EQ(equations("u = a^i v_i")["u"], "(((a1 * v1) + (a2 * v2)) + (a3 * v3))");
  EXPECT_EQ(equations("u = delta^ij v_i v_j")["u"], "(((v1 * v1) + (v2 * v2)) + (v3 * v3))");
  EXPECT_EQ(equations("u = delta^ij g_ij")["u"], "((g11 + g22) + g33)");
}

TEST(Expand, ContractsDerivatives) {
  EXPECT_EQ(equations("u = delta^ij D_i v_j")["u"], "((D_1[v1] + D_2[v2]) + D_3[v3])");
  EXPECT_EQ(equations("u = D_i a^i")["u"], "((D_1[a1] + D_2[a2]) + D_3[a3])");
  EXPECT_EQ(equations("u = delta^ij D_ij w")["u"], "((D_11[w] + D_22[w]) + D_33[w])");
  EXPECT_EQ(equations("u = D_x w + D_2 w")["u"], "(D_1[w] + D_2[w])");
  EXPECT_EQ(equations("u = D_1 (w v_1)")["u"], "D_1[(w * v1)]");
}

TEST(Expand, ExpandsEpsilonToTheCurl) {
  auto const curl = equations("a^i = Eps^ijk D_j v_k");
  EXPECT_EQ(curl.at("a1"), "(D_2[v3] - D_3[v2])");
  EXPECT_EQ(curl.at("a2"), "(D_3[v1] - D_1[v3])");
  EXPECT_EQ(curl.at("a3"), "(D_1[v2] - D_2[v1])");
}

TEST(Expand, AssignsSymmetricComponentsOnce) {
  auto const symmetric = equations("g_ij = v_i v_j");
  EXPECT_THAT(symmetric, SizeIs(6));
  EXPECT_EQ(symmetric.at("g12"), "(v1 * v2)");
  auto const antisymmetric = equations("F_ij = D_i v_j - D_j v_i");
  EXPECT_THAT(antisymmetric, SizeIs(3));
  EXPECT_EQ(antisymmetric.at("F23"), "(D_2[v3] - D_3[v2])");
  EXPECT_EQ(equations("u = F_21 + F_11")["u"], "neg(F12)");
  EXPECT_EQ(equations("u = g_21")["u"], "g12");
}

TEST(Expand, AcceptsThreeFormsOfComponents) {
  EXPECT_EQ(equations("u = v_1 + v1 + v_x")["u"], "((v1 + v1) + v1)");
  EXPECT_THAT(equations("v_i = 0"), SizeIs(3));
}

TEST(Expand, SimplifiesExactly) {
  EXPECT_EQ(equations("u = 1/3 + 1/6")["u"], "1/2");
  EXPECT_EQ(equations("u = 0 w + 1 w - (-w)")["u"], "(w + w)");
  EXPECT_EQ(equations("u = w**3")["u"], "(w ** 3)");
  EXPECT_EQ(equations("u = w**(1/2)")["u"], "sqrt(w)");
  EXPECT_EQ(equations("u = w/2")["u"], "(1/2 * w)");
  EXPECT_EQ(equations("u = w/3")["u"], "(w / 3)");
  EXPECT_EQ(equations("u = w/0.1")["u"], "(10 * w)");
  EXPECT_EQ(equations("u = -(w - v_1)")["u"], "(v1 - w)");
  EXPECT_EQ(equations("u = -1/2 w**2")["u"], "(-1/2 * (w ** 2))");
  EXPECT_EQ(equations("u = if(1 > 2, w, 3)")["u"], "3");
  EXPECT_EQ(equations("u = w**-2")["u"], "(w ** -2)");
}

TEST(Expand, AppliesDefaultsOfPlaceAndRegion) {
  ComponentSystem const system =
      expanded("begin variables\n u rho e\nend variables\n"
               "begin calculation Init\n u = 0\n rho = x\nend calculation\n"
               "begin calculation RHS\n D_t u = rho\n D_t rho = delta^ij D_ij u\nend calculation\n"
               "begin calculation Energy\n e = rho**2\nend calculation");
  ASSERT_THAT(system.calculations, SizeIs(3));
  EXPECT_EQ(system.calculations[0].bin, "INITIAL");
  EXPECT_EQ(system.calculations[0].region, Region::everywhere);
  EXPECT_EQ(system.calculations[1].bin, "MoL_CalcRHS");
  EXPECT_FALSE(system.calculations[1].is_bin);
  EXPECT_EQ(system.calculations[1].region, Region::interior);
  EXPECT_EQ(system.calculations[2].bin, "ANALYSIS");
  EXPECT_EQ(system.groups[0].time_levels, 2);
  EXPECT_EQ(system.groups[0].right_sides, "urhs");
  EXPECT_EQ(system.groups[2].time_levels, 1);
}

/// Returns the right side of `D_t u` and of each local definition of these faces and functions, by name.
std::map<std::string, std::string> conservation_law(std::string const& blocks) {
  ComponentSystem const system =
      expanded("begin variables\n u v_i\nend variables\n"
               "begin derivatives\n Div f_i = (f_(i+1/2) - f_(i-1/2))/h\nend derivatives\n" +
               blocks + "\nbegin calculation C\n D_t u = -Div_i F^i\n D_t v_i = 0\nend calculation");
  std::map<std::string, std::string> result;
  for (ComponentEquation const& equation : system.calculations.at(0).equations)
    result[equation.left] = to_text(equation.right);
  return result;
}

TEST(Faces, HaveValuesForEachDirection) {
  auto law = conservation_law("begin faces along i\n F^i = v_i at i v_i at i (u at i+1 - u at i-1)\nend faces");
  EXPECT_EQ(law["urhs"], "neg(((Div_1[F1] + Div_2[F2]) + Div_3[F3]))");
  EXPECT_EQ(law["F2"], "((shift(0)[v2] * shift(0)[v2]) * (shift(1)[u] - shift(-1)[u]))");
}

TEST(Functions, AreAppliedToEachComponent) {
  auto law = conservation_law("begin function mean(a, b) gives m\n s = a + b\n m = 1/2 s\nend function\n"
                              "begin faces along k\n w_jk = mean(v_j at k, v_j at k+1)\n F^k = w_kk w_1k\nend faces");
  EXPECT_EQ(law["F2"], "(w22 * w12)");
  EXPECT_EQ(law["w32"], "mean'2'm23");
  EXPECT_EQ(law["mean'2'm23"], "(1/2 * mean'2's23)");
  EXPECT_EQ(law["mean'2'a23"], "shift(0)[v3]");
}

TEST(Functions, GiveSeveralResultsWithIndices) {
  auto law = conservation_law("begin function both(w_j, q) along k gives s, n_j\n n_j = q w_j delta_kk\n"
                              " s = w_k + delta^ij w_i w_j\nend function\n"
                              "begin faces along i\n F^i, G^i_j = both(v_j at i, u at i)\nend faces");
  EXPECT_EQ(law["F2"], "both'2's2");
  EXPECT_EQ(law["both'2's2"], "(both'2'w22 + (((both'2'w21 * both'2'w21) + (both'2'w22 * both'2'w22)) + "
                              "(both'2'w23 * both'2'w23)))");
}

TEST(Functions, AssignSeveralVariablesOfACalculation) {
  ComponentSystem const system =
      expanded("begin variables\n u v_i w_i\nend variables\n"
               "begin function split(a_k, b) gives s, t_k\n s = a_1 + b\n t_k = b a_k\nend function\n"
               "begin calculation C\n u, v_i = split(v_i, u)\n w_i = v_i\nend calculation");
  std::map<std::string, std::string> law;
  for (ComponentEquation const& equation : system.calculations.at(0).equations)
    law[equation.left] = to_text(equation.right);
  EXPECT_EQ(law["u"], "split'1's");
  EXPECT_EQ(law["v2"], "split'1't2");
  EXPECT_EQ(law["split'1't2"], "(split'1'b * split'1'a2)");
  EXPECT_EQ(law["split'1'a2"], "v2");
}

TEST(Functions, HaveSeparateNamesAndIndexLetters) {
  auto law = conservation_law("begin function next(u) along k gives s\n i = u at k+1\n s = i\nend function\n"
                              "begin function outer(q) along i gives s\n s = next(2 q) - next(q)\nend function\n"
                              "begin faces along i\n F^i = outer(u)\nend faces");
  EXPECT_EQ(law["F3"], "outer'2's3");
  EXPECT_EQ(law["outer'2'q3"], "u");
  EXPECT_EQ(law["outer'2's3"].substr(0, 5), "(next");
}

TEST(Names, HaveIndicesOnlyOfConsecutiveLetters) {
  ComponentSystem const system =
      expanded("begin variables\n u_error v_ij w_old q_t\nend variables\n"
               "begin calculation C\n u_error = 1\n v_ij = delta_ij\n w_old = q_t\nend calculation");
  EXPECT_THAT(system.groups[0].variables, ElementsAre("u_error"));
  EXPECT_THAT(system.groups[1].variables, SizeIs(9));
  EXPECT_THAT(system.groups[2].variables, ElementsAre("w_old"));
  EXPECT_THAT(system.groups[3].variables, ElementsAre("q_t"));
}

TEST(SchedulePlaces, HaveTheSpellingOfTheFramework) {
  EXPECT_EQ(find_place("initial"), (SchedulePlace{"INITIAL", true}));
  EXPECT_EQ(find_place("CCTK_Analysis"), (SchedulePlace{"ANALYSIS", true}));
  EXPECT_EQ(find_place("mol_calcrhs"), (SchedulePlace{"MoL_CalcRHS", false}));
  EXPECT_FALSE(find_place("elsewhere").has_value());
}

TEST(Numbers, RemainFractionsAsLongAsTheyFit) {
  EXPECT_EQ(fraction(2, -4), fraction(-1, 2));
  EXPECT_EQ(parse_number("0.125").value(), fraction(1, 8));
  EXPECT_EQ(parse_number("1.5e-1").value(), fraction(3, 20));
  EXPECT_EQ(parse_number("1e300")->value, 1e300);
  EXPECT_FALSE(parse_number("1e300")->is_exact());
  EXPECT_FALSE(parse_number("1e999").has_value());
  EXPECT_EQ(fraction(1, 3) + fraction(1, 6), fraction(1, 2));
  EXPECT_EQ(integer(1) / integer(3) * integer(3), integer(1));
  EXPECT_EQ(parse_number("0.1")->value, 0.1);
  EXPECT_FALSE((fraction(1, 9007199254740991) * fraction(1, 9007199254740989)).is_exact());
}

} // namespace
} // namespace chemora::tensor
