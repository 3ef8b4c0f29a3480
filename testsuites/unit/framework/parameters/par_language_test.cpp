#include "framework/parameters/par_evaluation.hpp"
#include "testsuites/unit/framework/parameters/test_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

using namespace chemora;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

char const* const param = R"(
private:
INT i "i"
{
  : :: ""
} 0
REAL r "r"
{
  : :: ""
} 0
STRING s "s"
{
  "" :: ""
} ""
KEYWORD k "k"
{
  "time", "no" :: ""
} "no"
BOOLEAN b "b"
{
} no
INT a[4] "a"
{
  : :: ""
} 0
)";

/// The outcome of a parameter file for a thorn `t` with parameters of every type.
struct Outcome {
  explicit Outcome(std::string const& text, parameters::ParameterLevel level = parameters::ParameterLevel::normal) {
    base::SourceText const source{"folder/run.par", text};
    base::Diagnostics problems(&source);
    parameters::ParameterTable table;
    table.build(thorns.catalogue);
    auto const file = parameters::parse_parameter_file(source, problems);
    parameters::ParEvaluation(table, source.name, problems).apply(file, level);
    for (auto const& thorn : parameters::requested_thorns(file, problems)) active.push_back(thorn.name);
    for (auto const& finding : problems.all()) messages.push_back(base::to_text(finding));
    for (char const* name : {"i", "r", "s", "k", "b"}) values[name] = table.find("t", name)->text();
    for (int n = 0; n < 4; ++n) values["a" + std::to_string(n)] = table.find("t", "a")->text(n);
    has_errors = problems.has_errors();
  }

  tests::TestThorns thorns{
      {{"t", "IMPLEMENTS: t\n", param}, {"u", "IMPLEMENTS: u\n", "private:\nBOOLEAN x \"\"\n{\n} no\n"}}, {"t"}};
  std::map<std::string, std::string> values;
  std::vector<std::string> active, messages;
  bool has_errors = false;
};

/// Evaluates a parameter file with `t::name = <expression>`. Returns the value of the parameter, or the first message
/// if there is an error.
std::string value_of(char const* name, std::string const& expression) {
  Outcome const outcome(std::string("t::") + name + " = " + expression + "\n");
  return outcome.messages.empty() ? outcome.values.at(name) : outcome.messages.front();
}

} // namespace

TEST(ParValues, ArithmeticWithThePrecedenceOfC) {
  EXPECT_EQ(value_of("i", "1 + 2 * 3"), "7");
  EXPECT_EQ(value_of("i", "(1 + 2) * 3"), "9");
  EXPECT_EQ(value_of("i", "7 / 2"), "3") << "of integers";
  EXPECT_EQ(value_of("i", "-7 % 4"), "-3");
  EXPECT_EQ(value_of("i", "2 ** 10 - -1"), "1025");
  EXPECT_EQ(value_of("i", "-2 ** 2"), "4") << "a sign belongs to its operand";
  EXPECT_EQ(value_of("r", "2 ** 3 / 16"), "0.5") << "powers are real";
  EXPECT_EQ(value_of("i", "10 - 3 - 2"), "5");
  EXPECT_EQ(value_of("r", "7 / 2."), "3.5");
  EXPECT_EQ(value_of("r", "4.0-0.25"), "3.75");
  EXPECT_EQ(value_of("r", "1.5d2 + .5"), "150.5");
  EXPECT_EQ(value_of("r", "2 ** -1"), "0.5");
  EXPECT_EQ(value_of("b", "1 < 2 && !(3 == 4)"), "yes");
  EXPECT_EQ(value_of("b", "\"a\" == \"b\" || 2 >= 3"), "no");
  EXPECT_EQ(value_of("s", "\"a\" + \"b\""), "ab");
}

TEST(ParValues, FunctionsAndVariables) {
  EXPECT_EQ(value_of("i", "max(2, min(7, 5))"), "5");
  EXPECT_EQ(value_of("i", "min(4, 3, 5, 3.0)"), "3");
  EXPECT_EQ(value_of("i", "int(3.9) + int(2.5) + abs(-2)"), "8") << "int() rounds, halves to even";
  EXPECT_EQ(value_of("r", "abs(-3) / 2"), "1.5") << "abs() is real";
  EXPECT_EQ(value_of("r", "sqrt(16.) + floor(1.5)"), "5");
  EXPECT_EQ(value_of("r", "cos($pi)"), "-1");
  EXPECT_EQ(value_of("r", "real(\"1e2\")"), "100");
  EXPECT_EQ(value_of("b", "bool(\"yes\") && bool(0.6)"), "yes");
  EXPECT_EQ(value_of("b", "bool(0.4)"), "no");
  EXPECT_EQ(value_of("r", "real(1 == 1) + int(2 == 1)"), "1");
  EXPECT_EQ(value_of("s", "$parfile"), "run");
  EXPECT_EQ(Outcome("$n = 3\nt::i = $n * 2\n").values.at("i"), "6");
  EXPECT_EQ(Outcome("$n = 3\n$n = $n + 1\nt::i = $n\n").values.at("i"), "4");
  setenv("CHEMORA_TEST_WORD", "hello", 1);
  EXPECT_EQ(value_of("s", "$ENV{CHEMORA_TEST_WORD}"), "hello");
}

