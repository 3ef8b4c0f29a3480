// The results of a fused graph must be bitwise equal to those of the two graphs that run one after the other. The fused
// graph loads and stores each array once.
#include "codegen/passes/fusion.hpp"

#include "codegen/passes/passes.hpp"
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

TEST(FuseGraphs, UsesResultsOfTheFirstGraph) {
  ir::Graph const fused = passes::fuse_graphs("step", derivative, update, {"urhs"});
  EXPECT_EQ(fused.name, "step");
  EXPECT_THAT(fused.inputs, ElementsAre("rho", "u"));
  EXPECT_THAT(fused.outputs, ElementsAre("rhorhs", "u_new"));
  EXPECT_THAT(ir::to_text(fused), HasSubstr("  %4 = time_step\n  %5 = fma %0 %4 %1\n"));
  EXPECT_THAT(passes::fuse_graphs("step", derivative, update).outputs, ElementsAre("urhs", "rhorhs", "u_new"));
}

std::string error_of(ir::Graph const& first, ir::Graph const& second, std::set<std::string> const& unneeded = {}) {
  try {
    passes::fuse_graphs("step", first, second, unneeded);
    return {};
  } catch (base::UserError const& error) {
    return error.what();
  }
}

TEST(FuseGraphs, RejectsGraphsThatCannotBeFused) {
  EXPECT_THAT(
      error_of(derivative, graph("k {\ngrid 3\nin urhs\nout v\n", "%0 = load urhs\n%1 = shift %0 [0,1,0]\n"
                                                                  "store v %1 interior\n")),
      HasSubstr(
          "`rhs` and `k` cannot be fused: the second reads `urhs`, an output of the first, at displaced points."));
  std::string const everywhere =
      error_of(derivative, graph("k {\ngrid 2 real32\nout v\n", "%0 = immediate real32 1\nstore v %0 everywhere\n"));
  EXPECT_THAT(everywhere, HasSubstr("they must store exactly one region, the same one."));
  EXPECT_THAT(everywhere, HasSubstr("the first has 3 dimensions, the second has 2."));
  EXPECT_THAT(everywhere, HasSubstr("the first has elements of type real64, the second of type real32."));
  EXPECT_THAT(error_of(derivative, update, {"u"}),
              HasSubstr("`u` is listed as unneeded, but `rhs` does not store it."));
  ir::Graph const real = graph("p {\ngrid 3\nparam real64 c\nout v\n", "%0 = parameter c\nstore v %0 interior\n");
  ir::Graph const integer =
      graph("q {\ngrid 3\nparam int32 c\nout w\n", "%0 = parameter c\n%1 = convert real64 %0\nstore w %1 interior\n");
  EXPECT_THAT(error_of(real, integer), HasSubstr("parameter `c` has two different declarations."));
  ir::Graph const mixed = graph("m {\ngrid 3\nelements real32 v\nin u\nout v\n", "%0 = load u\nstore v %0 interior\n");
  EXPECT_THAT(error_of(derivative, mixed), HasSubstr("arrays of another precision than its arithmetic"));
}

/// Returns the graph with renamed arrays.
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

TEST(FuseGraphs, KeepsBitsOfRandomGraphs) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    ir::Type const real = seed % 3 == 0 ? ir::Type::real32 : ir::Type::real64;
    ir::Graph const first =
        passes::specialise(random_graph({.seed = seed, .real = real, .updates_input = seed % 2 == 0}), {});
    ir::Graph const second =
        renamed(passes::specialise(
                    random_graph({.seed = 1000 + seed, .real = real, .reach = 0, .updates_input = seed % 4 < 2}), {}),
                {{"in0", "out0"}, {"in1", "state"}, {"out0", "new0"}, {"state", "other"}});
    ir::Graph const fused = passes::fuse_graphs("fused", first, second);

    base::Index3 const extent{9, 8, 7};
    auto const of_first = make_random_data(first, extent, seed), of_second = make_random_data(second, extent, seed);
    auto input = of_first.input;
    input.parameters.insert(of_second.input.parameters.begin(), of_second.input.parameters.end());
    auto separate = of_second.arrays;
    for (auto const& [name, values] : of_first.arrays) separate[name] = values;
    auto fused_arrays = separate;
    ir::interpret(first, input, of_first.box, separate);
    ir::interpret(second, input, of_first.box, separate);
    ir::interpret(fused, input, of_first.box, fused_arrays);
    for (auto const& [name, values] : separate)
      EXPECT_TRUE(testing_support::same_bits(values, fused_arrays.at(name))) << name << ", seed " << seed;
  }
}

} // namespace
