// Tests the conversion of Fortran subroutines to loop kernels.
#include "codegen/fortran/fortran.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::fortran {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<loops::LoopKernel> parse_text(std::string const& text, Options const& options = {}) {
  return parse({"test.f90", text}, options);
}

/// Returns the kernel of a subroutine with these declarations and statements.
loops::LoopKernel kernel_of(std::string const& arguments, std::string const& body, Options const& options = {}) {
  return parse_text("subroutine s(" + arguments + ")\n implicit none\n" + body + "\nend subroutine\n", options).at(0);
}

/// Returns the value that `y(1) = expression` assigns, as text. `x` is real*8, `f` is real*4, `n` is an integer.
std::string value_of(std::string const& expression) {
  return to_text(kernel_of("y, x, f, n, a", "real*8 y(1), x, a(n)\nreal*4 f\ninteger n\ny(1) = " + expression)
                     .instructions.at(0)
                     .value);
}

TEST(Subroutine, BecomesAKernel) {
  EXPECT_EQ(to_text(kernel_of("n, x, y, a", R"(
  integer n, i
  real*8 x(n), y(n), a
  do i = 1, n
    y(i) = y(i) + a*x(i)
  end do)")),
            R"(kernel s {
  parameter int32 n
  parameter real64 a
  loop i: 0 <= i <= n - 1
  array x real64 [n] argument layout N0
  array y real64 [n] argument layout N0
  update_y: [i] y[i] = y[i] + a * x[i] order 0, i, 0
}
)");
}

TEST(Expression, HasTheTypesOfFortran) {
  EXPECT_EQ(value_of("f*x"), "real64(f) * x");
  EXPECT_EQ(value_of("n*x"), "real64(n) * x");
  EXPECT_EQ(value_of("f*f"), "real64(f * f)");
  EXPECT_EQ(value_of("n + 1"), "real64(n + 1)");
  EXPECT_EQ(value_of("2*x"), "2.0 * x");
  EXPECT_EQ(value_of("7/2"), "3.0");
  EXPECT_EQ(value_of("-7/2"), "-3.0");
  EXPECT_EQ(value_of("0.1*x"), "0.10000000149011612 * x");
  EXPECT_EQ(value_of("0.1d0*x"), "0.1 * x");
  EXPECT_EQ(value_of("1e-3*f"), "real64(0.001f * f)");
}

TEST(Expression, HasNamesAndOperatorsInAnySpelling) {
  EXPECT_EQ(value_of("X + F*N"), "x + real64(f * real32(n))");
  EXPECT_EQ(value_of("merge(1, 2, x .gt. 1 .and. .not. n .eq. 2)"), "real64(select(1.0 < x and not n == 2, 1, 2))");
  EXPECT_EQ(value_of("-x**2"), "-(x * x)");
}

TEST(Expression, HasCombinedTermsInSubscripts) {
  EXPECT_EQ(value_of("a(2*n - (n - 3) + 1 - 2)"), "a[n + 1]");
  EXPECT_EQ(value_of("a(int(a(1)) + 1)"), "a[int32(a[0])]");
}

std::vector<std::string> copies_of(loops::LoopKernel const& kernel, std::string const& array) {
  return kernel.array(array).copies;
}

loops::LoopKernel nest(std::string const& body) {
  return kernel_of("n, x, y", "integer n, i, j, k\nreal*8 x(n), y(n), s, t(4), v(n), u(n)\n" + body);
}

TEST(Copies, OfAScalarAreForTheLoopsInWhichItIsWrittenFirst) {
  EXPECT_THAT(copies_of(nest("do i = 1, n\n s = x(i)\n y(i) = s\nend do"), "s"), ElementsAre("i"));
  EXPECT_THAT(copies_of(nest("do i = 1, n\n do j = 1, n\n s = x(j)\n y(i) = s\n end do\nend do"), "s"),
              ElementsAre("i", "j"));
  EXPECT_THAT(copies_of(nest("do i = 1, n\n s = 0\n do j = 1, n\n s = s + x(j)\n end do\n y(i) = s\nend do"), "s"),
              ElementsAre("i"));
}

TEST(Copies, OfAScalarThatKeepsItsValueDoNotExist) {
  EXPECT_THAT(copies_of(nest("s = 0\ndo i = 1, n\n s = s + x(i)\n y(i) = s\nend do"), "s"), ElementsAre());
  EXPECT_THAT(copies_of(nest("do i = 1, n\n if (x(i) > 0) s = x(i)\n y(i) = s\nend do"), "s"), ElementsAre());
  // The inner loop may have no iterations; then s keeps the value of the iteration before.
  EXPECT_THAT(copies_of(nest("do i = 1, n\n do j = i, n - 3\n s = x(j)\n end do\n y(i) = s\nend do"), "s"),
              ElementsAre());
}

TEST(Copies, OfAScalarExistIfAllAlternativesWriteIt) {
  EXPECT_THAT(
      copies_of(nest("do i = 1, n\n if (x(i) > 0) then\n s = 1\n else\n s = 2\n end if\n y(i) = s\nend do"), "s"),
      ElementsAre("i"));
  EXPECT_THAT(copies_of(nest("do i = 1, n\n if (x(i) > 0) then\n s = 1\n else if (x(i) < 0) then\n s = 2\n end if\n"
                             "y(i) = s\nend do"),
                        "s"),
              ElementsAre());
}

