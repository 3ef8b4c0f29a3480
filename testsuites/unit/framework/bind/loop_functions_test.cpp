#include "framework/bind/loop_functions.hpp"
#include "framework/bind/visible_names.hpp"
#include "testsuites/unit/framework/bind/two_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;

test::Ccl const elements{
    "IMPLEMENTS: elements\nPUBLIC:\n"
    "REAL state TYPE=ARRAY DIM=2 SIZE=n,m TIMELEVELS=2 { q, rhs }\n"
    "REAL4 small TYPE=ARRAY DIM=1 SIZE=n { s }\n"
    "REAL time TYPE=SCALAR { t }\n",
    "INT n \"\" { 1:* } 1\nINT m \"\" { 1:* } 1\nREAL kappa \"\" { 0:* } 1\nKEYWORD mode \"\" { \"a\" :: \"\" } \"a\"",
    "SCHEDULE Apply AT evol\n{\n  LANG: C\n} \"Apply\"\n", ""};

std::string line(std::string const& kind, std::string const& name, std::string const& type, std::string const& access,
                 std::string const& meaning = {}) {
  return kind + "\t" + name + "\t" + type + "\t" + access + "\t3\t7\t" + meaning + "\n";
}

/// The thorn after the arguments were added, and the findings.
struct Result {
  bind::ThornSet set;
  std::string findings;
};

Result add(std::string const& arguments, test::Ccl const& ccl = elements) {
  Result result;
  result.set.thorns = {test::make_thorn("Elements", ccl)};
  base::Diagnostics findings;
  bind::add_loop_functions(result.set, result.set.thorns.front(),
                           bind::parse_loop_functions({"loops.txt", "function\tApply\tloops/Apply.f90\n" + arguments}),
                           findings);
  for (auto const& finding : findings.all()) result.findings += base::to_text(finding) + "\n";
  return result;
}

ccl::ScheduleItem const& item(Result const& result) { return *all_items(result.set.thorns.front().schedule).front(); }

TEST(LoopFunctions, AddReadsAndWritesOfTheLoops) {
  auto const result = add(line("array", "q", "real64", "r") + line("array", "RHS", "real64", "rw") +
                          line("scalar", "kappa", "real64", "0") + line("scalar", "Ne", "int32", "1"));
  EXPECT_EQ(result.findings, "");
  auto const& function = item(result);
  ASSERT_EQ(function.reads.size(), 2u);
  EXPECT_EQ(function.reads[0].name.text, "elements::q");
  EXPECT_EQ(function.reads[0].region, "everywhere");
  ASSERT_EQ(function.writes.size(), 1u);
  EXPECT_EQ(function.writes[0].name.text, "elements::rhs");
  ASSERT_EQ(function.tags.size(), 1u);
  EXPECT_EQ(function.tags[0].key.text, "Device");
}

TEST(LoopFunctions, KeepReadsAndWritesOfTheUser) {
  test::Ccl ccl = elements;
  ccl.schedule =
      "SCHEDULE Apply AT evol # the { of a comment\n{\n  LANG: C\n  READS: elements::rhs(interior)\n} \"\"\n";
  auto const result = add(line("array", "q", "real64", "rw"), ccl);
  EXPECT_EQ(result.findings, "");
  ASSERT_EQ(item(result).reads.size(), 1u);
  EXPECT_EQ(item(result).reads[0].region, "interior");
  EXPECT_TRUE(item(result).writes.empty());
}

TEST(LoopFunctions, AddTheRegistrationOfTheLoops) {
  auto const result = add(line("array", "q", "real64", "r"));
  auto const& thorn = result.set.thorns.front();
  auto const items = all_items(thorn.schedule);
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[1]->name.text, "Elements_RegisterLoops");
  ASSERT_EQ(thorn.interface.requires_functions.size(), 2u);
}

TEST(LoopFunctions, AcceptMeaningsOfDirectives) {
  auto const result =
      add(line("array", "old", "real64", "r", "elements::q_p") + line("scalar", "first", "int32", "0", "lbnd(q, 2)") +
          line("scalar", "x", "real64", "0", "elements::t") + line("scalar", "cctk_lsh1", "int32", "0") +
          line("scalar", "y", "real64", "0", "kappa"));
  EXPECT_EQ(result.findings, "");
  ASSERT_EQ(item(result).reads.size(), 1u);
  EXPECT_EQ(item(result).reads[0].name.text, "elements::q_p");
}

