// Loops over chosen iterations have the results of the loops before.
#include "codegen/emit/chosen_iterations.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;
using testing::Not;

using Arrays = std::map<std::string, std::vector<double>>;

struct Update {
  std::string type = "int32", operation = "s + select(c[k] == 1, a[i, k], 0)", before_loop{};
  int last = 7, lanes = 256;
};

ir::LoopTree tree_of(Update const& update) {
  ir::LoopTree tree = ir::parse_loop_tree(
      fmt::format("tree t {{\n  parameter int32 n\n  parameter int32 m\n  array c int32 [n] argument\n"
                  "  array a {0} [m, n] argument\n  array b {0} [m] argument\n  buffer s {0} [] registers copies i\n"
                  "  for i from 0 to min({1}, m - 1) vector extent {2}\n    s = b[i]\n{3}"
                  "    for k from 0 to min({4}, n - 1)\n      s = {5}\n    b[i] = s\n}}\n",
                  update.type, update.lanes - 1, update.lanes, update.before_loop, update.last, update.operation));
  ir::verify(tree, "test");
  return tree;
}

std::string chosen(Update const& update) { return to_text(emit::with_chosen_iterations(tree_of(update))); }

void expect_equal_results(Update const& update) {
  ir::LoopTree const tree = tree_of(update), changed = emit::with_chosen_iterations(tree);
  ir::verify(changed, "chosen iterations");
  EXPECT_THAT(to_text(changed), HasSubstr("for k from 0 to k_count - 1\n")) << update.operation;
  for (int const n : {1, 3, 8})
    for (int const m : {0, 1, 20})
      for (int bits = 0; bits < 1 << n; bits += n) {
        Arrays start{{"a", {}}, {"b", {}}, {"c", {}}};
        for (int k = 0; k < n; ++k) start["c"].push_back(bits >> k & 1);
        for (int k = 0; k < n * m; ++k) start["a"].push_back(k * k % 17 - 3);
        for (int k = 0; k < m; ++k) start["b"].push_back(k % 7);
        Arrays expected = start, found = start;
        std::map<std::string, double> const parameters{{"n", n}, {"m", m}};
        interpret(tree, parameters, expected);
        interpret(changed, parameters, found);
        EXPECT_EQ(found, expected) << n << " iterations, " << m << " lanes, " << bits << "\n" << to_text(changed);
      }
}

TEST(ChosenIterations, HaveTheResultsOfAllIterations) {
  expect_equal_results({});
  expect_equal_results({.operation = "s + select(c[k] == 1, a[i, k] * k + k, 0)"});
  expect_equal_results({.operation = "maximum(s, select(c[k] == 1, a[i, k], -2147483648))"});
  expect_equal_results({.type = "real64", .operation = "minimum(s, select(c[k] == 1, a[i, k], inf))"});
}

TEST(ChosenIterations, AreListedBeforeTheVectors) {
  std::string const text = chosen({});
  EXPECT_THAT(text, HasSubstr("for k_once from 0 to min(255, m - 1, 0)\n"));
  EXPECT_LT(text.find("k_list[k_count] = k\n"), text.find("vector extent 256"));
  EXPECT_THAT(text, HasSubstr("s = s + a[i, k_list[k]]\n"));
}

TEST(ChosenIterations, AreAllIfTheyAreNotTheSameOrNotExact) {
  for (Update const& update : std::vector<Update>{
           {.type = "real64", .operation = "s + select(c[k] == 1, a[i, k], 0.0)"}, // -0.0 + 0.0 is 0.0
           {.operation = "s + select(c[k] == 1, a[i, k], 1)"},
           {.operation = "s - select(c[k] == 1, a[i, k], 0)"},
           {.operation = "s + select(a[i, k] == 1, a[i, k], 0)"},           // differs between the lanes
           {.operation = "s + select(s == 1, a[i, k], 0)"},                 // changes
           {.operation = "s + select(b[k] == 1, a[i, k], 0)"},              // changes
           {.operation = "s + select(c[k] == 1, a[i, k], 0)", .last = 64},  // a long list
           {.operation = "s + select(c[k] == 1, a[i, k], 0)", .last = -1},  // an empty one
           {.operation = "s + select(c[k] == 1, a[i, k], 0)", .lanes = 32}, // few lanes
       })
    EXPECT_EQ(chosen(update), to_text(tree_of(update)));
}

} // namespace
