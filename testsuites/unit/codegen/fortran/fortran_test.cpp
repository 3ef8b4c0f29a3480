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

} // namespace
} // namespace chemora::fortran