TEST(LoopFunctions, ReportArgumentsWithoutVariable) {
  EXPECT_THAT(
      add(line("array", "rhss", "real64", "r")).findings,
      HasSubstr("loops/Apply.f90:3:7: error: There is no variable `Elements::rhss` for the argument `rhss`. Did you "
                "mean `rhs`?"));
  EXPECT_THAT(add(line("array", "s", "real64", "r", "elements::rhss")).findings,
              HasSubstr("There is no variable `elements::rhss` for the argument `s`. Did you mean `elements::rhs`?"));
}

TEST(LoopFunctions, ReportWrongTypes) {
  EXPECT_THAT(add(line("array", "s", "real64", "r")).findings,
              HasSubstr("The argument `s` has type real64, but the variable elements::s has type CCTK_REAL4."));
  EXPECT_THAT(add(line("array", "t", "real64", "r")).findings,
              HasSubstr("is the variable elements::t of TYPE=SCALAR. Declare its group TYPE=ARRAY DIM=1 SIZE=1"));
}

TEST(LoopFunctions, ReportScalarsWithoutValue) {
  EXPECT_THAT(
      add(line("scalar", "kapa", "real64", "0")).findings,
      HasSubstr("The scalar argument `kapa` has no value: `kapa` is neither a parameter of thorn Elements nor a "
                "scalar variable nor an extent of an array argument nor a name of the grid. Did you mean "
                "`kappa`?"));
  EXPECT_THAT(add(line("scalar", "mode", "int32", "0")).findings, HasSubstr("The scalar argument `mode` has no value"));
}

TEST(LoopFunctions, ReportWrongExtents) {
  EXPECT_THAT(add(line("scalar", "k", "int32", "0", "size(q, 1)")).findings,
              HasSubstr("Found `size(q, 1)`, expected `lsh(VARIABLE, AXIS)`"));
  EXPECT_THAT(add(line("scalar", "k", "int32", "0", "lsh(q, 3)")).findings,
              HasSubstr("`3` is not an axis of elements::q, which has the axes 1 to 2."));
}

TEST(LoopFunctions, ReportFunctionsThatAreNotScheduled) {
  test::Ccl ccl = elements;
  ccl.schedule = "SCHEDULE Aply AT evol\n{\n  LANG: C\n} \"Apply\"\n";
  EXPECT_THAT(add(line("array", "q", "real64", "r"), ccl).findings,
              HasSubstr("loops/Apply.f90: error: schedule.ccl of thorn Elements does not schedule `Apply`"));
}

TEST(LoopFunctions, ReportWrongLanguages) {
  test::Ccl ccl = elements;
  ccl.schedule = "SCHEDULE Apply AT evol\n{\n  LANG: Fortran\n} \"Apply\"\n";
  EXPECT_THAT(add(line("array", "q", "real64", "r"), ccl).findings, HasSubstr("needs `LANG: C`."));
}

TEST(LoopFunctions, RejectOtherLines) {
  EXPECT_THROW(bind::parse_loop_functions({"loops.txt", "array\tq\n"}), base::UserError);
}

// --- Sweeps (docs/sweeps.md) ---

test::Ccl const grid_thorn{
    "IMPLEMENTS: grid_thorn\nPUBLIC:\nREAL state TYPE=GF TIMELEVELS=2 { phi }\nREAL4 small TYPE=GF { s }\n"
    "REAL plane TYPE=GF DIM=2 { p }\nREAL amount TYPE=SCALAR { total }\nREAL list TYPE=ARRAY DIM=3 SIZE=2,2,2 { a }\n",
    "REAL kappa \"\" { 0:* } 1\nINT n \"\" { 0:* } 1\n", "SCHEDULE Apply AT evol\n{\n  LANG: C\n} \"Apply\"\n", ""};

