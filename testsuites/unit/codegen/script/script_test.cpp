// Tests the statements, functions and limits of scripts.
#include "testsuites/unit/codegen/script/script_environment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>

namespace chemora::script {
namespace {

using testing::HasSubstr;

base::SourceText const two_kernels{"two.f90", R"(
subroutine scale(n, x, y)
  integer n, i
  real*8 x(n), y(n), s, t
  do i = 1, n
    !$loopy begin tagged: load
    s = x(i)
    t = 2*s
    !$loopy end tagged: load
    y(i) = t
  end do
end subroutine
subroutine shift(n, x, y)
  integer n, i
  real*8 x(n), y(n)
  do i = 1, n
    y(i) = y(i) + x(i)
  end do
end subroutine
)"};

std::vector<loops::LoopKernel> run_text(std::string const& text,
                                        Environment environment = environment_of(two_kernels)) {
  return run(script_text(text), environment);
}

/// Returns the value of an expression as the title that `report` receives.
std::string value_of(std::string const& statements, std::string const& expression) {
  Environment environment = environment_of(two_kernels);
  std::string result;
  environment.report = [&](loops::LoopKernel const&, std::string const& title) { result = title; };
  environment.variables["Nq"] = transform::make_value(8L);
  run_text("f, g = parse_fortran(SOURCE, FILENAME)\n" + statements + "report(f, str(" + expression + "))\n",
           environment);
  return result;
}

TEST(Script, ReturnsTheKernelThatWasAssignedLast) {
  auto const kernels = run_text("f, g = parse_fortran(SOURCE, FILENAME)\nx = 1\n");
  ASSERT_EQ(kernels.size(), 1);
  EXPECT_EQ(kernels[0].name, "shift");
}

TEST(Script, ReturnsTheKernelsOfResult) {
  EXPECT_EQ(run_text("f, g = parse_fortran(SOURCE, FILENAME)\nRESULT = f\nh = g\n").at(0).name, "scale");
  EXPECT_EQ(run_text("RESULT = parse_fortran(SOURCE, FILENAME)\n").size(), 2);
}

TEST(Script, TransformsKernelsAndKeepsThePlan) {
  auto const kernels =
      run_text("f, g = lp.parse_fortran(SOURCE, FILENAME)\n"
               "f = lp.split_iname(f, \"i\", 16,\n    outer_tag=\"g.0\", inner_tag=\"l.0\")\nRESULT = f\n");
  EXPECT_TRUE(kernels[0].find_loop("i_outer"));
  EXPECT_EQ(kernels[0].plan,
            std::vector<std::string>{"f = split_iname(f, \"i\", 16, outer_tag=\"g.0\", inner_tag=\"l.0\")"});
}

TEST(Script, AppliesAPlanAgain) {
  loops::LoopKernel const source = fortran::parse(two_kernels).at(0);
  auto const kernels =
      run_text("f, g = parse_fortran(SOURCE, FILENAME)\nf = split_iname(f, \"i\", 16)\n"
               "f = tag_inames(f, {\"i_outer\": \"g.0\"})\nf = tag_inames(f, dict(i_inner=\"l.0\"))\nRESULT = f\n");
  std::string plan;
  for (std::string const& line : kernels[0].plan) plan += line + "\n";
  loops::LoopKernel const again = apply_plan(source, plan);
  EXPECT_EQ(to_text(again), to_text(kernels[0]));
  EXPECT_EQ(again.plan, kernels[0].plan);
}

TEST(Script, ReportsEachTransformation) {
  Environment environment = environment_of(two_kernels);
  std::vector<std::string> names;
  environment.after_transformation = [&](loops::LoopKernel const&, transform::Call const& call) {
    names.push_back(fmt::format("{} in line {}", call.name, call.where.line));
  };
  run_text("f, g = parse_fortran(SOURCE, FILENAME)\nh = fuse_kernels([f, g], suffixes=[\"_f\", \"_g\"])\n\n"
           "h = split_iname(h, \"i\", 4)\n",
           environment);
  EXPECT_EQ(names, (std::vector<std::string>{"fuse_kernels in line 2", "split_iname in line 4"}));
}

TEST(Script, OrdersFusedKernelsByTheDataFlow) {
  auto const first = [](std::string const& arguments) {
    return run_text("f, g = parse_fortran(SOURCE, FILENAME)\nh = fuse_kernels([f, g]" + arguments + ")\n")
        .at(0)
        .instructions.at(0)
        .id;
  };
  EXPECT_EQ(first(""), "set_s");
  EXPECT_EQ(first(", data_flow=[(\"y\", 0, 1)]"), "set_s");
  EXPECT_EQ(first(", data_flow=[(\"y\", 1, 0)]"), "update_y");
}

TEST(Script, FindsInstructionsAndTheirTargets) {
  EXPECT_EQ(
      value_of("names = []\nfor insn in find_instructions(f, \"tag:load\"):\n  names.append(insn.assignee_name)\n",
               "names"),
      "[\"s\", \"t\"]");
  EXPECT_EQ(value_of("", "find_instructions(f, m.Writes(\"y\"))[0].id"), "set_y");
  EXPECT_EQ(value_of("", "len(find_instructions(f, m.And(m.Tagged(\"load\"), m.Not(m.Reads(\"x\")))))"), "1");
}

TEST(Script, FindsOneRule) {
  EXPECT_EQ(value_of("f = assignment_to_subst(f, \"s\")\n", "find_one_rule_matching(f, \"s_sub*\")"), "s_subst");
}

TEST(Script, ComputesExpressions) {
  EXPECT_EQ(value_of("", "1 + 2*3 - 4//3 - 7 % 4"), "3");
  EXPECT_EQ(value_of("", "-7 // 2"), "-4");
  EXPECT_EQ(value_of("", "-7 % 4"), "1");
  EXPECT_EQ(value_of("", "7 / 2"), "3.5");
  EXPECT_EQ(value_of("", "Nq*Nq"), "64");
  EXPECT_EQ(value_of("", "\"a\" + 'b' \"c\""), "abc");
  EXPECT_EQ(value_of("", "\"%s_%d\" % (\"x\", 3)"), "x_3");
  EXPECT_EQ(value_of("", "\"{}_{1}{0}\".format(1, 2)"), "1_21");
  EXPECT_EQ(value_of("", "[1, 2.5, (3, True), None]"), "[1, 2.5, [3, True], None]");
  EXPECT_EQ(value_of("", "[2*n for n in range(5) if n > 2]"), "[6, 8]");
  EXPECT_EQ(value_of("d = {\"a\": 1, \"b\": 2}\n", "d[\"b\"]"), "2");
  EXPECT_EQ(value_of("d = dict(a=1)\n", "d.items()"), "[[\"a\", 1]]");
  EXPECT_EQ(value_of("", "[1, 2, 3][-1]"), "3");
  EXPECT_EQ(value_of("", "\"s\" in \"tas\" and not 1 in [2] and \"q\" not in \"r\""), "True");
  EXPECT_EQ(value_of("", "\"Jinv_r\".startswith(\"Jinv\") or False"), "True");
  EXPECT_EQ(value_of("", "1 < 2 and 2 >= 2 and 1.0 == 1 and 1 != 2"), "True");
  EXPECT_EQ(value_of("", "\", \".join([\"a\", \"b\"])"), "a, b");
  EXPECT_EQ(value_of("", "zip([1, 2], [\"a\", \"b\"])"), "[[1, \"a\"], [2, \"b\"]]");
}

TEST(Script, ExecutesLoopsAndBranches) {
  EXPECT_EQ(value_of("r = []\nfor a, (b, c) in [(1, (2, 3)), (4, (5, 6))]:\n  r.append(a + b*c)\n", "r"), "[7, 34]");
  EXPECT_EQ(value_of("r = []\nfor n in range(10):\n  if n == 1:\n    continue\n  elif n == 4:\n    break\n  else:\n"
                     "    r.append(n)\n",
                     "r"),
            "[0, 2, 3]");
  EXPECT_EQ(value_of("r = set()\nfor n in [1, 2, 1]: r.add(n)\n", "r"), "[1, 2]");
  EXPECT_EQ(value_of("x = 1 # comment\nif x == 1:\n  # comment\n\n  x = 2\n", "x"), "2");
}

TEST(Script, AcceptsImportsWithoutEffect) {
  EXPECT_EQ(value_of("from loopy import *\nimport loopy as lp\nimport loopy.match as m\nimport loopy\n", "1"), "1");
  EXPECT_EQ(value_of("import loopy as lp\n", "lp.find_instructions(f, loopy.match.Id(\"set_y\"))[0].id"), "set_y");
}

TEST(Script, TakesSizesOfASearch) {
  Environment environment = environment_of(two_kernels);
  std::vector<std::string> sizes;
  environment.report_size = [&](std::string const& name, std::vector<transform::Value> const& choices,
                                transform::Value const& value) {
    sizes.push_back(fmt::format("{} of {}: {}", name, choices.size(), value.integer));
  };
  std::string const script =
      "f, g = parse_fortran(SOURCE, FILENAME)\nf = split_iname(f, \"i\", size(\"block\", [4, 8]))\n";
  EXPECT_THAT(run_text(script, environment)[0].plan[0], HasSubstr("\"i\", 4"));
  environment.variables["block"] = transform::make_value(8L);
  EXPECT_THAT(run_text(script, environment)[0].plan[0], HasSubstr("\"i\", 8"));
  EXPECT_EQ(sizes, (std::vector<std::string>{"block of 2: 4", "block of 2: 8"}));
}

TEST(Script, DefinesMacros) {
  base::SourceText const source{"macro.f90", "subroutine s(x)\nfloat x(size)\nx(1) = 1\nend\n"};
  std::string const script = "SOURCE = lp.c_preprocess(SOURCE, [\n  \"float real*8\",\n  \"size 4\",\n])\n"
                             "f = parse_fortran(SOURCE, FILENAME)\n";
  EXPECT_THAT(to_text(run_text(script, environment_of(source))[0]), HasSubstr("array x real64 [4]"));
}

TEST(Script, RunsTheListingOfThePaper) {
  base::SourceText const source = base::read_source(CHEMORA_SOURCE_DIR "/docs/tutorials/step-3/fluxes.f90");
  for (std::string const device : {"host", "opencl"}) {
    Environment environment = environment_of(source);
    environment.variables = {{"Nq", transform::make_value(8L)}, {"device", transform::make_value(device)}};
    int n_transformations = 0;
    environment.after_transformation = [&](loops::LoopKernel const&, transform::Call const&) { ++n_transformations; };
    auto const kernels = run(script_of_file(source), environment);
    ASSERT_EQ(kernels.size(), 1) << device;
    EXPECT_GT(n_transformations, 100) << device;
  }
}

TEST(Script, RunsThePublicExamples) {
  char const* const folder = std::getenv("CHEMORA_LOOPY_EXAMPLES");
  if (!folder) GTEST_SKIP() << "[SKIP] CHEMORA_LOOPY_EXAMPLES names no folder";
  for (std::string const name : {"matmul", "sparse", "tagging", "volumeKernel"}) {
    base::SourceText const source = base::read_source(std::string(folder) + "/" + name + ".floopy");
    EXPECT_NO_THROW(run(script_of_file(source), environment_of(source))) << name;
  }
}

} // namespace
} // namespace chemora::script
