// Times a step of RK4 for the wave system, right-hand sides joined with the sums: our kernels, loops written by hand
// and the plain one, the machine's limit.
//
// Usage: bench_wave_step ORDER SIZE TYPE MEASUREMENTS < graphs. Prints one JSON object; see scripts/benchmarks for its
// form.
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/specialise.hpp"
#include "testsuites/performance/benchmark_graph.hpp"
#include "testsuites/performance/contest.hpp"
#include "testsuites/performance/fields.hpp"
#include "testsuites/performance/handwritten_stencil.hpp"
#include "testsuites/performance/handwritten_wave_step.hpp"
#include "testsuites/performance/joined_step.hpp"
#include "testsuites/performance/wave_case.hpp"
#include "thorns/Evolution/MoL/src/methods/choose.hpp"

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

performance::JoinedStep::Grid grid_of(Case const& problem) {
  int const n = problem.padded().with_ghosts(), ghosts = problem.ghosts();
  performance::JoinedStep::Grid grid{{n, n, n}, problem.padded().allocated(), ghosts, ghosts, {}};
  double const h = 1.0 / problem.size;
  grid.scalars.spacing = {h, h, h};
  grid.scalars.time_step = courant_factor * h;
  grid.scalars.global_size = grid.extent;
  return grid;
}

/// The same smooth numbers in both.
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
  mol::Choice choice;
  choice.ode_method = "RK4";
  choice.n_substeps = 4;
  choice.n_scratch = 1;
  performance::JoinedStep joined(*device, rhs, variables, mol::choose_method(choice).method, grid.scalars.time_step,
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
  auto const ours = [&] { joined.run([&](std::string const& name) -> void* { return fields[name]; }); };
  auto const candidates = performance::handwritten_wave_steps<Real>(problem.order);
  ours();
  // Points that have not seen ghost zones after four evaluations: nobody fills these in between, and ours change where
  // loops by hand leave them alone.
  int const unseen = 3 * g;
  double const tolerance = problem.real == ir::Type::real32 ? 1e-5 : 1e-13;
  auto const plain = [&] { performance::plain_wave_step(problem.order, step); };
  auto const compare = [&](std::string const& peer, std::function<void()> const& run) {
    run();
    for (std::size_t v = 0; v < variables.size(); ++v)
      for (auto const& [name, theirs] : {std::pair{variables[v], step.sum[v]}, {variables[v] + "rhs", step.rhs[v]}})
        if (double const error = performance::largest_difference(in_ours(fields[joined.place(name)]), by_hand(theirs),
                                                                 unseen, problem.size - unseen);
            error > tolerance)
          throw base::InternalError(fmt::format("{} differs from the {} loop by {:.2e}.", name, peer, error));
  };
  compare("handwritten", [&] { candidates.front().run(step); });
  compare("plain", plain);
  auto const n_points = static_cast<double>(problem.size) * problem.size * problem.size;
  std::vector<performance::Contestant> family;
  for (auto const& candidate : candidates)
    family.push_back({candidate.name, [&step, run = candidate.run] { run(step); }});
  auto const best = performance::fastest(family, n_points, problem.n_measurements);
  auto const rates = performance::contest(
      {{"ours", ours},
       best.contestant,
       {"plain", plain},
       {"triad", [&] { performance::nontemporal_triad(step.now[0], step.past[0], step.past[1], hand.n_points()); }}},
      n_points, problem.n_measurements);
  double const numbers = rates[3].median / n_points * 3 * static_cast<double>(hand.n_points()); // per second
  double const limit = numbers / joined.n_numbers();
  fmt::print(
      R"({{"case": "RK4 step order={} n={} {} threads={}", "unit": "points/s", "ours": {:.6g}, "min": {:.6g}, )"
      R"("max": {:.6g}, "runs": {}, "limit": {:.6g}, "numbers_per_point": {}, "triad_GB_per_s": {:.4g}, )"
      R"("peers": {{"handwritten": {:.6g}, "plain": {:.6g}}}, "handwritten": "{}", )"
      R"("handwritten_when_chosen": {:.6g}, "ratios": {{"handwritten": {:.4g}, "plain": {:.4g}}}, "plan": "{}"}})"
      "\n",
      problem.order, problem.size, ir::to_text(problem.real), omp_get_max_threads(), rates[0].median, rates[0].least,
      rates[0].most, problem.n_measurements, limit, joined.n_numbers(), numbers * sizeof(Real) * 1e-9, rates[1].median,
      rates[2].median, best.rate.name, best.rate.median, performance::ratio(rates[0], rates[1]),
      performance::ratio(rates[0], rates[2]), joined.plans());
}

} // namespace

int main(int argc, char** argv) {
  return performance::run_wave_benchmark(argc, argv, "bench_wave_step", benchmark<double>, benchmark<float>);
}
