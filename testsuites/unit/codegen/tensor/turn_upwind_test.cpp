// Tests on which side upwind derivatives take their additional points. `c` and `p` are evolved variables, and `v` is
// the velocity of the derivative `Up`.
#include "codegen/edl/parser.hpp"
#include "codegen/tensor/expand/expand.hpp"
#include "codegen/tensor/resolve/resolve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::tensor {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

ComponentSystem expanded(std::string const& lines, std::string const& more) {
  base::SourceText const source{
      "test.edl",
      "begin thorn T\nbegin parameters\n positive : real, default: 1, range: 0 to 2\n any : real, default: 1\n"
      "end parameters\nbegin variables\n c p f v^i J^i_j\nend variables\n"
      "begin derivatives\n Up_i = upwind(4, v)\nend derivatives\n" +
          more +
          "begin calculation Start scheduled at initial\n c = 0\n p = 0\nend calculation\nbegin calculation Use\n f = "
          "positive any p J^1_1 v^1 Up_1 p\nend calculation\n"
          "begin calculation C\n" +
          lines + "\nend calculation\nend thorn\n"};
  return expand(resolve(edl::parse(source), source), source);
}

/// The expanded right-hand side of `D_t c`, and the compiler's warnings.
struct Outcome {
  std::string right;
  std::vector<base::Diagnostic> warnings;
};

Outcome outcome(std::string const& lines, std::string const& more = "") {
  ComponentSystem const system = expanded(lines, more);
  for (ComponentEquation const& equation : system.calculations.back().equations)
    if (equation.left == "crhs") return {to_text(equation.right), system.warnings};
  return {"nothing", {}};
}

std::string const ahead = "((v1 * Up'odd_1[c]) + (abs(v1) * Up'even_1[c]))";
std::string const turned = "((v1 * Up'odd_1[c]) - (abs(v1) * Up'even_1[c]))"; ///< for a negative coefficient

TEST(Upwind, KeepsItsSideForAPositiveTerm) {
  EXPECT_EQ(outcome("D_t c = v^1 Up_1 c").right, ahead);
  EXPECT_EQ(outcome("D_t c = positive v^1 Up_1 c + p").right,
            "((((positive * v1) * Up'odd_1[c]) + ((positive * abs(v1)) * Up'even_1[c])) + p)");
  EXPECT_EQ(outcome("D_t c = -(-v^1 Up_1 c)").right, ahead);
  EXPECT_EQ(outcome("D_t c = any ** 2 (any > 1 ? 1 : 0) * (v^1 Up_1 c)").right,
            "(((any ** 2) * if((any > 1), 1, 0)) * " + ahead + ")");
}

TEST(Upwind, IsTurnedForANegativeTerm) {
  EXPECT_EQ(outcome("D_t c = -v^1 Up_1 c").right, "neg(" + turned + ")");
  EXPECT_EQ(outcome("D_t c = p - v^1 Up_1 c").right, "(p - " + turned + ")");
  EXPECT_EQ(outcome("D_t c = any > 1 ? -exp(p) * (v^1 Up_1 c) : p").right,
            "if((any > 1), neg((exp(p) * " + turned + ")), p)");
  Outcome const by_function =
      outcome("D_t c = -advect(c)", "begin definitions\n advect(q) = v^i Up_i q\nend definitions\n");
  EXPECT_THAT(by_function.right, HasSubstr(turned));
  EXPECT_THAT(by_function.warnings, SizeIs(0));
  EXPECT_THAT(outcome("D_t c = -Lie_v c").right, HasSubstr(turned));
}

TEST(Upwind, FindsTheVelocityOfAFlux) {
  auto const with = [](std::string const& flux) {
    std::string text = "if((v1 < 0), (Up'odd_1[{}] + Up'even_1[{}]), (Up'odd_1[{}] - Up'even_1[{}]))";
    for (auto at = text.find("{}"); at != std::string::npos; at = text.find("{}")) text.replace(at, 2, flux);
    return "neg(" + text + ")";
  };
  EXPECT_EQ(outcome("D_t c = -Up_1 (c v^1)").right, with("(c * v1)"));
  std::string const flux = "begin temporaries\n flux^i\nend temporaries\n";
  EXPECT_EQ(outcome("flux^i = v^i c\n D_t c = -Up_1 flux^1 + 0 flux^2", flux).right, with("flux1"));
  std::string const burgers = "begin temporaries\n w^i\nend temporaries\nbegin derivatives\n Along_i = upwind(2, w)\n"
                              "end derivatives\n";
  Outcome const square =
      outcome("w^1 = c\n w^2 = 0\n w^3 = 0\n D_t c = -1/2 Along_1 c**2 - 1/2 Along_1 (c**2)", burgers);
  EXPECT_THAT(square.right, HasSubstr("(Along'odd_1[(c ** 2)] + Along'even_1[(c ** 2)])"));
}

