// Tests that the symmetry of the right-hand side matches the symmetry of the assigned tensor.
#include "codegen/edl/parser.hpp"
#include "codegen/tensor/resolve/resolve.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::tensor {
namespace {

using ::testing::HasSubstr;

/// Returns the error message for an equation. The equation can use variables of all kinds and the metric g.
std::string message_of(std::string const& equation) {
  std::string const text = "begin thorn T\nbegin variables\n"
                           " f v_i w^i s_(ij) a_[ij] b_ij g_(ij) c^i_(jk) h_(ij) J^i_j\nend variables\n"
                           "begin parameters\n p : real, default: 1\n slow : boolean, default: no\nend parameters\n"
                           "begin temporaries\n m_ij n_(ij)\nend temporaries\n"
                           "begin metrics\n g_ij : connection: G, derivative: CD, ricci: R\nend metrics\n"
                           "begin derivatives\n D_i = centred(4)\n Up_i = upwind(4, w)\n Diss = dissipation(4)\n"
                           " d_i = J^a_i centred(4)\nend derivatives\nbegin calculation C\n" +
                           equation + "\nend calculation\nend thorn\n";
  // The text is a Kranc file, because unused names are not errors in Kranc files.
  base::SourceText const source{"test.kranc", text};
  try {
    resolve(edl::parse(source), source);
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "";
}

TEST(CheckSymmetry, AcceptsSymmetricRightSides) {
  for (char const* equation : {"s_ij = v_i v_j",
                               "s_ij = g_ij",
                               "s_ij = delta_ij f",
                               "s_ij = 0",
                               "s_ij = D_ij f",
                               "s_ij = D_i D_j f",
                               "s_ij = D_i v_j + D_j v_i",
                               "s_ij = sym(b_ij)",
                               "s_ij = b_ik b_jl g^kl",
                               "s_ij = R_ij",
                               "s_ij = CD_ij f",
                               "s_ij = Lie_w g_ij + Diss g_ij",
                               "s_ij = w^k Up_k s_ij",
                               "s_ij = tracefree(s_ij)",
                               "s_ij = slow ? s_ij exp(-p f) : g_ij/det(g)**(1/3)",
                               "s_ij = v_k G^k_ij",
                               "c^i_jk = G^i_jk",
                               "m_ij = v_i D_j f\n s_ij = m_ij + m_ji",
                               "n_ij = v_i v_j\n s_ij = n_ij f",
                               "s_1i = b_1i",
                               "s_ij = D_i (f v_j) - f D_i v_j + v_i D_j f",
                               "s_ij = D_i D_j D_1 D_2 D_3 D_1 D_2 f",
                               "s_ij = D_i D_j (g^kl D_k D_l f)",
                               "s_ij = log(f - 100) v_i v_j",
                               "s_ij = D_i (f v_j) - f D_i v_j - v_j D_i f"})
    EXPECT_EQ(message_of(equation), "") << equation;
}

TEST(CheckSymmetry, AcceptsAntisymmetricRightSides) {
  for (char const* equation : {"a_ij = D_i v_j - D_j v_i", "a_ij = Eps_ijk w^k", "a_ij = 1/2 (b_ij - b_ji)",
                               "a_ij = D_i D_j f - D_j D_i f", "a_ij = a_ik w^k v_j - a_jk w^k v_i"})
    EXPECT_EQ(message_of(equation), "") << equation;
}

TEST(CheckSymmetry, UsesEarlierEquationsOfTheCalculation) {
  for (char const* equation :
       {"v_i = D_i f\n s_ij = v_i D_j f", "b_ij = v_i v_j\n s_ij = b_ij", "b_ij = 0\n s_ij = b_ij",
        "b_ij = s_ij\n m_ij = b_ij\n h_ij = m_ij", "b_1i = g_1i\n b_2i = g_2i\n b_3i = g_3i\n s_ij = b_ij",
        "m_12 = f\n m_21 = f\n m_13 = p\n m_31 = p\n m_23 = 0\n m_32 = 0\n m_11 = 1\n m_22 = 2\n m_33 = 3\n"
        " s_ij = m_ij",
        "m_1i = D_1 D_i f\n m_2i = D_2 D_i f\n m_3i = D_3 D_i f\n s_ij = m_ij",
        "c^1_ij = s_ij\n c^2_jk = g_jk\n c^3_jk = v_j v_k\n s_ij = c^k_ij v_k", "a_21 = f\n s_12 = a_12 + f"})
    EXPECT_EQ(message_of(equation), "") << equation;
  for (char const* equation :
       {"s_ij = b_ij\n b_ij = v_i v_j", "b_ij = 2 b_ij\n s_ij = b_ij", "m_ij = b_ij\n b_ij = 0\n s_ij = m_ij",
        "b_12 = f\n s_ij = b_ij", "v_i = f g_ij w^j\n s_ij = v_i D_j f", "D_t v_i = D_i f\n D_t s_ij = v_i D_j f"})
    EXPECT_THAT(message_of(equation), HasSubstr("is symmetric, but the right side is not")) << equation;
}

TEST(CheckSymmetry, IgnoresOtherCalculations) {
  std::string const other = "b_ij = v_i v_j\nend calculation\nbegin calculation B\n";
  EXPECT_THAT(message_of(other + "s_ij = b_ij"), HasSubstr("write `sym(...)` around it"));
  EXPECT_EQ(message_of(other + "s_ij = sym(b_ij)"), "");
}

TEST(CheckSymmetry, AssumesConsistentJacobians) {
  for (char const* equation : {"s_ij = d_i d_j f", "s_ij = d_ij f", "c^i_jk = w^i d_j d_k f",
                               "a_ij = d_i d_j f - d_ij f", "s_ij = d_i v_j + d_j v_i", "s_ij = J^a_i J^b_j g_ab"})
    EXPECT_EQ(message_of(equation), "") << equation;
  for (char const* equation : {"s_ij = d_i v_j", "s_ij = J^a_i v_a v_j", "s_ij = D_i d_j f"})
    EXPECT_THAT(message_of(equation), HasSubstr("is symmetric, but the right side is not")) << equation;
}

TEST(CheckSymmetry, SkipsLargeEquations) {
  std::string product = "s_ij = v_i v_j";
  for (char const* pair : {"ab", "cd", "kl", "mn", "op", "ef", "gh"})
    product += std::string(" delta^") + pair + " v_" + pair[0] + " v_" + pair[1];
  EXPECT_EQ(message_of(product), "");
  std::string equation = "s_ij = v_i ";
  for (int n = 0; n < 40; ++n) equation += "D_1 ";
  EXPECT_EQ(message_of(equation + "v_j"), "");
}

TEST(CheckSymmetry, FindsLostComponents) {
  for (char const* equation :
       {"s_ij = b_ij", "s_ij = v_i D_j f", "s_ij = a_ij", "s_ij = D_i v_j + 1e-2 D_j v_i", "s_ij = slow ? g_ij : b_ij",
        "c^i_jk = w^i b_jk", "m_ij = b_ij\n s_ij = m_ij", "n_ij = b_ij\n s_ij = n_ij", "s_ij = D_1 D_2 b_ij"})
    EXPECT_THAT(message_of(equation), HasSubstr("is symmetric, but the right side is not")) << equation;
  for (char const* equation : {"a_ij = s_ij", "a_ij = b_ij", "a_1i = v_i"})
    EXPECT_THAT(message_of(equation), HasSubstr("is antisymmetric, but the right side is not")) << equation;
}

} // namespace
} // namespace chemora::tensor
