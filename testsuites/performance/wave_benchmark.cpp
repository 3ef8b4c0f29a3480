// Times the right-hand side of the wave equation: our compiled kernel, a hand-written loop, the machine's bandwidth.
//
// Usage: bench_wave ORDER SIZE RUNS < graphs. Prints one JSON object; see scripts/benchmarks for its form.
#include "codegen/ir/graph.hpp"
#include "codegen/passes/pipeline.hpp"
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/machine/bandwidth.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/tiling/choose_plan.hpp"
#include "testsuites/performance/handwritten_wave.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <iterator>
#include <sstream>

using namespace chemora;

namespace {

struct Case {
  int order;
  int size;
  int n_runs;
  int ghosts() const { return order / 2; }
  base::Index3 extent() const { return {size + 2 * ghosts(), size + 2 * ghosts(), size + 2 * ghosts()}; }
  base::Box interior() const {
    return {{ghosts(), ghosts(), ghosts()}, {size + ghosts(), size + ghosts(), size + ghosts()}};
  }
};

/// Named arrays on the host, first touched by the threads that compute on them.
class Arrays {
public:
  Arrays(Case const& problem, device::Device& device) : device_(device), extent_(problem.extent()) {}
  ~Arrays() {
    for (auto& [name, memory] : arrays_) device_.release(memory);
  }
  Arrays(Arrays const&) = delete;
  Arrays& operator=(Arrays const&) = delete;

  double* operator[](std::string const& name) {
    auto const [entry, is_new] = arrays_.emplace(name, nullptr);
    if (is_new) entry->second = make();
    return static_cast<double*>(entry->second);
  }

private:
  void* make() {
    std::ptrdiff_t const plane = std::ptrdiff_t{extent_[0]} * extent_[1];
    auto* const memory =
        static_cast<double*>(device_.allocate(sizeof(double) * static_cast<std::size_t>(plane * extent_[2])));
#pragma omp parallel for schedule(static)
    for (int k = 0; k < extent_[2]; ++k)
      for (std::ptrdiff_t p = k * plane; p < (k + 1) * plane; ++p) memory[p] = std::sin(1e-3 * static_cast<double>(p));
    return memory;
  }

