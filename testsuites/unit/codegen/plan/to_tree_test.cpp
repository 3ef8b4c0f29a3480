// Loops that are converted to loop trees compute the bits of the graph.
#include "codegen/ir/loop_tree.hpp"
#include "codegen/passes/passes.hpp"
#include "codegen/plan/lower.hpp"
#include "testsuites/support/random_block_plan.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;
using plan::KernelPlan;
using testing_support::make_random_data;
using testing_support::random_graph;
using testing_support::RandomData;
using testing_support::same_bits;

std::map<std::string, double> parameters_of(RandomData const& data) {
  std::map<std::string, double> parameters = data.input.parameters;
  ir::GridScalars const& scalars = data.input.scalars;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    auto const add = [&](std::string const& name, double value) { parameters[name + "_" + "xyz"[axis]] = value; };
    add("lower", data.box.lower[axis]);
    add("upper", data.box.upper[axis]);
    add("extent", data.input.extent[axis]);
    add("lower_global", scalars.lower_global[axis]);
    add("size", scalars.global_size[axis]);
    add("spacing", scalars.spacing[axis]);
    add("origin", scalars.origin[axis]);
  }
  parameters["time"] = scalars.time;
  parameters["time_step"] = scalars.time_step;
  parameters["iteration"] = scalars.iteration;
  return parameters;
}

void expect_bits_of_graph(ir::Graph const& graph, KernelPlan const& kernel_plan, bool has_run_time_extents) {
  RandomData data = make_random_data(graph, {13, 9, 8}, 3);
  auto expected = data.arrays;
  interpret(graph, data.input, data.box, expected);
  ir::Loops const loops = lower(graph, kernel_plan, {has_run_time_extents ? ir::run_time_extents : data.input.extent});
  ir::LoopTree const tree = to_tree(loops);
  ASSERT_NO_THROW(verify(tree, "conversion")) << to_text(tree);
  ASSERT_EQ(to_text(ir::parse_loop_tree(to_text(tree))), to_text(tree));
  interpret(tree, parameters_of(data), data.arrays);
  for (std::string const& name : graph.outputs)
    ASSERT_TRUE(same_bits(data.arrays.at(name), expected.at(name))) << name << "\n" << to_text(loops) << to_text(tree);
}

std::vector<KernelPlan> const plans{{.tile = {4, 3, 5}, .vector_width = 4},
                                    {.tile = {64, 2, 3}, .vector_width = 2, .unroll = {3, 1, 1}},
                                    {.tile = {16, 4, 2}, .unroll = {1, 2, 1}},
                                    {.tile = {5, 4, 2}, .block = {3, 2, 1}},
                                    {.tile = {8, 4, 7}, .block = {8, 2, 1}, .stream = 2}};

ir::Graph compiled_graph(std::uint64_t seed) {
  return passes::specialise(
      random_graph({.seed = seed, .n_values = 20, .real = seed % 2 ? ir::Type::real32 : ir::Type::real64}), {});
}

TEST(ToTree, KeepsTheBitsOfRandomGraphs) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    for (KernelPlan const& kernel_plan : plans) expect_bits_of_graph(compiled_graph(seed), kernel_plan, seed % 3 == 0);
}

TEST(ToTree, KeepsTheBitsOfBufferedValues) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    ir::Graph const graph = compiled_graph(seed);
    expect_bits_of_graph(graph, testing_support::random_block_plan(graph, seed), false);
    expect_bits_of_graph(graph, testing_support::random_host_plan(graph, seed), false);
  }
}

} // namespace