TEST(Copies, OfAnArrayNeedEqualElementsOrBoxes) {
  EXPECT_THAT(
      copies_of(nest("do i = 1, n\n do j = 1, 4\n t(j) = x(i)\n end do\n do j = 1, 4\n y(i) = y(i) + t(j)\n end do\n"
                     "end do"),
                "t"),
      ElementsAre("i"));
  EXPECT_THAT(
      copies_of(nest("do i = 1, n\n do j = 1, 4\n t(j) = 0\n end do\n do j = 1, 4\n t(j) = t(j) + x(i)\n end do\n"
                     "y(i) = t(2)\nend do"),
                "t"),
      ElementsAre("i"));
  // Element 4 is not written before it is read, and later written.
  EXPECT_THAT(
      copies_of(nest("do i = 1, n\n do j = 1, 3\n t(j) = x(i)\n end do\n y(i) = t(4)\n t(4) = x(i)\nend do"), "t"),
      ElementsAre());
  // An iteration reads what the iterations before it wrote.
  EXPECT_THAT(copies_of(nest("do i = 1, n\n v(i) = x(i)\n do j = 1, n\n y(i) = y(i) + v(j)\n end do\nend do"), "v"),
              ElementsAre());
  // t(j + 1) is written after it is read.
  EXPECT_THAT(copies_of(nest("do i = 1, n\n do j = 1, 3\n t(j) = x(i)\n y(i) = t(j + 1)\n end do\nend do"), "t"),
              ElementsAre());
}

TEST(Copies, DetermineTheScopeOfArrays) {
  std::string const twice = "do j = 1, n\n v(j) = x(i)\n end do\n do j = 1, n\n y(i) = y(i) + v(j)\n end do\n";
  loops::LoopKernel const kernel = nest("do i = 1, n\n t(1) = x(i)\n y(i) = t(1)\n" + twice +
                                        "end do\ndo i = 1, n\n u(i) = y(i)\nend do\ndo i = 1, n\n y(i) = u(i)\nend do");
  EXPECT_EQ(kernel.array("t").scope, ir::Scope::registers);
  EXPECT_EQ(kernel.array("v").scope, ir::Scope::tile);
  EXPECT_EQ(kernel.array("u").scope, ir::Scope::grid);
}

TEST(Scalars, WithIndependentUsesAreSeparated) {
  loops::LoopKernel const kernel = nest("do i = 1, n\n s = x(i)\n y(i) = s\nend do\ndo i = 1, n\n s = y(i)\n x(i) = s\n"
                                        " s = 2\n y(i) = s\nend do");
  EXPECT_THAT(copies_of(kernel, "s"), ElementsAre("i"));
  EXPECT_THAT(copies_of(kernel, "s_1"), ElementsAre("i_1"));
  EXPECT_THAT(copies_of(kernel, "s_2"), ElementsAre("i_1"));
  EXPECT_THAT(to_text(kernel), HasSubstr("set_s_2: [i_1] s_2 = 2.0"));
}

TEST(Scalars, WithADependentUseAreNotSeparated) {
  loops::LoopKernel const kernel = nest("s = 1\ndo i = 1, n\n y(i) = s\n s = 2\nend do\nx(1) = s");
  EXPECT_FALSE(kernel.find_array("s_1"));
  EXPECT_THAT(copies_of(kernel, "s"), ElementsAre());
}

TEST(Instructions, HaveTagsIdsAndPositions) {
  loops::LoopKernel const kernel = nest("!$loopy begin tagged: a\ny(1) = 1\n!$loopy begin tagged: b\ny(1) = y(1) + 1\n"
                                        "!$loopy end tagged: b\n!$loopy end tagged: a\ny(1) = 2*x(1)\ny(1) = y(1)*2");
  std::vector<std::string> ids;
  for (loops::Instruction const& instruction : kernel.instructions) ids.push_back(instruction.id);
  EXPECT_THAT(ids, ElementsAre("set_y", "update_y", "set_y_1", "update_y_1"));
  EXPECT_EQ(kernel.instructions[1].tags, (std::set<std::string>{"a", "b"}));
  EXPECT_TRUE(kernel.instructions[2].tags.empty());
  EXPECT_EQ(kernel.instructions[1].where, (base::SourcePosition{"test.f90", 8, 1}));
}

TEST(Source, HasContinuationLinesMacrosAndSemicolons) {
  auto const kernels =
      parse_text("SUBROUTINE s(x) ! comment\n real_type X(width) ; integer i\n"
                 "  do i = 1, & ! comment\n\n     ! comment\n    & width\n x(i) = &\n factor*x(i)\nENDDO\nEND\n",
                 {.definitions = {"real_type real*4", "width 2*half", "half 4", "factor 3"}});
  EXPECT_THAT(to_text(kernels.at(0)), HasSubstr("array X real32 [8] argument"));
  EXPECT_EQ(to_text(kernels.at(0).instructions[0].value), "3.0f * X[i]");
}

TEST(Source, HasTypesOfTheOptions) {
  std::string const text = "subroutine s(x)\nreal x(2)\nx(1) = 1.5\nend\n";
  EXPECT_EQ(parse_text(text)[0].array("x").type, ir::Type::real32);
  EXPECT_EQ(parse_text(text, {.real = ir::Type::real64})[0].array("x").type, ir::Type::real64);
  EXPECT_EQ(to_text(parse_text(text, {.real = ir::Type::real64})[0].instructions[0].value), "1.5");
}

TEST(Source, HasScriptsWithPositions) {
  Script const script =
      script_of({"t.f90", "subroutine s()\nend\n!$loopy begin\n! f = 1\n!\n  !   g = 2\n!$loopy end\n! h\n"});
  EXPECT_THAT(script.lines, ElementsAre(" f = 1", "", "   g = 2"));
  EXPECT_EQ(script.positions.at(2), (base::SourcePosition{"t.f90", 6, 4}));
}

} // namespace
} // namespace chemora::fortran
