// Tests the values that kernels of Fortran subroutines compute, with the interpreter of loop kernels.
#include "codegen/fortran/fortran.hpp"
#include "framework/base/errors.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace chemora::fortran {
namespace {

using Arrays = std::map<std::string, std::vector<double>>;

/// Executes the subroutine in the order of the source and in random orders, which must give the same values.
Arrays executed(std::string const& text, std::map<std::string, double> const& parameters, Arrays const& arrays) {
  loops::LoopKernel const kernel = parse({"test.f90", text}).at(0);
  Arrays result = arrays;
  interpret(kernel, parameters, result);
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Arrays random = arrays;
    interpret_in_random_order(kernel, parameters, random, seed);
    EXPECT_EQ(random, result) << "seed " << seed;
  }
  return result;
}

/// Returns y(1) to y(n) after these statements. i and j are integers, r and s are local real*8.
std::vector<double> computed(std::string const& body, std::vector<double> const& x) {
  std::string const text =
      "subroutine s(n, x, y)\ninteger n, i, j, k, m\nreal*8 x(n), y(n), r, s, t(4)\n" + body + "\nend subroutine\n";
  std::vector<double> const zeros(x.size(), 0.0);
  return executed(text, {{"n", double(x.size())}}, {{"x", x}, {"y", zeros}}).at("y");
}

using Values = std::vector<double>;

TEST(FortranValues, IntegerDivisionTruncates) {
  EXPECT_EQ(computed("do i = 1, n\n m = int(x(i))\n y(i) = m/3\nend do", {7, -7, 6, -6, 2}), (Values{2, -2, 2, -2, 0}));
  EXPECT_EQ(computed("do i = 1, n\n m = int(x(i))\n y(i) = mod(m, 3)\nend do", {7, -7, 6, -6, 2}),
            (Values{1, -1, 0, 0, 2}));
  EXPECT_EQ(computed("do i = 1, n\n y(i) = int(x(i))\nend do", {1.9, -1.9, 0.5}), (Values{1, -1, 0}));
  EXPECT_EQ(computed("do i = 1, n\n m = x(i)\n y(i) = m\nend do", {1.9, -1.9, 0.5}), (Values{1, -1, 0}));
}

TEST(FortranValues, PowersWithIntegerExponentsAreProducts) {
  EXPECT_EQ(computed("do i = 1, n\n y(i) = x(i)**3\nend do", {2, -3}), (Values{8, -27}));
  EXPECT_EQ(computed("do i = 1, n\n y(i) = x(i)**(-2)\nend do", {2, -4}), (Values{0.25, 0.0625}));
  EXPECT_EQ(computed("do i = 1, n\n y(i) = -x(i)**2\nend do", {3}), (Values{-9}));
  EXPECT_EQ(computed("do i = 1, n\n y(i) = 2**3**2\nend do", {3}), (Values{512}));
  EXPECT_EQ(computed("do i = 1, n\n y(i) = x(i)**0.5d0\nend do", {9}), (Values{std::pow(9, 0.5)}));
}

TEST(FortranValues, IntrinsicFunctionsAreThoseOfFortran) {
  EXPECT_EQ(computed("do i = 1, n\n y(i) = sign(2d0, x(i)) + abs(x(i))\nend do", {3, -3}), (Values{5, 1}));
  EXPECT_EQ(computed("do i = 1, n\n y(i) = max(x(i), 0, 1) + min(x(i), 2d0)\nend do", {3, -3}), (Values{5, -2}));
  EXPECT_EQ(computed("do i = 1, n\n y(i) = merge(1, 2, x(i) > 0)\nend do", {3, -3}), (Values{1, 2}));
  EXPECT_EQ(computed("do i = 1, n\n y(i) = floor(x(i)) + real(x(i), 4)\nend do", {0.5, -0.5}), (Values{0.5, -1.5}));
  EXPECT_EQ(computed("do i = 1, n\n y(i) = sqrt(x(i)) + exp(0d0)\nend do", {4}), (Values{3}));
}