  device::Device& device_;
  base::Index3 extent_;
  std::map<std::string, void*> arrays_;
};

/// The graph of kernel Wave_RHS for this order among all graphs of the thorn, which follow one another.
ir::Graph find_graph(std::string const& text, int order) {
  std::size_t at = text.find("graph ");
  while (at != std::string::npos) {
    std::size_t const next = text.find("\ngraph ", at);
    ir::Graph graph = ir::parse_graph(text.substr(at, next == std::string::npos ? next : next + 1 - at));
    bool const is_variant = graph.guards.empty() || graph.guards.front().value == std::to_string(order);
    if (graph.name == "Wave_RHS" && is_variant) return graph;
    at = next == std::string::npos ? next : next + 1;
  }
  throw base::UserError("There is no graph Wave_RHS for order " + std::to_string(order) + " on standard input.");
}

struct Compiled {
  plan::Plan plan;
  launch::BoundKernel kernel;
};

Compiled compile(ir::Graph const& graph, Case const& problem, ir::GridScalars const& scalars, device::Device& device) {
  passes::KnownValues known;
  known.spacing = scalars.spacing;
  known.origin = scalars.origin;
  known.global_size = scalars.global_size;
  ir::Graph const specialised = jit::specialise(graph, known).front().graph;
  auto const choice = tiling::choose_plan(specialised, {problem.extent(), problem.interior(), omp_get_max_threads()},
                                          machine::this_machine());
  auto const lowered = jit::lower_to_source(specialised, choice.plan.kernels.front(), problem.extent());
  device::CompileRequest const request{graph.name, lowered.source};
  auto const compiled = device.compile({&request, 1}, 1).front();
  if (!compiled.error.empty()) throw device::DeviceError(compiled.error);
  return {choice.plan, {specialised, problem.extent(), device.load(graph.name, compiled.object, lowered.shape)}};
}

double seconds(std::function<void()> const& run, int n_times) {
  auto const start = std::chrono::steady_clock::now();
  for (int n = 0; n < n_times; ++n) run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Points per second of each contestant, sorted. They take turns, so that a change of the machine's speed meets all;
/// each measurement repeats a contestant for at least 0.1 s, after a warm-up.
std::vector<std::vector<double>> measure(Case const& problem, std::vector<std::function<void()>> const& contestants) {
  std::vector<int> n_times(contestants.size(), 1);
  std::vector<std::vector<double>> rates(contestants.size());
  for (std::size_t c = 0; c < contestants.size(); ++c) {
    contestants[c]();
    while (seconds(contestants[c], n_times[c]) < 0.1) n_times[c] *= 2;
  }
  auto const n_points = static_cast<double>(problem.interior().n_points());
  for (int run = 0; run < problem.n_runs; ++run)
    for (std::size_t c = 0; c < contestants.size(); ++c)
      rates[c].push_back(n_points * n_times[c] / seconds(contestants[c], n_times[c]));
  for (auto& of_one : rates) std::sort(of_one.begin(), of_one.end());
  return rates;
}

double median(std::vector<double> const& sorted) { return sorted[sorted.size() / 2]; }

/// The largest difference of two right-hand sides over the interior, relative to the largest value.
double difference(Arrays& arrays, Case const& problem, std::string const& ours, std::string const& theirs) {
  base::Index3 const n = problem.extent();
  base::Box const box = problem.interior();
  double largest = 0, worst = 0;
  for (int k = box.lower[2]; k < box.upper[2]; ++k)
    for (int j = box.lower[1]; j < box.upper[1]; ++j)
      for (int i = box.lower[0]; i < box.upper[0]; ++i) {
        std::ptrdiff_t const p = i + n[0] * (j + std::ptrdiff_t{n[1]} * k);
        worst = std::max(worst, std::abs(arrays[ours][p] - arrays[theirs][p]));
        largest = std::max(largest, std::abs(arrays[theirs][p]));
      }
  return worst / largest;
}

void benchmark(Case const& problem, std::string const& graphs) {
  auto const device = device::make_host_device();
  double const h = 1.0 / problem.size;
  ir::GridScalars scalars;
  scalars.spacing = {h, h, h};
  scalars.global_size = problem.extent();
  ir::Graph const graph = find_graph(graphs, problem.order);
  Compiled compiled = compile(graph, problem, scalars, *device);

  Arrays arrays(problem, *device);
  auto const find_array = [&](std::string const& name) -> void* { return arrays[name]; };
  base::Box const box = problem.interior();
  auto const ours = [&] { compiled.kernel.run({&box, 1}, scalars, {}, find_array); };
  performance::WaveArrays const by_hand{
      arrays["u"],         arrays["rho"],         arrays["v1"],         arrays["v2"],         arrays["v3"],
      arrays["hand_urhs"], arrays["hand_rhorhs"], arrays["hand_v1rhs"], arrays["hand_v2rhs"], arrays["hand_v3rhs"]};
  base::Index3 const n = problem.extent();
  auto const theirs = [&] {
    performance::handwritten_wave_rhs(problem.order, by_hand, n.data(), scalars.spacing.data());
  };

  auto const rates = measure(problem, {ours, theirs});
  auto const &our_rates = rates[0], &their_rates = rates[1];
  for (char const* name : {"urhs", "rhorhs", "v1rhs", "v2rhs", "v3rhs"})
    if (double const error = difference(arrays, problem, name, std::string("hand_") + name); error > 1e-12)
      throw base::InternalError(fmt::format("{} differs from the hand-written loop by {:.2e}", name, error));
  double const limit = machine::measured_bandwidth().rate / ir::count(graph).bytes;
  fmt::print(
      R"({{"case": "order={} n={} real64 threads={}", "unit": "points/s", "ours": {:.6g}, "min": {:.6g}, )"
      R"("max": {:.6g}, "runs": {}, "limit": {:.6g}, "peers": {{"handwritten": {:.6g}}}, "plan": "tile {} {} {}"}})"
      "\n",
      problem.order, problem.size, omp_get_max_threads(), median(our_rates), our_rates.front(), our_rates.back(),
      our_rates.size(), limit, median(their_rates), compiled.plan.kernels[0].tile[0], compiled.plan.kernels[0].tile[1],
      compiled.plan.kernels[0].tile[2]);
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: bench_wave ORDER SIZE RUNS < graphs\n", stderr);
    return 1;
  }
  try {
    std::string const graphs{std::istreambuf_iterator<char>(std::cin), {}};
    benchmark({std::stoi(argv[1]), std::stoi(argv[2]), std::stoi(argv[3])}, graphs);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
