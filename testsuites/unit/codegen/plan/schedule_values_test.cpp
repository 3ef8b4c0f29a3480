// Tests the reordering of statements. The new order has fewer live values, contains the same statements, and computes
// operands before their users.
#include "codegen/passes/passes.hpp"
#include "codegen/plan/lower.hpp"
#include "testsuites/support/large_graph.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace {

using namespace chemora;
using plan::max_live;
using plan::order_for_few_registers;
using Body = std::vector<ir::Statement>;

/// Returns the statements of an innermost loop with this text.
Body body_of(std::string const& lines) {
  return ir::parse_loops("loops k {\n  grid 1\n  allocated 9 1 1\n  in a b c d\n  out o p a\n  for z\n    for y\n"
                         "      for x\n" +
                         lines + "}\n")
      .nest.back()
      .body;
}

std::string const four_loads = "real64 %0 = load a[x,y,z]\nreal64 %1 = load b[x,y,z]\nreal64 %2 = load c[x,y,z]\n"
                               "real64 %3 = load d[x,y,z]\n";

TEST(MaxLive, CountsOperandsAndResult) {
  EXPECT_EQ(max_live(body_of("real64 %0 = load a[x,y,z]\nreal64 %1 = sqrt %0\nstore o[x,y,z] %1\n")), 2);
  EXPECT_EQ(max_live(body_of(four_loads + "real64 %4 = add %0 %1\nreal64 %5 = add %2 %3\nreal64 %6 = add %4 %5\n"
                                          "store o[x,y,z] %6\n")),
            5);
  EXPECT_EQ(max_live(body_of("real64 %0 = load a[x,y,z]\n")), 0) << "a value that is never used needs no register";
}

TEST(OrderStatements, LoadsOperandsBeforeTheirUse) {
  Body const body = body_of(four_loads + "real64 %4 = add %0 %1\nreal64 %5 = add %4 %2\nreal64 %6 = add %5 %3\n"
                                         "store o[x,y,z] %6\n");
  Body const ordered = order_for_few_registers(body, {});
  EXPECT_EQ(max_live(body), 5);
  EXPECT_EQ(max_live(ordered), 3);
}

TEST(OrderStatements, StoresUpdatedVariablesLast) {
  Body const body = body_of(four_loads + "real64 %4 = add %2 %3\nreal64 %5 = add %0 %1\nreal64 %6 = add %0 %4\n"
                                         "store p[x,y,z] %5\nstore o[x,y,z] %6\nstore a[x,y,z] %4\n");
  Body const ordered = order_for_few_registers(body, {"a", "b"});
  EXPECT_LT(max_live(ordered), max_live(body));
  EXPECT_TRUE(ordered.back().is_store);
  EXPECT_EQ(ordered.back().access.variable, "a");
}

TEST(OrderStatements, ReducesTheRegisterPressureOfLargeKernels) {
  ir::Graph const graph = testing_support::large_graph({.n_operations = 500});
  auto const live = plan::live_registers(graph, {.tile = {8, 8, 8}}, {{70, 70, 70}});
  EXPECT_LT(live.fat, 0.9 * live.slim) << live.slim << " to " << live.fat;
}

TEST(OrderStatements, KeepsDependencesAndNeverIncreasesTheRegisterPressure) {
  long before = 0, after = 0;
  for (int seed = 1; seed <= 60; ++seed) {
    ir::Graph const graph = passes::specialise(testing_support::random_graph({.seed = static_cast<std::uint64_t>(seed),
                                                                              .n_values = 150,
                                                                              .n_outputs = 6,
                                                                              .updates_input = seed % 2 == 0}),
                                               {});
    plan::KernelPlan plan{.tile = {8, 8, 8}};
    ir::Loops const plain = plan::lower(graph, plan, {{9, 9, 9}});
    plan.is_fat = true;
    ir::Loops const fat = plan::lower(graph, plan, {{9, 9, 9}}); // verified: operands before users
    Body const &first = plain.nest.back().body, &second = fat.nest.back().body;
    EXPECT_TRUE(std::ranges::is_permutation(first, second)) << seed;
    EXPECT_LE(max_live(second), max_live(first)) << seed;
    std::set<std::string> stored;
    for (ir::Statement const& statement : second) {
      EXPECT_TRUE(statement.op != ir::Op::load || !stored.contains(statement.access.variable)) << seed;
      if (statement.is_store) stored.insert(statement.access.variable);
    }
    before += max_live(first);
    after += max_live(second);
  }
  EXPECT_LT(after, before);
}

} // namespace
