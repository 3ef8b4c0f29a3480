// Tests the messages for wrong statements of patterns.
#include "testsuites/unit/codegen/patterns/wrong_input.hpp"

namespace chemora::patterns {
namespace {

WrongInput const wrong_statements[] = {
    {"output s = 1 $ 2", "7:14: `$` is not a character of the language of patterns."},
    {"2 = 1", "7:1: Expected a statement, found `2`; statements begin with "},
    {"outptu s = 1", "7:8: Expected `=`, `+=`, `min=` or `max=` after the variable that is assigned, found `s`. Did "
                     "you mean `output`?"},
    {"let = 1", "7:5: Expected a name after `let`, found `=`."},
    {"let then = 1",
     "7:5: Expected a name after `let`, found `then`, which is a word of the language; choose another name."},
    {"let x 1", "7:7: Expected `=` after the name, found `1`."},
    {"let x =", "8:1: Expected an expression, found the end of the file."},
    {"output s = \"text\"", "7:12: Expected an expression, found the text \"text\"."},
    {"output table t(x = a", "8:1: Expected `)` after the columns, found the end of the file."},
    {"output table t(x = a, x = a)", "7:23: The table `t` has two columns `x`."},
    {"output s = 1\noutput s = 2", "8:8: There are two outputs `s`."},
    {"parameter 3 k = 1", "7:11: Expected a type, found `3`."},
    {"parameter int k",
     "8:1: Expected `=` and the default after the name of the parameter, found the end of the file."},
    {"parameter real k = a[0]", "7:21: The default of `k` must be a constant."},
    {"parameter int k = 1.5", "7:19: The default of `k` must be of type int; found real. Operator `/` and numbers with "
                              "a decimal point are of type real; `int(x)` and `div(i, j)` are integers."},
    {"parameter int k = 1 in 2", "8:1: Expected `..` between the smallest and the largest value, as in `in 1 .. *`, "
                                 "found the end of the file."},
    {"parameter int k = 1 in 2 .. *", "7:19: The value 1 of the parameter `k` is out of range; expected at least 2."},
    {"parameter int k = 1 in * .. 0", "7:19: The value 1 of the parameter `k` is out of range; expected at most 0."},
    {"parameter real k = 1 in 2 .. 3.5", "7:20: The value 1 of the parameter `k` is out of range; expected 2 to 3.5."},
    {"parameter int k = 1 in 1 .. cols", "7:29: The range of `k` must be a constant."},
    {"parameter int k = 1 in 0.5 .. 2",
     "7:24: The range of `k` must be of type int; found real. Operator `/` and numbers "
     "with a decimal point are of type real; `int(x)` and `div(i, j)` are integers."},
    {"parameter Pair k = Pair(1, 1)", "7:11: A parameter is an int, real or bool; found Pair. Arrays are inputs."},
    {"parameter str k = 1", "7:11: `str` is not a type; expected int, real, bool, point or Pair."},
    {"input real b",
     "7:12: The input `b` needs extents, as in `input real b[n]`; scalars are declared by `parameter`."},
    {"input real b[]", "7:12: Each axis of the input `b` needs an extent, as in `b[n]`."},
    {"input real b[a[0]]", "7:15: An extent must be of type int; found real. Operator `/` and numbers with a decimal "
                           "point are of type real; `int(x)` and `div(i, j)` are integers."},
    {"input real b[int(a[0])]", "7:14: An extent is an expression of numbers, sizes of inputs and parameters."},
    {"input real b[x] = c", "7:19: Expected the name of a file in double quotes, found `c`."},
    {"input csr real b[x]",
     "7:16: A CSR matrix has two extents and elements of type int or real, as in `input csr real b[rows, columns]`."},
    {"input csr Pair b[x, y]",
     "7:16: A CSR matrix has two extents and elements of type int or real, as in `input csr real b[rows, columns]`."},
    {"grid int phi = \"T::phi\"", "7:6: A grid function is declared as `grid real phi = \"T::phi\"`."},
    {"grid real phi",
     "8:1: Expected `=` and the grid function of the thorn after the name, found the end of the file."},
    {"grid real phi = 3", "7:17: Expected a grid function, such as \"HydroBase::rho\", in double quotes, found `3`."},
    {"structure Q { real x real y }", "7:22: Expected `}` after the fields, which are separated by `,`, found `real`."},
    {"structure Q { real x[3] }", "7:15: The field `x` must be an int, real or bool; found real[]."},
    {"structure Q { real x, int x }", "7:27: `Q` has two fields `x`."},
    {"structure Pair { real x }", "7:11: `Pair` is already declared; choose another name."},
    {"function f(real x) x", "7:20: Expected `=` after the parameters of the function, found `x`."},
    {"function f(real x[n]) = x[0]", "7:19: The parameter `x` has any extents; write `real x[]`."},
    {"function f(csr real x[]) = 1",
     "7:16: A parameter cannot be a CSR matrix; pass its arrays first, column and value."},
    {"function size(real x) = x", "7:10: `size` is a function of the language; choose another name."},
    {"function f(real x) = f(x)\noutput s = f(1)",
     "7:22: `f` calls itself. Functions are inserted where they are called, and cannot call themselves; use `iterate` "
     "or `repeat`."},
    {"function f(real x, real y) = reduce(z in a: z with f from 0.0)",
     "7:52: `f` calls itself. Functions are inserted"},
    {"output best = max(a)\noutput s = best",
     "8:12: `best` is an output, which other statements cannot use; declare it "
     "by `let best = ...`, and write `output best = best`."},
    {"output table t(x = a)\nlet s = t",
     "8:9: `t` is an output, which other statements cannot use; declare it by `let"},
    {"output best = max(a)\nbest = 1",
     "8:1: `best` is an output, which other statements cannot use; declare it by `var "
     "best = ...`, and write `output best = best`."},
    {"function f(real x) = y", "7:22: There is no variable `y`. Did you mean `x`?"},
    {"x = 1", "7:1: There is no variable `x`; declare it as in `var x = 0`. Did you mean `a`?"},
    {"a[0] = 1", "7:1: `a` cannot be assigned, because it is not declared by `var a = ...`."},
    {"n += 1", "7:1: `n` cannot be assigned, because it is not declared by `var n = ...`."},
    {"var v = [1, 2]\nv[0, 1] = 1", "8:2: `v[0, 1]` has 2 subscripts; the variable has 1 axis."},
    {"var v = [1, 2]\nv[*] = 1", "8:2: A whole axis cannot be assigned; use `foreach`."},
    {"var v = [1, 2]\nv = 3", "8:5: The value that is assigned must be of type int[]; found int."},
    {"var v = [1, 2]\nv[0] = 0.5",
     "8:8: The value that is assigned must be of type int; found real. Operator `/` and numbers with a decimal point "
     "are of type real; `int(x)` and `div(i, j)` are integers."},
    {"var v = [1, 2]\nv[0.5] = 1", "8:3: The subscript must be of type int; found real."},
    {"var v = [1, 2]\nv[0] - 1",
     "9:1: Expected `=`, `+=`, `min=` or `max=` after the variable that is assigned, found the end of the file."},
    {"square(n) = 1", "7:1: Only variables and elements of arrays are assigned, as in `x = 1` and `a[i] = 1`."},
    {"var v = groupBy(x in a by 0)",
     "7:1: A `var` is a number, a structure or an array of these; found (group of real)[]."},
    {"foreach i < n { }",
     "7:9: Expected `(` and variables after `foreach`, as in `foreach (i < n) { a[i] = 0 }`, found `i`."},
    {"foreach (1 < n) { }", "7:10: Expected a variable such as `i < n` or `x in a`, found `1`."},
    {"foreach (i = n) { }", "7:12: Expected `in` or `<` after the variable `i`, found `=`."},
    {"foreach (i < n) x = 1", "7:17: Expected `{` before the statements of `foreach`, found `x`."},
    {"if true let x = 1", "7:9: Expected `{` before the statements of `if`, found `let`."},
    {"if true { } else let x = 1", "7:18: Expected `{` before the statements of `else`, found `let`."},
    {"repeat k < 3 let x = 1", "7:14: Expected `{` before the statements of `repeat`, found `let`."},
    {"foreach (i < n) { var v = 1 }", "7:19: A `var` cannot be inside `foreach`; use `let`."},
    {"foreach (i < n) { output s = 1 }", "7:19: An output cannot be inside a block; write it outside of all blocks."},
    {"foreach (i < n) { let x = i", "8:1: Expected `}` at the end of the block, found the end of the file."},
    {"foreach (i < n) { repeat k < 2 { } }", "7:19: `repeat` cannot be inside `foreach`."},
    {"var v = [0.5]\nforeach (i < n) { v[0] += 1.5 }",
     "8:24: `+=` of reals inside `foreach` would depend on the order of the iterations; use `sum` or `groupBy`."},
    {"var v = 1\nforeach (i < n) { v = i }",
     "8:21: `foreach` assigns elements of arrays; `v` can only be updated by `+=`, `min=` or `max=`."},
    {"var v = true\nv += 1", "8:6: The value that is assigned must be of type bool; found int."},
    {"repeat i in 1 .. 3 { }", "7:1: `repeat` needs one variable and the largest number of repetitions, as in `repeat "
                               "step < 100 until error < 1e-6 { ... }`."},
    {"repeat i < 3 until 1 { }", "7:20: The condition after `until` must be of type bool; found int."},
    {"if n { }", "7:4: The condition of `if` must be of type bool; found int."},
    {"foreach (i < n) { parameter int k = 1 }",
     "7:19: A declaration cannot be inside a block; write it outside of all blocks."},
};

TEST(WrongStatements, HaveMessages) { expect_messages(wrong_statements); }

TEST(WrongStatements, HaveALimitedDepth) {
  std::string open, close;
  for (int n = 0; n < 300; ++n) {
    open += "if true { ";
    close += " }";
  }
  EXPECT_EQ(findings_of(open + close), "7:2009: Blocks have more than 200 levels.");
}

TEST(WrongStatements, AreAllReported) {
  EXPECT_EQ(
      findings_of("let x = b\nforeach (i < n) {\n  let y =\n  let z = c\n}\nlet w = d"),
      "7:9: There is no variable `b`. Did you mean `a`?\n11:1: Expected `;` and an expression after the definition "
      "of `z`, found `}`.\n12:9: There is no variable `d`. Did you mean `a`?");
}

// Names whose declaration has an error are not reported again.
TEST(WrongStatements, CauseNoFurtherErrors) {
  std::pair<char const*, char const*> const inputs[] = {
      {"let means = map(i < n:\n  let x = a[i]\n  let y = 2 * x;\n  x + y)\noutput s = means",
       "9:3: Expected `;` and an expression after the definition of `x`, found `let`."},
      {"let means = 1 +\noutput s = sum(means)", "8:1: Expected an expression, found `output`."},
      {"parameter int detectors = 12.5 in 1 .. *\noutput s = detectors",
       "7:27: The default of `detectors` must be of type int; found real. Operator `/` and numbers with a decimal "
       "point "
       "are of type real; `int(x)` and `div(i, j)` are integers."},
      {"parameter int k = a[0]\noutput s = k",
       "7:20: The default of `k` must be of type int; found real. Operator `/` and numbers with a decimal point are of "
       "type real; `int(x)` and `div(i, j)` are integers."},
      {"parameter real r = 1 in 2 *\noutput s = r", "8:1: Expected an expression, found `output`."},
      {"input real b[k\nlet s = sum(b)", "8:1: Expected `]` after the extents, found `let`."},
      {"input csr real b[k]\noutput s = sum(b.value)\noutput t = sum(k in row(b, 0): 1)",
       "7:16: A CSR matrix has two extents and elements of type int or real, as in `input csr real b[rows, columns]`."},
      {"grid real rho = 3\noutput s = max(c in grid: rho[c])",
       "7:17: Expected a grid function, such as \"HydroBase::rho\", in double quotes, found `3`."},
      {"structure Point { real x real y }\nfunction norm(Point p) = p.x\noutput s = norm(Point(1, 2))",
       "7:26: Expected `}` after the fields, which are separated by `,`, found `real`."},
      {"function f(real x) = 2 *\noutput s = map(x in a: f(x))\noutput t = reduce(x in a: x with f from 0.0)",
       "8:1: Expected an expression, found `output`."},
      {"function f(real x) = x + y\noutput s = f(1) + f(true)", "7:26: There is no variable `y`. Did you mean `x`?"},
      {"foreach (i < n) {\n  var v = 1\n  v = 2\n}", "8:3: A `var` cannot be inside `foreach`; use `let`."},
  };
  for (auto const& [text, message] : inputs) EXPECT_EQ(findings_of(text), message) << text;
}

TEST(WrongStatements, UnusedNamesAreWarnings) {
  Program const program = read_program({"t.pat", "parameter int k = 1\nlet x = 2\nvar y = 3\noutput s = 1"});
  ASSERT_EQ(program.warnings.size(), 2U);
  EXPECT_EQ(program.warnings[0].message, "`k` is not used.");
  EXPECT_EQ(program.warnings[1].message, "`x` is not used.");
}

} // namespace
} // namespace chemora::patterns
