// Measures a step of the wave equation, second order in time. The program compares the compiled kernel with
// hand-written loops and the memory bandwidth.
//
// Usage: bench_stencils CALCULATION ORDER SIZE TYPE MEASUREMENTS [PLAN | --capture FOLDER] < graphs. Prints a JSON
// object (see scripts/benchmarks/__main__.py). CALCULATION is InPlace (u_old becomes the new field) or NewArray. With
// PLAN, the compiled kernel has this plan (performance::parse_plan), and the kernel with the plan of the cost model is
// a peer. With --capture, the program stores the kernel and its data in FOLDER instead, for tuning_search.
#include "codegen/ir/graph.hpp"
#include "codegen/passes/passes.hpp"
#include "codegen/plan/plan.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/search/capture.hpp"
#include "kernels/tiling/choose_plan.hpp"
#include "testsuites/performance/arrays.hpp"
#include "testsuites/performance/benchmark_kernel.hpp"
#include "testsuites/performance/handwritten_stencil.hpp"
#include "testsuites/performance/measurement.hpp"

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

struct Case : performance::WaveCase {
  std::string calculation;
  std::string plan{};    ///< decisions or a whole plan
  std::string capture{}; ///< folder for the data of the kernel; empty: the kernel is measured

  base::Index3 extent() const { return padded().allocated(); }
  bool is_in_place() const { return calculation == "InPlace"; }
};

ir::Graph specialise(ir::Graph const& graph, ir::GridScalars const& scalars) {
  passes::KnownValues known;
  known.parameters = {{"c", 1.0}};
  known.spacing = scalars.spacing;
  known.time_step = scalars.time_step;
  known.global_size = scalars.global_size;
  return jit::specialise(graph, known).front().graph;
}

tiling::Problem planned(Case const& problem) {
  return {.allocated = problem.extent(),
          .box = problem.interior(),
          .n_threads = omp_get_max_threads(),
          .line_begin = problem.ghosts()};
}

