#include "codegen/ir/loop_tree.hpp"

#include <gtest/gtest.h>

namespace chemora::ir {
namespace {

char const* const volume = R"(tree volume {
  parameter int32 Ne
  array q real64 [N: 4, e: Ne] argument layout N0,N1
  array D real64 [4, 4] argument layout N0,N1
  array out real64 [4, Ne] argument layout N0,N1
  buffer f real64 [4] tile layout N0
  buffer s real64 [] registers
  for e from 0 to Ne - 1 blocks 0
    for i from 0 to 3 block 0 extent 4
      f[i] = q[i, e] * 2.0
    barrier tile
    for j from 0 to 3 block 0 extent 4
      s = 0.0
      for n from max(0, (j - 3)/4) to min(3, (j + 12)/4) step 1
        if n != j
          s = s + D[j, n] * f[n]
      out[j, e] = s
}
)";

std::string without_default_step(std::string text) {
  text.erase(text.find(" step 1"), 7);
  return text;
}

TEST(LoopTreeText, PrintsWhatItParses) { EXPECT_EQ(to_text(parse_loop_tree(volume)), without_default_step(volume)); }

TEST(LoopTree, SeparatesInputsFromOutputs) {
  TreeArguments const arguments = arguments_of(parse_loop_tree(volume));
  EXPECT_EQ(arguments.inputs, (std::vector<std::string>{"q", "D"}));
  EXPECT_EQ(arguments.outputs, (std::vector<std::string>{"out"}));
}

TEST(LoopTree, HasTheThreadsOfItsLargestLoop) {
  EXPECT_EQ(threads_of(parse_loop_tree(volume)), (base::Index3{4, 1, 1}));
}

TEST(LoopTreeInterpreter, ExecutesLoopsConditionsAndBuffers) {
  LoopTree const tree = parse_loop_tree(volume);
  std::map<std::string, std::vector<double>> arrays{{"q", {1, 2, 3, 4, 5, 6, 7, 8}},
                                                    {"D", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
                                                    {"out", std::vector<double>(8)}};
  interpret(tree, {{"Ne", 2}}, arrays);
  for (int e = 0; e < 2; ++e)
    for (int j = 0; j < 4; ++j) {
      double sum = 0;
      for (int n = 0; n <= 3; ++n)
        if (n != j) sum += arrays["D"][j + 4 * n] * 2 * arrays["q"][n + 4 * e];
      EXPECT_EQ(arrays["out"][j + 4 * e], sum);
    }
}

TEST(LoopTreeInterpreter, DividesIntoPhasesAtBarriersOfTheGrid) {
  LoopTree const tree = parse_loop_tree(R"(tree two {
    array a real64 [2] argument
    a[0] = 1.0
    barrier grid
    for i from 0 to 1
      a[i] = 2.0
  })");
  ASSERT_EQ(phases_of(tree).size(), 2u);
  EXPECT_EQ(phases_of(tree)[0].size(), 1u);
  EXPECT_EQ(phases_of(tree)[1][0].kind, NodeKind::loop);
}

} // namespace
} // namespace chemora::ir
