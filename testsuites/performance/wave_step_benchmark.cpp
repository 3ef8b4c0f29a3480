// Measures a step of RK4 for the wave system with right-hand sides and updates fused. The program compares the compiled
// kernels with hand-written loops, the plain loop and the memory bandwidth.
//
// Usage: bench_wave_step ORDER SIZE TYPE MEASUREMENTS < graphs. Prints a JSON object (see
// scripts/benchmarks/__main__.py).
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/specialise.hpp"
#include "testsuites/performance/arrays.hpp"
#include "testsuites/performance/benchmark_kernel.hpp"
#include "testsuites/performance/fused_step.hpp"
#include "testsuites/performance/handwritten_stencil.hpp"
#include "testsuites/performance/handwritten_wave_step.hpp"
#include "testsuites/performance/measurement.hpp"
#include "thorns/Evolution/MoL/src/methods/method.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace chemora;
using performance::Fields;
using performance::GridView;
using Case = performance::WaveCase;

namespace {

constexpr double courant_factor = 0.25; ///< dt / h
std::vector<std::string> const variables{"u", "rho", "v1", "v2", "v3"};

performance::FusedStep::Grid grid_of(Case const& problem) {
  int const n = problem.padded().with_ghosts(), ghosts = problem.ghosts();
  performance::FusedStep::Grid grid{{n, n, n}, problem.padded().allocated(), ghosts, ghosts, {}};
  double const h = 1.0 / problem.size;
  grid.scalars.spacing = {h, h, h};
  grid.scalars.time_step = courant_factor * h;
  grid.scalars.global_size = grid.extent;
  return grid;
}

/// Writes the same smooth values to both arrays.
template <typename Real>
void fill(Case const& problem, GridView<Real> const& ours, GridView<Real> const& theirs, double phase) {
  int const g = problem.ghosts(), n = problem.size;
  for (int k = -g; k < n + g; ++k)
    for (int j = -g; j < n + g; ++j)
      for (int i = -g; i < n + g; ++i) {
        auto const value = static_cast<Real>(std::sin(0.11 * i + 0.07 * j + 0.05 * k + phase));
        ours(i, j, k) = value;
        theirs(i, j, k) = value;
      }
}

template <typename Real>
void benchmark(Case const& problem, std::string const& graphs) {
  auto const device = device::make_host_device();
  auto const grid = grid_of(problem);
  passes::KnownValues const known{
      .parameters = {}, .spacing = grid.scalars.spacing, .global_size = grid.scalars.global_size};
  ir::Graph const rhs = passes::specialise(
      performance::with_element_type(performance::find_graph(graphs, "Wave_RHS", problem.order), problem.real), known);
  mol::MethodOptions options;
  options.ode_method = "RK4";
  options.n_substeps = 4;
  options.n_scratch = 1;
  performance::FusedStep fused(*device, rhs, variables, mol::choose_method(options).method, grid.scalars.time_step,
                               grid);

  Fields<Real> fields(*device, grid.allocated, problem.padded().points_before());
  int const g = problem.ghosts(), line = problem.padded().line();
  base::Index3 const aligned = problem.padded().by_hand();
  auto const in_ours = [&](Real* numbers) { return GridView<Real>{numbers, grid.allocated, {g, g, g}}; };
  auto const by_hand = [&](Real* numbers) { return GridView<Real>{numbers, aligned, {line, g, g}}; };
  Fields<Real> hand(*device, aligned, 0);
  performance::WaveStep<Real> step{.past = {},
                                   .now = {},
                                   .sum = {},
                                   .rhs = {},
                                   .extent = {aligned[0], aligned[1], aligned[2]},
                                   .x0 = line,
                                   .n = problem.size,
                                   .dt_over_h = static_cast<Real>(courant_factor),
                                   .h = static_cast<Real>(grid.scalars.spacing[0])};
  for (std::size_t v = 0; v < variables.size(); ++v) {
    step.past[v] = hand[variables[v] + "_p"];
    step.now[v] = hand[variables[v]];
    step.sum[v] = hand[variables[v] + "_s"];
    step.rhs[v] = hand[variables[v] + "rhs"];
    for (auto const* suffix : {"", "_s", "rhs"}) fields[variables[v] + suffix];
    fill(problem, in_ours(fields[variables[v] + "_p"]), by_hand(step.past[v]), static_cast<double>(v));
  }
  auto const ours = [&] { fused.run([&](std::string const& name) -> void* { return fields[name]; }); };
  auto const candidates = performance::handwritten_wave_steps<Real>(problem.order);
  ours();
  // No exchange takes place between the evaluations. Ghost zones differ between the programs, because the hand-written
  // loops do not update them. Points near the ghost zones are therefore excluded from the comparison.
  int const affected = 3 * g;
  double const tolerance = problem.real == ir::Type::real32 ? 1e-5 : 1e-13;
  auto const plain = [&] { performance::plain_wave_step(problem.order, step); };
  auto const compare = [&](std::string const& peer, std::function<void()> const& run) {
    run();
    for (std::size_t v = 0; v < variables.size(); ++v)
      for (auto const& [name, theirs] : {std::pair{variables[v], step.sum[v]}, {variables[v] + "rhs", step.rhs[v]}})
        if (double const error = performance::largest_difference(in_ours(fields[fused.location(name)]), by_hand(theirs),
                                                                 affected, problem.size - affected);
            error > tolerance)
          throw base::InternalError(fmt::format("{} differs from the {} loop by {:.2e}.", name, peer, error));
  };
  compare("handwritten", [&] { candidates.front().run(step); });
  compare("plain", plain);
  auto const n_points = static_cast<double>(problem.size) * problem.size * problem.size;
  std::vector<performance::Candidate> variants;
  for (auto const& candidate : candidates)
    variants.push_back({candidate.name, [&step, run = candidate.run] { run(step); }});
  auto const fastest = performance::select_fastest(variants, n_points, problem.n_measurements);
  auto const triad = [&] { performance::nontemporal_triad(step.now[0], step.past[0], step.past[1], hand.n_points()); };
  auto const rates = performance::measure_in_turns(
      {{"ours", ours}, {"handwritten", fastest.candidate.run}, {"plain", plain}, {"triad", triad}}, n_points,
      problem.n_measurements);
  double const triads_per_point = static_cast<double>(hand.n_points()) / n_points;
  fmt::print(
      R"({{"case": "step order={} n={} {} threads={}", {}, "numbers_per_point": {}, "handwritten": "{}", "plan": "{}"}})"
      "\n",
      problem.order, problem.size, ir::to_text(problem.real), omp_get_max_threads(),
      performance::to_json(rates, 3 * triads_per_point / fused.n_numbers()), fused.n_numbers(), fastest.rate.name,
      fused.plans());
}

} // namespace

int main(int argc, char** argv) {
  return performance::run_wave_benchmark(argc, argv, "bench_wave_step", benchmark<double>, benchmark<float>);
}
