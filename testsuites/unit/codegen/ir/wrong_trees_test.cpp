// Errors of the text form of loop trees and of their verification.
#include "codegen/ir/loop_tree.hpp"
#include "testsuites/support/errors.hpp"

#include <gtest/gtest.h>

namespace chemora::ir {
namespace {

/// Returns the errors as `line:column: message`, one per line.
std::string errors_of(std::string const& text) {
  return testing_support::findings_of([&] { parse_loop_tree(text); });
}

/// Returns the errors of a tree with these lines, of which the first is line 6.
std::string errors_in(std::string const& lines) {
  return errors_of("tree t {\n"
                   "  parameter int32 n\n"
                   "  array a real64 [n] argument\n"
                   "  array c int32 [] argument\n"
                   "  buffer s real64 [] registers\n" +
                   lines + "\n}\n");
}

std::string violation(std::string const& rule) {
  return "1:1: Loop tree `t` violates a rule after stage `parsing`: " + rule + ".";
}

TEST(WrongLoopTrees, ReportWrongStatements) {
  EXPECT_EQ(errors_of(""), "1:1: The text is empty; expected `tree NAME {`.");
  EXPECT_EQ(errors_in("fro i from 0 to 1"),
            "6:1: `fro` is not a statement of a tree and not an array; expected parameter, array, buffer, for, if, "
            "barrier or an assignment. Did you mean `for`?");
  EXPECT_EQ(errors_in("array b real64 [n] tile"), "6:7: `b` must be declared as `buffer`.");
  EXPECT_EQ(errors_in("array a real64 [n] argument"), "6:7: The name `a` is declared twice.");
  EXPECT_EQ(errors_in("n = 1"), "6:1: The target of an assignment must be an element of an array; found `n`.");
  EXPECT_EQ(errors_in("s = 1"), "6:5: The value has type int32, but `s` has type real64.");
  EXPECT_EQ(errors_in("barrier registers"), "6:9: `registers` is not a scope of a barrier; expected tile, grid.");
  EXPECT_EQ(errors_in("if n"), "6:4: A condition has type int32; expected boolean.");
}

TEST(WrongLoopTrees, ReportWrongLoops) {
  EXPECT_EQ(errors_in("for n from 0 to 1"),
            "6:5: The loop variable `n` has the name of an enclosing loop, a parameter or an array.");
  EXPECT_EQ(errors_in("for i from 0 to m"),
            "6:17: `m` is not an enclosing loop, an int32 parameter or an int32 scalar. Did you mean `n`?");
  EXPECT_EQ(errors_in("for i from (n + 1)/0 to 3"),
            "6:20: `0` is found where a whole number of at least 1 is expected.");
  EXPECT_EQ(errors_in("for i from 0 to 3 step 0"),
            "6:24: `0` is found where a whole number of at least 1 is expected.");
  EXPECT_EQ(errors_in("for i from 0 to 3 blocks 3"), "6:26: The axis is 3; expected 0, 1 or 2.");
  EXPECT_EQ(errors_in("for i from 0 to n vector"),
            "6:19: This loop needs `extent N`, the maximum number of its iterations, because its bounds are not "
            "constant or it has no iteration.");
  EXPECT_EQ(errors_in("for i from 0 to 3 fast"),
            "6:19: `fast` is not a mapping; expected threads, blocks, block, vector, unrolled, interleaved.");
}

TEST(WrongLoopTrees, ReportWrongIndentation) {
  EXPECT_EQ(errors_in("  s = 1.0\n    s = 2.0"),
            "7:5: This line is indented more than the line before it, which is no loop and no condition.");
  EXPECT_EQ(errors_in("  s = 1.0\n s = 2.0"), "7:2: This line is indented less than the statements of the tree.");
  EXPECT_EQ(errors_in("for i from 0 to 1\n  s = 1.0\ns = a[i]"), "8:7: `i` is not a name. Did you mean `a`?");
}

TEST(WrongLoopTrees, ViolateRulesOfMappings) {
  EXPECT_EQ(errors_in("for i from 0 to 3 block 0\n  for j from 0 to 3 blocks 0\n    s = 1.0"),
            violation("the loop `j` over blocks is inside loop `i`, which is not over blocks"));
  EXPECT_EQ(errors_in("for i from 0 to 3 block 1\n  for j from 0 to 3 block 1\n    s = 1.0"),
            violation("the loops `i` and `j` have the same axis 1"));
  for (char const* mapping : {"block 0", "vector", "unrolled", "interleaved"})
    EXPECT_EQ(errors_in(std::string("for i from 0 to 3 ") + mapping + "\n  barrier tile"),
              violation("a barrier of scope tile is inside a loop over threads of a block, or an unrolled, interleaved "
                        "or vector loop"));
  EXPECT_EQ(errors_in("for i from 0 to 3\n  barrier grid"),
            violation("a barrier of scope grid is inside a loop or a condition"));
  EXPECT_EQ(errors_in("c = 1"), violation("the scalar argument `c` is assigned"));
}

TEST(WrongLoopTrees, FailInTheInterpreter) {
  LoopTree const tree = parse_loop_tree("tree t {\n  parameter int32 n\n  array a real64 [n] argument\n"
                                        "  for i from 0 to n block 0 extent 3\n    a[i] = 1.0\n}\n");
  auto const error_for = [&](int n) -> std::string {
    std::map<std::string, std::vector<double>> arrays{{"a", std::vector<double>(static_cast<std::size_t>(n))}};
    try {
      interpret(tree, {{"n", n}}, arrays);
    } catch (base::InternalError const& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(error_for(2), "Interpreting tree `t`: subscript 1 of `a` is 2; allowed are 0 to 1.");
  EXPECT_EQ(error_for(3), "Interpreting tree `t`: loop `i` has more than 3 iterations, its extent.");
}

} // namespace
} // namespace chemora::ir
