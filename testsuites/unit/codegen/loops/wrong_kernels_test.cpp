// Errors of the text form of loop kernels: position, message and nearest name.
#include "codegen/loops/loop_kernel.hpp"
#include "testsuites/support/errors.hpp"

#include <gtest/gtest.h>

namespace chemora::loops {
namespace {

/// Returns the errors as `line:column: message`, one per line.
std::string errors_of(std::string const& text) {
  return testing_support::findings_of([&] { parse_loop_kernel(text); });
}

/// Returns the errors of a kernel with these lines after its declarations. The first of them is line 9.
std::string errors_in(std::string const& lines) {
  return errors_of("kernel k {\n"
                   "  parameter int32 n\n"
                   "  loop i: 0 <= i <= n - 1\n"
                   "  loop k: 0 <= k <= 3\n"
                   "  array a real64 [n, 4] argument\n"
                   "  array s real64 [] registers copies i\n"
                   "  array c int32 [] argument\n"
                   "  rule twice(p) = 2.0 * a[p, 0]\n" +
                   lines + "\n}\n");
}

TEST(WrongLoopKernels, ReportTheirFrame) {
  EXPECT_EQ(errors_of(""), "1:1: The text is empty; expected `kernel NAME {`.");
  EXPECT_EQ(errors_of("kernle k {\n}\n"), "1:1: `kernle` is found where `kernel` is expected.");
  EXPECT_EQ(errors_of("kernel k {\n"), "1:1: The kernel has no closing `}` on a line of its own.");
  EXPECT_EQ(errors_of("kernel k {\n  \"plan\n}\n"), "2:3: This string has no closing quote on its line.");
}

TEST(WrongLoopKernels, ReportUnknownStatements) {
  EXPECT_EQ(errors_in("lop j: 0 <= j <= 3"),
            "9:1: Unknown kernel statement `lop`; expected parameter, assume, loop, where, array, rule, priority, "
            "reassociated, ordered, plan, or an instruction `ID: [LOOPS] ...`. Did you mean `loop`?");
}

TEST(WrongLoopKernels, ReportWrongDeclarations) {
  EXPECT_EQ(errors_in("parameter real63 x"),
            "9:11: `real63` is not a type; expected real64, real32, int32 or boolean.");
  EXPECT_EQ(errors_in("parameter real64 n"), "9:18: The name `n` is declared twice.");
  EXPECT_EQ(errors_in("loop j x.0: 0 <= j <= 3"),
            "9:8: `x.0` is not a tag; expected for, unr, vec, ilp, g.0, g.1, g.2, l.0, l.1 or l.2.");
  EXPECT_EQ(errors_in("loop j: 0 <= j"), "9:6: Loop `j` has no upper bound; expected `loop j: FIRST <= j <= LAST`.");
  EXPECT_EQ(errors_in("array b real64 [q] argument"), "9:17: `q` is not an int32 parameter. Did you mean `n`?");
  EXPECT_EQ(errors_in("array b real64 [n] local"),
            "9:20: `local` is not a kind of memory; expected argument, registers, tile, grid.");
  EXPECT_EQ(errors_in("array b real64 [n, n] argument layout N0,N0"), "9:42: Two axes of `b` have the layout `N0`.");
  EXPECT_EQ(errors_in("array b real64 [n, n] argument layout vec,vec"),
            "9:39: Array `b` has more than one vector axis.");
  EXPECT_EQ(errors_in("array b real64 [n] argument layout fast"),
            "9:36: `fast` is not the layout of an axis; expected N0, N1, ..., vec or sep.");
  EXPECT_EQ(errors_in("array b real64 [] registers copies j"), "9:36: `j` is not a loop. Did you mean `i`?");
  EXPECT_EQ(errors_in("rule f(p, p) = 1.0"), "9:6: Parameter `p` of rule `f` is declared twice.");
}

TEST(WrongLoopKernels, ReportWrongConstraints) {
  EXPECT_EQ(errors_in("where i * k <= 3"), "9:11: A product of two names is not linear.");
  EXPECT_EQ(errors_in("where i != 3"), "9:9: `!=` is not a comparison; expected <=, <, >=, > or ==.");
  EXPECT_EQ(errors_in("where i <= s"),
            "9:12: `s` is not a loop, an int32 parameter or an int32 scalar. Did you mean `n`?");
  EXPECT_EQ(errors_in("assume i >= 1"), "9:8: `i` is not an int32 parameter. Did you mean `n`?");
  EXPECT_EQ(errors_in("where i <= 3 * 4"), "9:16: A term has more than one number.");
}

TEST(WrongLoopKernels, ReportRulesThatUseThemselves) {
  EXPECT_EQ(errors_in("rule f(p) = g(p)\nrule g(p) = f(p)"), "9:6: Rule `f` uses itself.");
}

TEST(WrongLoopKernels, ReportWrongExpressions) {
  EXPECT_EQ(errors_in("x: [i] s = sin"), "9:12: `sin` is not a name.");
  EXPECT_EQ(errors_in("x: [i] s = sqr(2.0)"), "9:12: `sqr` is not a function or rule. Did you mean `sqrt`?");
  EXPECT_EQ(errors_in("x: [i] s = a[i]"), "9:12: The number of subscripts of `a` is 1; expected 2.");
  EXPECT_EQ(errors_in("x: [i] s = a[i, 0.5]"), "9:12: A subscript of `a` has type real64; expected int32.");
  EXPECT_EQ(errors_in("x: [i] s = twice(i, i)"), "9:12: The number of arguments of rule `twice` is 2; expected 1.");
  EXPECT_EQ(errors_in("x: [i] s = twice(1.0)"), "9:12: An argument of rule `twice` has type real64; expected int32.");
  EXPECT_EQ(errors_in("x: [i] s = s + i"), "9:14: `add` cannot be applied to operands of type real64 and int32.");
  EXPECT_EQ(errors_in("x: [i] s = a[i / 2, 0]"),
            "9:16: `divide` cannot be applied to operands of type int32 and int32.");
  EXPECT_EQ(errors_in("x: [i] s = a[k, 0]"), "9:14: Loop `k` does not enclose this expression.");
  EXPECT_EQ(errors_in("x: [i] s = reduce sqrt(k: 1.0)"),
            "9:19: `sqrt` is no operation of a reduction; expected add, multiply, minimum or maximum.");
  EXPECT_EQ(errors_in("x: [i] s = reduce add(i: 1.0)"),
            "9:23: `i` is not a loop over which an expression can be reduced. Did you mean `k`?");
  EXPECT_EQ(errors_in("x: [i] s = (1.0"), "9:13: The line ends where `)` is expected.");
  EXPECT_EQ(errors_in("x: [i] s = @"), "9:12: `@` is found where an expression is expected.");
  EXPECT_EQ(errors_in("x: [i] s = 1.2.3"), "9:12: `1.2.3` is not a number.");
  EXPECT_EQ(errors_in("x: [i] s = a[9999999999, 0]"),
            "9:14: `9999999999` is no int32 number; the greatest one is 2147483647.");
  EXPECT_EQ(errors_in("x: [i] s = fma(s, s)"), "9:12: `fma` has 3 operands; found 2.");
  EXPECT_EQ(errors_in("x: [i] s = real64(s < 1.0)"), "9:12: A value of type boolean cannot be converted to real64.");
  EXPECT_EQ(errors_in("x: [i] s = " + std::string(300, '(')), "9:212: More than 200 parentheses are nested.");
}

TEST(WrongLoopKernels, ReportWrongInstructions) {
  EXPECT_EQ(errors_in("x: [j] s = 1.0"), "9:5: `j` is not a loop. Did you mean `i`?");
  EXPECT_EQ(errors_in("x: [i, i] s = 1.0"), "9:8: The loop `i` is named twice.");
  EXPECT_EQ(errors_in("x: [i] s = 1.0 order k"), "9:22: `k` is not a loop of the instruction. Did you mean `i`?");
  EXPECT_EQ(errors_in("x: [i] s = 1.0 after y"), "9:22: `y` is not an instruction. Did you mean `x`?");
  EXPECT_EQ(errors_in("x: [i] s = 1"), "9:12: The value has type int32, but `s` has type real64.");
  EXPECT_EQ(errors_in("x: [i] n = 1"), "9:8: The target of an assignment must be an element of an array; found `n`.");
  EXPECT_EQ(errors_in("x: [i] c = 1"), "9:8: The scalar argument `c` must not be assigned.");
  EXPECT_EQ(errors_in("x: [i] s = 1.0 if i"), "9:19: A condition has type int32; expected boolean.");
  EXPECT_EQ(errors_in("x: [i] s = 1.0 1.0"), "9:16: `1.0` is found where the line should end.");
  EXPECT_EQ(errors_in("x: [i] s = 1.0\nx: [i] s = 2.0"), "10:1: The instruction `x` is declared twice.");
  EXPECT_EQ(errors_in("loop p l.0: 0 <= p <= 1\nloop q l.0: 0 <= q <= 1\nx: [p, q] a[p, q] = 1.0"),
            "11:8: Instruction `x` is within two loops of the axis l.0: `p` and `q`.");
}

TEST(WrongLoopKernels, ReportAllErrorsInTheOrderOfTheirLines) {
  EXPECT_EQ(errors_in("x: [i] s = t\npriority j\nreassociated b\nordered b\nwhere z <= 1"),
            "9:12: `t` is not a name. Did you mean `a`?\n"
            "10:10: `j` is not a loop. Did you mean `i`?\n"
            "11:14: `b` is not an array. Did you mean `a`?\n"
            "12:9: `b` is not an array. Did you mean `a`?\n"
            "13:7: `z` is not a loop, an int32 parameter or an int32 scalar. Did you mean `n`?");
}

TEST(WrongLoopKernels, ReportSubscriptsOutsideAnArray) {
  LoopKernel const kernel = parse_loop_kernel(
      "kernel k {\n  loop i: 0 <= i <= 3\n  array a real64 [3] argument\n  x: [i] a[i] = 1.0 order i\n}\n", "<k>");
  std::map<std::string, std::vector<double>> arrays{{"a", {0, 0, 0}}};
  try {
    interpret(kernel, {}, arrays);
    FAIL();
  } catch (base::UserError const& error) {
    EXPECT_STREQ(error.what(), "<k>:4:3: error: In `x[i=3]`, subscript 1 of `a` is 3; allowed are 0 to 2.");
  }
}

} // namespace
} // namespace chemora::loops
