// Tests the parser of equation files and the printing of syntax trees.
#include "codegen/edl/parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::edl {
namespace {

using ::testing::HasSubstr;

SyntaxTree parse_text(std::string const& text) { return parse({"test.edl", text}); }

/// Parses the equation `u = expression` and prints its right-hand side, with `*` in every product.
std::string parsed(std::string const& expression) {
  SyntaxTree const tree =
      parse_text("begin thorn T\nbegin calculation C\n u = " + expression + "\nend calculation\nend thorn\n");
  return to_text(tree.calculations.at(0).equations.at(0).right);
}

std::string message_of(std::string const& text) {
  try {
    parse_text(text);
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

TEST(Parser, ReadsJuxtapositionAsProduct) {
  EXPECT_EQ(parsed("A exp(-1/2 (r/W)**2)"), "A * exp(-1 / 2 * (r / W)**2)");
  EXPECT_EQ(parsed("1/2 (rho**2 + delta^ij v_i v_j)"), "1 / 2 * (rho**2 + delta^ij * v_i * v_j)");
  EXPECT_EQ(parsed("za**2-2 za zavg"), "za**2 - 2 * za * zavg");
  EXPECT_EQ(parsed("A (x+1)"), "A * (x + 1)");
  EXPECT_EQ(parsed("2x"), "2 * x");
}

TEST(Parser, GivesJuxtapositionThePrecedenceOfDivision) {
  SyntaxTree const tree = parse_text("begin thorn T\nbegin calculation C\n u = 1/2 x\nend calculation\nend thorn\n");
  Expression const& product = tree.calculations[0].equations[0].right;
  EXPECT_EQ(product.text, "*");
  EXPECT_EQ(product.operands[0].text, "/");
}

TEST(Parser, AppliesDerivativesToTheNextFactor) {
  EXPECT_EQ(parsed("D_i u**2"), "D_i u**2");
  SyntaxTree const tree = parse_text("begin thorn T\nbegin calculation C\n u = D_i u**2\nend calculation\nend thorn\n");
  EXPECT_EQ(tree.calculations[0].equations[0].right.text, "**");
  EXPECT_EQ(parsed("delta^ij D_i D_j u"), "delta^ij * D_i D_j u");
  EXPECT_EQ(parsed("D_i (h v_j)"), "D_i (h * v_j)");
}

TEST(Parser, ReadsPositionsWithoutBlanks) {
  EXPECT_EQ(parsed("u at i+1"), "u at i+1");
  EXPECT_EQ(parsed("u at i + 1/2 w"), "u at i + 1 / 2 * w");
  EXPECT_EQ(parsed("u at i+1/2 w"), "u at i+1/2 * w");
  EXPECT_EQ(parsed("u at i-3/2"), "u at i-3/2");
  EXPECT_EQ(parsed("(u + w) at i-2 w"), "(u + w) at i-2 * w");
  EXPECT_EQ(parsed("u at i-w at i-1/2"), "u at i - w at i-1/2");
  EXPECT_EQ(parsed("v_j at i**2/4"), "v_j at i**2 / 4");
  EXPECT_THAT(message_of("begin thorn T\nbegin calculation C\n u = w at i+1.5\nend calculation\nend thorn\n"),
              HasSubstr("an odd multiple of 1/2, as in `i+1/2`; found `1.5`"));
}

TEST(Parser, ReadsPowersFromTheRightBeforeMinus) {
  SyntaxTree const tree = parse_text("begin thorn T\nbegin calculation C\n u = -a**b**c\nend calculation\nend thorn\n");
  Expression const& negated = tree.calculations[0].equations[0].right;
  EXPECT_EQ(negated.kind, ExpressionKind::negate);
  EXPECT_EQ(negated.operands[0].operands[1].text, "**");
}

TEST(Parser, ContinuesLinesAfterOperatorsAndInParentheses) {
  EXPECT_EQ(parsed("a +\n b"), "a + b");
  EXPECT_EQ(parsed("(a\n + b\n )"), "(a + b)");
  EXPECT_EQ(parsed("if(a > 1,\n 2, # two\n 3)"), "if(a > 1, 2, 3)");
}

TEST(Parser, ReadsConditionsAndLogic) {
  EXPECT_EQ(parsed("a > 1 and not b < 2 ? 3 : c == 4 || d != 5 ? 6 : 7"),
            "a > 1 and not b < 2 ? 3 : c == 4 or d != 5 ? 6 : 7");
}

char const* const everything = R"(# comment
begin thorn All
implement Everything
precision real64, real32
inherit ADMBase HydroBase
use vectors cse
disable opencl
begin parameters
  amp : real "amplitude", default: 2*PI, range: 0 to 10 PI*sin(PI/2), steerable: always
  n : int, default: 2, range: 2, 4, 6
  kind : keyword "which", default: "one", range: "one" "the first", "two"
  quiet : boolean, default: no
  w : real, default: 1, range: above 0 to below 5, 7 to infinity
end parameters
begin variables if kind == "one"
  phi pi
  g_(ij) weight -2/3 F_[ij] Gamma^a_bc : "symbols" weight 1 R_[ij]_(kl)
  u_error
end variables
begin group state timelevels 3 "the state" if not quiet
  a : "one"
  v_i : "vector"
end group
begin scalars
  top : "largest a" low_end
end scalars
begin temporaries
  work
end temporaries
begin derivatives
  D_i = centred(n)
  Du u_i = (u_(i+1) - u_(i))/h
  Up_i = upwind(n, shift)
  Diss = dissipation(n)
  Div f_i = (f_(i+1/2) - f_(i-3/2))/h
end derivatives
begin inherited ADMBase
  k_(ij) : kxx kxy kxz kyy kyz kzz
  alp
end inherited
begin metrics
  g_ij : determinant: 1, connection: G,
    derivative: CD, ricci: R, raises: v_i k_ij
  q_ij
end metrics
begin definitions
  w_(ij) = CD_i CD_j phi - 1/3 q_ij
  advect(f, g) = shift^i Up_i f + Diss g
end definitions
begin function states(q, w_j) along i gives qL, nR_j
  qL, nR_j = other(q at i, w_j at i-1)
  qR = (q + 1) at i+1/2 + q at i
end function
begin function one(a) gives b
  b = a
end function
begin faces along i
  L_i, R_ij = states(phi, v_j)
  F^i = L_i at i-3/2 - R_ii
end faces
begin boundaries
  phi : limit: amp, speed: 2 amp
  g_ij : speed: 1
  v_i : extrapolated, speed: amp
  w : extrapolated
end boundaries
begin calculation start scheduled at initial before finish after a_b before X on interior outside flat if kind == "one" and not quiet
  phi = amp sin(x) + ADMBase::alp
  v_i = 0
  u_error, a = states(phi, v_j)
end calculation
begin calculation rhs scheduled in MoL_CalcRHS
  D_t phi = Du_1 pi + D_11 phi + -kfac**2 phi + Lie_shift w - advect(phi, 2 phi)
  D_t g_12 = if(quiet, 1, 2) * -3
end calculation rhs
end thorn
)";

TEST(Parser, ReadsItsOwnOutput) {
  SyntaxTree const tree = parse_text(everything);
  std::string const printed = to_text(tree);
  SyntaxTree const again = parse_text(printed);
  EXPECT_EQ(tree, again);
  EXPECT_EQ(printed, to_text(again));
}

TEST(Parser, ReadsDeclarations) {
  SyntaxTree const tree = parse_text(everything);
  EXPECT_EQ(tree.implementation, "Everything");
  ASSERT_EQ(tree.precisions.size(), 2u);
  EXPECT_EQ(tree.precisions[1].name, "real32");
  ASSERT_EQ(tree.parameters.size(), 5u);
  EXPECT_EQ(tree.parameters[0].steerable, "always");
  EXPECT_EQ(tree.parameters[2].ranges.size(), 2u);
  EXPECT_EQ(tree.parameters[2].ranges[0].description, "the first");
  EXPECT_TRUE(tree.parameters[4].ranges[0].excludes_low);
  EXPECT_TRUE(tree.parameters[4].ranges[0].excludes_high);
  EXPECT_FALSE(tree.parameters[4].ranges[1].high.has_value());
  ASSERT_EQ(tree.blocks.size(), 2u);
  EXPECT_EQ(tree.blocks[1].time_levels, 3);
  EXPECT_EQ(tree.calculations[0].region, "interior");
  EXPECT_EQ(tree.calculations[0].outside, "flat");
  EXPECT_EQ(tree.calculations[1].outside, "");
  EXPECT_EQ(tree.calculations[0].condition->text, "and");
  EXPECT_EQ(tree.calculations[0].before, (std::vector<std::string>{"finish", "X"}));
  EXPECT_EQ(tree.blocks[0].variables[2].weight, "-2/3");
  ASSERT_EQ(tree.inherited_tensors.size(), 2u);
  EXPECT_EQ(tree.inherited_tensors[0].components.size(), 6u);
  ASSERT_EQ(tree.metrics.size(), 2u);
  EXPECT_EQ(tree.metrics[0].raises.size(), 2u);
  ASSERT_EQ(tree.definitions.size(), 2u);
  EXPECT_TRUE(tree.definitions[1].is_function);
  EXPECT_EQ(tree.definitions[1].parameters.size(), 2u);
  EXPECT_EQ(tree.definitions[0].right.operands[0].kind, ExpressionKind::derivative);
}

TEST(Parser, ReportsAllWrongStatements) {
  std::string const message =
      message_of("begin thorn T\nbegin calculation C\n u = +\n v = 1 2\n w w\nend calculation\nend thorn\n");
  EXPECT_THAT(message, HasSubstr("test.edl:4:"));
  EXPECT_THAT(message, HasSubstr("test.edl:5:4: error: Expected `=` after `w`, found `w`."));
}

TEST(Parser, RejectsDeepNestingAndLongChains) {
  std::string const deep(300, '(');
  EXPECT_THAT(message_of("begin thorn T\nbegin calculation C\n u = " + deep + "\nend calculation\nend thorn\n"),
              HasSubstr("nested deeper than 200 levels"));
  std::string chain = "1";
  for (int n = 0; n < 3000; ++n) chain += " + 1";
  EXPECT_THAT(message_of("begin thorn T\nbegin calculation C\n u = " + chain + "\nend calculation\nend thorn\n"),
              HasSubstr("more than 2000 operators"));
  std::string minus(5000, '-');
  EXPECT_THAT(message_of("begin thorn T\nbegin calculation C\n u = 1*" + minus + "1\nend calculation\nend thorn\n"),
              HasSubstr("nested deeper than 200 levels"));
}

TEST(Parser, ReportsInvalidBytes) {
  std::string const message =
      message_of("begin thorn T\nbegin calculation C\n u = 1 \xf8\x80\x80\x80 \xff\nend calculation\nend thorn\n");
  for (char const* code : {"248", "128", "255"})
    EXPECT_THAT(message, HasSubstr(std::string("The character with code ") + code +
                                   " is not a character of the equation language"));
}

TEST(Parser, RejectsHugeFiles) {
  EXPECT_THAT(message_of(std::string(2'000'000, ' ')), HasSubstr("an equation file can have at most 1048576"));
}

} // namespace
} // namespace chemora::edl
