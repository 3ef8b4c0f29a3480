// Tests the messages for wrong scripts and plans.
#include "testsuites/support/errors.hpp"
#include "testsuites/unit/codegen/script/script_environment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::script {
namespace {

base::SourceText const source{"k.f90", "subroutine axpy(n, x, y)\ninteger n, i\nreal*8 x(n), y(n)\ndo i = 1, n\n"
                                       "y(i) = y(i) + x(i)\nend do\nend subroutine\n"};

std::string message_of(std::string const& text) {
  Environment environment = environment_of(source);
  environment.variables["Nq"] = transform::make_value(8L);
  environment.variables["block"] = transform::make_value(5L);
  return testing_support::error_of(
      [&] { run(script_text("f = parse_fortran(SOURCE, FILENAME)\n" + text), environment); });
}

struct WrongScript {
  char const* text; ///< from line 2 of the script
  char const* message;
};

WrongScript const wrong_scripts[] = {
    // Words and symbols
    {"x = \"text", "t.script:2:5: error: The string is not closed on its line."},
    {"x = [1, 2", "t.script:2:5: error: The `[` is not closed before the end of the script."},
    {"x = (1, 2]", "t.script:2:10: error: The `]` closes no `[`."},
    {"x = 1 ? 2", "t.script:2:7: error: Unexpected character `?`."},
    {"x = 12abc", "t.script:2:7: error: Unexpected `a` after a number."},
    {"x = 1e+", "t.script:2:6: error: Expected the digits of an exponent after `e`."},
    {"x = 99999999999999999999", "t.script:2:5: error: The integer `99999999999999999999` is too large."},
    {"x = 1e999", "t.script:2:5: error: The number `1e999` is not representable."},
    // Indentation and blocks
    {"  x = 1", "t.script:2:3: error: The line is indented, but no block begins before it."},
    {"if True:\n    x = 1\n  y = 2",
     "t.script:4:3: error: The indentation of this line equals that of no block before it."},
    {"for n in [1]:\nx = 1", "t.script:3:1: error: Expected an indented block after `:`."},
    {"if True\n  x = 1", "t.script:2:8: error: Expected `:` after the head of the block; found the end of the line."},
    {"else:\n  x = 1", "t.script:2:1: error: `else` has no `if` before it."},
    {"continue", "t.script:2:1: error: `continue` is only allowed in a loop."},
    {"break", "t.script:2:1: error: `break` is only allowed in a loop."},
    {"for 1 in [1]: pass", "t.script:2:5: error: Only names can be assigned, as in `f = ...` or `f, g = ...`."},
    {"for n of [1]: pass", "t.script:2:7: error: Expected `in` after the variable of the loop; found `of`."},
    {"for n in 5: pass", "t.script:2:10: error: A loop needs a list; found an integer."},
    // Statements
    {"def g(x):\n  return x",
     "t.script:2:1: error: `def` is not supported in scripts; allowed are assignments, calls, `for`"},
    {"while True:\n  pass", "t.script:2:1: error: `while` is not supported in scripts"},
    {"print(f)", "t.script:2:1: error: `print` is not supported in scripts"},
    {"import os", "t.script:2:8: error: There is no module `os`; the only module is `loopy`"},
    {"import loopy as q", "t.script:2:17: error: The short names of modules are `lp` for `loopy` and `m`"},
    {"x += 1", "t.script:2:3: error: `+=` is not supported; write `name = name + value`."},
    {"f(x) = 1", "t.script:2:1: error: Only names can be assigned"},
    {"x = y = 1", "t.script:2:7: error: A statement has at most one `=`."},
    {"x = 1 2", "t.script:2:7: error: Expected an operator or the end of the line; found `2`."},
    {"x =", "t.script:2:4: error: Expected a value; found the end of the line."},
    {"x = f.", "t.script:2:7: error: Expected a name after `.`; found the end of the line."},
    {"x = g(a=1, 2)", "t.script:2:12: error: Arguments without names must be before arguments with names."},
    {"x = list(n for n in [1])", "t.script:2:12: error: Write a comprehension in brackets, as in"},
    {"x = [n for n in [1] for k in [2]]", "t.script:2:21: error: Expected `]` after the elements; found `for`."},
    // Values
    {"x = g", "t.script:2:5: error: There is no variable `g`."},
    {"x = n",
     "t.script:2:5: error: The parameter `n` of kernel `axpy` has no value. In a thorn it needs a parameter of "
     "this name; with scripts/loops write n=VALUE after the file."},
    {"x = Nx", "t.script:2:5: error: There is no variable `Nx`. Did you mean `Nq`?"},
    {"x, y = [1, 2, 3]", "t.script:2:1: error: Expected 2 values; found 3."},
    {"x, y = 1", "t.script:2:1: error: Expected 2 values; found an integer."},
    {"g, h = parse_fortran(SOURCE, FILENAME)", "t.script:2:1: error: Expected 2 values; found a kernel."},
    {"x = 1 + \"a\"", "t.script:2:7: error: The operator `+` is not defined for an integer and a string."},
    {"x = f < 1", "t.script:2:7: error: The operator `<` is not defined for a kernel and an integer."},
    {"x = 1 in 2", "t.script:2:7: error: The operator `in` is not defined for an integer and an integer."},
    {"x = -f", "t.script:2:5: error: The operator `-` is not defined for a kernel."},
    {"x = 1 // 0", "t.script:2:7: error: Division by 0."},
    {"x = 9223372036854775807 + 1", "t.script:2:25: error: The result of `9223372036854775807 + 1` is too large."},
    {"x = \"%s %s\" % 1", "t.script:2:13: error: The format needs more than 1 values."},
    {"x = \"%s\" % (1, 2)", "t.script:2:10: error: The format uses 1 of 2 values."},
    {"x = \"%d\" % \"a\"", "t.script:2:10: error: `%d` needs an integer; found a string."},
    {"x = \"%f\" % 1", "t.script:2:10: error: The format may contain only `%s`, `%d` and `%%`."},
    {"x = \"{}{}\".format(1)", "t.script:2:12: error: The format needs more than 1 values."},
    {"x = \"{name}\".format(1)", "t.script:2:14: error: The format may contain only `{}` and `{0}` to `{9}`."},
    {"x = [1, 2][2]", "t.script:2:11: error: The list has 2 elements; there is no element 2."},
    {"x = [1][\"a\"]", "t.script:2:8: error: The subscript of a list must be an integer; found a string."},
    {"x = {\"a\": 1}[\"b\"]", "t.script:2:13: error: The dictionary has no key \"b\"."},
    {"x = f[0]", "t.script:2:6: error: Only lists and dictionaries have subscripts; found a kernel."},
    {"x = \"a\".startwith(\"b\")", "There is no method `startwith` of a string; allowed are endswith, format, join and "
                                   "startswith. Did you mean `startswith`?"},
    {"x = [1].add(2)", "There is no method `add` of a list; allowed are append."},
    {"x = f.loops", "t.script:2:7: error: There is no attribute `loops` of a kernel; allowed are name."},
    {"x = 1(2)", "t.script:2:5: error: Only functions and methods can be called."},
    // Functions
    {"f = split_inames(f, \"i\", 16)",
     "t.script:2:5: error: There is no function or transformation `split_inames`. Did "
     "you mean `split_iname`?"},
    {"f = split_iname(\"i\", 16)",
     "t.script:2:5: error: The first argument of the transformation `split_iname` must be a "
     "kernel, as in `f = split_iname(f, ...)`; found a string."},
    {"f = split_iname(f, \"j\", 16)", "t.script:2:5: error: There is no loop `j`."},
    {"f = split_iname(f, \"i\", \"a\")",
     "t.script:2:5: error: The argument `inner_length` must be an integer; found a "},
    {"f = split_iname(f, \"i\", f)",
     "t.script:2:25: error: Expected a number, a string, a list or a dictionary; found a "
     "kernel."},
    {"f = split_iname(f, \"i\", 16, outer=\"g.0\")", "t.script:2:5: error: `split_iname` has no argument `outer`."},
    {"f = split_iname(f, \"i\", 16, slabs=1, slabs=2)", "The argument `slabs` is specified twice."},
    {"g = parse_fortran(f)", "t.script:2:5: error: Argument 1 must be `SOURCE`; found a kernel. The form is "
                             "`parse_fortran(SOURCE, FILENAME)`."},
    {"g = parse_fortran(SOURCE, nam=1)", "`parse_fortran` has no argument `nam`."},
    {"SOURCE = c_preprocess(SOURCE, [\"8 Nq\"])",
     "A definition must be a string with a name and a value, such as \"Nq 8\"."},
    {"SOURCE = c_preprocess(SOURCE, 8)", "The definitions must be a list; found an integer."},
    {"g = fuse_kernels([f])", "At least two kernels are needed."},
    {"g = fuse_kernels([f, 1])", "Expected a list of kernels; found an integer."},
    {"g = fuse_kernels([f, f], suffixes=[\"_a\"])", "`suffixes` must be a list of 2 strings."},
    {"g = fuse_kernels([f, f], data_flow=[(\"y\", 0, 2)])",
     "`data_flow` must be a list of tuples (\"ARRAY\", FROM, TO) with numbers of kernels from 0 to 1."},
    {"g = fuse_kernels([f, f], data_flow=\"y\")",
     "`data_flow` must be a list of tuples (\"ARRAY\", FROM, TO) with numbers of kernels from 0 to 1."},
    {"x = find_instructions(f)", "`find_instructions` needs 2 arguments; found 1. The form is `find_instructions(f, "},
    {"x = find_instructions(1, \"id:*\")", "Argument 1 must be a kernel; found an integer."},
    {"x = find_one_rule_matching(f, \"x_subst\")", "No rule matches `x_subst`."},
    {"x = m.Reads(\"a b\")", "`a b` is no name with the wildcards `*` and `?`."},
    {"x = m.And(\"a\")", "Expected match expressions such as `Reads(\"q\")`; found a string."},
    {"x = size(\"n\", [])", "The choices must be a list of at least one integer."},
    {"x = size(\"block\", [4, 8])", "The value 5 of `block` is not among the choices."},
    {"x = len(1)", "Expected a list or a string; found an integer."},
    {"x = range(0, 5, 0)", "The step must not be 0."},
    {"x = range(1000000000)", "A list may have at most 100000 elements."},
    {"x = dict(1)", "`dict` has only arguments with names."},
    {"report(f)", "`report` needs 2 arguments; found 1. The form is `report(f, \"TITLE\")`."},
    // Results
    {"RESULT = 1", "`RESULT` must be a kernel or a list of kernels; found an integer."},
    {"RESULT = []", "`RESULT` is an empty list of kernels."},
};

TEST(WrongScript, IsReportedAtItsPlace) {
  for (WrongScript const& wrong : wrong_scripts)
    EXPECT_THAT(message_of(wrong.text), testing::HasSubstr(wrong.message)) << wrong.text;
}

TEST(WrongScript, ShowsTheLine) { EXPECT_THAT(message_of("x = g"), testing::HasSubstr("  x = g\n      ^")); }

TEST(WrongScript, WithoutKernelIsReported) {
  try {
    run(script_text("x = 1\n"), {});
    FAIL() << "no error";
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(),
                testing::HasSubstr("The script has no kernel. Start it with `f = parse_fortran(SOURCE, "));
  }
}