TEST(Upwind, FindsTheVelocityThroughAJacobian) {
  std::string const patch = "begin derivatives\n Patch_i = J^a_i upwind(4, v)\nend derivatives\n";
  Outcome const positive = outcome("D_t c = v^i Patch_i c", patch), negative = outcome("D_t c = -v^i Patch_i c", patch);
  EXPECT_THAT(positive.warnings, SizeIs(0));
  EXPECT_THAT(negative.warnings, SizeIs(0));
  EXPECT_THAT(positive.right, HasSubstr("if((Patch'wind1 < 0), (Patch'grid'odd_1[c] - Patch'grid'even_1[c]), "));
  EXPECT_THAT(negative.right, HasSubstr("if((Patch'wind1 < 0), (Patch'grid'odd_1[c] + Patch'grid'even_1[c]), "));
}

TEST(Upwind, KeepsItsSideForOtherVariables) {
  Outcome const other = outcome("D_t p = v^1 Up_1 p\n D_t c = p - v^1 Up_1 p");
  EXPECT_THAT(other.right, HasSubstr("((v1 * Up'odd_1[p]) + (abs(v1) * Up'even_1[p]))"));
  EXPECT_THAT(other.warnings, SizeIs(0));
}

TEST(Upwind, WarnsIfTheSideIsUnknown) {
  auto const warning = [](std::string const& lines) {
    auto const warnings = outcome(lines).warnings;
    return warnings.size() == 1 ? warnings[0].message : std::to_string(warnings.size()) + " warnings";
  };
  EXPECT_THAT(warning("D_t c = -p v^i Up_i c"), HasSubstr("because the sign of `p` is unknown"));
  EXPECT_THAT(warning("D_t c = -Up_1 c"), HasSubstr("because no component of `v` is a factor of it"));
  EXPECT_THAT(warning("D_t c = -v^1 Up_1 exp(c)"), HasSubstr("because its operand is not proportional to `c`"));
  EXPECT_THAT(warning("D_t c = -sqrt((v^1 Up_1 c)**2)"), HasSubstr("because it is not a factor of a term"));
  EXPECT_THAT(warning("D_t c = -p**3 v^i Up_i c"), HasSubstr("because the sign of `p` is unknown"));
  EXPECT_THAT(warning("D_t c = -p**any v^i Up_i c"), HasSubstr("because the sign of `p**any` is unknown"));
  EXPECT_EQ(warning("D_t c = -abs(p) p**2 p**(1/3) v^i Up_i c"), "0 warnings");
}

TEST(Upwind, WarnsOfEachUseOfATemporary) {
  auto const warnings = [](std::string const& lines) {
    return outcome("slope_i = Up_i c\n D_t c = " + lines, "begin temporaries\n slope_i\nend temporaries\n").warnings;
  };
  EXPECT_THAT(warnings("v^1 slope_1 + abs(p) v^1 slope_1"), SizeIs(0));
  for (std::string const other : {"p", "v^2", "v^1 p", "1"}) {
    EXPECT_THAT(warnings("v^1 slope_1 + " + other + " slope_1"), SizeIs(1)) << other;
    EXPECT_THAT(warnings(other + " slope_1 + v^1 slope_1"), SizeIs(1)) << other;
  }
  EXPECT_THAT(warnings("v^1 slope_1 + v^1 sqrt(slope_1)"), SizeIs(1));
}

TEST(Upwind, ExaminesAChainOfTemporariesOnce) {
  std::string names, lines = "t1x_i = Up_i c\n";
  int const n = 16; // with 3 ** n paths
  for (int k = 1; k <= n; ++k) names += " t" + std::to_string(k) + "x_i";
  for (int k = 2; k <= n; ++k) lines += " t" + std::to_string(k) + "x_i = J^j_i t" + std::to_string(k - 1) + "x_j\n";
  lines += " D_t c = v^i t" + std::to_string(n) + "x_i";
  EXPECT_THAT(outcome(lines, "begin temporaries\n" + names + "\nend temporaries\n").warnings, SizeIs(1));
}

TEST(Upwind, IsRejectedInATemporaryIfItMustBeTurned) {
  std::string const more = "begin temporaries\n change slope_i\nend temporaries\n";
  auto const message = [&](std::string const& lines) {
    try {
      outcome(lines, more);
    } catch (base::UserError const& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  std::string const use = "\n slope_i = Up_i c\n f = change + slope_1";
  EXPECT_THAT(message("change = v^i Up_i c\n D_t c = p - change" + use),
              HasSubstr("In the temporary `change`, the upwind derivative `Up` in the equation of `D_t c`"));
  EXPECT_EQ(message("change = v^i Up_i c\n D_t c = change" + use), "no error");
  EXPECT_THAT(message("change = p\n slope_i = Up_i c\n D_t c = -v^i slope_i\n f = change"),
              HasSubstr("In the temporary `slope`"));
}

} // namespace
} // namespace chemora::tensor