TEST(FortranValues, LoopsMayHaveStepsAndLowerBounds) {
  EXPECT_EQ(computed("do i = 2, n - 1\n y(i) = i\nend do", {0, 0, 0, 0}), (Values{0, 2, 3, 0}));
  EXPECT_EQ(computed("do i = 1, n, 2\n y(i) = i\nend do", {0, 0, 0, 0, 0}), (Values{1, 0, 3, 0, 5}));
  EXPECT_EQ(computed("y(n) = 1\ndo i = n - 1, 1, -1\n y(i) = 2*y(i+1)\nend do", {0, 0, 0}), (Values{4, 2, 1}));
  EXPECT_EQ(computed("do i = 1, n\n do j = i, n\n y(j) = y(j) + i\n end do\nend do", {0, 0, 0}), (Values{1, 3, 6}));
  EXPECT_EQ(computed("do i = 3, 2\n y(i) = 1\nend do", {0, 0, 0}), (Values{0, 0, 0}));
}

TEST(FortranValues, LoopsMayHaveBoundsThatAreData) {
  EXPECT_EQ(
      computed("do i = 1, n\n m = int(x(i))\n s = 0\n do j = 1, m\n s = s + j\n end do\n y(i) = s\nend do", {3, 0, 2}),
      (Values{6, 0, 3}));
  // The bound is assigned again in the loop, which does not change the number of iterations.
  EXPECT_EQ(computed("do i = 1, n\n m = int(x(i))\n do j = m, 2*m\n m = 0\n y(i) = y(i) + 1\n end do\nend do", {3, 0}),
            (Values{4, 1}));
}

TEST(FortranValues, BranchesAreExclusive) {
  std::string const branches = "do i = 1, n\n if (x(i) > 1) then\n y(i) = 1\n else if (x(i) .eq. 1) then\n"
                               " y(i) = 2\n else\n y(i) = 3\n end if\nend do";
  EXPECT_EQ(computed(branches, {2, 1, 0}), (Values{1, 2, 3}));
  EXPECT_EQ(computed("do i = 1, n\n if (x(i) > 0 .and. i < n) y(i) = 1\nend do", {2, -1, 1}), (Values{1, 0, 0}));
}

TEST(FortranValues, ConditionsAreEvaluatedBeforeTheBranch) {
  EXPECT_EQ(computed("do i = 1, n\n s = x(i)\n if (s > 0) then\n s = -s\n y(i) = s\n else\n s = 5\n y(i) = s\n end if\n"
                     "end do",
                     {2, -1}),
            (Values{-2, 5}));
  EXPECT_EQ(computed("do i = 1, n\n if (y(i) == 0) then\n y(i) = 1\n y(i) = y(i) + x(i)\n end if\nend do", {2, 3}),
            (Values{3, 4}));
  // An `if` inside of an `else` whose condition its own body changes.
  EXPECT_EQ(computed("do i = 1, n\n if (x(i) > 5) then\n y(i) = 9\n else\n if (y(i) == 0) then\n y(i) = 2\n"
                     " y(i) = y(i) + 1\n end if\n end if\nend do",
                     {6, 1}),
            (Values{9, 3}));
}

TEST(FortranValues, IndirectSubscriptsStartAtOne) {
  std::string const text = R"(subroutine gather(n, index, x, y)
  integer n, index(n), i
  real*8 x(0:n), y(n)
  do i = 1, n
    y(i) = x(index(i) - 1) + x(n)
  end do
end)";
  Arrays const result = executed(text, {{"n", 3}}, {{"index", {3, 1, 2}}, {"x", {1, 2, 3, 100}}, {"y", {0, 0, 0}}});
  EXPECT_EQ(result.at("y"), (Values{103, 101, 102}));
}

TEST(FortranValues, SinglePrecisionIsRoundedAfterEachOperation) {
  std::string const text = "subroutine s(x, y, z)\nreal*4 x(1), y(1)\nreal*8 z(1)\n"
                           "y(1) = x(1)*x(1) + 0.1\nz(1) = x(1)*x(1) + 0.1d0\nend\n";
  float const x = 1.1f;
  Arrays const result = executed(text, {}, {{"x", {x}}, {"y", {0}}, {"z", {0}}});
  EXPECT_EQ(result.at("y")[0], static_cast<double>(x * x + 0.1f));
  EXPECT_EQ(result.at("z")[0], static_cast<double>(x * x) + 0.1);
}

} // namespace
} // namespace chemora::fortran
