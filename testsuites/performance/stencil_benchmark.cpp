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
  int line() const { return 64 / element_bytes(); } ///< points of a cache line
  /// Of the arrays, as the driver allocates them: rows are whole cache lines, and the first point computed begins one.
  base::Index3 extent() const {
    int const needed = size + 2 * ghosts();
    return {(needed + line() - 1) / line() * line(), needed, needed};
  }
  int points_before() const { return (line() - ghosts() % line()) % line(); } ///< the first array element, of its line
  base::Box interior() const {
    return {{ghosts(), ghosts(), ghosts()}, {size + ghosts(), size + ghosts(), size + ghosts()}};
  }
  bool is_in_place() const { return calculation == "InPlace"; }
  int element_bytes() const { return real == ir::Type::real32 ? 4 : 8; }
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

/// The largest difference over the interior relative to the largest number.
template <typename Real>
double difference(Real const* a, Real const* b, base::Index3 const& n, base::Box const& box) {
  double largest = 0, worst = 0;
  for (int k = box.lower[2]; k < box.upper[2]; ++k)
    for (int j = box.lower[1]; j < box.upper[1]; ++j)
      for (int i = box.lower[0]; i < box.upper[0]; ++i) {
        std::ptrdiff_t const p = i + n[0] * (j + std::ptrdiff_t{n[1]} * k);
        worst = std::max(worst, std::abs(static_cast<double>(a[p]) - static_cast<double>(b[p])));
        largest = std::max(largest, std::abs(static_cast<double>(b[p])));
      }
  return worst / largest;
}

/// Rows whose first computed point lies at the beginning of a cache line, for the loops written by hand.
template <typename Real>
base::Index3 aligned_extent(Case const& problem) {
  int const line = 64 / static_cast<int>(sizeof(Real));
  return {(problem.size + 3 * line - 1) / line * line, problem.extent()[1], problem.extent()[2]};
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

  Fields<Real> fields(*device, problem.extent(), problem.points_before());
  base::Box const box = problem.interior();
  auto const run = [&](Compiled& kernel) {
    kernel.kernel.run({&box, 1}, scalars, {}, [&](std::string const& name) -> void* { return fields[name]; });
  };
  auto const ours = [&] { run(compiled); };
  Fields<Real> check(*device, problem.extent(), problem.points_before());
  auto const plain = step_on(check, problem.extent(), problem.ghosts(), problem);
  fields["u_new"], fields["u_old"], fields["u"];
  ours();
  performance::plain_stencil(problem.order, plain);
  std::string const result = problem.is_in_place() ? "u_old" : "u_new";
  double const tolerance = problem.real == ir::Type::real32 ? 1e-5 : 1e-13;
  if (double const error = difference(fields[result], check[result], problem.extent(), box); error > tolerance)
    throw base::InternalError(fmt::format("Our step differs from the plain loop's by {:.2e}.", error));

  base::Index3 const aligned = aligned_extent<Real>(problem);
  Fields<Real> by_hand(*device, aligned, 0);
  auto const step = step_on(by_hand, aligned, 64 / static_cast<int>(sizeof(Real)), problem);
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
      triads * 3 * problem.element_bytes() * 1e-9, rates[1].median, rates[3].median, rates[2].median, best.rate.name,
      best.rate.median, performance::ratio(rates[0], rates[1]), performance::ratio(rates[0], rates[3]),
      performance::ratio(rates[0], rates[2]), plan::to_text(compiled.plan.kernels.front()));
}

int run(int argc, char** argv) {
  if (argc != 6 && argc != 7) {
    std::fputs("usage: bench_stencils InPlace|NewArray ORDER SIZE real64|real32 MEASUREMENTS [PLAN] < graphs\n",
               stderr);
    return 1;
  }
  std::string const graphs{std::istreambuf_iterator<char>(std::cin), {}};
  auto const real = ir::find_type(argv[4]);
  if (!real || !ir::is_real(*real)) throw base::UserError(fmt::format("`{}` is neither real64 nor real32.", argv[4]));
  Case const problem{argv[1], std::stoi(argv[2]), std::stoi(argv[3]),
                     *real,   std::stoi(argv[5]), argc == 7 ? argv[6] : ""};
  *real == ir::Type::real32 ? benchmark<float>(problem, graphs) : benchmark<double>(problem, graphs);
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