TEST(WrongScript, EndsAtLimits) {
  EXPECT_THAT(message_of("for a in range(10000):\n  for b in range(10000): pass"),
              testing::HasSubstr("The script takes more than 1000000 steps."));
  EXPECT_THAT(message_of("x = \"a\"\nfor n in range(50): x = x + x"), testing::HasSubstr("at most 100000 characters"));
  EXPECT_THAT(message_of("x = [1]\nfor n in range(50): x = x + x"), testing::HasSubstr("at most 100000 elements"));
  EXPECT_THAT(message_of("x = [1]\nfor n in range(50): x.append(x)"), testing::HasSubstr("at most 100000 elements"));
  EXPECT_THAT(message_of("x = [1]\nfor n in range(99): x = [x]"), testing::HasSubstr("nested deeper than 60 levels"));
  EXPECT_THAT(message_of("x = [1]\nfor n in range(50): x = [x, x]\ny = x == x"),
              testing::HasSubstr("at most 100000 elements"));
  EXPECT_THAT(message_of("x = " + std::string(100, '(')), testing::HasSubstr("not closed before the end"));
  EXPECT_THAT(message_of("x = " + std::string(100, '(') + "1" + std::string(100, ')')),
              testing::HasSubstr("nested deeper than 60 levels"));
  EXPECT_THAT(message_of("x = " + std::string(100, '-') + "1"), testing::HasSubstr("nested deeper than 60 levels"));
  std::string blocks;
  for (int n = 0; n < 70; ++n) blocks += std::string(static_cast<std::size_t>(n), ' ') + "if True:\n";
  EXPECT_THAT(message_of(blocks), testing::HasSubstr("Blocks are nested deeper than 60 levels"));
}

TEST(WrongPlan, IsReported) {
  loops::LoopKernel const kernel = fortran::parse(source).at(0);
  auto const message = [&](std::string const& plan) -> std::string {
    try {
      apply_plan(kernel, plan, "plan");
    } catch (base::UserError const& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message("f = split_iname(f, \"i\", 4)\n"), "no error");
  EXPECT_THAT(message("f = split_iname(f, \"i\", 4)\ng = f\n"),
              testing::HasSubstr("plan:2:1: error: A plan consists of lines such as `f = split_iname(f, \"i\", 16)`."));
  EXPECT_THAT(message("f = len([1])\n"), testing::HasSubstr("The result of the plan is an integer, not a kernel."));
  EXPECT_THAT(message("f = split_iname(f, \"j\", 4)\n"), testing::HasSubstr("plan:1:5: error: There is no loop `j`."));
}

} // namespace
} // namespace chemora::script
