// A graph is split into several graphs, which run one after the other. The results must be bitwise equal to those of
// the whole graph. Invalid partitions are errors.
#include "codegen/passes/passes.hpp"
#include "codegen/plan/fission.hpp"
#include "codegen/plan/plan.hpp"
#include "framework/base/errors.hpp"
#include "testsuites/support/interpret_pieces.hpp"
#include "testsuites/support/random_graph.hpp"
#include "testsuites/support/random_partition.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using plan::KernelPlan;
using plan::Plan;
using testing::HasSubstr;
using testing_support::make_random_data;
using testing_support::random_graph;
using testing_support::random_partition;
using testing_support::same_bits;

KernelPlan const mapping{.tile = {8, 8, 8}};
Plan const one{.kernel = "k", .kernels = {mapping}};

Plan with_kernels(std::vector<ir::ValueId> grid, std::vector<std::vector<std::string>> const& stores) {
  Plan plan{.kernel = "k", .grid = std::move(grid), .kernels = {}};
  for (auto const& names : stores) {
    plan.kernels.push_back(mapping);
    plan.kernels.back().stores = names;
  }
  return plan;
}

ir::Graph graph_of(std::string const& lines) { return ir::parse_graph("graph k {\n  grid 3\n" + lines + "}\n"); }

/// A graph that reads u and its neighbours and computes a square root, which both outputs use.
ir::Graph const small = graph_of("  in u w\n  out o p\n  %0 = load u\n  %1 = shift %0 [1,0,0]\n  %2 = load w\n"
                                 "  %3 = multiply %1 %2\n  %4 = sqrt %3\n  %5 = add %0 %4\n  %6 = sin %4\n"
                                 "  store o %5 interior\n  store p %6 interior\n");

TEST(Split, CutsAtValuesOfTheGrid) {
  auto const pieces = plan::split(small, with_kernels({4}, {{"o"}, {"p"}}));
  ASSERT_EQ(pieces.pieces.size(), 2u);
  EXPECT_EQ(to_text(pieces.pieces[0].graph),
            "graph k_1 {\n  grid 3\n  in u w\n  out o temporary::v4\n  %0 = load u\n  %1 = shift %0 [1,0,0]\n"
            "  %2 = load w\n  %3 = multiply %1 %2\n  %4 = sqrt %3\n  %5 = add %0 %4\n  store o %5 interior\n"
            "  store temporary::v4 %4 interior\n}\n");
  EXPECT_EQ(to_text(pieces.pieces[1].graph), "graph k_2 {\n  grid 3\n  in temporary::v4\n  out p\n"
                                             "  %0 = load temporary::v4\n  %1 = sin %0\n  store p %1 interior\n}\n");
  EXPECT_EQ(pieces.temporaries, (std::vector<plan::Temporary>{{"temporary::v4", 4, 0}}));
  EXPECT_EQ(pieces.n_slots, 1);
}

TEST(Split, RecomputesValuesThatAreNotOnTheGrid) {
  auto const pieces = plan::split(small, with_kernels({}, {{"p"}, {"o"}}));
  EXPECT_EQ(pieces.pieces[0].graph.outputs, std::vector<std::string>{"p"});
  EXPECT_EQ(pieces.pieces[1].graph.values.size(), 6u);
  EXPECT_EQ(pieces.n_slots, 0);
}

TEST(Split, LeavesOneKernelAsItIs) { EXPECT_EQ(plan::split(small, one).pieces.front().graph, small); }

TEST(Split, ReadsNeighboursFromTheVariableItself) {
  auto const pieces = plan::split(small, with_kernels({0}, {{"%0"}, {"o", "p"}}));
  EXPECT_THAT(to_text(pieces.pieces[1].graph), testing::AllOf(HasSubstr("%2 = shift %0 [1,0,0]"),
                                                              HasSubstr("add %1 %5"), HasSubstr("load temporary::v0")));
}

TEST(Split, GivesTemporariesUniqueNames) {
  ir::Graph const taken = graph_of("  in temporary::v1\n  out o p\n  %0 = load temporary::v1\n  %1 = sqrt %0\n"
                                   "  %2 = sin %1\n  store o %1 interior\n  store p %2 interior\n");
  EXPECT_EQ(plan::split(taken, with_kernels({1}, {{"o"}, {"p"}})).temporaries.front().variable, "temporary::v1_");
}

TEST(Split, SharesMemoryOfTemporariesWithDisjointLifetimes) {
  ir::Graph const chain = graph_of("  in u\n  out o\n  %0 = load u\n  %1 = sin %0\n  %2 = sin %1\n  %3 = sin %2\n"
                                   "  %4 = sin %3\n  store o %4 interior\n");
  auto const pieces = plan::split(chain, with_kernels({1, 2, 3}, {{"%1"}, {"%2"}, {"%3"}, {"o"}}));
  EXPECT_EQ(pieces.temporaries.size(), 3u);
  EXPECT_EQ(pieces.n_slots, 2);
  EXPECT_EQ(pieces.temporaries[2].slot, pieces.temporaries[0].slot);
}

template <typename Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

