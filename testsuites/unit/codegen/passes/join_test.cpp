// A joined graph does what the two did one after the other, bit for bit, with each array loaded and stored once.
#include "codegen/passes/join.hpp"

#include "codegen/passes/pipeline.hpp"
#include "framework/base/errors.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace chemora;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::make_random_data;
using testing_support::random_graph;

ir::Graph graph(std::string const& head, std::string const& body) {
  return ir::parse_graph("graph " + head + body + "}\n");
}

ir::Graph const derivative = graph("rhs {\ngrid 3\nin rho u\nout urhs rhorhs\n",
                                   "%0 = load rho\n%1 = load u\n%2 = shift %1 [1,0,0]\n%3 = subtract %2 %1\n"
                                   "store urhs %0 interior\nstore rhorhs %3 interior\n");
ir::Graph const update =
    graph("update {\ngrid 3\nin u urhs\nout u_new\n", "%0 = load u\n%1 = load urhs\n%2 = time_step\n%3 = fma %1 %2 %0\n"
                                                      "store u_new %3 interior\n");

TEST(Join, TakesWhatTheFirstComputes) {
  ir::Graph const joined = passes::join("step", derivative, update, {"urhs"});
  EXPECT_EQ(joined.name, "step");
  EXPECT_THAT(joined.inputs, ElementsAre("rho", "u"));
  EXPECT_THAT(joined.outputs, ElementsAre("rhorhs", "u_new"));
  EXPECT_THAT(ir::to_text(joined), HasSubstr("  %4 = time_step\n  %5 = fma %0 %4 %1\n"));
  EXPECT_THAT(passes::join("step", derivative, update).outputs, ElementsAre("urhs", "rhorhs", "u_new"));
}

std::string complaint(ir::Graph const& first, ir::Graph const& second, std::set<std::string> const& unneeded = {}) {
  try {
    passes::join("step", first, second, unneeded);
    return {};
  } catch (base::UserError const& error) {
    return error.what();
  }
}

TEST(Join, RefusesWhatWouldNotBeTheSame) {
  EXPECT_THAT(
      complaint(derivative, graph("k {\ngrid 3\nin urhs\nout v\n", "%0 = load urhs\n%1 = shift %0 [0,1,0]\n"
                                                                   "store v %1 interior\n")),
      HasSubstr("`rhs` and `k` cannot be joined: the second reads `urhs`, which the first one computes, at other "
                "points than its own."));
  std::string const everywhere =
      complaint(derivative, graph("k {\ngrid 2 real32\nout v\n", "%0 = immediate real32 1\nstore v %0 everywhere\n"));
  EXPECT_THAT(everywhere, HasSubstr("they do not both store one and the same region."));
  EXPECT_THAT(everywhere, HasSubstr("one has 3 dimensions, the other 2."));
  EXPECT_THAT(everywhere, HasSubstr("one is of real64, the other of real32."));
  EXPECT_THAT(complaint(derivative, update, {"u"}),
              HasSubstr("`rhs` does not store `u`, which is said to be unneeded."));
  ir::Graph const real = graph("p {\ngrid 3\nparam real64 c\nout v\n", "%0 = parameter c\nstore v %0 interior\n");
  ir::Graph const integer =
      graph("q {\ngrid 3\nparam int32 c\nout w\n", "%0 = parameter c\n%1 = convert real64 %0\nstore w %1 interior\n");
  EXPECT_THAT(complaint(real, integer), HasSubstr("parameter `c` is declared in two ways."));
}

/// The graph with its loads and stores under other names.
ir::Graph renamed(ir::Graph graph, std::map<std::string, std::string> const& names) {
  auto const rename = [&](std::string& name) {
    if (auto const found = names.find(name); found != names.end()) name = found->second;
  };
  for (ir::Value& value : graph.values)
    if (value.op == ir::Op::load) rename(value.name);
  for (ir::Store& store : graph.stores) rename(store.variable);
  for (auto* list : {&graph.inputs, &graph.outputs}) std::for_each(list->begin(), list->end(), rename);
  std::sort(graph.inputs.begin(), graph.inputs.end());
  ir::verify(graph, "renaming");
  return graph;
}

TEST(Join, KeepsTheBitsOfRandomGraphs) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    ir::Type const real = seed % 3 == 0 ? ir::Type::real32 : ir::Type::real64;
    ir::Graph const first =
        passes::specialise(random_graph({.seed = seed, .real = real, .updates_input = seed % 2 == 0}), {});
    ir::Graph const second =
        renamed(passes::specialise(
                    random_graph({.seed = 1000 + seed, .real = real, .reach = 0, .updates_input = seed % 4 < 2}), {}),
                {{"in0", "out0"}, {"in1", "state"}, {"out0", "new0"}, {"state", "other"}});
    ir::Graph const joined = passes::join("joined", first, second);

    base::Index3 const extent{9, 8, 7};
    auto const of_first = make_random_data(first, extent, seed), of_second = make_random_data(second, extent, seed);
    auto input = of_first.input;
    input.parameters.insert(of_second.input.parameters.begin(), of_second.input.parameters.end());
    auto apart = of_second.arrays;
    for (auto const& [name, values] : of_first.arrays) apart[name] = values;
    auto together = apart;
    ir::interpret(first, input, of_first.box, apart);
    ir::interpret(second, input, of_first.box, apart);
    ir::interpret(joined, input, of_first.box, together);
    for (auto const& [name, values] : apart)
      EXPECT_TRUE(testing_support::same_bits(values, together.at(name))) << name << ", seed " << seed;
  }
}

} // namespace
