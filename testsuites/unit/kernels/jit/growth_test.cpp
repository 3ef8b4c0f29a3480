// No stage on the way from a graph to its text allocates more than in proportion. Counted, not timed: work that
// allocates nothing is not seen.
#include "codegen/plan/fission.hpp"
#include "codegen/plan/lower.hpp"
#include "codegen/plan/split.hpp"
#include "kernels/jit/specialise.hpp"
#include "testsuites/support/large_graph.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <new>

namespace {

std::atomic<long> n_allocations{0};

} // namespace

// Replaces the program's allocation functions: every stage makes its results from allocated memory.
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

/// Allocations of each stage for a graph with about so many operations.
std::map<std::string, double> allocations(int n_operations) {
  std::map<std::string, double> counts;
  auto const count = [&](std::string const& stage, auto const& work) {
    long const before = n_allocations;
    auto result = work();
    counts[stage] = static_cast<double>(n_allocations - before);
    return result;
  };
  ir::Graph const made = testing_support::large_graph({.n_operations = n_operations});
  std::string const text = count("print", [&] { return ir::to_text(made); });
  ir::Graph const parsed = count("parse", [&] { return ir::parse_graph(text); });
  ir::Graph const graph = count("specialise", [&] { return jit::specialise(parsed, {}).front().graph; });
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

TEST(Growth, OfNoStageIsMoreThanInProportion) {
  auto const small = allocations(1000), large = allocations(4000);
  for (auto const& [stage, n] : large) {
    EXPECT_GT(small.at(stage), 100) << stage;
    EXPECT_LT(n / small.at(stage), 5) << stage << ": " << small.at(stage) << " to " << n << " allocations";
  }
}

} // namespace
