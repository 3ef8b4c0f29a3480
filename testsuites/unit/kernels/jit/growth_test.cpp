// Tests that the work of each stage from a graph to its source text grows in proportion to the size of the graph. The
// tests count memory allocations and, if the processor supports this, instructions.
#include "codegen/ahead/built_in_kernels.hpp"
#include "codegen/plan/fission.hpp"
#include "codegen/plan/lower.hpp"
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/tiling/choose_kernels.hpp"
#include "testsuites/support/large_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <new>

namespace {

std::atomic<long> n_allocations{0};

} // namespace

// Replaces the program's allocation functions to count allocations.
void* operator new(std::size_t bytes) {
  ++n_allocations;
  if (void* const memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using namespace chemora;

base::Index3 const extent{70, 70, 70};

double allocations() { return static_cast<double>(n_allocations); }

/// Returns the increase of `counter` in each stage, for a graph with about `n_operations` operations.
std::map<std::string, double> measured(int n_operations, std::function<double()> const& counter) {
  std::map<std::string, double> counts;
  auto const count = [&](std::string const& stage, auto const& work) {
    double const before = counter();
    auto result = work();
    counts[stage] = counter() - before;
    return result;
  };
  ir::Graph const made = testing_support::large_graph({.n_operations = n_operations});
  std::string const text = count("print", [&] { return ir::to_text(made); });
  ir::Graph const parsed = count("parse", [&] { return ir::parse_graph(text); });
  ir::Graph const graph = count("specialise", [&] { return jit::specialise(parsed, {}).front().graph; });
  count("plan", [&] {
    tiling::Problem const problem{.allocated = extent, .box = {{3, 3, 3}, {67, 67, 67}}, .n_threads = 2};
    return tiling::choose_kernels(graph, problem, machine::this_machine(), {.fission = tiling::Fission::none});
  });
  count("identify", [&] { return ahead::built_in_parts(made); });
  plan::Plan const one = plan::default_plan(graph, extent, 4);
  plan::KernelLimits const limits{.operations = n_operations / 4};
  count("fission by output group", [&] { return plan::fission_by_output_group(graph, one, limits); });
  plan::Plan const plan =
      count("fission of derivatives", [&] { return plan::fission_of_derivatives(graph, one, limits); });
  count("split", [&] { return plan::split(graph, plan); });
  plan::KernelPlan fat = one.kernels.front();
  fat.is_fat = true;
  count("order of fat kernels", [&] { return plan::lower(graph, fat, {extent}); });
  count("lower and emit", [&] { return jit::lower_to_source(graph, one.kernels.front(), extent); });
  return counts;
}

TEST(Growth, OfAllocationsIsLinear) {
  auto const small = measured(1000, allocations), large = measured(4000, allocations);
  for (auto const& [stage, n] : large) {
    EXPECT_GT(small.at(stage), 100) << stage;
    EXPECT_LT(n / small.at(stage), 5) << stage << ": " << small.at(stage) << " to " << n << " allocations";
  }
}

/// Four times the operations need 4 to 6 times the instructions if growth is n log n, and 16 times if it is quadratic.
TEST(Growth, OfInstructionsIsNotQuadratic) {
  device::PerfEvent const instructions = device::PerfEvents::of_hardware().instructions;
  std::unique_ptr<device::Counters> counters;
  try {
    counters = device::open_perf_counters({instructions, instructions, instructions, 64});
  } catch (device::DeviceError const& error) {
    GTEST_SKIP() << "[SKIP] instructions cannot be counted: " << error.what();
  }
  auto const counter = counters->make_counter();
  auto const counted = [&] {
    counter->stop();
    double const so_far = *counter->counts().instructions;
    counter->start();
    return so_far;
  };
  counter->start();
  auto const small = measured(2000, counted), large = measured(8000, counted);
  for (auto const& [stage, n] : large)
    EXPECT_LT(n / small.at(stage), 10) << stage << ": " << small.at(stage) << " to " << n << " instructions";
}

} // namespace
