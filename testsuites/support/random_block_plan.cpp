// The generator tries random values in random order and buffers a value if the plan remains legal.
#include "testsuites/support/random_block_plan.hpp"

#include "codegen/plan/plan.hpp"
#include "framework/base/errors.hpp"

#include <algorithm>
#include <functional>
#include <random>

namespace chemora::testing_support {

namespace {

bool is_legal(ir::Graph const& graph, plan::KernelPlan const& plan) {
  try {
    plan::check_legality(graph, plan);
    return true;
  } catch (base::UserError const&) {
    return false;
  }
}

/// Appends up to `wanted` random variables and values to a list of buffered values.
void buffer_values(ir::Graph const& graph, plan::KernelPlan& plan, std::vector<std::string>& buffered, int wanted,
                   std::function<int(int)> const& below) {
  std::vector<std::string> names = graph.inputs;
  for (std::size_t id = 0; id < graph.values.size(); ++id) names.push_back(plan::grid_name(static_cast<int>(id)));
  for (int tries = 0; wanted > 0 && tries < 30; ++tries) {
    bool const is_variable = !graph.inputs.empty() && below(2) == 0;
    buffered.push_back(
        names[static_cast<std::size_t>(below(static_cast<int>(is_variable ? graph.inputs.size() : names.size())))]);
    if (is_legal(graph, plan))
      --wanted;
    else
      buffered.pop_back();
  }
}

} // namespace

plan::KernelPlan random_block_plan(ir::Graph const& graph, std::uint64_t seed) {
  std::mt19937_64 random(seed); // used without the standard distributions, whose results depend on the standard library
  auto const below = [&](int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); };
  plan::KernelPlan plan{.stream = below(4) == 0 ? plan::no_axis : below(3), .is_fat = below(4) == 0};
  bool const has_thread_per_point = below(3) != 0;
  for (int axis = 0; axis < 3; ++axis) {
    auto const a = static_cast<std::size_t>(axis);
    plan.block[a] = axis == plan.stream ? 1 : 1 + below(axis == 0 ? 12 : 4);
    bool const is_walked = axis == plan.stream || !has_thread_per_point;
    plan.tile[a] = is_walked ? 1 + below(9) : plan.block[a];
    plan.unroll[a] = below(axis == plan.stream ? 9 : 3) == 0
                         ? 2
                         : 1; // along the streaming axis, unrolling makes tile buffers illegal
  }
  for (auto* kept : {&plan.in_tile, &plan.in_registers}) buffer_values(graph, plan, *kept, below(4), below);
  return plan;
}

plan::KernelPlan random_host_plan(ir::Graph const& graph, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  auto const below = [&](int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); };
  plan::KernelPlan plan{.vector_width = 1 << below(4), .stream = below(3) == 0 ? 1 : plan::no_axis};
  for (std::size_t axis = 0; axis < 3; ++axis) plan.tile[axis] = 1 + below(axis == 0 ? 20 : 6);
  plan.unroll[0] = 1 + below(2);
  plan.has_run_time_strides = below(4) == 0;
  if (below(3) == 0) plan.prefetch = {1 + below(99), below(2) == 0, below(2) == 0};
  if (below(3) == 0) plan.nontemporal = graph.outputs;
  buffer_values(graph, plan, plan.in_tile, 1 + below(6), below);
  return plan;
}

} // namespace chemora::testing_support
