// Tests the messages for wrong Fortran.
#include "codegen/fortran/fortran.hpp"
#include "testsuites/support/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::fortran {
namespace {

std::string message_of(std::string const& text, Options const& options = {}) {
  return testing_support::error_of([&] { parse({"t.f90", text}, options); });
}

struct WrongBody {
  char const* body;    ///< statements after the declarations, from line 5 of the file
  char const* message; ///< position and beginning of the first message
};

/// The statements are within a subroutine with arguments x(n), y(n, n), f(n) (real*4), n, a, and locals s, i, j, k.
std::string file_with(std::string const& body) {
  return "subroutine s(x, y, f, n, a)\n integer n, i, j, k, m\n real*8 x(n), y(n, n), a, s, t(4)\n real*4 f(n)\n" +
         body + "\nend subroutine\n";
}

WrongBody const wrong_bodies[] = {
    // Statements
    {"call foo(x)", "t.f90:5:1: error: `call` is not supported. Write the statements of the called subroutine"},
    {"do i = 1, n\n goto 10\nend do", "t.f90:6:2: error: `goto` is not supported. Use `if` blocks."},
    {"do while (a > 0)\nend do", "t.f90:5:4: error: `do while` is not supported. Loops need bounds: `do i = 1, n`."},
    {"do concurrent (i = 1:n)\nend do", "t.f90:5:4: error: `do concurrent` is not supported."},
    {"do\nend do", "t.f90:5:1: error: A loop needs a variable and bounds: `do i = 1, n`."},
    {"do 10 i = 1, n\nend do", "t.f90:5:4: error: Statement labels are not supported; end loops with `end do`."},
    {"10 x(1) = 2", "t.f90:5:1: error: Statement labels are not supported"},
    {"print *, a", "t.f90:5:1: error: `print` is not supported. A kernel has no input or output."},
    {"write(*,*) a", "t.f90:5:1: error: `write` is not supported. A kernel has no input or output."},
    {"read(*,*) a", "t.f90:5:1: error: `read` is not supported."},
    {"return", "t.f90:5:1: error: `return` is not supported. A subroutine ends after its last statement."},
    {"allocate(x(n))", "t.f90:5:1: error: `allocate` is not supported. Declare local arrays with their shapes."},
    {"use constants", "t.f90:5:1: error: `use` is not supported. Pass values as arguments"},
    {"where (x > 0)", "t.f90:5:1: error: `where` is not supported. Use `do` and `if`."},
    {"iff (a > 0) then", "t.f90:5:1: error: `iff` does not begin a statement; allowed are declarations, `do`, `if`, "
                         "`else if`, `else`, assignments and their ends. Did you mean `if`?"},
    {"datafloat q", "t.f90:5:1: error: `datafloat` does not begin a statement; allowed are declarations, `do`, `if`, "
                    "`else if`, `else`, assignments and their ends. If `datafloat` is the name of a type, define it "
                    "with `c_preprocess(SOURCE, [\"datafloat real*8\"])` in the script."},
    {"x(1) = a b", "t.f90:5:10: error: Expected the end of the statement after the value; found `b`."},
    {"#define N 8", "t.f90:5:1: error: Lines of the C preprocessor are not allowed."},
    {"!$loopy tagged: x", "t.f90:5:1: error: Unknown directive; expected `!$loopy begin tagged: NAME`"},
    {"!$loopy begin tagged: x", "t.f90:5:1: error: The region `x` has no end; write `!$loopy end tagged: x`."},
    {"!$loopy end tagged: x", "t.f90:5:1: error: No region `x` has begun."},
    {"!$loopy begin tagged: x\n!$loopy end tagged: y\n!$loopy end tagged: x",
     "t.f90:6:1: error: Expected the end of region `x`; found the end of `y`."},
    {"!$loopy end", "t.f90:5:1: error: `!$loopy end` has no `!$loopy begin` before it."},
    {"!$loopy begin", "t.f90:5:1: error: The script has no end; write `!$loopy end` after it."},
    // Blocks
    {"do i = 1, n", "t.f90:5:1: error: The `do` has no `end do`."},
    {"if (a > 0) then", "t.f90:5:1: error: The `if` has no `end if`."},
    {"end if", "t.f90:5:1: error: `end if` does not end a block; the block that is open is `subroutine`."},
    {"do i = 1, n\nend if\nend do", "t.f90:6:1: error: `end if` does not end a block; the block that is open is `do`."},
    {"else\n", "t.f90:5:1: error: `else` does not end a block; the block that is open is `subroutine`."},
    {"if (a > 0) then\nelse\nelse\nend if", "t.f90:7:1: error: An `if` block has nothing after its `else`."},
    {"if (a > 0) then\nelse if (a > 1)\nend if",
     "t.f90:6:15: error: Expected `then` after the condition of `else if`."},
    {"if (a > 0)", "t.f90:5:10: error: Expected `then` or an assignment after the condition."},
    {"if a > 0 then\nend if", "t.f90:5:4: error: Expected `(` after `if`; found `a`."},
    // Declarations
    {"s = 1\nreal*8 q", "t.f90:6:1: error: Declarations must be at the start of the subroutine"},
    {"real*16 q",
     "t.f90:5:1: error: This size of a type is not supported; expected `real*4`, `real*8` or `integer*4`."},
    {"integer*8 q", "t.f90:5:1: error: This size of a type is not supported"},
    {"double q", "t.f90:5:8: error: Expected `precision` after `double`."},
    {"logical q", "t.f90:5:1: error: The type `logical` is not supported; allowed are `real`, `real*4`, `real*8`, "},
    {"character(8) q", "t.f90:5:1: error: The type `character` is not supported"},
    {"complex q", "t.f90:5:1: error: The type `complex` is not supported"},
    {"real*8 q(:)", "t.f90:5:10: error: The extent of every axis must be given, as in `a(n, m)`; assumed shapes and "},
    {"real*8 q(*)", "t.f90:5:10: error: The extent of every axis must be given"},
    {"real*8 q(2:)", "t.f90:5:12: error: The extent of every axis must be given"},
    {"real*8, pointer :: q", "t.f90:5:9: error: The attribute `pointer` is not supported; allowed are `dimension`, "},
    {"real*8, intent(of) :: q", "t.f90:5:16: error: Expected `in`, `out` or `inout`."},
    {"real*8 q = 1", "t.f90:5:10: error: Initial values are not supported; assign `q` in the subroutine"},
    {"integer, parameter :: q = n", "t.f90:5:23: error: The value of the constant `q` must be a number"},
    {"real*8 a", "t.f90:5:8: error: `a` is declared twice."},
    {"implicit real*8 (a-h)", "t.f90:5:1: error: `implicit` is not supported. Only `implicit none` is allowed"},
    {"real*8 q(n*n)\nq(1) = 1", "t.f90:5:11: error: The shape of `q` must consist of sums and multiples of integer "},
    {"real*8 q(0)\nq(1) = 1", "t.f90:5:10: error: An axis of `q` has the extent 0; it must have at least one element."},
    // Names and types
    {"s = b", "t.f90:5:5: error: `b` is not declared."},
    {"s = xx(1)", "t.f90:5:5: error: `xx` is neither an array nor a function; functions are abs, acos, "},
    {"s = sqr(a)", "Did you mean `sqrt`?"},
    {"x(1) = s", "t.f90:5:8: error: `s` is read, but it is a local variable that is never assigned."},
    {"x = 0", "t.f90:5:1: error: `x` is an array; operations on whole arrays are not supported."},
    {"x(1:n) = 0", "t.f90:5:4: error: Array sections are not supported; write a loop over the elements of `x`."},
    {"x(:) = 0", "t.f90:5:3: error: Array sections are not supported"},
    {"y(1) = 0", "t.f90:5:1: error: `y` needs 2 subscripts; found 1."},
    {"a(1) = 0", "t.f90:5:1: error: `a` is not an array; it has no subscripts."},
    {"x(a) = 0", "t.f90:5:3: error: A subscript must be an integer; found a `real*8` value."},
    {"a = 0",
     "t.f90:3:24: error: The scalar argument `a` is assigned, but scalar arguments are passed by value. Declare "
     "it as array, `a(1)`, or assign a local variable."},
    {"do i = 1, n\n i = 2\nend do", "t.f90:6:2: error: `i` is the variable of a loop and cannot be assigned."},
    {"do i = 1, n\nend do\ns = i", "t.f90:7:5: error: The loop variable `i` has a value only inside its loop."},
    {"do i = 1, n\ndo i = 1, n\nend do\nend do", "t.f90:6:1: error: The loop variable `i` is the variable of an "},
    {"do s = 1, n\nend do", "t.f90:3:27: error: The loop variable `s` must be an integer scalar."},
    {"do n = 1, 3\nend do", "t.f90:2:10: error: The loop variable `n` must not be an argument."},
    {"do q = 1, n\nend do", "t.f90:5:1: error: The loop variable `q` is not declared as integer."},
    {"do i = 1, n, k\nend do", "t.f90:5:14: error: The step of a loop must be an integer constant other than 0."},
    {"do i = 1, k\nend do", "t.f90:5:11: error: `k` is read, but it is a local variable that is never assigned."},
    {"do i = 1, n, n\nend do", "t.f90:5:14: error: The step of a loop must be an integer constant other than 0."},
    {"do i = 1, n, 0\nend do", "t.f90:5:14: error: The step of a loop must be an integer constant other than 0."},
    {"do i = 1, a\nend do", "t.f90:5:11: error: The bounds and the step of a loop must be integers."},
    {"s = 'text'", "t.f90:5:5: error: Character data is not supported; allowed are `real` and `integer` values."},
    {"s = x%y", "t.f90:5:6: error: Derived types are not supported"},
    {"s = a > 0", "t.f90:5:7: error: Expected a number; found a truth value."},
    {"if (a) s = 1", "t.f90:5:5: error: Expected a comparison or truth value; found a `real*8` value."},
    {"if (n .and. a > 0) s = 1", "t.f90:5:5: error: Expected a comparison or truth value; found an integer."},
    {"s = (a > 0) + 1", "t.f90:5:8: error: Expected a number; found a truth value."},
    {"s = sqrt(n)", "t.f90:5:5: error: `sqrt` needs a real argument; write `sqrt(real(...))`."},
    {"s = sqrt(a, a)", "t.f90:5:5: error: `sqrt` needs 1 argument; found 2."},
    {"s = max(a)", "t.f90:5:5: error: `max` needs at least 2 arguments; found 1."},
    {"s = mod(a, 2)", "t.f90:5:5: error: `mod` is only supported for integers."},
    {"s = real(a, 16)", "t.f90:5:13: error: The kind of `real` must be 4 or 8."},
    {"s = sqrt(x=a)", "t.f90:5:11: error: Arguments of `sqrt` with names are not supported."},
    {"s = n ** n", "t.f90:5:7: error: A power of integers needs a constant exponent."},
    {"s = n ** (-1)", "t.f90:5:7: error: A power of integers needs an exponent of at least 0."},
    {"s = n / 0", "t.f90:5:7: error: Division of an integer by 0."},
    {"s = 3000000000", "t.f90:5:5: error: The integer `3000000000` is larger than 2147483647."},
    {"s = 1e39", "t.f90:5:5: error: The number `1e39` is not representable as `real*4`; write it with `d`."},
    {"s = 1d400", "t.f90:5:5: error: The number `1d400` is not representable as `real*8`."},
    // Expressions
    {"s = (a + 1", "t.f90:5:10: error: Expected an operator or `)`."},
    {"s = a +", "t.f90:5:7: error: The statement ends where an expression is expected."},
    {"s = a + * 2", "t.f90:5:9: error: Expected a number, a name or `(`; found `*`."},
    {"s = a @ 2", "t.f90:5:7: error: Unexpected character `@`."},
};

TEST(WrongFortran, IsReportedAtItsPlace) {
  for (WrongBody const& wrong : wrong_bodies)
    EXPECT_THAT(message_of(file_with(wrong.body)), testing::HasSubstr(wrong.message)) << wrong.body;
}

TEST(WrongFortran, OutsideOfSubroutinesIsReported) {
  EXPECT_THAT(message_of("module m\nend module\n"), testing::HasSubstr("t.f90:1:1: error: `module` is not supported."));
  EXPECT_THAT(message_of("x = 1\n"), testing::HasSubstr("t.f90:1:1: error: Expected `subroutine`; found `x`."));
  EXPECT_THAT(message_of("! empty\n"), testing::HasSubstr("t.f90:1:1: error: The file has no subroutine."));
  EXPECT_THAT(message_of("subroutine s(x)\nend\n"),
              testing::HasSubstr("t.f90:1:14: error: The argument `x` is not declared."));
  EXPECT_THAT(message_of("subroutine s(x, x)\nreal x(2)\nend\n"),
              testing::HasSubstr("t.f90:1:17: error: The argument `x` occurs twice."));
  EXPECT_THAT(message_of("subroutine s()\nend\nsubroutine S()\nend\n"),
              testing::HasSubstr("t.f90:3:1: error: The subroutine `S` occurs twice."));
  EXPECT_THAT(message_of("subroutine s(x\nend\n"), testing::HasSubstr("Expected `)` after the arguments"));
  EXPECT_THAT(message_of("subroutine s()\n"),
              testing::HasSubstr("t.f90:1:1: error: The `subroutine` has no `end subroutine`."));
}

TEST(WrongFortran, ThatEndsInsideAStatementIsReported) {
  EXPECT_THAT(message_of("subroutine s()\nend &\n"),
              testing::HasSubstr(
                  "t.f90:2:1: error: The last statement ends with `&`, but there is no line that continues it."));
}

TEST(WrongFortran, WithWrongDefinitionsIsReported) {
  std::string const text = "subroutine s(x)\nreal x(2)\nx(1) = A\nend\n";
  EXPECT_THAT(message_of(text, {.definitions = {"A(x) x"}}),
              testing::HasSubstr("The definition `A(x) x` must be a name and a value, as in `Nq 8`."));
  EXPECT_THAT(message_of(text, {.definitions = {"A A"}}),
              testing::HasSubstr("t.f90:3:8: error: The macro `A` contains itself."));
}

TEST(WrongFortran, IsReportedCompletely) {
  std::string const message = message_of(file_with("s = b\nx(1) = c\ndo i = 1, n\n y(i) = 1\nend do"));
  EXPECT_THAT(message, testing::HasSubstr("t.f90:5:5"));
  EXPECT_THAT(message, testing::HasSubstr("t.f90:6:8"));
  EXPECT_THAT(message, testing::HasSubstr("t.f90:8:2"));
}

TEST(WrongFortran, WithDeepNestingIsReported) {
  std::string parentheses = "s = ", blocks;
  for (int n = 0; n < 200; ++n) parentheses += "(", blocks += "if (a > 0) then\n";
  EXPECT_THAT(message_of(file_with(parentheses)), testing::HasSubstr("nested deeper than 100 levels"));
  EXPECT_THAT(message_of(file_with(blocks)), testing::HasSubstr("nested deeper than 100 levels"));
  EXPECT_THAT(message_of(file_with("s = ((((a**64)**64)**64)**64)")),
              testing::HasSubstr("The expression is too large"));
}

TEST(WrongScript, NeedsCommentMarkers) {
  base::SourceText const source{"t.f90", "!$loopy begin\n! f = 1\n  g = 2\n!$loopy end\n"};
  try {
    script_of(source);
    FAIL() << "no error";
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(),
                testing::HasSubstr("t.f90:3:3: error: A line of the script must start with the comment marker `!`."));
  }
}

} // namespace
} // namespace chemora::fortran