Result add_sweeps(std::string const& arguments, std::string const& function = "Apply") {
  Result result;
  result.set.thorns = {test::make_thorn("GridThorn", grid_thorn)};
  base::Diagnostics findings;
  bind::add_loop_functions(result.set, result.set.thorns.front(),
                           bind::parse_loop_functions({"recursions.txt", "function\t" + function + "\trecursions/" +
                                                                             function + ".rec\n" + arguments}),
                           findings, bind::recursions_kind);
  for (auto const& finding : findings.all()) result.findings += base::to_text(finding) + "\n";
  return result;
}

TEST(Sweeps, AddAccessesAndTheRegistration) {
  auto const result =
      add_sweeps(line("array", "u", "real64", "rw", "GridThorn::phi") +
                 line("array", "old", "real64", "r", "grid_thorn::phi_p") + line("scalar", "kappa", "real64", "1") +
                 line("scalar", "omega", "real64", "1") + line("scalar", "n", "int32", "1"));
  EXPECT_EQ(result.findings, "");
  auto const& function = item(result);
  ASSERT_EQ(function.reads.size(), 2u);
  EXPECT_EQ(function.reads[0].name.text, "grid_thorn::phi");
  EXPECT_EQ(function.reads[1].name.text, "grid_thorn::phi_p");
  ASSERT_EQ(function.writes.size(), 1u);
  EXPECT_EQ(function.writes[0].region, "everywhere");
  auto const& thorn = result.set.thorns.front();
  EXPECT_EQ(all_items(thorn.schedule)[1]->name.text, "GridThorn_RegisterSweeps");
  ASSERT_EQ(thorn.interface.requires_functions.size(), 2u);
}

TEST(Sweeps, ReportVariablesThatAreNoGridFunctionsOfThreeAxes) {
  std::string const advice = ", which a sweep cannot access. Sweeps access grid functions: declare its group CCTK_REAL "
                             "TYPE=GF DIM=3.";
  for (std::string const name : {"s", "p", "a"})
    EXPECT_THAT(add_sweeps(line("array", "u", "real64", "r", "grid_thorn::" + name)).findings,
                HasSubstr("recursions/Apply.rec:3:7: error: `u` is the variable grid_thorn::" + name + advice));
  EXPECT_THAT(add_sweeps(line("array", "u", "real64", "r", "grid_thorn::phj")).findings,
              HasSubstr("Did you mean `grid_thorn::phi`?"));
}

TEST(Sweeps, ReportIntegersWithTheNameOfARealParameter) {
  EXPECT_THAT(
      add_sweeps(line("scalar", "kappa", "int32", "1")).findings,
      HasSubstr("recursions/Apply.rec:3:7: error: The scalar `kappa` is an int, but the parameter of this name is "
                "REAL. Write a number with a decimal point, such as `let kappa = 1.0`."));
}

TEST(Sweeps, ReportScalarsWhoseNamesAreProbablyMisspelt) {
  EXPECT_THAT(add_sweeps(line("scalar", "kapa", "real64", "1")).findings,
              HasSubstr("recursions/Apply.rec:3:7: error: The scalar `kapa` always has the number in the file, because "
                        "`kapa` is neither a parameter nor a scalar variable of thorn GridThorn, nor a name of the "
                        "grid. Did you mean `kappa`?"));
  EXPECT_THAT(add_sweeps(line("scalar", "totall", "real64", "1")).findings, HasSubstr("Did you mean `total`?"));
  EXPECT_THAT(add_sweeps(line("scalar", "cctk_tim", "real64", "1")).findings, HasSubstr("Did you mean `cctk_time`?"));
}

TEST(Sweeps, AcceptConstantsBesideParameters) {
  EXPECT_EQ(add_sweeps(line("scalar", "kapa", "real64", "1") + line("scalar", "kappa", "real64", "1")).findings, "");
  EXPECT_EQ(add_sweeps(line("scalar", "m", "int32", "1")).findings, "");
}

TEST(Sweeps, ReportFunctionsThatAreNotScheduled) {
  EXPECT_THAT(add_sweeps("", "Other").findings,
              HasSubstr("recursions/Other.rec: error: schedule.ccl of thorn GridThorn does not schedule `Other`, the "
                        "function of this file."));
}

} // namespace
