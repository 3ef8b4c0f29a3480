// Tests the messages for wrong statements of recursions.
#include "testsuites/unit/codegen/recursion/wrong_input.hpp"

namespace chemora::recursion {
namespace {

WrongInput const wrong_statements[] = {
    // Characters and tokens
    {"let a = 1 $ 2", "7:11: `$` is not a character of the language of recursions."},
    {"let a = 2147483648", "7:9: The integer 2147483648 is larger than 2147483647."},
    {"let a = 1e999", "7:9: The number 1e999 is not representable."},
    {"print d(\"ACG", "7:9: The text has no closing `\"` in its line."},
    {"int f(seq[dna] s, index[s] i) = if s[i] == 'AC' then 1 else 2",
     "7:44: A letter is one character between apostrophes, as in `'A'`."},
    {"let a = 1 ", "7:11: Unexpected byte 1."},
    {"let a = 1 && 2", "7:11: `&` is not a character of the language of recursions. Write `and`."},
    {"let a = 1 ? 2", "7:11: `?` is not a character of the language of recursions. Write `if c then a else b`."},
    {"let a = 1;", "7:10: `;` is not a character of the language of recursions. Statements end without it."},
    {"let a = 0x10", "7:9: `0x10` is not a number; expected digits, as in `10`, `0.5` or `1e-3`."},
    {"let a = 5.", "7:9: `5.` is not a number; expected digits, as in `10`, `0.5` or `1e-3`."},
    {"let a = 1.2.3", "7:9: `1.2.3` is not a number; expected digits, as in `10`, `0.5` or `1e-3`."},
    {"let a = .5", "7:9: Expected an expression, found `.`."},
    {"let a = min(1, 2)",
     "7:9: Expected a finite number, or numbers with `+`, `-`, `*` and `/` by a number other than 0."},
    {"let a = 1 2", "7:11: Expected an operator or a statement, found `2`; statements begin with alphabet, load"},
    // Statements
    {"lte a = 1", "7:1: Expected a statement, found `lte`; statements begin with alphabet, load, let, print, schedule, "
                  "sweep, grid, matrix, hmm, int, float, real, prob, bool."},
    {"foo", "7:1: Expected a statement, found `foo`; statements begin with alphabet, load, let, print, schedule, "
            "sweep, grid, matrix, hmm, int, float, real, prob, "},
    {"let = 1", "7:5: Expected the name of a scalar, found `=`."},
    {"let min = 1",
     "7:5: Expected the name of a scalar, found `min`, which is a word of the language; choose another name."},
    {"let a", "8:1: Expected `=` after the name of the scalar, found the end of the file."},
    {"let a = ", "8:1: Expected an expression, found the end of the file."},
    {"alphabet x = ACGT", "7:14: Expected the letters of the alphabet in double quotes, found `ACGT`."},
    {"alphabet x = \"\"", "7:14: An alphabet needs at least one letter."},
    {"alphabet x = \"ABA\"", "7:14: The alphabet contains `A` twice."},
    {"alphabet x = \"A B\"", "7:14: The letters of an alphabet are printable ASCII characters other than blanks."},
    {"alphabet dna = \"AC\"", "7:10: `dna` is already declared in line 1."},
    {"let best = 1", "7:5: `best` is already declared in line 6."},
    {"load q: seq[protein]", "7:13: There is no alphabet `protein`. Declare it as in `alphabet dna = \"ACGT\"`."},
    {"load q: seq[*]", "7:9: The type of `q` needs an alphabet, as in `seq[dna]`."},
    {"load q: int", "7:9: `int` cannot be loaded; expected seq, matrix, hmm or profile with an alphabet"},
    {"load q seq[dna]", "7:8: Expected `:` and a type after the name, found `seq`."},
    {"load q: seq", "7:9: The type of `q` needs an alphabet, as in `seq[dna]`."},
    {"load q: text[dna]",
     "7:9: `text` cannot be loaded; expected seq, matrix, hmm or profile with an alphabet, as in `seq[dna]`."},
    {"load q: seq[dan]", "7:13: There is no alphabet `dan`. Did you mean `dna`?"},
    {"load q: seq[dna] = file", "7:20: Expected the name of a file in double quotes, found `file`."},
    {"let length_s = 2", "7:5: The name `length_s` belongs to the language; choose another name."},
    {"let a = 1 / 0",
     "7:11: Expected a finite number, or numbers with `+`, `-`, `*` and `/` by a number other than 0."},
    {"let a = b", "7:9: Expected a finite number, or numbers with `+`, `-`, `*` and `/` by a number other than 0."},
    {"let a = 70000 * 70000", "7:15: The integer 4900000000 is larger than 2147483647."},
    {"grid int phi = \"T::phi\"", "7:6: Grid functions have the type `real`; found `int`."},
    {"grid real phi = \"phi\"",
     "7:17: \"phi\" is not the name of a grid function; expected a thorn and a variable, as in \"Eikonal::phi\"."},
    {"grid real[dna] phi = \"T::phi\"", "7:6: Grid functions have the type `real`; found `float[dna]`."},
    {"grid real phi = \"T::phi::x\"", "7:17: \"T::phi::x\" is not the name of a grid function; expected a thorn and"},
    {"grid real phi = \"T:: phi\"", "7:17: \"T:: phi\" is not the name of a grid function; expected a thorn and"},
    {"grid real phi = \"T::phi[x]\"", "7:17: \"T::phi[x]\" is not the name of a grid function; expected a thorn and"},
    {"grid real phi = T::phi",
     "7:17: Expected a grid function, such as \"Eikonal::phi\", in double quotes, found `T`."},
    {"print", "8:1: Expected the function to print, found the end of the file."},
    {"print nothing()", "7:7: There is no function `nothing`."},
    {"print edi(\"A\", \"C\")", "7:7: There is no function `edi`. Did you mean `edit`?"},
    {"schedule edit 1", "7:15: Expected `:` after the function, found `1`."},
    {"schedule f: i", "7:10: There is no function `f`."},
    {"schedule edit: i * j", "7:18: The schedule of `edit` must be a sum of integer multiples of its recursive "
                             "parameters, as in `schedule edit: 2 * i + j`."},
    {"schedule edit: i + 1 / 2", "7:18: The schedule of `edit` must be a sum of integer multiples of its recursive "
                                 "parameters, as in `schedule edit: 2 * i + j`."},
    {"schedule edit: i\nschedule edit: j", "8:10: `edit` has two schedules."},
    {"schedule best: 2", "7:16: The schedule of `best` must be a sum of integer multiples of its recursive parameters, "
                         "as in `schedule best: 2 * i + j`."},
    // Arguments of print
    {"print edit(\"ACGT\")",
     "7:1: `edit(s, t)` needs 2 arguments; found 1. Indices and states start at their last values and are not given."},
    {"print edit(\"ACGT\", \"ACXT\")", "7:23: `X` is not a letter of the alphabet `dna`, which is \"ACGT\"."},
    {"print edit(\"ACGT\", \"\")", "7:20: A sequence needs at least one letter; the text has none."},
    {"print edit(\"ACGT\" \"AC\")", "7:19: Expected `)` after the arguments, found the text \"AC\"."},
    {"print count(-3)", "7:13: Expected a loaded name, a text, a letter or an integer as argument, found `-`."},
    {"print count(3.5)", "7:13: Expected a loaded name, a text, a letter or an integer as argument, found `3.5`."},
    {"print edit", "8:1: Expected `(` and arguments after the function, found the end of the file."},
    {"print \"ACGT\"", "7:7: Expected the function to print, found the text \"ACGT\"."},
    {"load q: seq[dna]\nint total(seq[dna] s, seq[dna] t) = sum(i in index[s], j in index[t]: edit(i, j))\n"
     "print align total over (q, q)",
     "9:1: `total` adds elements of a table; alignments need a `min` or `max` of them. Use `print map` instead."},
    {"load q: seq[dna]\nint pairs(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =\n"
     "  if i == 0 or j == 0 then 0 else pairs(i - 1, j) + pairs(i, j - 1)\nprint align pairs over (q, q)",
     "10:1: The result of `pairs` has no path, because `pairs` adds or multiplies several elements; alignments need "
     "`min`, `max` and choices. Use `print map` instead."},
    {"print edit(\"ACGT\", 'A')", "7:20: The parameter `t` of `edit` is of type seq; found a letter."},
    {"int f(char[dna] c) = 1\nprint f('X')", "8:9: 'X' is not a letter of the alphabet `dna`, which is \"ACGT\"."},
    {"int f(char[dna] c) = 1\nprint f(\"A\")", "8:9: The parameter `c` of `f` is of type char; found a text."},
    {"int f(char[*] c) = 1\nprint f('A')", "8:9: The alphabet of 'A' is not known; declare the parameter `c` with an "
                                           "alphabet, as in `char[dna]`."},
    {"print edit(\"ACGT\", 3)", "7:20: The parameter `t` of `edit` is of type seq; found an integer."},
    {"print edit(\"ACGT\", nothing)",
     "7:20: `nothing` is not a loaded name, a matrix or a model; declare it as in `load nothing: seq[dna]`."},
    {"load q: seq[dna]\nprint edit(\"ACGT\", q)",
     "8:20: `q` is a list of sequences; write `print map edit over (...)`."},
    {"load q: seq[rna]\nprint map edit over (\"ACGT\", q)",
     "8:30: The parameter `t` of `edit` has the alphabet `dna`; `q` has the alphabet `rna`."},
    {"load m: matrix[dna]\nprint map edit over (m, \"A\")",
     "8:22: The parameter `s` of `edit` is of type seq; `m` is of type matrix."},
    {"print map edit (\"A\", \"C\")", "7:16: Expected `over` after the function, found `(`."},
    {"print count(1000000000000)", "7:13: The integer 1000000000000 is too large."},
    {"print align count over (3)", "7:1: Alignments need a function of two sequences, or of a sequence and a profile "
                                   "or model, whose result is one element or one reduction of a table; `c"},
    {"print count(\"A\")", "7:13: The parameter `n` of `count` is of type int; found a text."},
    {"print any(\"ACGT\")\nint any(seq[*] s, index[s] i) = if i == 0 then 0 else any(i - 1)",
     "7:11: The alphabet of \"ACGT\" is not known; declare the parameter with an alphabet instead of `*`."},
    // Models
    {"hmm m[dna] = {\n  state a { 0.5, 0.5 }\n  transition start -> a: 1\n  transition a -> a: 0.5\n  transition a -> "
     "end: 0.5\n}",
     "8:11: The state `a` has 2 probabilities; the alphabet `dna` has 4 letters."},
    {"hmm m[dna] = {\n  state a { \"AC\": 0.5, \"G\": 0.1 }\n  transition start -> a: 1\n  transition a -> a: 0.5\n  "
     "transition a -> end: 0.5\n}",
     "8:11: The probabilities of the letters of the state `a` have the sum 1.1; it must be 1."},
    {"hmm m[dna] = {\n  state a { \"AX\": 0.5, \"G\": 0.5 }\n  transition start -> a: 1\n  transition a -> a: 0.5\n  "
     "transition a -> end: 0.5\n}",
     "8:13: `X` is not a letter of the alphabet `dna`, which is \"ACGT\"."},
    {"hmm m[dna] = {\n  state a { \"A\": 0.5, \"A\": 0.5 }\n  transition start -> a: 1\n  transition a -> a: 0.5\n  "
     "transition a -> end: 0.5\n}",
     "8:23: The letter `A` has two probabilities."},
    {"hmm m[dna] = {\n  state a { \"A\": 1.5 }\n  transition start -> a: 1\n  transition a -> a: 0.5\n  transition a "
     "-> end: 0.5\n}",
     "8:18: The probability 1.5 is not between 0 and 1."},
    {"hmm m[dna] = {\n  state a { uniform }\n  transition start -> a: 1\n  transition a -> a: 0.5\n  transition a -> "
     "end: 0.4\n}",
     "8:9: The probabilities of the transitions from the state `a` have the sum 0.9; it must be 1."},
    {"hmm m[dna] = {\n  state a { uniform }\n  transition start -> b: 1\n}",
     "9:23: The model `m` has no state `b`. Did you mean `a`?"},
    {"hmm m[dna] = {\n  state a { uniform }\n  transition start -> a: 1\n  transition a -> a: 1\n}",
     "7:5: No transitions lead from the start state to the state `end` of the model `m`."},
    {"hmm m[dna] = {\n  state a { uniform }\n  transition start -> a: 1\n  transition a -> a: 0.5\n  transition a -> "
     "end: 0.5\n  transition end -> a: 1\n}",
     "12:14: The end state must not have transitions to other states."},
    {"hmm m[dna] = {\n  state a { uniform }\n  transition start -> a: 1\n  transition a -> a: 0.5\n  transition a -> "
     "end: 0.5\n  transition a -> start: 0\n}",
     "12:19: The start state must not have transitions to it."},
    {"hmm m[dna] = {\n  state a { uniform }\n  transition start -> a: 1\n  transition a -> a: 0.5\n  transition a -> "
     "end: 0.5\n  transition a -> end: 0\n}",
     "12:14: The transition from `a` to `end` is declared twice."},
    {"hmm m[dna] = {\n  state a { uniform }\n  transition start -> a: 1\n  transition a -> a: 0.5\n  transition a -> "
     "end: 0.5\n  stat b\n}",
     "12:3: Expected `state`, `transition` or `}` in the model, found `stat`."},
    {"hmm m[dna] = {\n  state start\n}",
     "8:9: Every model has a state `start`, which emits nothing; it must not be declared."},
    {"hmm m[dna] = {\n  state a\n  state a\n}", "9:9: The state `a` is declared twice."},
    {"hmm m[dna] = { }",
     "7:5: The probabilities of the transitions from the state `start` have the sum 0; it must be 1."},
    {"hmm m[dna] = {\n  state a { uniform }\n  state b { uniform }\n  transition start -> a: 1\n  transition a -> end: "
     "1\n  transition b -> b: 1\n}",
     "9:9: No transitions lead from the start state to the state `b` of the model `m`."},
    {"hmm m[dna] = {\n  state a { uniform }\n  transition start - > a: 1\n}",
     "9:20: Expected `->` after the state, found `-`."},
    {"hmm m[dna] = {\n  state a { }\n}",
     "8:13: Expected `uniform`, letters in double quotes, or probabilities, found `}`."},
    {"hmm m = { }", "7:7: Expected `[` and the alphabet after the name of the model, found `=`."},
    // Matrices
    {"matrix[dna] m = { \"A\": 1, 2 }", "7:19: The row \"A\" has 2 elements; the alphabet `dna` has 4 letters."},
    {"matrix[dna] m = { \"A\": 1, 2, 3, 4 }", "7:13: The matrix `m` has no row for the letter `C`."},
    {"matrix[dna] m = { \"X\": 1, 2, 3, 4 }", "7:19: \"X\" is not a letter of the alphabet `dna`, which is \"ACGT\"."},
    {"matrix[dna] m = { match 1, mismatch 0.5 }",
     "7:37: The element 0.5 of the matrix is not an integer between -1000000 and 1000000."},
    {"matrix[dna] m = { match 1 }", "7:27: Expected `,` between the two values, found `}`."},
    {"matrix m = { match 1, mismatch 2 }", "7:1: The type of `m` needs an alphabet, as in `matrix[dna]`."},
    {"matrix[dna] m = { mismatch 2, match 1 }",
     "7:19: Expected the letter of a row of the matrix in double quotes, found `mismatch`."},
    {"matrix[dna] m = { }", "7:13: The matrix `m` has no row for the letter `A`."},
    {"matrix[dna] m = { \"A\": 1 2 3 4 }",
     "7:26: Expected the letter of a row of the matrix in double quotes, found `2`."},
    {"matrix[dna] m = { \"AC\": 1, 2, 3, 4 }",
     "7:19: \"AC\" is not a letter of the alphabet `dna`, which is \"ACGT\"."},
    {"matrix[dna] m = { match infinity, mismatch 2 }", "7:25: Expected a finite number, or numbers with"},
    {"matrix[dna] m { match 1, mismatch 2 }", "7:15: Expected `=` after the name of the matrix, found `{`."},
    {"matrix[prot] m = { match 1, mismatch 2 }", "7:8: There is no alphabet `prot`."},
    {"matrix[dna] m = { \"A\": 1, 2, 3, 4\n \"A\": 1, 2, 3, 4\n \"G\": 1, 2, 3, 4\n \"T\": 1, 2, 3, 4 }",
     "8:2: The row \"A\" is declared twice."},
};

TEST(WrongStatements, AreReportedWithPosition) { expect_messages(wrong_statements); }

} // namespace
} // namespace chemora::recursion
