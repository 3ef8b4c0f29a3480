#include "framework/base/errors.hpp"
#include "framework/ccl/parameter_ccl_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::ElementsAre;
using testing::HasSubstr;

ccl::ParameterFile parse(std::string const& text) { return ccl::parse_parameter_ccl({"param.ccl", text}); }
ccl::Parameter parameter(std::string const& text) { return parse(text).parameters.at(0); }

std::string error_of(std::string const& text) {
  try {
    parse(text);
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

TEST(ParameterCclFile, ReadsScopes) {
  auto const file = parse("BOOLEAN a \"\" { } no\nRESTRICTED:\nBOOLEAN b \"\" { } no\nGLOBAL:\nBOOLEAN c \"\" {} no\n"
                          "SHARES: grid\nUSES KEYWORD d AS grid_d\nBOOLEAN e \"\" {} yes\n");
  EXPECT_EQ(file.parameters[0].scope, ccl::ParameterScope::private_scope);
  EXPECT_EQ(file.parameters[1].scope, ccl::ParameterScope::restricted);
  EXPECT_EQ(file.parameters[2].scope, ccl::ParameterScope::global);
  EXPECT_EQ(file.parameters[3].scope, ccl::ParameterScope::shared);
  EXPECT_EQ(file.parameters[3].origin, ccl::ParameterOrigin::used);
  EXPECT_EQ(file.parameters[3].shared_from, "grid");
  EXPECT_EQ(file.parameters[3].local_name(), "grid_d");
  EXPECT_EQ(file.parameters[4].scope, ccl::ParameterScope::private_scope);
  EXPECT_EQ(file.shares.at(0).text, "grid");
}

TEST(ParameterCclFile, ReadsIntegerRanges) {
  auto const p = parameter("CCTK_INT n[3] \"d\" STEERABLE=ALWAYS AS m\n{\n 1:10:2 :: \"odd\"\n (0:*) :: \"open\"\n -5 "
                           ":: \"one\"\n : :: \"any\"\n"
                           " *:* :: \"all\"\n} -1");
  EXPECT_EQ(*p.array_length, 3);
  EXPECT_EQ(p.steerable, ccl::Steerable::always);
  EXPECT_EQ(p.local_name(), "m");
  ASSERT_EQ(p.ranges.size(), 5u);
  EXPECT_EQ(*p.ranges[0].lower, "1");
  EXPECT_EQ(*p.ranges[0].upper, "10");
  EXPECT_EQ(p.ranges[0].stride, 2);
  EXPECT_EQ(p.ranges[0].description, "odd");
  EXPECT_FALSE(p.ranges[1].lower_is_included || p.ranges[1].upper_is_included || p.ranges[1].upper);
  EXPECT_EQ(*p.ranges[2].lower, "-5");
  EXPECT_EQ(*p.ranges[2].upper, "-5");
  EXPECT_FALSE(p.ranges[3].lower || p.ranges[3].upper);
  EXPECT_EQ(p.default_value, "-1");
}

TEST(ParameterCclFile, ReadsRealRanges) {
  auto const p =
      parameter("REAL x \"d\" STEERABLE = recover { \"(0:1.5d0]\" :: \"a\" \n .5:*) :: \"b\" \n 1.e-3 } 2.5D-1");
  EXPECT_EQ(p.steerable, ccl::Steerable::recover);
  EXPECT_FALSE(p.ranges[0].lower_is_included);
  EXPECT_TRUE(p.ranges[0].upper_is_included);
  EXPECT_EQ(*p.ranges[0].upper, "1.5e0");
  EXPECT_EQ(*p.ranges[1].lower, ".5");
  EXPECT_EQ(*p.ranges[2].lower, "1.e-3");
  EXPECT_EQ(p.default_value, "2.5e-1");
}

TEST(ParameterCclFile, ReadsKeywordsStringsAndBooleans) {
  auto const keyword = parameter("KEYWORD k \"d\" { \"a b\", c-d :: \"two\" \n e :: \"one\" } \"a b\"");
  EXPECT_THAT(keyword.ranges.at(0).values, ElementsAre("a b", "c-d"));
  EXPECT_EQ(keyword.default_value, "a b");
  auto const text = parameter("STRING s \"d\" { \"^[a-z]+$\" :: \"low\" \n .* :: \"any\" \n a,b :: \"x\" } \"\"");
  EXPECT_THAT(text.ranges.at(0).values, ElementsAre("^[a-z]+$"));
  EXPECT_THAT(text.ranges.at(1).values, ElementsAre(".*"));
  EXPECT_THAT(text.ranges.at(2).values, ElementsAre("a", "b"));
  EXPECT_EQ(text.default_value, "");
  EXPECT_EQ(parameter("BOOLEAN b \"d\" { } \"yes\"").default_value, "yes");
  EXPECT_EQ(parameter("BOOLEAN b \"d\" { : :: \"either\" } f").default_value, "f");
}

TEST(ParameterCclFile, ReadsSharedAndExtended) {
  auto const file =
      parse("SHARES: methodoflines\nUSES INT MoL_Num\nEXTENDS KEYWORD method \"d\" { \"mine\" :: \"x\" }\nPRIVATE:\n"
            "INT n \"d\" ACCUMULATOR-BASE=MethodofLines::MoL_Num { 0:* } 3\n"
            "INT sum \"d\" ACCUMULATOR=(x+(y)) { 0:* } 0\n");
  EXPECT_EQ(file.parameters[1].origin, ccl::ParameterOrigin::extended);
  EXPECT_THAT(file.parameters[1].ranges.at(0).values, ElementsAre("mine"));
  EXPECT_EQ(file.parameters[2].accumulator_base, "MethodofLines::MoL_Num");
  EXPECT_EQ(file.parameters[3].accumulator, "x+(y)");
}

TEST(ParameterCclFile, ReportsFoundAndExpected) {
  EXPECT_THAT(error_of("RESTRICTD:"), HasSubstr("Did you mean `restricted`?"));
  EXPECT_THAT(error_of("INT n \"d\"\n{ 1:2 }\n"), HasSubstr("expected the default of `n`, a number"));
  EXPECT_THAT(error_of("INT n \"d\" { 1:2 } yes"), HasSubstr("param.ccl:1:19: error: Found `yes`"));
  EXPECT_THAT(error_of("INT n \"d\" { one } 1"), HasSubstr("expected a range of integers, or `}`"));
  EXPECT_THAT(error_of("REAL n \"d\" { 1:2 :: why } 1"), HasSubstr("the description of the range in quotes"));
  EXPECT_THAT(error_of("INT n \"d\" { 1:9:0 } 1"), HasSubstr("The stride of a range must be at least 1"));
  EXPECT_THAT(error_of("INT n \"d\" { (1 } 1"), HasSubstr("`:` between the bounds"));
  EXPECT_THAT(error_of("INT n[0] \"d\" { 1 } 1"), HasSubstr("at least 1 element"));
  EXPECT_THAT(error_of("INT n \"d\" STEERABL=ALWAYS { 1 } 1"), HasSubstr("Did you mean `STEERABLE`?"));
  EXPECT_THAT(error_of("INT n \"d\" STEERABLE=SOMETIMES { 1 } 1"), HasSubstr("NEVER, ALWAYS or RECOVER"));
  EXPECT_THAT(error_of("BOOLEAN b \"d\" { } maybe"), HasSubstr("Found `maybe`, expected yes or no"));
  EXPECT_THAT(error_of("USES INT n"), HasSubstr("USES and EXTENDS need `SHARES: implementation`"));
  EXPECT_THAT(error_of("KEYWORD k \"d\" { a, } a"), HasSubstr("expected a keyword"));
  EXPECT_THAT(error_of("INT n \"d\" { 1\n"), HasSubstr("Found the end of the file, expected `}`"));
  EXPECT_THAT(error_of("INT n \"d\" ACCUMULATOR=(x+ { 1 } 1"), HasSubstr("has no closing `)`"));
  EXPECT_THAT(error_of("INT n \"d\" { 1 } 1\nINT N \"d\" { 1 } 1"), HasSubstr("`N` is already declared at line 1"));
}

TEST(ParameterCclFile, RejectsNumbersThatCannotBeStored) {
  EXPECT_THAT(error_of("INT n \"\"\n{\n 0:2147483648\n} 0\n"),
              HasSubstr("param.ccl:3:4: error: `2147483648` is not an"));
  EXPECT_THAT(error_of("INT n \"\"\n{\n -9223372036854775808:0\n} 0\n"), HasSubstr("param.ccl:3:2"));
  EXPECT_THAT(error_of("INT n \"\"\n{\n 0:10:99999999999999999999\n} 0\n"), HasSubstr("is not an integer from"));
  EXPECT_THAT(error_of("INT n \"\"\n{\n *:*\n} 99999999999\n"), HasSubstr("param.ccl:4:3"));
  EXPECT_THAT(error_of("REAL r \"\"\n{\n 0:1e999\n} 0\n"), HasSubstr("cannot be represented as a double"));
}

TEST(ParameterCclFile, RejectsRangesWithoutANumber) {
  char const* const message = "No number is inside of this range";
  for (char const* range : {"5:1", "(1:2)", "(1:1]", "1:-1"})
    EXPECT_THAT(error_of("INT n \"\"\n{\n " + std::string(range) + "\n} 0\n"),
                HasSubstr("param.ccl:3:2: error: No number"));
  for (char const* range : {"5:1", "(1:1]", "1e3:1e2"})
    EXPECT_THAT(error_of("REAL n \"\" { " + std::string(range) + " } 0\n"), HasSubstr(message));
  for (char const* range : {"1:1", "(1:3)", "(1:2]", "5:*", "*:-5"})
    EXPECT_EQ(error_of("INT n \"\" { " + std::string(range) + " } 0\n"), "no error");
  EXPECT_EQ(error_of("REAL n \"\" { (1:2) } 0\n"), "no error");
}

TEST(ParameterCclFile, ContinuesAfterAWrongShares) {
  std::string const all = error_of("SHARES grid\nUSES INT n\n");
  EXPECT_THAT(all, HasSubstr("param.ccl:1:8: error: Found `grid`, expected `:` after SHARES"));
  EXPECT_THAT(all, HasSubstr("param.ccl:2:1:"));
}

TEST(ParameterCclFile, ReportsAllFindings) {
  std::string const all = error_of("INT a \"\" { x } 1\nREAL b \"\" { 1 } z\nBOOLEAN c \"\" { } 2\n");
  for (auto const* const place : {"param.ccl:1:12:", "param.ccl:2:17:", "param.ccl:3:18:"})
    EXPECT_THAT(all, HasSubstr(place));
}

} // namespace
