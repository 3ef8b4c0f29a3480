#include "codegen/loop_functions/loop_function.hpp"

#include "codegen/loop_functions/extents.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;

std::string const scale = "subroutine scale(m, n, factor, x, y)\n"
                          "  integer m, n, i, j\n"
                          "  real*8 factor, x(m, n), y(m, n)\n"
                          "  do j = 1, n\n"
                          "    do i = 1, m\n"
                          "      y(i, j) = y(i, j) + factor * x(i, j)\n"
                          "    end do\n"
                          "  end do\n"
                          "end subroutine scale\n";

loop_functions::LoopFunction read(std::string const& text) {
  return loop_functions::read_loop_function({"loops/Scale.f90", text});
}

/// The text of the error that the action throws.
template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

TEST(LoopFunction, HasTheNameOfItsFileAndTheAccessesOfItsLoops) {
  auto const function = read(scale);
  EXPECT_EQ(function.name, "Scale");
  ASSERT_TRUE(function.find("x") && function.find("y") && function.find("factor") && function.find("N"));
  EXPECT_TRUE(function.find("x")->is_read && !function.find("x")->is_written);
  EXPECT_TRUE(function.find("y")->is_read && function.find("y")->is_written);
  EXPECT_FALSE(function.find("factor")->is_array);
  EXPECT_EQ(function.find("x")->extents, (std::vector{ir::linear("m"), ir::linear("n")}));
  EXPECT_EQ(function.find("x")->where, (base::SourcePosition{"loops/Scale.f90", 1, 32}));
}

TEST(LoopFunction, KnowsArraysThatAreWrittenCompletely) {
  std::string const text = "subroutine fill(n, x, y, z)\n  integer n, i\n  real*8 x(n), y(n), z(n)\n  do i = 1, n\n"
                           "    x(i) = 1.0d0\n    if (i > 2) then\n      y(i) = 1.0d0\n    end if\n  end do\n"
                           "  do i = 2, n\n    z(i) = 1.0d0\n  end do\nend subroutine fill\n";
  auto const function = read(text);
  EXPECT_TRUE(function.find("x")->is_overwritten);
  EXPECT_FALSE(function.find("y")->is_overwritten);
  EXPECT_FALSE(function.find("z")->is_overwritten);
}

TEST(LoopFunction, ReadsDirectives) {
  auto const function = read("!$chemora x = other::u_p\n" + scale);
  EXPECT_EQ(function.find("x")->meaning, "other::u_p");
  EXPECT_EQ(function.find("x")->where.line, 1);
}

TEST(LoopFunction, ReportsWrongDirectives) {
  EXPECT_THAT(error_of([] { read("!$chemora x other::u\n" + scale); }),
              HasSubstr("loops/Scale.f90:1:1: error: Expected `!$chemora ARGUMENT = VARIABLE`"));
  EXPECT_THAT(error_of([] { read("!$chemora facto = other::u\n" + scale); }),
              HasSubstr("`facto` is not an argument of a subroutine of this file. Did you mean `factor`?"));
  EXPECT_THAT(error_of([] { read("!$chemora x = a::b\n!$chemora X = a::c\n" + scale); }),
              HasSubstr("There are two lines `!$chemora` for `x`; remove one of them."));
}

TEST(LoopFunction, ReportsArgumentsThatDiffer) {
  std::string other = scale;
  other.replace(other.find("scale"), 5, "other");
  other.replace(other.find("x(m, n), y"), 7, "x(n, m)");
  other.replace(other.rfind("scale"), 5, "other");
  EXPECT_THAT(error_of([&] { read(scale + other); }),
              HasSubstr("Argument `x` of subroutine `other` has another type or shape"));
}

TEST(LoopFunction, ReportsFilesWithoutSubroutine) {
  EXPECT_THAT(error_of([] { read("! nothing\n"); }), HasSubstr("The file has no subroutine."));
}

TEST(LoopFunction, RejectsNamesThatAreNoFunctions) {
  EXPECT_THAT(error_of([] {
                loop_functions::read_loop_function({"loops/1-a.f90", scale});
              }),
              HasSubstr("`1-a` is not a name of letters, digits and underscores. Rename the file."));
}

std::string with_script(std::string const& statements) {
  return scale + "!$loopy begin\n! f = parse_fortran(SOURCE, FILENAME)\n! " + statements +
         "\n! RESULT = [f]\n!$loopy end\n";
}

TEST(LoopFunction, AppliesItsScriptWithTheValuesOfTheRun) {
  auto const kernels = loop_functions::transformed(read(with_script("f = fix_parameters(f, m=points)")),
                                                   {{"points", transform::make_value(5L)}});
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].array("x").axes[0].extent, ir::linear(5));
  EXPECT_EQ(loop_functions::transformed(read(scale), {}).size(), 1u);
}

TEST(LoopFunction, AppliesAnotherScriptInItsPlace) {
  auto const kernels = loop_functions::transformed(
      read(with_script("f = fix_parameters(f, m=3)")), {},
      "f = parse_fortran(SOURCE, FILENAME)\nf = fix_parameters(f, m=4)\nRESULT = [f]\n", "CaKernel::plan[0]");
  EXPECT_EQ(kernels[0].array("x").axes[0].extent, ir::linear(4));
}

TEST(LoopFunction, RejectsOtherLayoutsOfArguments) {
  EXPECT_THAT(
      error_of([] { loop_functions::transformed(read(with_script("f = tag_data_axes(f, \"x\", \"N1,N0\")")), {}); }),
      HasSubstr("The script changes the layout of argument `x`."));
}

TEST(Extents, FollowFromTheNumbersOfElements) {
  EXPECT_EQ(loop_functions::complete_extents(read(scale), {{"m", 3}}, {{"x", 12}, {"y", 12}}),
            (std::map<std::string, long>{{"m", 3}, {"n", 4}}));
  EXPECT_EQ(loop_functions::complete_extents(read(scale), {{"m", 3}}, {{"x", 0}, {"y", 0}}).at("n"), 0);
}

TEST(Extents, ContradictingSizesAreErrors) {
  EXPECT_THAT(error_of([] {
                loop_functions::complete_extents(read(scale), {{"m", 3}}, {{"x", 12}, {"y", 15}});
              }),
              HasSubstr("The argument `y(m, n)` does not have the size of its variable, which has 15 elements on this "
                        "process. The values are m = 3, n = 4."));
  EXPECT_THAT(
      error_of([] {
        loop_functions::complete_extents(read(scale), {}, {{"x", 12}, {"y", 12}});
      }),
      HasSubstr("The integer `m` has no value: it does not follow from the numbers of elements of the arrays."));
}

} // namespace