TEST(ParValues, WordsAndTexts) {
  EXPECT_EQ(value_of("b", "true"), "yes");
  EXPECT_EQ(value_of("k", "time"), "time");
  EXPECT_EQ(value_of("k", "no"), "no") << "a boolean word for a keyword";
  EXPECT_EQ(value_of("s", "yes"), "yes");
  EXPECT_EQ(value_of("i", "\"3\""), "3");
  EXPECT_EQ(value_of("r", "3"), "3");
  EXPECT_EQ(value_of("s", "\"$parfile/x ^a$ $(b) ${parfile}\""), "run/x ^a$ $(b) run");
  EXPECT_THAT(value_of("s", "\"$parfil\""),
              HasSubstr("The variable `$parfil` is not defined before this line. Did you mean `parfile`?"));
  EXPECT_EQ(value_of("s", "\"one # kept\n two # not kept\n three\""), "one # kept\n two \n three");
  EXPECT_EQ(value_of("s", "\"a \\\"b\\\"\""), "a \"b\"");
  EXPECT_EQ(value_of("s", "./some/path.h5"), "./some/path.h5");
  EXPECT_EQ(value_of("s", "/some/path.h5"), "/some/path.h5");
  EXPECT_EQ(value_of("s", "manual-coordinate-list"), "manual-coordinate-list");
  EXPECT_EQ(value_of("s", "1st"), "1st");
  EXPECT_THAT(value_of("s", "\"a\" - \"b\""), HasSubstr("Texts cannot be concatenated by `-`; use `+`."));
}

TEST(ParValues, ArraysAndReferences) {
  auto const list = Outcome("t::a = [1, 1+1, 3]\nt::a[3] = t::a[2] + 1\n");
  EXPECT_THAT(list.messages, ElementsAre());
  EXPECT_EQ(list.values.at("a0") + list.values.at("a1") + list.values.at("a2") + list.values.at("a3"), "1234");
  EXPECT_EQ(Outcome("t::i = 5\nt::r = t::i / 2\n").values.at("r"), "2");
}

TEST(ParFile, AcceptsRepeatedActiveThorns) {
  auto const outcome =
      Outcome("!DESC \"words\"\nActiveThorns = \"a b # not this\n c\"\nt::i = 1\nACTIVETHORNS = \"B d\"\n");
  EXPECT_THAT(outcome.active, ElementsAre("a", "b", "c", "d"));
  EXPECT_EQ(outcome.values.at("i"), "1");
}

TEST(ParErrors, ReportAllWithPositionAndCaret) {
  auto const outcome = Outcome("t::i = x1\nt::ii = 2\n  t::r = \"a\"\n");
  ASSERT_EQ(outcome.messages.size(), 3u);
  EXPECT_EQ(outcome.messages[0],
            "folder/run.par:1:8: error: t::i is an integer; `x1` is not.\n  t::i = x1\n         ^");
  EXPECT_THAT(outcome.messages[1], HasSubstr("folder/run.par:2:1: error: t has no parameter `ii`. Did you mean `i`?"));
  EXPECT_THAT(outcome.messages[2], HasSubstr("folder/run.par:3:10: error: t::r is a real number; `a` is not."));
}

TEST(ParErrors, ContinueAfterAWrongStatement) {
  auto const outcome = Outcome("t::i = (1\nt::r = 2 2\nt::b = \"open\nt::k = time\n");
  EXPECT_EQ(outcome.messages.size(), 3u);
  EXPECT_EQ(outcome.values.at("k"), "time");
}

TEST(ParErrors, RejectFractionsForIntegers) {
  EXPECT_EQ(value_of("i", "2.0"), "2");
  EXPECT_THAT(value_of("i", "2.5"), HasSubstr("is an integer; `2.5` is not"));
}

TEST(ParErrors, ReportThePositionOfAMissingValue) {
  for (std::string const rest : {"\n", " # three\n"}) {
    auto const outcome = Outcome("t::i =" + rest + "t::k = time\n");
    ASSERT_EQ(outcome.messages.size(), 1u) << rest;
    EXPECT_THAT(outcome.messages[0], HasSubstr("folder/run.par:1:"));
    EXPECT_THAT(outcome.messages[0], HasSubstr(", expected a value of `t::i`."));
    EXPECT_EQ(outcome.values.at("k"), "time");
  }
  EXPECT_THAT(Outcome("ActiveThorns =\n").messages.at(0),
              HasSubstr("1:15: error: Found the end of the line, expected"));
}

