#include "framework/base/errors.hpp"
#include "framework/ccl/expression.hpp"
#include "framework/ccl/reader.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;

ccl::Expression parse(std::string const& text) {
  base::SourceText const source{"test.ccl", text};
  base::Diagnostics diagnostics(&source);
  ccl::Reader reader(source, diagnostics);
  try {
    return parse_expression(reader);
  } catch (ccl::StatementFailed const&) {
    throw base::UserError(diagnostics.all());
  }
}

ccl::Environment environment() {
  ccl::Environment known;
  known.parameter = [](std::string const& name) -> std::optional<ccl::Value> {
    if (name == "n") return std::int64_t{3};
    if (name == "grid::m") return std::int64_t{4};
    if (name == "list[2]") return std::int64_t{7};
    if (name == "x") return 0.5;
    if (name == "method") return std::string("RK4");
    if (name == "empty") return std::string();
    return std::nullopt;
  };
  known.is_thorn_active = [](std::string const& thorn) { return thorn == "PUGH"; };
  known.is_implementation_active = [](std::string const& implementation) { return implementation == "driver"; };
  known.known_parameters = {"n", "method"};
  return known;
}

std::int64_t integer(std::string const& text) { return evaluate_integer(parse(text), environment()); }
bool condition(std::string const& text) { return evaluate_condition(parse(text), environment()); }

std::string error_of(std::string const& text) {
  try {
    evaluate_condition(parse(text), environment());
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

TEST(Expression, HasThePrecedenceOfC) {
  EXPECT_EQ(to_text(parse("1 + 2 * 3 ^ 2 ^ n - 4 / 2")), "((1 + (2 * (3 ^ (2 ^ n)))) - (4 / 2))");
  EXPECT_EQ(to_text(parse("!a && b || c == 2")), "((!a && b) || (c == 2))");
  EXPECT_EQ(to_text(parse("*name || CCTK_Equals(p, \"q r\")")), "(*name || CCTK_Equals(p, \"q r\"))");
}

TEST(Expression, EvaluatesIntegers) {
  EXPECT_EQ(integer("n*(grid::m+1)-2"), 13);
  EXPECT_EQ(integer("-7/2"), -3);
  EXPECT_EQ(integer("7 % 4"), 3);
  EXPECT_EQ(integer("2^10"), 1024);
  EXPECT_EQ(integer("list[2]"), 7);
}

TEST(Expression, EvaluatesConditions) {
  EXPECT_TRUE(condition("CCTK_Equals(method, \"rk4\")"));
  EXPECT_FALSE(condition("CCTK_EQUALS(method, \"Euler\")"));
  EXPECT_TRUE(condition("CCTK_IsThornActive(\"PUGH\") && CCTK_IsImplementationActive(\"driver\")"));
  EXPECT_FALSE(condition("CCTK_IsThornActive(Carpet)"));
  EXPECT_TRUE(condition("n"));
  EXPECT_TRUE(condition("x <= 0.5 && x < 1 && n >= 3 && n != 4 && !(n > 3)"));
  EXPECT_TRUE(condition("*method && !*empty"));
}

TEST(Expression, EvaluatesLazily) {
  EXPECT_TRUE(condition("n || unknown"));
  EXPECT_FALSE(condition("n == 2 && unknown"));
}

TEST(Expression, ReportsErrors) {
  EXPECT_EQ(error_of("n == 1 || methd"), "test.ccl:1:11: error: There is no parameter `methd`. Did you mean `method`?");
  EXPECT_NE(error_of("method").find("neither true nor false"), std::string::npos);
  EXPECT_NE(error_of("method == \"RK4\"").find("CCTK_Equals"), std::string::npos);
  EXPECT_NE(error_of("n / 0").find("Division by zero"), std::string::npos);
  EXPECT_NE(error_of("CCTK_Equal(method, \"a\")").find("Did you mean `CCTK_Equals`?"), std::string::npos);
  EXPECT_NE(error_of("CCTK_Equals(method)").find("1 arguments, not 2"), std::string::npos);
  EXPECT_NE(error_of("9223372036854775807 + n").find("too large"), std::string::npos);
  EXPECT_NE(error_of("99999999999999999999").find("not a number that can be represented"), std::string::npos);
  EXPECT_THROW(integer("x"), base::UserError);
}

TEST(Expression, LimitsDepthAndLength) {
  EXPECT_NO_THROW(parse(std::string(150, '(') + "n" + std::string(150, ')')));
  EXPECT_THROW(parse(std::string(100000, '(')), base::UserError);
  EXPECT_THROW(parse(std::string(100000, '!')), base::UserError);
  std::string chain = "n", powers = "n";
  for (int n = 0; n < 10000; ++n) chain += "+n", powers += "^n";
  EXPECT_THROW(parse(chain), base::UserError);
  EXPECT_THROW(parse(powers), base::UserError);
}

TEST(Name, IgnoresCase) {
  EXPECT_TRUE(ccl::same_name("ADMBase::gxx", "admBASE::GXX"));
  EXPECT_TRUE(ccl::same_name("", ""));
}

TEST(Name, ComparesAllOtherCharacters) {
  EXPECT_FALSE(ccl::same_name("gxx", "gxy"));
  EXPECT_FALSE(ccl::same_name("gxx", "gxx_p"));
  EXPECT_FALSE(
      ccl::same_name("u_p", "u\177p")); // the codes of _ and \177 differ by 32, like upper-case and lower-case letters
  EXPECT_FALSE(ccl::same_name("a[", "a{"));
}

TEST(Name, ChangesOnlyLetters) {
  EXPECT_EQ(ccl::lower_case("AZaz@[`{09_:\xC4"), "azaz@[`{09_:\xC4");
  EXPECT_EQ(ccl::upper_case("AZaz@[`{09_:\xE4"), "AZAZ@[`{09_:\xE4");
}

} // namespace
