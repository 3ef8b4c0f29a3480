// Times a step of the wave equation, second order in time: our compiled kernel, hand-written loops, the machine's
// limit.
//
// Usage: bench_stencils CALCULATION ORDER SIZE TYPE MEASUREMENTS [PLAN] < graphs. Prints one JSON object; see
// scripts/benchmarks for its form. CALCULATION is InPlace (u_old becomes the new field) or NewArray.
#include "codegen/ir/graph.hpp"
#include "codegen/passes/pipeline.hpp"
#include "codegen/plan/plan.hpp"
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/tiling/choose_plan.hpp"
#include "testsuites/performance/benchmark_graph.hpp"
#include "testsuites/performance/contest.hpp"
#include "testsuites/performance/fields.hpp"
#include "testsuites/performance/handwritten_stencil.hpp"
#include "testsuites/performance/padded_grid.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <iterator>
#include <map>

using namespace chemora;
using performance::Fields;

namespace {

constexpr double courant_factor = 0.25; ///< c dt / h

struct Case {
  std::string calculation;
  int order, size;
  ir::Type real;
  int n_measurements;
  std::string plan; ///< what is pinned of it

  int ghosts() const { return order / 2; }
  performance::PaddedGrid grid() const { return {size, ghosts(), real == ir::Type::real32 ? 4 : 8}; }
  base::Index3 extent() const { return grid().allocated(); }
  base::Box interior() const {
    return {{ghosts(), ghosts(), ghosts()}, {size + ghosts(), size + ghosts(), size + ghosts()}};
  }
  bool is_in_place() const { return calculation == "InPlace"; }
};

struct Compiled {
  plan::Plan plan;
  launch::BoundKernel kernel;
};

/// `strides`: the extents of the arrays that are compiled in, or ir::told_at_launch.
Compiled compile(Case const& problem, ir::Graph const& graph, ir::GridScalars const& scalars,
                 base::Index3 const& strides, device::Device& device) {
  passes::KnownValues known;
  known.parameters = {{"c", 1.0}};
  known.spacing = scalars.spacing;
  known.time_step = scalars.time_step;
  known.global_size = scalars.global_size;
  ir::Graph const specialised = jit::specialise(graph, known).front().graph;
  tiling::Problem const tiles{.allocated = problem.extent(),
                              .box = problem.interior(),
                              .n_threads = omp_get_max_threads(),
                              .line_begin = problem.ghosts()};
  auto chosen = tiling::choose_plan(specialised, tiles, machine::this_machine()).plan;
  if (!problem.plan.empty()) chosen = plan::parse_plan(problem.plan, chosen, "PLAN");
  auto const lowered = jit::lower_to_source(specialised, chosen.kernels.front(), strides);
  device::CompileRequest const request{graph.name, lowered.source};
  auto const compiled = device.compile({&request, 1}, 1).front();
  if (!compiled.error.empty()) throw device::DeviceError(compiled.error);
  return {chosen, {specialised, problem.extent(), device.load(graph.name, compiled.object, lowered.shape)}};
}

template <typename Real>
performance::StencilStep<Real> step_on(Fields<Real>& fields, base::Index3 const& extent, int x0, Case const& problem) {
  return {.u = fields["u"],
          .u_old = fields["u_old"],
          .to = fields[problem.is_in_place() ? "u_old" : "u_new"],
          .extent = {extent[0], extent[1], extent[2]},
          .x0 = x0,
          .n = problem.size,
          .c2 = static_cast<Real>(courant_factor * courant_factor)};
}

template <typename Real>
void benchmark(Case const& problem, std::string const& graphs) {
  auto const device = device::make_host_device();
  double const h = 1.0 / problem.size;
  ir::GridScalars scalars;
  scalars.spacing = {h, h, h};
  scalars.global_size = problem.extent();
  scalars.time_step = courant_factor * h;
  ir::Graph const graph = performance::with_element_type(
      performance::find_graph(graphs, "Stencils_" + problem.calculation, problem.order), problem.real);
  Compiled compiled = compile(problem, graph, scalars, problem.extent(), *device);
  Compiled of_any_extents = compile(problem, graph, scalars, ir::told_at_launch, *device);

  Fields<Real> fields(*device, problem.extent(), problem.grid().points_before());
  base::Box const box = problem.interior();
  auto const run = [&](Compiled& kernel) {
    kernel.kernel.run({&box, 1}, scalars, {}, [&](std::string const& name) -> void* { return fields[name]; });
  };
  auto const ours = [&] { run(compiled); };
  Fields<Real> check(*device, problem.extent(), problem.grid().points_before());
  auto const plain = step_on(check, problem.extent(), problem.ghosts(), problem);
  fields["u_new"], fields["u_old"], fields["u"];
  ours();
  performance::plain_stencil(problem.order, plain);
  std::string const result = problem.is_in_place() ? "u_old" : "u_new";
  double const tolerance = problem.real == ir::Type::real32 ? 1e-5 : 1e-13;
  auto const numbers = [&](Fields<Real>& of) {
    return performance::GridView<Real>{of[result], problem.extent(), box.lower};
  };
  if (double const error = performance::largest_difference(numbers(fields), numbers(check), 0, problem.size);
      error > tolerance)
    throw base::InternalError(fmt::format("Our step differs from the plain loop's by {:.2e}.", error));

  base::Index3 const aligned = problem.grid().by_hand();
  Fields<Real> by_hand(*device, aligned, 0);
  auto const step = step_on(by_hand, aligned, problem.grid().line(), problem);
  std::vector<performance::Contestant> family;
  for (auto const& candidate : performance::handwritten_stencils<Real>(problem.order))
    if (!candidate.needs_new_array || !problem.is_in_place())
      family.push_back({candidate.name, [&step, run = candidate.run] { run(step); }});
  auto const n_points = static_cast<double>(box.n_points());
  auto const best = performance::fastest(family, n_points, problem.n_measurements);
  auto const rates = performance::contest(
      {{"ours", ours},
       best.contestant,
       {"strides told", [&] { run(of_any_extents); }},
       {"plain", [&] { performance::plain_stencil(problem.order, plain); }},
       {"triad",
        [&] { performance::nontemporal_triad(by_hand["u_new"], by_hand["u"], by_hand["u_old"], by_hand.n_points()); }}},
      n_points, problem.n_measurements);
  double const triads = rates[4].median * static_cast<double>(by_hand.n_points()) / n_points;
  fmt::print(
      R"({{"case": "{} order={} n={} {} threads={}", "unit": "points/s", "ours": {:.6g}, "min": {:.6g}, "max": {:.6g}, )"
      R"("runs": {}, "limit": {:.6g}, "triad_GB_per_s": {:.4g}, "peers": {{"handwritten": {:.6g}, "plain": {:.6g}, "strides_told": {:.6g}}}, )"
      R"("handwritten": "{}", "handwritten_when_chosen": {:.6g}, "ratios": {{"handwritten": {:.4g}, "plain": {:.4g}, "strides_told": {:.4g}}}, )"
      R"("plan": "{}"}})"
      "\n",
      problem.is_in_place() ? "in place" : "new array", problem.order, problem.size, ir::to_text(problem.real),
      omp_get_max_threads(), rates[0].median, rates[0].least, rates[0].most, problem.n_measurements, triads,
      triads * 3 * problem.grid().element_bytes * 1e-9, rates[1].median, rates[3].median, rates[2].median,
      best.rate.name, best.rate.median, performance::ratio(rates[0], rates[1]), performance::ratio(rates[0], rates[3]),
      performance::ratio(rates[0], rates[2]), plan::to_text(compiled.plan.kernels.front()));
}

int run(int argc, char** argv) {
  if (argc != 6 && argc != 7) {
    std::fputs("usage: bench_stencils InPlace|NewArray ORDER SIZE real64|real32 MEASUREMENTS [PLAN] < graphs\n",
               stderr);
    return 1;
  }
  std::string const graphs{std::istreambuf_iterator<char>(std::cin), {}};
  ir::Type const real = performance::element_type(argv[4]);
  Case const problem{argv[1], std::stoi(argv[2]), std::stoi(argv[3]),
                     real,    std::stoi(argv[5]), argc == 7 ? argv[6] : ""};
  real == ir::Type::real32 ? benchmark<float>(problem, graphs) : benchmark<double>(problem, graphs);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
