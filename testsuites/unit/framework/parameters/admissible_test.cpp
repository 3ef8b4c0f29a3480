#include "framework/parameters/parameter.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace chemora;
using ccl::ParameterType;
using parameters::parse_value;

namespace {

/// Returns the ranges of a parameter that is declared with this param.ccl text.
std::vector<ccl::ParameterRange> ranges(std::string const& type, std::string const& body, std::string const& value) {
  std::string const text = type + " p \"p\"\n{\n" + body + "\n} " + value + "\n";
  return ccl::parse_parameter_ccl({"param.ccl", text}).parameters.at(0).ranges;
}

bool admits(ParameterType type, std::string const& body, std::string const& value) {
  std::string const words[] = {"INT", "REAL", "KEYWORD", "STRING", "BOOLEAN"};
  std::string const defaults[] = {"0", "0", "\"a\"", "\"\"", "no"};
  auto const n = static_cast<std::size_t>(type);
  auto const parsed = parse_value(type, value);
  if (!parsed) return false;
  for (auto const& range : ranges(words[n], body, defaults[n]))
    if (parameters::is_admissible(type, range, *parsed)) return true;
  return false;
}

} // namespace

TEST(Values, RejectFractionsForIntegers) {
  EXPECT_EQ(std::get<std::int64_t>(*parse_value(ParameterType::integer, " +12 ")), 12);
  EXPECT_EQ(std::get<std::int64_t>(*parse_value(ParameterType::integer, "-2147483647")), -2147483647);
  for (char const* whole : {"1000.0", "1e3", "1.d3"})
    EXPECT_EQ(std::get<std::int64_t>(*parse_value(ParameterType::integer, whole)), 1000) << whole;
  for (char const* wrong : {"", "1.5", "1e-3", "1e10", "nan", "inf", "x", "2147483648", "1 2", "0x10", "--1",
                            "-2147483648", "-9223372036854775808"})
    EXPECT_FALSE(parse_value(ParameterType::integer, wrong)) << wrong;
}

TEST(Values, AcceptExponentsOfCAndFortran) {
  for (char const* text : {"1500", "1.5e3", "1.5D+3", "1.5d3", "+1500.0", ".15e4"})
    EXPECT_EQ(std::get<double>(*parse_value(ParameterType::real, text)), 1500.0) << text;
  EXPECT_TRUE(std::isnan(std::get<double>(*parse_value(ParameterType::real, "nan"))));
  for (char const* wrong : {"", "1,5", "x", "1.5e", "d3"})
    EXPECT_FALSE(parse_value(ParameterType::real, wrong)) << wrong;
}

TEST(Values, AcceptManyWordsForBooleans) {
  for (char const* yes : {"yes", "Y", "TRUE", "t", "1"})
    EXPECT_EQ(std::get<std::int64_t>(*parse_value(ParameterType::boolean, yes)), 1) << yes;
  for (char const* no : {"no", "N", "False", "f", "0"})
    EXPECT_EQ(std::get<std::int64_t>(*parse_value(ParameterType::boolean, no)), 0) << no;
  EXPECT_FALSE(parse_value(ParameterType::boolean, "2"));
}

TEST(Values, KeepTheBitsOfReals) {
  for (double const value : {0.1, 1.0 / 3.0, 1e-300, 123456789.123456789, -0.0}) {
    auto const text = parameters::value_text(ParameterType::real, value);
    EXPECT_EQ(std::get<double>(*parse_value(ParameterType::real, text)), value) << text;
  }
}

TEST(Ranges, IntegerBoundsAndStrides) {
  EXPECT_TRUE(admits(ParameterType::integer, "0:10 :: \"\"", "10"));
  EXPECT_FALSE(admits(ParameterType::integer, "0:10 :: \"\"", "11"));
  EXPECT_FALSE(admits(ParameterType::integer, "(0:10) :: \"\"", "0"));
  EXPECT_FALSE(admits(ParameterType::integer, "[0:10) :: \"\"", "10"));
  EXPECT_TRUE(admits(ParameterType::integer, "3:*:2 :: \"\"", "7"));
  EXPECT_FALSE(admits(ParameterType::integer, "3:*:2 :: \"\"", "8"));
  EXPECT_TRUE(admits(ParameterType::integer, ": :: \"\"", "-5"));
  EXPECT_TRUE(admits(ParameterType::integer, "1 :: \"\"\n5 :: \"\"", "5"));
  EXPECT_FALSE(admits(ParameterType::integer, "1 :: \"\"\n5 :: \"\"", "2"));
}

TEST(Ranges, RealBounds) {
  EXPECT_FALSE(admits(ParameterType::real, "(0:* :: \"\"", "0"));
  EXPECT_TRUE(admits(ParameterType::real, "(0:* :: \"\"", "1e-308"));
  EXPECT_TRUE(admits(ParameterType::real, "*:1.5d0 :: \"\"", "1.5"));
  EXPECT_FALSE(admits(ParameterType::real, "0:1 :: \"\"", "nan"));
}

TEST(Ranges, IgnoreCaseOfKeywordsOnly) {
  EXPECT_TRUE(admits(ParameterType::keyword, "\"a\",\"Bee\" :: \"\"", "bEE"));
  EXPECT_FALSE(admits(ParameterType::keyword, "\"a\",\"Bee\" :: \"\"", "be"));
  EXPECT_TRUE(admits(ParameterType::string, "\"^[a-z]+$\" :: \"\"", "abc"));
  EXPECT_FALSE(admits(ParameterType::string, "\"^[a-z]+$\" :: \"\"", "Abc"));
  EXPECT_TRUE(admits(ParameterType::string, "\"b\" :: \"\"", "abc")) << "patterns match anywhere";
  EXPECT_TRUE(admits(ParameterType::string, "\"\" :: \"\"", "anything"));
}
