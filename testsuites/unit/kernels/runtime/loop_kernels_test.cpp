// Tests that functions with loops are compiled with the values of a run, launched, pinned and reported.
#include "host_run.hpp"
#include "kernels/runtime/loop_kernels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::runtime {
namespace {

using testing::HasSubstr;

std::string const product = "subroutine product(m, n, factor, a, x, y)\n"
                            "  integer m, n, i, k\n"
                            "  real*8 factor, s, a(m, n), x(n), y(m)\n"
                            "  do i = 1, m\n"
                            "    s = 0.0d0\n"
                            "    do k = 1, n\n"
                            "      s = s + a(i, k) * x(k)\n"
                            "    end do\n"
                            "    y(i) = factor * s\n"
                            "  end do\n"
                            "end subroutine product\n";

std::string with_script(std::string const& statements) {
  return product + "!$loopy begin\n! f = parse_fortran(SOURCE, FILENAME)\n" + statements +
         "! RESULT = [f]\n!$loopy end\n";
}

/// A run with one function and its data.
struct LoopRun {
  explicit LoopRun(std::string const& text, std::vector<std::string> const& plans = {})
      : run(plans), kernels(run.cache, run.pinned) {
    registry.add("Elements", "loops/Product.f90", text);
  }

  /// Computes y for m = 3, n = 4, a(i, k) = i + 10 k, x(k) = k.
  std::vector<double> compute(loop_functions::ScriptVariables const& variables = {}) {
    std::vector<double> a, x{1, 2, 3, 4}, y(3, -1);
    for (int k = 1; k <= 4; ++k)
      for (int i = 1; i <= 3; ++i) a.push_back(i + 10 * k);
    LoopArguments arguments;
    arguments.integers = {{"m", 3}, {"n", 4}};
    arguments.scalars = {{"m", 3}, {"n", 4}, {"factor", 0.5}};
    arguments.arrays = {{"a", a.data()}, {"x", x.data()}, {"y", y.data()}};
    auto& compiled = kernels.find_or_compile(*registry.find("elements", "PRODUCT"), variables, arguments.integers);
    kernels.run(compiled, arguments);
    return y;
  }

  HostRun run;
  LoopRegistry registry;
  LoopKernels kernels;
};

std::vector<double> const expected{155, 160, 165}; // 0.5 (i 10 + 10 30)

TEST(LoopKernels, ComputeTheLoopsAsWritten) {
  LoopRun loops(product);
  ASSERT_TRUE(loops.registry.errors().empty());
  EXPECT_EQ(loops.compute(), expected);
  auto const records = loops.run.cache.records();
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].kernel, "Elements::Product");
  EXPECT_EQ(records[0].plan, "loops as written");
  EXPECT_EQ(records[0].calls, 1);
  EXPECT_EQ(records[0].points, 3);
}

TEST(LoopKernels, ApplyTheScriptWithTheValuesOfTheRun) {
  LoopRun loops(with_script("! f = fix_parameters(f, n=points)\n! f = tag_inames(f, \"i:g.0\")\n"));
  EXPECT_EQ(loops.compute({{"points", transform::make_value(4L)}}), expected);
  EXPECT_THAT(loops.kernels.notes(), HasSubstr("f = fix_parameters(f, n=4)"));
  EXPECT_THAT(loops.run.cache.plans(), HasSubstr("plan Elements::Product on host\n"));
}

TEST(LoopKernels, AreCompiledOnceForEqualValues) {
  LoopRun loops(product);
  EXPECT_EQ(loops.compute(), expected);
  EXPECT_EQ(loops.compute(), expected);
  EXPECT_EQ(loops.run.cache.records().at(0).calls, 2);
}

TEST(LoopKernels, UsePinnedScripts) {
  LoopRun loops(product, {"Elements::Product: f = parse_fortran(SOURCE, FILENAME); f = tag_inames(f, \"i:g.0\"); "
                          "RESULT = [f]"});
  EXPECT_EQ(loops.compute(), expected);
  EXPECT_EQ(loops.run.cache.records().at(0).plan, "f = tag_inames(f, \"i:g.0\")");
  EXPECT_EQ(loops.run.cache.records().at(0).plan_reason, "pinned by CaKernel::plan[0]");
  EXPECT_EQ(loops.run.pinned.uses(), "1");
}

TEST(LoopKernels, UsePinnedSizes) {
  std::string const text = with_script("! f = split_iname(f, \"i\", size(\"block\", [2, 8]))\n");
  LoopRun loops(text, {"Product: block = 8"});
  EXPECT_EQ(loops.compute(), expected);
  EXPECT_THAT(loops.run.cache.records().at(0).plan, HasSubstr("8"));
  LoopRun wrong(text, {"Product: block = x"});
  try {
    wrong.compute();
    FAIL();
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("Found `block = x`, expected `SIZE = INTEGER` or the statements of a script."));
  }
}

TEST(LoopKernels, CheckAssumptions) {
  LoopRun loops(with_script("! f = assume(f, \"n >= 7\")\n"));
  try {
    loops.compute();
    FAIL();
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("The kernel product assumes n - 7 >= 0, but this run has n = 4."));
  }
}

TEST(LoopKernels, ReportAccessesOutsideOfArraysBeforeTheyRun) {
  std::string text = product;
  text.replace(text.find("* x(k)"), 6, "* x(k + 1)");
  LoopRun loops(text);
  try {
    loops.compute();
    FAIL();
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("loops/Product.f90:7:7: error: `update_s["));
    EXPECT_THAT(error.what(),
                HasSubstr("k=3]` reads `x` outside of the array: index 4 of axis 1, which has 4 elements."));
  }
}

TEST(LoopKernels, DoNothingWithoutElements) {
  LoopRun loops(product);
  LoopArguments empty;
  empty.empty_arrays = {"a", "y"};
  auto& compiled = loops.kernels.find_or_compile(loops.registry.functions().front(), {}, {{"m", 0}, {"n", 4}});
  EXPECT_NO_THROW(loops.kernels.run(compiled, empty));
}

TEST(LoopRegistry, CollectsErrors) {
  LoopRegistry registry;
  registry.add("Elements", "loops/Product.f90", product);
  registry.add("Elements", "loops/Product.f90", product);
  registry.add("Elements", "loops/Wrong.f90", "subroutine wrong(\n");
  ASSERT_EQ(registry.errors().size(), 2u);
  EXPECT_THAT(registry.errors()[0], HasSubstr("Function Elements::Product was registered twice."));
  EXPECT_THAT(registry.errors()[1], HasSubstr("loops/Wrong.f90:1"));
}

} // namespace
} // namespace chemora::runtime