TEST(ParErrors, DescribeTheMistake) {
  EXPECT_THAT(Outcome("!desc \"one\ntwo\"\nt::i = 2\n").messages, ElementsAre());
  EXPECT_THAT(Outcome("!DESC one\n").messages.at(0), HasSubstr("expected a text in quotes after `!DESC`"));
  EXPECT_THAT(Outcome("!TITLE \"one\"\n").messages.at(0), HasSubstr("After `!` only DESC and a text in quotes"));
}

TEST(ParErrors, ReportUseBeforeAssignment) {
  auto const outcome = Outcome("t::i = t::a[1]\nt::a[0] = 3\nt::a[1] = 4\n");
  ASSERT_EQ(outcome.messages.size(), 1u);
  EXPECT_THAT(outcome.messages[0], HasSubstr("run.par:3:1: error: t::a is set here, but its value was already used at "
                                             "folder/run.par:1:8."));
}

TEST(ParErrors, DependOnTheParameterLevel) {
  using parameters::ParameterLevel;
  std::string const text = "t::nothing = 1\nu::x = yes\nt::i = 2\nt::i = 2\n";
  EXPECT_EQ(Outcome(text, ParameterLevel::relaxed).has_errors, false);
  EXPECT_EQ(Outcome(text, ParameterLevel::relaxed).messages.size(), 3u);
  EXPECT_FALSE(Outcome("u::x = yes\n").has_errors);
  EXPECT_TRUE(Outcome("u::x = yes\n", ParameterLevel::strict).has_errors);
  EXPECT_FALSE(Outcome("elsewhere::x = yes\n").has_errors) << "a thorn that is not compiled";
  EXPECT_TRUE(Outcome("elsewhere::x = yes\n", ParameterLevel::strict).has_errors);
  EXPECT_THAT(Outcome("Catcus::cctk_itlast = 1\n").messages.at(0), HasSubstr("error: There is no thorn or"));
  EXPECT_TRUE(Outcome("t::a = 3\n").has_errors);
  EXPECT_FALSE(Outcome("t::a = 3\n", ParameterLevel::relaxed).has_errors);
  EXPECT_FALSE(Outcome("t::i = 2\nt::i = 2\n").has_errors);
  EXPECT_TRUE(Outcome("t::i = 2\nt::i = 2\n", ParameterLevel::strict).has_errors);
  EXPECT_TRUE(Outcome("t::i = 2\nt::i = 3\n").has_errors);
  EXPECT_FALSE(Outcome("t::i = 2\nt::i = 3\n", ParameterLevel::relaxed).has_errors);
  EXPECT_EQ(Outcome("t::i = 2\nt::i = 3\n", ParameterLevel::relaxed).values.at("i"), "3");
}

TEST(ParErrors, ReportIntegerOverflow) {
  EXPECT_THAT(value_of("i", "(0 - 9223372036854775807 - 1) / (0 - 1)"), HasSubstr("too large for an integer"));
  EXPECT_THAT(value_of("i", "-(0 - 9223372036854775807 - 1)"), HasSubstr("too large for an integer"));
}

TEST(ParErrors, ReportDeepNestingAndOverflow) {
  EXPECT_THAT(value_of("i", std::string(100000, '(') + "1"), HasSubstr("nested too deeply"));
  EXPECT_THAT(value_of("i", std::string(100000, '-') + "1"), HasSubstr("nested too deeply"));
  EXPECT_THAT(value_of("i", "2 ** 1000000000"), HasSubstr("t::i is an integer; `inf` is not."));
  EXPECT_THAT(value_of("i", "9223372036854775807 + 1"), HasSubstr("too large"));
  EXPECT_THAT(value_of("i", "99999999999999999999"), HasSubstr("is too large or too small to be represented"));
  EXPECT_THAT(value_of("i", "1 / 0"), HasSubstr("Division by zero"));
}

TEST(ParErrors, EndAfterManyErrors) {
  auto const lines = [](std::string const& line) {
    std::string text;
    for (int n = 0; n < 20000; ++n) text += line;
    return text;
  };
  auto const unreadable = Outcome(lines("t::i = (\n"));
  EXPECT_EQ(unreadable.messages.size(), 51u);
  EXPECT_THAT(unreadable.messages.back(), HasSubstr("More errors follow; the first 50 are listed."));
  auto const wrong = Outcome(lines("t::nothing = 1\n"));
  EXPECT_EQ(wrong.messages.size(), 51u);
  EXPECT_THAT(wrong.messages.back(), HasSubstr("More errors follow; the first 50 are listed."));
}
