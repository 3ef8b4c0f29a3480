// Tests the messages for wrong expressions and patterns.
#include "testsuites/unit/codegen/patterns/wrong_input.hpp"

namespace chemora::patterns {
namespace {

WrongInput const wrong_expressions[] = {
    {"output s = b", "7:12: There is no variable `b`. Did you mean `a`?"},
    {"output s = aa[0]", "7:12: There is no variable `aa`. Did you mean `a`?"},
    {"let n = 1", "7:5: `n` is already declared in line 2; choose another name."},
    {"let a = 1", "7:5: `a` is already declared in line 3; choose another name."},
    {"let sqrt = 1", "7:5: The name `sqrt` belongs to the language; choose another name."},
    {"let point = 1", "7:5: The name `point` belongs to the language; choose another name."},
    {"let points_x = 1", "7:5: The name `points_x` belongs to the language; choose another name."},
    {"let square = 2", "7:5: `square` is already declared; choose another name."},
    {"let Pair = 2", "7:5: `Pair` is already declared; choose another name."},
    {"output s = square", "7:12: `square` is a function; write `square(...)`."},
    {"output s = graph", "7:12: `graph` is a CSR matrix; use its arrays `graph.first`, `graph.column` and "
                         "`graph.value`, or its rows, as in `sum(k in row(graph, i): graph.value[k])`."},
    {"output s = grid", "7:12: `grid` is not a value; use it as in `map(c in grid: ...)`."},
    {"output s = graph.values", "7:18: The CSR matrix `graph` has no field `values`; expected first, column, value or "
                                "entries. Did you mean `value`?"},
    {"output s = n.x", "7:14: A value of type int has no fields."},
    {"output s = Pair(1, 2).val", "7:23: `Pair` has no field `val`; expected value or index."},
    {"output s = a.x", "7:14: A value of type real[] has no fields."},
    {"output s = Pair(1)", "7:12: `Pair` has 2 fields; found 1 value."},
    {"output s = Pair(1, 2.5)", "7:20: The field `index` must be of type int; found real. Operator `/` and numbers "
                                "with a decimal point are of type real; `int(x)` and `div(i, j)` are integers."},
    {"output s = sqare(2)", "7:12: There is no function `sqare` before this call. Did you mean `square`?"},
    {"output s = square(1, 2)", "7:12: `square` has 1 parameter; found 2 arguments."},
    {"output s = square(a)", "7:19: The parameter `x` of `square` is of type real; found real[]."},
    {"output s = sqrt(true)", "7:17: The argument of `sqrt` must be a number; found bool."},
    {"output s = sqrt(1, 2)", "7:12: `sqrt` needs 1 argument; found 2."},
    {"output s = max(1, true)", "7:19: The argument of `max` must be a number; found bool."},
    {"output s = min()", "7:12: `min` needs an array or at least 2 arguments; found 0."},
    {"output s = size(n)", "7:12: `size` needs an array or a group; found int."},
    {"output s = size(a, 1)", "7:20: The axis of `size` must be a number from 0 to 0."},
    {"output s = size()", "7:12: `size` needs 1 or 2 arguments; found 0."},
    {"output s = int(a)", "7:12: `int` needs a number or a bool; found real[]."},
    {"output s = div(1.5, 2)", "7:16: The operand of `div` must be of type int; found real. Operator `/` and numbers "
                               "with a decimal point are of type real; `int(x)` and `div(i, j)` are integers."},
    {"output s = mod(1)", "7:12: `mod` needs 2 arguments; found 1."},
    {"output s = a + 1", "7:14: The operands of `+` must be numbers; found real[] and int. Use `map` or `zipWith` for "
                         "the elements of arrays."},
    {"output s = true + 1", "7:17: The operands of `+` must be numbers; found bool and int."},
    {"output s = not n", "7:16: The operand of `not` must be of type bool; found int."},
    {"output s = n and true", "7:14: The operands of `and` must be of type bool; found int and bool."},
    {"output s = -true", "7:12: The sign `-` needs a number; found bool."},
    {"output s = 1 < 2 < 3", "7:18: Comparisons cannot be chained; write `a < b and b < c`."},
    {"output s = true < false", "7:17: `<` cannot compare bool and bool."},
    {"output s = a == a", "7:14: `==` cannot compare real[] and real[]."},
    {"output s = 3000000000", "7:12: The integer 3000000000 is larger than 2147483647."},
    {"output s = 1e999", "7:12: The number 1e999 is not representable."},
    {"output s = if n then 1 else 2", "7:15: The condition of `if` must be of type bool; found int."},
    {"output s = if true then 1 else true",
     "7:12: The values of `then` and `else` must have one type; found int and bool."},
    {"output s = if true then 1",
     "8:1: Expected `else` after the value of `then`; each `if` has an `else`, found the end of the file."},
    {"output s = 1 + let x = 1; x", "7:16: Expected an operand, found `let`; enclose the `let` in parentheses."},
    {"output s = let x = 1 x", "7:22: Expected `;` and an expression after the definition of `x`, found `x`."},
    {"output s = [1, true]",
     "7:16: The elements of a list must be numbers, all bool, or structures of one type; found int and bool."},
    {"output s = []", "7:12: A list needs at least one element."},
    {"output s = [a, a]",
     "7:13: The elements of a list must be numbers, all bool, or structures of one type; found real[] and real[]."},
    {"output s = a[0, 1]", "7:13: `a[0, 1]` has 2 subscripts; the array has 1 axis."},
    {"output s = m[0]",
     "7:13: `m[0]` has 1 subscript; the array has 2 axes. `*` stands for a whole axis, as in a[i, *]."},
    {"output s = m[0, 0.5]", "7:17: The subscript must be of type int; found real. `int(x)` is an integer."},
    {"output s = n[0]", "7:13: A value of type int has no elements; arrays and groups have."},
    {"output s = a[0", "8:1: Expected `]` after the subscripts, found the end of the file."},
    {"output s = (1", "8:1: Expected `)` after the expression, found the end of the file."},
    {"output s = a.", "8:1: Expected a field after `.`, found the end of the file."},
};

WrongInput const wrong_patterns[] = {
    {"output s = groupBy(x in a by 1).key",
     "7:33: An array of groups has no field `key`; expected first, members or keys. Did you mean `keys`?"},
    {"output s = iterate(3 from 1, k < 3: 1)", "7:20: Expected the variable that `iterate` computes, found `3`."},
    {"output s = iterate(x from 1: x)", "7:28: Expected `,` and the number of iterations, as in `iterate(x from 1.0, k "
                                        "< 10: x / 2)`, found `:`."},
    {"output s = iterate(a)", "7:21: Expected `from` and the initial value after the variable, found `)`."},
    {"output s = iterate(x from 1, y in a: x)",
     "7:12: `iterate` needs one range, as in `iterate(x from 1.0, k < 10: x / 2)`."},
    {"output s = iterate(x from a, k < 3: x)", "7:27: `iterate` computes a number or a structure; found real[]."},
    {"output s = iterate(x from 1, k < 3 while x: x)",
     "7:42: The condition after `while` must be of type bool; found int."},
    {"output s = iterate(x from 1, k < 3: x / 2)",
     "7:39: The expression of `iterate` must be of type int; found real."},
    {"output s = mapp(x in a: x)", "7:12: There is no pattern `mapp`. Did you mean `map`?"},
    {"output s = mapp(i < n: i)", "7:12: There is no pattern `mapp`. Did you mean `map`?"},
    {"output s = groupby(i < n by i: 1)", "7:12: There is no pattern `groupby`. Did you mean `groupBy`?"},
    {"output s = iterates(x from 1, k < 3: x)", "7:12: There is no pattern `iterates`. Did you mean `iterate`?"},
    {"output s = average(i < n, x in a: x)",
     "7:12: There is no pattern `average`. Patterns are map, zipWith, filter, reduce, groupBy, sum, product, min, max, "
     "count, any, all, argmin, argmax and iterate."},
    {"output s = map(i < n: )", "7:23: Expected an expression, found `)`."},
    {"output s = map(i < n: i j)", "7:25: Expected `)` after the pattern `map`, found `j`."},
    {"output s = map(i < n)", "7:12: `map` needs `:` and an expression after its variables."},
    {"output s = map(a)", "7:12: `map` needs variables, as in `map(i < n: ...)` or `map(x in a: ...)`."},
    {"output s = map(i < 1.5: i)",
     "7:20: The number of values of `i` must be of type int; found real. Operator `/` and numbers with a decimal point "
     "are of type real; `int(x)` and `div(i, j)` are integers."},
    {"output s = map(i in 1.5 .. 2: i)",
     "7:21: The first value of `i` must be of type int; found real. Operator `/` and numbers with a decimal point are "
     "of type real; `int(x)` and `div(i, j)` are integers."},
    {"output s = map(i in 1 .. 2.5: i)", "7:26: The last value of `i` must be of type int; found real."},
    {"output s = map(i in n: i)", "7:21: `i` ranges over the elements of an array, a group, `grid` or `first .. last`; "
                                  "found int. For 0 to n - 1, write `i < n`."},
    {"output s = map(i in true: i)",
     "7:21: `i` ranges over the elements of an array, a group, `grid` or `first .. last`; found bool."},
    {"output s = map(c in grid.w: c)", "7:26: `w` is not an axis of the grid; expected x, y or z."},
    {"output s = map(i < n, i < n: i)", "7:23: `i` is already declared in line 7; choose another name."},
    {"output s = map(n < 3: n)", "7:16: `n` is already declared in line 2; choose another name."},
    {"output s = map(i < n: j)", "7:23: There is no variable `j`. Did you mean `i`?"},
    {"output s = sum(true)", "7:16: `sum` needs an array, a group or variables, as in `sum(i < n: ...)`; found bool."},
    {"output s = sum(x in a: x > 1)", "7:12: `sum` needs numbers; found bool. `count` counts truth values."},
    {"output s = count(x in a: x)", "7:12: `count` needs values of type bool; found real."},
    {"output s = argmin(m)", "7:19: `argmin` needs an array of rank 1; found real[,]."},
    {"output s = argmin(x in a, y in a: x)", "7:12: `argmin` needs exactly one variable."},
    {"output s = min(x in a: x > 1)", "7:12: `min` needs numbers; found bool."},
    {"output s = sum(a, a)", "7:12: `sum` needs 1 argument; found 2."},
    {"output s = zipWith(x in a: x)",
     "7:12: `zipWith` needs two variables or more, as in `zipWith(x in a, y in b: x + y)`."},
    {"output s = zipWith(c in grid, d in grid: 1)",
     "7:12: A variable of `zipWith` cannot range over `grid`; use `map(c in grid: ...)`."},
    {"output s = filter(x in a: x)", "7:27: The condition of `filter` must be of type bool; found real."},
    {"output s = filter(x in a, y in a: x > y)", "7:12: `filter` needs exactly one variable."},
    {"output s = map(x in a by 1: x)", "7:12: `map` has no part `by`; only `groupBy` has."},
    {"output s = sum(x in a: x with square from 1)", "7:12: `sum` has no part `with`; only `reduce` has."},
    {"output s = reduce(x in a: x)", "7:12: `reduce` needs a function, as in `reduce(x in a: x with f from 0.0)`."},
    {"output s = reduce(x in a: x with add from 0)", "7:34: There is no function `add` before this use."},
    {"output s = reduce(x in a: x with square from 0)",
     "7:34: `reduce` needs a function of two numbers or structures of one type; `square` is another function."},
    {"output s = reduce(x in a: x with (l, r: l > r) from 0.0)",
     "7:43: The combined value must be of type real; found bool."},
    {"output s = reduce(x in a: x with (l, r: l + r))",
     "7:47: Expected `from` and the initial value after the function, found `)`."},
    {"output s = reduce(x in a: x with (l, r: l + r) from 0)",
     "7:27: The expression of `reduce` must be of type int; found real. Operator `/` and numbers with a decimal point "
     "are of type real; `int(x)` and `div(i, j)` are integers."},
    {"function pair(real x, real y) = Pair(x, 1)\noutput s = reduce(x in a: x with pair from 0.0)",
     "8:34: `pair` must return real like its parameters; found Pair."},
    {"output s = reduce(x in a: x with (l, r: l) from a)",
     "7:12: `reduce` combines numbers or structures; found real[]."},
    {"function add(real x, real y) = x + y\noutput s = reduce(x in a: x with add from true)",
     "8:43: The initial value of `reduce` must be of type real; found bool."},
    {"output s = reduce(c in grid: c.x with (l, r: l + r) from 0.0)",
     "7:12: The result of `reduce` over the grid would depend on the distribution of the grid; use sum, min, max, "
     "argmin or argmax."},
    {"output s = product(c in grid: c.x)", "7:12: A product of reals over the grid would depend on the distribution of "
                                           "the grid; use `exp(sum(c in grid: log(...)))`."},
    {"output s = groupBy(x in a: x)", "7:12: `groupBy` needs a key, as in `groupBy(x in a by key(x): x)`."},
    {"output s = groupBy(x in a by x: x)",
     "7:30: The key of `groupBy` must be of type int; found real. Operator `/` and numbers with a decimal point are of "
     "type real; `int(x)` and `div(i, j)` are integers."},
    {"output s = groupBy(x in a by 1)",
     "7:12: The output `s` must be a number, a structure or an array of equal rows; found (group of real)[]. Reduce "
     "its elements, as in `map(g in groups: sum(g))`."},
    {"output s = groupBy(i < n, j < n by i)",
     "7:12: `groupBy` with several variables needs `:` and the value that is grouped."},
    {"output s = groupBy(r in m by 1)", "7:12: `groupBy` groups numbers, bools or structures; found real[]."},
    {"output s = map(g in groupBy(x in a by 1 into 2.5): size(g))",
     "7:46: The number of groups must be of type int; found real. Operator `/` and numbers with a decimal point are of "
     "type real; `int(x)` and `div(i, j)` are integers."},
    {"output s = map(g in groupBy(x in a by 1): g.size)", "7:45: A group has no field `size`; expected key."},
    {"output s = map(g in groupBy(x in a by 1): g + 1)",
     "7:45: The operands of `+` must be numbers; found group of real and int."},
    {"output s = map(i < n: filter(x in a: x > i))",
     "7:12: The output `s` must be a number, a structure or an array of equal rows; found real[][]. Reduce its "
     "elements, as in `map(g in groups: sum(g))`."},
    {"output s = map(i < n: map(j < i: 1))[0, 1]", "7:37: `map(i < n: map(j < i: 1))[0, 1]` has 2 subscripts; the "
                                                   "array has 1 axis. Its elements are arrays; write a[i][j]."},
    {"output table t(x = m)", "7:20: The column `x` must be an array of rank 1; found real[,]."},
    {"output table t(x = 1)", "7:20: The column `x` must be an array of rank 1; found int."},
    {"output s = sum(k in row(a, 0): 1)",
     "7:21: `row` needs a CSR matrix and the number of a row, as in `sum(k in row(a, i): a.value[k])`."},
    {"output s = sum(k in row(graph, 0.5): 1)",
     "7:32: The number of a row must be of type int; found real. Operator `/` and numbers with a decimal point are of "
     "type real; `int(x)` and `div(i, j)` are integers."},
    {"output s = row(graph, 1)", "7:12: `row` is the set of a variable, as in `sum(k in row(a, i): a.value[k])`."},
    {"output s = map(i < n: map(j < i: 1))",
     "7:12: The output `s` must be a number, a structure or an array of equal rows; found int[][]. Reduce its "
     "elements, as in `map(g in groups: sum(g))`."},
};

TEST(WrongExpressions, HaveMessages) { expect_messages(wrong_expressions); }

TEST(WrongPatterns, HaveMessages) { expect_messages(wrong_patterns); }

TEST(WrongExpressions, HaveALimitedDepth) {
  std::string const open(300, '('), close(300, ')');
  EXPECT_EQ(findings_of("output s = " + open + "1" + close),
            "7:212: The expression has more than 200 levels; split it into several functions.");
  std::string sum = "1";
  for (int n = 0; n < 300; ++n) sum += " + a[0]";
  EXPECT_THAT(findings_of("output s = " + sum), testing::HasSubstr("The expression has more than 200 levels"));
}

TEST(WrongExpressions, HaveALimitedSizeAfterFunctionsAreInserted) {
  std::string text;
  for (int n = 1; n < 30; ++n)
    text += "function f" + std::to_string(n) +
            "(real x) = " + (n == 1 ? "x" : "f" + std::to_string(n - 1) + "(x) + f" + std::to_string(n - 1) + "(-x)") +
            "\n";
  EXPECT_THAT(findings_of(text),
              testing::HasSubstr("After its functions are inserted, the program has more than 100000 "
                                 "operations; write smaller functions or fewer calls."));
}

} // namespace
} // namespace chemora::patterns