/// Stores the kernel and the arrays for a search.
template <typename Real>
void capture(Case const& problem, ir::Graph const& specialised, ir::GridScalars const& scalars, Fields<Real>& fields,
             device::Device& host) {
  search::Capture capture{.kernel = "Stencils::Stencils_" + problem.calculation + ".interior",
                          .graph = specialised,
                          .model = tiling::choose_plan(specialised, planned(problem), machine::this_machine()).plan,
                          .problem = planned(problem),
                          .extent = problem.extent(),
                          .boxes = {problem.interior()},
                          .scalars = scalars,
                          .access = machine::this_machine().access};
  for (std::string const name : {"u", "u_old", "u_new"})
    if (base::contains(specialised.inputs, name) || base::contains(specialised.outputs, name))
      capture.arrays.push_back({name});
  search::write_capture(problem.capture, capture, host, [&](std::string const& name) { return fields[name]; });
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

/// Throws base::InternalError if the results of the compiled kernel and of the plain loop differ by more than rounding
/// errors.
template <typename Real>
void check_results(Case const& problem, Fields<Real>& compiled, Fields<Real>& plain) {
  std::string const result = problem.is_in_place() ? "u_old" : "u_new";
  double const tolerance = problem.real == ir::Type::real32 ? 1e-5 : 1e-13;
  auto const numbers = [&](Fields<Real>& of) {
    return performance::GridView<Real>{of[result], problem.extent(), problem.interior().lower};
  };
  double const error = performance::largest_difference(numbers(compiled), numbers(plain), 0, problem.size);
  if (error > tolerance)
    throw base::InternalError(fmt::format("The compiled kernel differs from the plain loop by {:.2e}.", error));
}

/// Returns the fastest hand-written loop. The loop computes `step`, which must outlive the result.
template <typename Real>
auto fastest_loop(Case const& problem, performance::StencilStep<Real> const& step) {
  std::vector<performance::Candidate> variants;
  for (auto const& candidate : performance::handwritten_stencils<Real>(problem.order))
    if (!candidate.needs_new_array || !problem.is_in_place())
      variants.push_back({candidate.name, [&step, run = candidate.run] { run(step); }});
  return performance::select_fastest(variants, static_cast<double>(problem.interior().n_points()),
                                     problem.n_measurements);
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
  ir::Graph const specialised = specialise(graph, scalars);
  Fields<Real> fields(*device, problem.extent(), problem.padded().points_before());
  if (!problem.capture.empty()) return capture(problem, specialised, scalars, fields, *device);

  auto const model = tiling::choose_plan(specialised, planned(problem), machine::this_machine()).plan;
  auto const plan = problem.plan.empty() ? model : performance::parse_plan(problem.plan, model);
  if (plan.kernels.size() != 1) throw base::UserError("PLAN must have one kernel.");
  auto const bind = [&](plan::Plan const& chosen) {
    return performance::bind_kernel(*device, specialised, chosen.kernels.front(), problem.extent(), problem.extent());
  };
  launch::BoundKernel kernel = bind(plan), kernel_of_model = bind(model);
  base::Box const box = problem.interior();
  auto const array = [&](std::string const& name) -> void* { return fields[name]; };
  auto const ours = [&] { kernel.run({&box, 1}, scalars, {}, array); };
  Fields<Real> check(*device, problem.extent(), problem.padded().points_before());
  auto const plain = step_on(check, problem.extent(), problem.ghosts(), problem);
  fields["u_new"], fields["u_old"], fields["u"];
  ours();
  performance::plain_stencil(problem.order, plain);
  check_results(problem, fields, check);

  base::Index3 const aligned = problem.padded().by_hand();
  Fields<Real> by_hand(*device, aligned, 0);
  auto const step = step_on(by_hand, aligned, problem.padded().line(), problem);
  auto const n_points = static_cast<double>(box.n_points());
  auto const fastest = fastest_loop(problem, step);
  auto const triad = [&] {
    performance::nontemporal_triad(by_hand["u_new"], by_hand["u"], by_hand["u_old"], by_hand.n_points());
  };
  std::vector<performance::Candidate> candidates{{"ours", ours},
                                                 {"handwritten", fastest.candidate.run},
                                                 {"plain", [&] { performance::plain_stencil(problem.order, plain); }}};
  if (!problem.plan.empty())
    candidates.push_back({"model", [&] { kernel_of_model.run({&box, 1}, scalars, {}, array); }});
  candidates.push_back({"triad", triad});
  auto const rates = performance::measure_in_turns(candidates, n_points, problem.n_measurements);
  fmt::print(R"({{"case": "{} order={} n={} {} threads={}", {}, "handwritten": "{}", "plan": "{}"}})"
             "\n",
             problem.is_in_place() ? "in place" : "new array", problem.order, problem.size, ir::to_text(problem.real),
             omp_get_max_threads(), performance::to_json(rates, static_cast<double>(by_hand.n_points()) / n_points),
             fastest.rate.name, plan::to_text(plan.kernels.front()));
}

int run(int argc, char** argv) {
  bool const captures = argc == 8 && std::string(argv[6]) == "--capture";
  if (argc != 6 && argc != 7 && !captures) {
    std::fputs("usage: bench_stencils InPlace|NewArray ORDER SIZE real64|real32 MEASUREMENTS [PLAN | --capture FOLDER] "
               "< graphs\n",
               stderr);
    return 1;
  }
  performance::prepare_cost_model();
  std::string const graphs{std::istreambuf_iterator<char>(std::cin), {}};
  ir::Type const real = performance::element_type(argv[4]);
  Case problem{{std::stoi(argv[2]), std::stoi(argv[3]), real, std::stoi(argv[5])}, argv[1]};
  if (captures)
    problem.capture = argv[7];
  else if (argc == 7)
    problem.plan = argv[6];
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
