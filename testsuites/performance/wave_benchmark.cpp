// Measures the right-hand side of the wave equation. The program compares the compiled kernel with hand-written loops,
// the plain loop and the memory bandwidth.
//
// Usage: bench_wave ORDER SIZE TYPE MEASUREMENTS < graphs. Prints a JSON object (see scripts/benchmarks/__main__.py).
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/tiling/choose_plan.hpp"
#include "testsuites/performance/arrays.hpp"
#include "testsuites/performance/benchmark_kernel.hpp"
#include "testsuites/performance/handwritten_stencil.hpp"
#include "testsuites/performance/handwritten_wave_rhs.hpp"
#include "testsuites/performance/measurement.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <array>
#include <cmath>

using namespace chemora;
using performance::Fields;
using performance::GridView;
using Case = performance::WaveCase;

namespace {

constexpr std::array variables{"u", "rho", "v1", "v2", "v3"};

struct Compiled {
  plan::Plan plan;
  launch::BoundKernel kernel;
};

Compiled compile(ir::Graph const& graph, Case const& problem, ir::GridScalars const& scalars, device::Device& device) {
  passes::KnownValues const known{.parameters = {}, .spacing = scalars.spacing, .global_size = scalars.global_size};
  ir::Graph const specialised = jit::specialise(graph, known).front().graph;
  base::Index3 const extent = problem.padded().allocated();
  tiling::Problem const tiles{.allocated = extent,
                              .box = problem.interior(),
                              .n_threads = omp_get_max_threads(),
                              .line_begin = problem.ghosts()};
  auto const plan = tiling::choose_plan(specialised, tiles, machine::this_machine()).plan;
  return {plan, performance::bind_kernel(device, specialised, plan.kernels.front(), extent, extent)};
}

/// The arrays of the hand-written loops. The state variables have the same smooth values in every memory layout,
/// including ghost zones.
template <typename Real>
performance::WaveRhs<Real> arrays_of(Fields<Real>& fields, base::Index3 const& extent, int x0, Case const& problem,
                                     std::string const& prefix) {
  int const g = problem.ghosts(), n = problem.size;
  performance::WaveRhs<Real> arrays{.state = {},
                                    .rhs = {},
                                    .extent = {extent[0], extent[1], extent[2]},
                                    .x0 = x0,
                                    .n = n,
                                    .h = static_cast<Real>(1.0 / n)};
  for (std::size_t v = 0; v < variables.size(); ++v) {
    GridView<Real> const state{fields[variables[v]], extent, {x0, g, g}};
#pragma omp parallel for schedule(static)
    for (int k = -g; k < n + g; ++k)
      for (int j = -g; j < n + g; ++j)
        for (int i = -g; i < n + g; ++i)
          state(i, j, k) = static_cast<Real>(std::sin(0.11 * i + 0.07 * j + 0.05 * k + static_cast<double>(v)));
    arrays.state[v] = state.data;
    arrays.rhs[v] = fields[prefix + variables[v] + "rhs"];
  }
  return arrays;
}

template <typename Real>
void benchmark(Case const& problem, std::string const& graphs) {
  auto const device = device::make_host_device();
  base::Index3 const extent = problem.padded().allocated(), aligned = problem.padded().by_hand();
  double const h = 1.0 / problem.size;
  ir::GridScalars scalars;
  scalars.spacing = {h, h, h};
  scalars.global_size = extent;
  ir::Graph const graph =
      performance::with_element_type(performance::find_graph(graphs, "Wave_RHS", problem.order), problem.real);
  Compiled compiled = compile(graph, problem, scalars, *device);

  Fields<Real> fields(*device, extent, problem.padded().points_before()), by_hand(*device, aligned, 0);
  int const g = problem.ghosts(), line = problem.padded().line();
  auto const of_plain = arrays_of(fields, extent, g, problem, "plain_");
  auto const of_hand = arrays_of(by_hand, aligned, line, problem, "");
  base::Box const box = problem.interior();
  auto const ours = [&] {
    compiled.kernel.run({&box, 1}, scalars, {}, [&](std::string const& name) -> void* { return fields[name]; });
  };
  auto const plain = [&] { performance::plain_wave_rhs(problem.order, of_plain); };
  auto const candidates = performance::handwritten_wave_rhs<Real>(problem.order);
  ours();
  plain();
  candidates.front().run(of_hand);
  // The tolerance is larger than rounding errors, because differences of neighbouring values lose digits by
  // cancellation.
  double const tolerance = problem.real == ir::Type::real32 ? 1e-3 : 1e-12;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    std::string const name = std::string(variables[v]) + "rhs";
    GridView<Real> const found{fields[name], extent, box.lower};
    for (auto const& [peer, theirs] : {std::pair{"plain", GridView<Real>{of_plain.rhs[v], extent, box.lower}},
                                       std::pair{"handwritten", GridView<Real>{of_hand.rhs[v], aligned, {line, g, g}}}})
      if (double const error = performance::largest_difference(found, theirs, 0, problem.size); error > tolerance)
        throw base::InternalError(fmt::format("{} differs from the {} loop by {:.2e}.", name, peer, error));
  }

  auto const n_points = static_cast<double>(box.n_points());
  std::vector<performance::Candidate> variants;
  for (auto const& candidate : candidates)
    variants.push_back({candidate.name, [&of_hand, run = candidate.run] { run(of_hand); }});
  auto const fastest = performance::select_fastest(variants, n_points, problem.n_measurements);
  auto const triad = [&] {
    performance::nontemporal_triad(of_hand.rhs[0], of_hand.state[0], of_hand.state[1], by_hand.n_points());
  };
  auto const rates = performance::measure_in_turns(
      {{"ours", ours}, {"handwritten", fastest.candidate.run}, {"plain", plain}, {"triad", triad}}, n_points,
      problem.n_measurements);
  double const triads_per_point = static_cast<double>(by_hand.n_points()) / n_points;
  double const numbers_per_point = static_cast<double>(ir::count(graph).bytes) / sizeof(Real);
  fmt::print(
      R"({{"case": "rhs order={} n={} {} threads={}", {}, "numbers_per_point": {}, "handwritten": "{}", "plan": "{}"}})"
      "\n",
      problem.order, problem.size, ir::to_text(problem.real), omp_get_max_threads(),
      performance::to_json(rates, 3 * triads_per_point / numbers_per_point), numbers_per_point, fastest.rate.name,
      plan::to_text(compiled.plan.kernels.front()));
}

} // namespace

int main(int argc, char** argv) {
  return performance::run_wave_benchmark(argc, argv, "bench_wave", benchmark<double>, benchmark<float>);
}
