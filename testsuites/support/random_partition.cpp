// The generator assigns values and outputs of a graph to random kernels.
#include "testsuites/support/random_partition.hpp"

#include "codegen/plan/fission.hpp"

#include <algorithm>
#include <random>

namespace chemora::testing_support {

namespace {

class Dealer {
public:
  Dealer(ir::Graph const& graph, std::uint64_t seed) : graph_(graph), random_(seed) {}

  plan::Plan deal() {
    plan::Plan plan{.kernel = graph_.name, .kernels = {}};
    choose_grid(plan);
    for (ir::ValueId value : plan.grid)
      if (below(3) == 0) add_kernel(plan, {plan::grid_name(value)});
    // Outputs are assigned to random kernels in random order. Kernels without an output are removed.
    auto outputs = graph_.outputs;
    for (std::size_t n = outputs.size(); n > 1; --n) std::swap(outputs[n - 1], outputs[below(n)]);
    std::size_t const first = plan.kernels.size();
    for (std::string const& output : outputs) {
      if (plan.kernels.size() == first || below(2) == 0) add_kernel(plan, {});
      plan.kernels[first + below(plan.kernels.size() - first)].stores.push_back(output);
    }
    std::erase_if(plan.kernels, [](plan::KernelPlan const& kernel) { return kernel.stores.empty(); });
    return plan::store_overwritten_inputs(graph_, plan);
  }

private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_()) % n; }

  /// Selects the values that are stored on the grid, in the order of the graph. No kernel then needs a value of a later
  /// kernel.
  void choose_grid(plan::Plan& plan) {
    for (std::size_t id = 0; id < graph_.values.size(); ++id)
      if (graph_.values[id].type == graph_.real && below(5) == 0) plan.grid.push_back(static_cast<ir::ValueId>(id));
  }

  void add_kernel(plan::Plan& plan, std::vector<std::string> stores) {
    plan::KernelPlan kernel{.stores = std::move(stores)};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      kernel.tile[axis] = 1 + static_cast<int>(below(9));
      kernel.unroll[axis] = 1 + static_cast<int>(below(3));
    }
    kernel.vector_width = 1 << below(4);
    kernel.stream = static_cast<int>(below(3));
    if (kernel.stream == 0) kernel.stream = plan::no_axis;
    kernel.threads_over_tiles = below(4) != 0;
    kernel.is_fat = below(2) == 0;
    kernel.has_run_time_strides = below(4) == 0;
    if (below(2) == 0) kernel.prefetch = {1 + static_cast<int>(below(99)), below(2) == 0, below(2) == 0};
    plan.kernels.push_back(std::move(kernel));
  }

  ir::Graph const& graph_;
  std::mt19937_64 random_; // used without the standard distributions, whose results depend on the standard library
};

} // namespace

plan::Plan random_partition(ir::Graph const& graph, std::uint64_t seed) { return Dealer(graph, seed).deal(); }

} // namespace chemora::testing_support