TEST(SplitLegality, ReportsInvalidPartitions) {
  auto const error = [&](Plan const& plan) { return error_of([&] { check_legality(small, plan); }); };
  EXPECT_EQ(error(with_kernels({4}, {{"o"}, {"p"}})), "no error");
  EXPECT_EQ(error(with_kernels({4}, {{"o"}, {}})), "no error") << "kernel 2 stores the remaining variables";
  EXPECT_THAT(error(with_kernels({77}, {{"o"}, {}})), HasSubstr("the graph has only the values %0 to %6"));
  EXPECT_THAT(error(with_kernels({4, 4}, {{"o"}, {}})), HasSubstr("%4 is named twice"));
  EXPECT_THAT(error(with_kernels({}, {{"q"}, {}})), HasSubstr("kernel 1 stores `q`, which is not an output"));
  EXPECT_THAT(error(with_kernels({}, {{"o"}, {"o", "p"}})),
              HasSubstr("`o` is stored by kernel 1 and again by kernel 2"));
  EXPECT_THAT(error(with_kernels({}, {{"o"}})), HasSubstr("no kernel stores `p`"));
  EXPECT_THAT(error(with_kernels({}, {{}, {}})), HasSubstr("kernels 1 and 2 have no list of stores"));
  EXPECT_THAT(error(with_kernels({}, {{"o", "p"}, {}})), HasSubstr("kernel 2 stores nothing"));
  EXPECT_THAT(error(with_kernels({}, {{"o", "%4"}, {}})),
              HasSubstr("kernel 1 stores %4, which is not listed in `grid`"));
  EXPECT_THAT(error(with_kernels({4}, {{"o"}, {"p", "%4"}})), HasSubstr("kernel 2 stores %4, which kernel 1 computes"));
  EXPECT_THAT(error(Plan{.kernel = "k", .kernels = {}}), HasSubstr("it has no kernel"));
}

TEST(SplitLegality, StoresOnlyValuesOfTheElementTypeOnTheGrid) {
  ir::Graph const truths = graph_of("  in u\n  out o p\n  %0 = load u\n  %1 = immediate real64 0\n  %2 = less %0 %1\n"
                                    "  %3 = select %2 %0 %1\n  store o %3 interior\n  store p %1 interior\n");
  EXPECT_THAT(error_of([&] {
                check_legality(truths, with_kernels({2}, {{"o"}, {"p"}}));
              }),
              HasSubstr("%2 has type boolean; only values of type real64"));
}

ir::Graph const updated = graph_of("  in u w\n  out u w\n  %0 = load u\n  %1 = load w\n  %2 = add %0 %1\n"
                                   "  %3 = multiply %0 %1\n  store u %2 interior\n  store w %3 interior\n");

TEST(SplitLegality, RejectsReadsOfOverwrittenInputs) {
  Plan const plan = with_kernels({}, {{"u"}, {"w"}});
  EXPECT_THAT(error_of([&] { check_legality(updated, plan); }),
              HasSubstr("kernel 2 reads `u`, which kernel 1 has overwritten before"));
  Plan const kept = plan::store_overwritten_inputs(updated, plan);
  EXPECT_EQ(kept.grid, std::vector<ir::ValueId>{0});
  EXPECT_EQ(error_of([&] { check_legality(updated, kept); }), "no error");
}

TEST(SplitLegality, StoresInputsThatTheOverwritingKernelDoesNotRead) {
  ir::Graph const swapped = graph_of("  in u w\n  out u w\n  %0 = load u\n  %1 = load w\n  store u %1 interior\n"
                                     "  store w %0 interior\n");
  Plan const kept = plan::store_overwritten_inputs(swapped, with_kernels({}, {{"u"}, {"w"}}));
  EXPECT_EQ(kept.kernels[0].stores, (std::vector<std::string>{"u", "%0"}));
  EXPECT_EQ(error_of([&] { check_legality(swapped, kept); }), "no error");
}

void expect_same(ir::Graph const& graph, Plan const& plan, int seed) {
  auto const data = make_random_data(graph, {7, 6, 5}, static_cast<std::uint64_t>(seed));
  auto expected = data.arrays;
  ir::interpret(graph, data.input, data.box, expected);
  auto const actual = testing_support::interpret(plan::split(graph, plan), data);
  for (auto const& [name, values] : expected)
    EXPECT_TRUE(same_bits(values, actual.at(name))) << seed << " " << name << "\n" << to_text(plan) << to_text(graph);
}

ir::Graph random_specialised(int seed) {
  return passes::specialise(random_graph({.seed = static_cast<std::uint64_t>(seed),
                                          .n_values = 20 + seed % 60,
                                          .n_outputs = 1 + seed % 5,
                                          .dimension = 3,
                                          .real = seed % 4 == 0 ? ir::Type::real32 : ir::Type::real64,
                                          .updates_input = seed % 3 == 0}),
                            {});
}

TEST(SplitRandom, RandomPartitionsKeepBits) {
  int n_with_several = 0, n_temporaries = 0;
  for (int seed = 1; seed <= 150; ++seed) {
    ir::Graph const graph = random_specialised(seed);
    Plan const plan = random_partition(graph, static_cast<std::uint64_t>(seed));
    EXPECT_EQ(plan::parse_plan(to_text(plan), Plan{}), plan) << to_text(plan);
    expect_same(graph, plan, seed);
    n_with_several += plan.kernels.size() > 1 ? 1 : 0;
    n_temporaries += static_cast<int>(plan.grid.size());
  }
  EXPECT_GT(n_with_several, 100);
  EXPECT_GT(n_temporaries, 300);
}

TEST(SplitRandom, FissionKeepsBits) {
  int n_by_output = 0, n_by_derivatives = 0;
  for (int seed = 1; seed <= 150; ++seed) {
    ir::Graph const graph = random_specialised(seed);
    Plan const by_output = fission_by_output_group(graph, one, {.operations = 5 + seed % 20});
    Plan const by_derivatives = fission_of_derivatives(graph, one, {.arrays = 3 + seed % 6});
    expect_same(graph, by_output, seed);
    expect_same(graph, by_derivatives, seed);
    n_by_output += by_output.kernels.size() > 1 ? 1 : 0;
    n_by_derivatives += by_derivatives.kernels.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(n_by_output, 30);
  EXPECT_GT(n_by_derivatives, 50);
}

} // namespace
