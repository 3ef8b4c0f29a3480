// Tests the messages for wrong functions of recursions.
#include "testsuites/unit/codegen/recursion/wrong_input.hpp"

namespace chemora::recursion {
namespace {

WrongInput const wrong_functions[] = {
    // Functions and parameters
    {"string f(seq[dna] s, index[s] i) = 1",
     "7:1: Expected a statement, found `string`; statements begin with alphabet, load, let, print, schedule, sweep, "
     "grid, matrix, hmm, int, float, real, pro"},
    {"int[dna] f(int n) = 1", "7:1: A function cannot return `int`; expected int, float, prob or bool."},
    {"int f(str s) = 1", "7:7: `str` is not a type of parameters; expected seq, char, matrix, hmm, profile, int, "
                         "index, state, position or axis."},
    {"int f(seq s) = 1", "7:7: The type of `s` needs an alphabet, as in `seq[dna]`, or `seq[*]` for any alphabet."},
    {"int f(seq[dan] s) = 1", "7:11: There is no alphabet `dan`. Did you mean `dna`?"},
    {"int f(index[s] i) = 1",
     "7:13: The type of `i` must name a parameter of type seq before it, as in `index[s]`; found `s`."},
    {"int f(seq[dna] s, index[t] i) = 1", "7:25: The type of `i` must name a parameter of type seq before it, as in "
                                          "`index[s]`; found `t`. Did you mean `s`?"},
    {"int f(seq[dna] s, state[s] i) = 1",
     "7:25: The type of `i` must name a parameter of type hmm before it, as in `state[s]`; found `s`."},
    {"int f(seq[dna] s, seq[dna] s) = 1", "7:28: The parameter `s` is declared twice."},
    {"int f(seq[dna] f) = 1", "7:16: The parameter `f` has the name of its function."},
    {"int f(seq[dna] length_t) = 1", "7:16: The name `length_t` belongs to the language; choose another name."},
    {"real f(axis[w] i) = 1", "7:8: The type `axis` needs x, y or z, as in `axis[x]`; found `w`."},
    {"real f(axis[x] i, axis[x] j) = 1", "7:19: `i` and `j` are both of the axis x."},
    {"real f(axis[x] i, seq[dna] s) = 1",
     "7:28: `f` has axes of the grid; such functions have no other parameters than axes."},
    {"int edit(int n) = 1", "7:5: `edit` is already declared in line 3."},
    {"int f(seq[dna] s) 1", "7:19: Expected `=` after the parameters of the function, found `1`."},
    {"int f seq", "7:7: Expected `(` and parameters after the name of the function, found `seq`."},
    {"int f(seq[dna] s) =", "8:1: Expected an expression, found the end of the file."},
    {"int f(char c) = 1", "7:7: The type of `c` needs an alphabet, as in `char[dna]`, or `char[*]` for any alphabet."},
    {"int f(char[dan] c) = 1", "7:12: There is no alphabet `dan`. Did you mean `dna`?"},
    {"int f(seq[dna] s, index[s] i, char[dna] c) = c + 1",
     "7:48: The operands of `+` must be numbers; found char and int."},
    {"int f(seq[dna] s, index[s] i, char[rna] c) = if i > 0 and i < length(s) and s[i - 1] == c then 1 else 0",
     "7:86: A letter of `dna` cannot be compared with a letter of `rna`."},
    {"int f(seq[dna] s, index[s] i, char[dna] c) = if c == 'X' then 1 else 0",
     "7:54: 'X' is not a letter of the alphabet `dna`, which is \"ACGT\"."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 then 0 else g(i - 1)\n"
     "int g(seq[dna] s, index[s] i, char[dna] c) = if i == 0 then 0 else f(i - 1)",
     "7:55: `g` needs the parameter `c` of type char, which `f` does not have."},
    {"char f(char[dna] c) = c", "7:1: Expected a statement, found `char`"},
    {"int f(seq[dna] char_t) = 1", "7:16: The name `char_t` belongs to the language; choose another name."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 then 0",
     "8:1: Expected `else` after the value of `then`; each `if` has an `else`, found the end of the file."},
    {"int f(seq dna s) = 1", "7:15: Expected `)` after the parameters, found `s`."},
    {"int f(seq[dna], int n) = 1", "7:15: Expected the name of a parameter after its type, found `,`."},
    {"int f(seq[dna] s,) = 1", "7:18: Expected a type, found `)`."},
    {"int f(seq[] s) = 1", "7:11: Expected a name between the brackets of a type, found `]`."},
    {"let k = 1\nint f(seq[dna] s, index[s] k) = 1",
     "8:28: The parameter `k` has the name of `k` in line 7, which the function could not use; choose another name."},
    {"int f(seq[dna] s, index[s] i) = (i", "8:1: Expected `)` after the expression, found the end of the file."},
    {"int f(seq[dna] s, index[s] i) = i) ", "7:34: Expected an operator or a statement, found `)`; statements begin"},
    {"int f(seq[dna] s, index[s] i) = if i == 0 { 0 }",
     "7:43: Expected `then` after the condition of `if`, found `{`."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 then 0 elif i == 1 then 1 else 2",
     "7:50: Expected `else` after the value of `then`; each `if` has an `else`, found `elif`."},
    {"int f(seq[dna] s, index[s] i) = length s", "7:40: Expected an operator or a statement, found `s`; statements"},
    // Names and types
    {"int f(int n) = if n == 0 then 0 else f(m - 1)",
     "7:40: `m` is not a parameter, scalar or variable. Did you mean `n`?"},
    {"int f(int n) = if n == 0 then 0 else g(n - 1)", "7:38: There is no function `g`. Did you mean `f`?"},
    {"int f(int n) = if n == 0 then 0.5 else f(n - 1)",
     "7:16: The function `f` has the type int, but its value is of type float. Operator `/` and numbers with a decimal "
     "point are of type float."},
    {"int f(int n) = if n == 0 then 1 / 2 else f(n - 1)",
     "7:16: The function `f` has the type int, but its value is of type float. Operator `/` and numbers with a decimal "
     "point are of type float."},
    {"int f(int n) = pow(n, 2)", "7:16: There is no function `pow`. Besides the functions of the file, there are abs, "
                                 "exp, float, length, log, max, min, sqrt and sum."},
    {"prob f(int n) = -0.5", "7:17: The function `f` has the type prob, but its value -0.5 is negative."},
    {"prob f(int n) = if n == 0 then 1 else -f(n - 1)", "7:39: The sign `-` needs an int or a float; found prob."},
    {"prob f(int n) = if n == 0 then 1 else exp(f(n - 1))", "7:39: `exp` cannot have an argument of type prob."},
    {"int f(int n) = if n == 0 then 1 else f(2147483647 * n * 3)", "7:55: The integer is larger than 2147483647."},
    {"int f(int n) = sum(k = 0 .. n: 1)", "7:22: Expected `in` after the variable, found `=`."},
    {"int f(int n) = sum(k in 0 .. n)", "7:31: Expected `:` after the ranges of `sum`, found `)`."},
    {"int f(int n) = sum(k in 0 .. n, k in 0 .. n: 1)",
     "7:33: The variable `k` has the name of a parameter, scalar or other variable."},
    {"int f(int n) = sum(k in n: 1)", "7:25: Expected a range `first .. last` or a type such as `index[s]`."},
    {"prob f(int n) = if n == 0 then 1 else f(n - 1) - 0.5",
     "7:48: Probabilities cannot be subtracted, because the difference has no exact logarithm."},
    {"int f(int n) = if n then 0 else f(n - 1)", "7:19: The condition of `if` must be a bool; found int."},
    {"int f(int n) = if n == 0 then true else f(n - 1)",
     "7:16: The values of `then` and `else` must both be numbers or both be bool; found bool and int."},
    {"bool f(int n) = if n == 0 then true else f(n - 1) + 1",
     "7:51: The operands of `+` must be numbers; found bool and int."},
    {"bool f(int n) = not n", "7:17: The operand of `not` must be a bool; found int."},
    {"int f(seq[dna] s, index[s] i) = s", "7:33: The function `f` has the type int, but its value is of type seq."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 then 0 else s[i - 1] + 1",
     "7:64: The operands of `+` must be numbers; found char and int."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 then 0 else if s[i - 1] == 'U' then 1 else 2",
     "7:70: 'U' is not a letter of the alphabet `dna`, which is \"ACGT\"."},
    {"int f(seq[*] s, index[s] i) = if i == 0 then 0 else if s[i - 1] == 'A' then 1 else 2",
     "7:68: The alphabet of 'A' is not known; declare the sequence, matrix or model with an alphabet instead of `*`."},
    {"int f(seq[dna] s, index[s] i, seq[rna] t) = if i == 0 then 0 else if s[i - 1] == t[i - 1] then 1 else 2",
     "7:79: A letter of `dna` cannot be compared with a letter of `rna`."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 then 0 else if s[i - 1] < s[0] then 1 else 2",
     "7:67: Values of type char have no order; only `==` and `!=` compare them."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 then 0 else s[i - 1, 0]",
     "7:56: A sequence needs 1 subscript; `s[i - 1, 0]` has 2."},
    {"int f(seq[dna] s, index[s] i) = if s[0.5] == s[0] then 1 else 0",
     "7:38: The subscript must be a sum of integer multiples of parameters, variables and sizes; found float."},
    {"int f(matrix[dna] m, seq[rna] s, index[s] i) = if i == 0 then 0 else m[s[i - 1], s[i - 1]]",
     "7:73: Expected a letter of `dna`; found a letter of `rna`."},
    {"int f(matrix[dna] m, seq[dna] s, index[s] i) = if i == 0 then 0 else m[s[i - 1]]",
     "7:71: A matrix needs 2 subscripts; `m[s[i - 1]]` has 1."},
    {"int f(seq[dna] s, index[s] i) = i[0]",
     "7:34: A value of type int has no elements; sequences, matrices and grid functions have."},
    {"int f(seq[dna] s, index[s] i) = i.start", "7:35: A value of type int has no fields."},
    {"int f(seq[dna] s, index[s] i) = length(i)", "7:33: `length` needs a sequence or a profile; found int."},
    {"float f(seq[dna] s, index[s] i) = log(s)", "7:35: `log` cannot have an argument of type seq."},
    {"float f(seq[dna] s, index[s] i) = log(1, 2)", "7:35: `log` has one argument; found 2."},
    {"int f(seq[dna] s, index[s] i) = min(i)",
     "7:33: `min` needs at least two arguments, or a range, as in `min(k in 0 .. n: f(k))`."},
    {"int f(seq[dna] s, index[s] i) = sum(i in 0 .. 3: i)",
     "7:37: The variable `i` has the name of a parameter, scalar or other variable."},
    {"int f(seq[dna] s, index[s] i) = sum(k in s: 1)", "7:42: Expected a range `first .. last`, a type such as "
                                                       "`index[s]`, or the transitions to or from a state; found seq."},
    {"int f(seq[dna] s, index[s] i) = sum(k in index[t]: 1)",
     "7:42: `index[t]` is not a range; expected index[s] of a sequence, state[h] of a model or position[p] of a "
     "profile, which are parameters of `f`."},
    {"int f(seq[dna] s, index[s] i) = sum(k in 3 .. 2: 1)", "7:37: The range of `k` is empty: 3 to 2."},
    {"int f(seq[dna] s, index[s] i) = sum(k in 0 .. i * i: 1)",
     "7:49: The last value of `k` must be a sum of integer multiples of parameters, variables and sizes."},
    {"int f(seq[dna] s, index[s] i) = sum(k in 0 .. 2: k == 1)",
     "7:33: The operand of `sum` must be a number; found bool."},
    {"int f(int n) = points_x", "7:16: `points_x` is not a parameter, scalar or variable. The sizes of the grid are "
                                "known in functions with axes."},
    {"int f(int n) = if 0 < n < 3 then 1 else 2", "7:25: Comparisons cannot be chained; write `a < b and b < c`."},
    {"int f(int n) = if n = 0 then 1 else 2", "7:21: The comparison for equality is `==`, not `=`."},
    {"int f(int n) = 1 + if n == 0 then 1 else", "8:1: Expected an expression, found the end of the file."},
    {"int f(int n) = -true", "7:16: The sign `-` needs an int or a float; found bool."},
    {"grid real phi = \"T::phi\"\nint f(int n) = if phi[0, 0, 0] < 1 then 1 else 2",
     "8:22: `f` has no axes; only functions with axes can read grid functions."},
    // Fields of models
    {"prob f(hmm h, state[h] s, seq[dna] x, index[x] i) = if i == 0 then 1 else s.emision[x[i - 1]]",
     "7:77: A state has no field `emision`; expected isstart, isend, emission, transitionsto or transitionsfrom. Did "
     "you mean `emission`?"},
    {"prob f(hmm h, state[h] s) = s.start",
     "7:31: A state has no field `start`; expected isstart, isend, emission, transitionsto or transitionsfrom."},
    {"prob f(hmm h, state[h] s) = s.emission",
     "7:31: `emission` needs a letter as subscript, as in `s.emission[x[i - 1]]`."},
    {"prob f(hmm h, state[h] s) = sum(t in s.transitionsto: t.probability)",
     "7:57: A transition has no field `probability`; expected start, end or prob."},
    {"prob f(hmm h, state[h] s) = h.middle", "7:31: A model has no field `middle`; expected start or end."},
    {"prob f(hmm h, state[h] s) = sum(t in s: t.prob)",
     "7:38: Expected a range `first .. last`, a type such as `index[s]`, or the transitions to or from a state; found "
     "state."},
    {"prob f(hmm h, hmm g, state[h] s) = if s == g.end then 1 else 0",
     "7:41: A state of `h` cannot be compared with a state of `g`."},
    {"prob f(hmm[rna] h, state[h] s, seq[dna] x, index[x] i) = if i == 0 then 1 else s.emission[x[i - 1]]",
     "7:92: Expected a letter of `rna`; found a letter of `dna`."},
    {"float f(hmm h, state[h] s) = if s.isend then 0 else log(sum(t in s.transitionsto: t.prob))",
     "7:53: The logarithm of a probability is only possible in a function without recursive parameters, which computes "
     "a result."},
    {"prob f(profile[dna] p, position[p] k) = p.match[k]",
     "7:48: The field `match` of a profile needs 2 subscripts; `p.match[k]` has 1."},
    {"prob f(profile[dna] p, position[p] k) = p.xx[k]",
     "7:43: A profile has no field `xx`; expected match, insert, entry, mm, mi, md, im, ii, dm or dd."},
    {"prob f(profile[dna] p, position[p] k) = p.mm",
     "7:43: The field `mm` of a profile needs subscripts, as in `p.match[k, x[i]]`."},
    // Calls and recursions
    {"int f(int n) = if n == 0 then 0 else f(n - 1, 2)",
     "7:38: The call `f(n - 1, 2)` has 2 arguments; expected 1: `f(n)`. Calls pass only recursive arguments."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 then 0 else f(s, i - 1)",
     "7:55: The call `f(s, i - 1)` has 2 arguments; expected 1: `f(i)`. Calls pass only recursive arguments."},
    {"int f(int n) = if n == 0 then 0 else f(n * n)", "7:42: The argument `n` of the call `f(n * n)` must be a sum of "
                                                      "integer multiples of parameters, variables and sizes."},
    {"let step = 2\nint f(int n) = if n < 2 then 0 else f(n - step)",
     "8:41: The argument `n` of the call `f(n - step)` must not depend on the scalar `step`, which may be changed for "
     "each run."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 then 0 else f(i / 2)",
     "7:59: The argument `i` of the call `f(i / 2)` must be a sum of integer multiples of parameters, variables and "
     "sizes; found float."},
    {"int f(seq[dna] s, index[s] i) = f(i - 1)",
     "7:33: `f(i - 1)` is outside of the range of `i`: `i - 1` can be less than 0. Add a condition that excludes such "
     "points, as in `if i == 0 then ... else ...`."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 then 0 else f(i - 2)",
     "7:55: `f(i - 2)` is outside of the range of `i`: `i - 2` can be less than 0. Add a condition that excludes such "
     "points, as in `if i <= 1 then ... else ...`."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 then f(i + 1) else f(i - 1)",
     "7:5: The recursion of `f` does not end: each of its cases calls it again. Add a case without a call, such as `if "
     "i == 0 then 0 else ...`."},
    {"int f(int n) = g(n)\nint g(int n) = f(n)",
     "7:5: The recursion of `f` and `g` does not end: each of their cases calls one of them. Add a case without a "
     "call, such as `if i == 0 then 0 else ...`."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 then 0 else f(i + 1)",
     "7:55: `f(i + 1)` is outside of the range of `i`: `i + 1` can be greater than length(s). Add a condition that "
     "excludes such points, as in `if i == length(s) then ... else ...`."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 then 0 else if s[i] == s[0] then 1 else f(i - 1)",
     "7:59: `s[i]` is outside of the array `s`: `i` can be greater than length(s) - 1. Add a condition that excludes "
     "such points, as in `if i == length(s) then ... else ...`."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 then 0 else f(i - 1) + g(i)\nint g(seq[rna] t, index[t] j) = 1",
     "7:66: `g` needs the parameter `t` of type seq, which `f` does not have."},
    {"int f(seq[dna] s, index[s] i) = best(\"A\")", "7:38: Expected an expression, found the text \"A\"."},
    {"int f(seq[dna] s, index[s] i) = best()",
     "7:33: `best` has no recursive parameters; only other functions without recursive parameters can use its value."},
    {"int f(seq[dna] s) = f() + 1", "7:21: `f` calls itself, but has no recursive parameters."},
    {"int f(seq[dna] q) = max(i in index[q]: edit(i, i))",
     "7:40: `edit` needs the parameter `s` of type seq, which `f` does not have."},
    {"int f(seq[dna] s, seq[dna] t) = max(i in index[s]: edit(i, length(t)) + 1)",
     "7:71: The operand of `max` in a function without recursive parameters must be one call of a recursive function, "
     "as in `max(i in index[s]: f(i))`."},
    {"int f(seq[dna] s, seq[dna] t) = max(k in 3 .. 2: edit(k, k))", "7:37: The range of `k` is empty: 3 to 2."},
    {"prob f(hmm h, state[h] s) = if s.isstart then 1 else f(0)",
     "7:56: The argument `s` of the call `f(0)` must be a state of `h`; found int."},
    {"int f(seq[dna] s, seq[dna] t) = max(i in 0 .. 5.5: edit(i, i))",
     "7:47: The last value of `i` must be a sum of integer multiples of parameters, variables and sizes; found float."},
    {"int f(seq[dna] s, index[s] i) = if i == 0 or not (s[i - 1] == s[i - 1]) then 0 else f(i - 1) max i and true",
     "7:100: The operands of `and` must be of type bool; found int and bool."},
    // Sweeps
    {"real u(axis[x] i, axis[y] j, axis[z] k) = if i == 0 then 0 else u(i - 1, j, k)\nschedule u: -i",
     "8:10: `u` has axes of the grid. A sweep follows from the calls of its functions, which have no schedules; "
     "remove"},
    {"grid real phi = \"T::phi\"\nreal u(axis[x] i, axis[y] j, axis[z] k) = if i == 0 then phi[i, j, k] else u(i - 1, "
     "j, k)\nsweep psi = u",
     "9:7: There is no grid function `psi`; declare it as in `grid real psi = \"Thorn::psi\"`. Did you mean `phi`?"},
    {"grid real phi = \"T::phi\"\nreal u(axis[x] i, axis[y] j, axis[z] k) = if i == 0 then phi[i, j, k] else u(i - 1, "
     "j, k)\nsweep phi = v",
     "9:13: There is no function `v`. Did you mean `u`?"},
    {"grid real phi = \"T::phi\"\nreal u(axis[x] i, axis[y] j, axis[z] k) = if i == 0 then phi[i, j, k] else u(i - 1, "
     "j, k)\nsweep phi = u along (+x, -x)",
     "9:26: The sweep has two directions along x."},
    {"grid real phi = \"T::phi\"\nreal u(axis[x] i, axis[y] j, axis[z] k) = if i == 0 then phi[i, j, k] else u(i - 1, "
     "j, k)\nsweep phi = u along (+w)",
     "9:23: `w` is not an axis; expected x, y or z."},
    {"grid real phi = \"T::phi\"\nreal u(axis[x] i, axis[y] j, axis[z] k) = if i == 0 then phi[i, j, k] else u(i - 1, "
     "j, k)\nsweep phi = u along x",
     "9:21: Expected `(` after `along`, as in `along (+x, -y, +z)` or `along all`, found `x`."},
    {"grid real phi = \"T::phi\"\nreal u(axis[x] i, axis[y] j, axis[z] k) = if i == 0 then phi[i, j, k] else u(i - 1, "
     "j, k)\nsweep phi = u, phi = u",
     "9:16: The sweep assigns `phi` twice."},
    {"grid real phi = \"T::phi\"\nreal u(axis[x] i, axis[y] j, axis[z] k) = if i == 0 then phi[i, j, k] else u(i - 1, "
     "j, k)\nprint u()",
     "9:1: `u` has axes of the grid; a statement `sweep` evaluates it."},
    {"grid real phi = \"T::phi\"\nreal v(axis[x] i, axis[y] j) = phi[i, j, 0]\nsweep phi = v",
     "9:13: A sweep needs a function of type real with three parameters axis[x], axis[y] and axis[z]; `v` is another "
     "function."},
    {"grid real phi = \"T::phi\"\nreal v(axis[x] i, axis[y] j, axis[z] k) = phi[i + 1, j, k]",
     "8:46: `phi[i + 1, j, k]` is outside of the array `phi`: `i + 1` can be greater than points_x - 1. Add a "
     "condition "
     "that excludes such points, as in `if i == points_x - 1 then ... else ...`."},
    {"grid real phi = \"T::phi\"\nreal v(axis[x] i, axis[y] j, axis[z] k) = phi[i, j]",
     "8:46: A grid function needs 3 subscripts; `phi[i, j]` has 2."},
    {"int f(int n) = if n == 0 then 0 else f(n - 2000000000 * 2000000000)",
     "7:55: The integer is larger than 2147483647."},
    {"int f(int n) = "
     "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
     "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
     "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((n))))))))))))))))))))))))))))))))))))))"
     ")))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))"
     ")))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))"
     "))))))))))))))))))))))))))))))))))))",
     "7:216: The expression has more than 200 levels; split it into several functions."},
};

TEST(WrongFunctions, AreReportedWithPosition) { expect_messages(wrong_functions); }

// The calls of `f`, its body and its statements would cause further errors.
TEST(WrongFunctions, CauseNoFurtherErrors) {
  char const* const uses = R"(
int g(seq[dna] s, index[s] i) = if i == 0 then 0 else f(i - 1) + g(i - 1)
int largest(seq[dna] s) = max(i in index[s]: f(i)) + f(length(s))
schedule f: 2 * i
print f("ACG"))";
  WrongInput const declarations[] = {
      {"int f(seq[dna] s, indx[s] i) = if i == 0 then 0 else f(i - 1)",
       "7:19: `indx` is not a type of parameters; expected seq, char, matrix, hmm, profile, int, index, state, "
       "position "
       "or axis. Did you mean `index`?"},
      {"int f(seq[dan] s, index[s] i) = if i == 0 then 0 else if s[i - 1] == 'A' then f(i - 1) else 1",
       "7:11: There is no alphabet `dan`. Did you mean `dna`?"},
      {"int f(seq[dna] s, index[t] i) = if i == 0 then 0 else f(i - 1)",
       "7:25: The type of `i` must name a parameter of type seq before it, as in `index[s]`; found `t`. Did you mean "
       "`s`?"},
      {"int f(seq[dna] s index[s] i) = if i == 0 then 0 else f(i - 1)",
       "7:18: Expected `)` after the parameters, found `index`."},
      {"int f(seq[dna] s, index[s] i) = if i == 0 then 0",
       "8:1: Expected `else` after the value of `then`; each `if` has an `else`, found `int`."},
      {"int[dna] f(seq[dna] s, index[s] i) = if i == 0 then 0.5 else f(i - 1)",
       "7:1: A function cannot return `int`; expected int, float, prob or bool."}};
  for (auto const& [text, message] : declarations) EXPECT_EQ(findings_of(text + std::string(uses)), message) << text;
  EXPECT_EQ(findings_of("int f(seq[dna] s, index[s] i) = 1\nint f(seq[dna] s, index[s] i, index[s] j) = 2" +
                        std::string(uses)),
            "8:5: `f` is already declared in line 7.");
}

// Errors that do not follow from the declaration of `f` are reported.
TEST(WrongFunctions, HideNoOtherErrors) {
  EXPECT_EQ(findings_of("int f(sqe[dna] s, index[s] i) = 1\n"
                        "int g(seq[dna] s, index[s] i) = if i == 0 then h(i) else f(k)\n"
                        "print h()"),
            "7:7: `sqe` is not a type of parameters; expected seq, char, matrix, hmm, profile, int, index, state, "
            "position or axis. Did you mean `seq`?\n"
            "8:48: There is no function `h`. Did you mean `f`?\n"
            "8:60: `k` is not a parameter, scalar or variable. Did you mean `i`?\n"
            "9:7: There is no function `h`. Did you mean `f`?");
}

TEST(WrongFunctions, HaveBoundedDepth) {
  std::string const open(300, '('), close(300, ')');
  EXPECT_THAT(findings_of("int f(int n) = " + open + "n" + close),
              testing::HasSubstr("The expression has more than 200 levels"));
  std::string sum = "n";
  for (int n = 0; n < 300; ++n) sum += " + n";
  EXPECT_THAT(findings_of("int f(int n) = " + sum), testing::HasSubstr("The expression has more than 200 levels"));
}

TEST(WrongFunctions, HaveABoundedSize) {
  std::string body = "n";
  for (int n = 0; n < 14; ++n) body = "(" + body + " + " + body + ")";
  EXPECT_THAT(findings_of("int f(int n) = " + body), testing::HasSubstr("7:"));
  EXPECT_THAT(findings_of("int f(int n) = " + body),
              testing::HasSubstr("The expression has more than 10000 operators, names and numbers; split it"));
  std::string ranges, parameters, functions, results = "int r0(seq[dna] s) = best0()\nint best0(seq[dna] s) = 1\n";
  for (int n = 0; n < 9; ++n) ranges += (n > 0 ? ", k" : "k") + std::to_string(n) + " in 0 .. 2";
  EXPECT_THAT(findings_of("int f(int n) = sum(" + ranges + ": 1)"),
              testing::StartsWith("7:132: More than 8 ranges are inside one another."));
  for (int n = 0; n < 31; ++n) parameters += (n > 0 ? ", int n" : "int n") + std::to_string(n);
  EXPECT_THAT(findings_of("int f(" + parameters + ") = 1"), testing::HasSubstr("`f` has more than 30 parameters."));
  for (int n = 0; n < 500; ++n) functions += "int f" + std::to_string(n) + "(int n) = 1\n";
  EXPECT_THAT(findings_of(functions), testing::StartsWith("502:1: The file has more than 500 statements; divide it"));
  for (int n = 1; n < 60; ++n)
    results += "int r" + std::to_string(n) + "(seq[dna] s) = r" + std::to_string(n - 1) + "() + r" +
               std::to_string(n - 1) + "()\n";
  EXPECT_THAT(findings_of(results), testing::HasSubstr("uses values of results more than 200 times"));
}

TEST(WrongFunctions, HaveABoundedNumberOfCases) {
  std::string sum = "0";
  for (int n = 0; n < 70; ++n) sum += " + (if i == " + std::to_string(n) + " then 1 else 2)";
  EXPECT_THAT(findings_of("int f(seq[dna] s, index[s] i) = " + sum), testing::HasSubstr("has more than 64 cases"));
}

} // namespace
} // namespace chemora::recursion
