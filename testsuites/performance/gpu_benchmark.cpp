// Measures kernels on a device that runs blocks of threads. Compares the bandwidth with that of a copy, and the chosen
// block with many others, for which it prints cost and time.
//
// Usage: bench_gpu cuda|opencl DEVICE ORDER SIZE RUNS MAX_BLOCKS < graphs. DEVICE is a number or part of a name, or
// `any`. Prints a JSON object (see scripts/benchmarks/gpu.py).
#include "codegen/ir/graph_builder.hpp"
#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "kernels/jit/compile_and_load.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/monitor/kernel_report.hpp"
#include "kernels/tiling/candidates.hpp"
#include "kernels/tiling/choose_block_plan.hpp"
#include "kernels/tiling/choose_kernels.hpp"
#include "testsuites/performance/benchmark_kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <iterator>

using namespace chemora;

namespace {

struct Case {
  int order, size, n_runs, max_blocks;
  int ghosts() const { return order / 2; }
  base::Index3 extent() const { return {size + 2 * ghosts(), size + 2 * ghosts(), size + 2 * ghosts()}; }
  base::Box interior() const {
    return {{ghosts(), ghosts(), ghosts()}, {size + ghosts(), size + ghosts(), size + ghosts()}};
  }
};

/// Named arrays in the memory of the device, allocated on first use.
class Arrays {
public:
  Arrays(device::Device& device, base::Index3 const& extent) : device_(device), shape_{extent, sizeof(double)} {}
  ~Arrays() {
    for (auto& [name, memory] : arrays_) device_.release(memory);
  }
  Arrays(Arrays const&) = delete;
  Arrays& operator=(Arrays const&) = delete;

  void* at(std::string const& name) {
    auto const [entry, is_new] = arrays_.emplace(name, nullptr);
    if (!is_new) return entry->second;
    std::vector<double> values(shape_.bytes() / sizeof(double));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1 + 1e-3 * static_cast<double>(i % 1009);
    entry->second = device_.allocate(shape_.bytes());
    device_.copy_to_device(entry->second, values.data(), shape_, {{0, 0, 0}, shape_.extent});
    return entry->second;
  }

private:
  device::Device& device_;
  device::ArrayShape shape_;
  std::map<std::string, void*> arrays_;
};

struct Rate {
  double median = 0, min = 0, max = 0; ///< points per second
};

class Bench {
public:
  Bench(device::Device& device, Case const& problem)
      : device_(device), problem_(problem), arrays_(device, problem.extent()) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      scalars_.spacing[axis] = 1.0 / problem.size;
      scalars_.global_size[axis] = problem.extent()[axis];
    }
  }

  ir::Graph specialised(ir::Graph const& graph) const {
    return jit::specialise(graph, {.spacing = scalars_.spacing, .global_size = scalars_.global_size}).front().graph;
  }

  /// Throws device::DeviceError if the device cannot run such blocks.
  Rate rate(ir::Graph const& graph, plan::KernelPlan const& plan) {
    auto kernel = bind(graph, plan);
    return measure(kernel);
  }

  launch::BoundKernel bind(ir::Graph const& graph, plan::KernelPlan const& plan) {
    return performance::bind_kernel(device_, graph, plan, problem_.extent(), problem_.extent());
  }

  /// Hardware counters of one launch. Throws device::DeviceError if the device has none.
  device::LaunchCounts counted(ir::Graph const& graph, plan::KernelPlan const& plan) {
    auto const counters = device_.open_counters();
    auto kernel = bind(graph, plan);
    auto const counter = counters->make_counter();
    counter->start();
    seconds(kernel, 1);
    counter->stop();
    if (auto const launch = counter->counts().launch) return *launch;
    throw device::DeviceError(counters->description());
  }

  plan::Plan choose(ir::Graph const& graph, std::string& reason) {
    auto const trial = [this](ir::Graph const& piece, plan::KernelPlan const& plan) {
      return jit::trial_facts(piece, plan, problem_.extent(), {"bench", device_.properties().compiler, ""}, device_,
                              nullptr);
    };
    tiling::BlockMachine const machine{device_.properties().kind, device_.properties().blocks, trial};
    tiling::Problem problem{.allocated = problem_.extent(), .box = problem_.interior(), .blocks = &machine};
    std::string ignored;
    auto const choice =
        tiling::choose_block_plan(graph, problem, machine, tiling::registers_of(graph, problem, ignored));
    reason = choice.reason;
    return choice.plan;
  }

  /// Returns the predicted cost of a block that buffers no values in shared memory or registers. `formula` selects the
  /// variant of the cost model.
  tiling::BlockCost cost(ir::Graph const& graph, plan::KernelPlan const& plan, tiling::Formula formula) const {
    tiling::Problem const problem{.allocated = problem_.extent(), .box = problem_.interior(), .formula = formula};
    return tiling::cost_of_block(graph, problem, device_.properties().blocks, plan);
  }

private:
  double seconds(launch::BoundKernel& kernel, int n_times) {
    base::Box const boxes[] = {problem_.interior()};
    auto const start = std::chrono::steady_clock::now();
    for (int n = 0; n < n_times; ++n)
      kernel.run(boxes, scalars_, {}, [this](std::string const& name) { return arrays_.at(name); });
    device_.finish();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  /// Each measurement takes at least 20 ms, so that launches overlap as in a run.
  Rate measure(launch::BoundKernel& kernel) {
    int n_times = 1;
    seconds(kernel, 1);
    while (n_times < 4096 && seconds(kernel, n_times) < 0.02) n_times *= 2;
    std::vector<double> rates;
    for (int run = 0; run < problem_.n_runs; ++run)
      rates.push_back(static_cast<double>(problem_.interior().n_points()) * n_times / seconds(kernel, n_times));
    std::sort(rates.begin(), rates.end());
    return {rates[rates.size() / 2], rates.front(), rates.back()};
  }

  device::Device& device_;
  Case problem_;
  Arrays arrays_;
  ir::GridScalars scalars_;
};

ir::Graph copy_graph() {
  ir::GraphBuilder builder("copy", 3, ir::Type::real64);
  builder.store("copy_out", builder.load("copy_in"), ir::Region::interior);
  return builder.finish();
}

/// Returns plans with blocks of every shape and with few and many iterations along z. The plans are an even selection
/// of the candidates in the Chemora paper.
std::vector<plan::KernelPlan> other_plans(Case const& problem, device::BlockLimits const& limits) {
  int const warp = std::max(1, limits.warp);
  std::vector<plan::KernelPlan> all;
  for (base::Index3 const& block :
       tiling::all_candidates({problem.size, problem.size, problem.size}, std::min(1024, limits.max_threads)))
    if (block[0] >= warp / 2 && block[0] * block[1] * block[2] >= 64 && block[2] <= 8)
      for (int iterations = 1; iterations * block[2] <= problem.size && iterations <= 32; iterations *= 2)
        all.push_back({.tile = {block[0], block[1], block[2] * iterations}, .block = block});
  std::vector<plan::KernelPlan> selected;
  auto const n = std::min(all.size(), static_cast<std::size_t>(problem.max_blocks));
  for (std::size_t i = 0; i < n; ++i) selected.push_back(all[i * all.size() / n]);
  return selected;
}

std::unique_ptr<device::Device> make_device(std::string const& family, std::string const& name) {
  std::string const device = name == "any" ? "" : name;
  return family == "cuda" ? device::make_cuda_device({device}, device::CudaCounting::replay)
                          : device::make_opencl_device({"", device});
}

/// Members of the JSON object: hardware counters of a copy kernel, or the reason why the counters are not available.
std::string counted_copy(Bench& bench, ir::Graph const& copy, plan::KernelPlan const& plan) {
  try {
    auto const launch = bench.counted(copy, plan);
    return fmt::format("\"counted_copy\": {{\"seconds\": {}, \"memory_bytes\": {}, \"share_of_memory_peak\": {}}}",
                       launch.seconds, launch.memory_read_bytes + launch.memory_written_bytes, launch.of_memory_peak);
  } catch (device::DeviceError const& error) {
    std::string reason = error.what();
    std::replace_if(
        reason.begin(), reason.end(), [](char c) { return c == '"' || c == '\\' || c == '\n'; }, ' ');
    return fmt::format("\"counted_copy\": null, \"no_counters\": \"{}\"", reason);
  }
}

int run(std::string const& family, std::string const& name, Case const& problem) {
  std::string const text{std::istreambuf_iterator<char>(std::cin), {}};
  auto const device = make_device(family, name);
  Bench bench(*device, problem);
  std::string reason, ignored;
  ir::Graph const copy = bench.specialised(copy_graph());
  plan::KernelPlan const plan_of_copy = bench.choose(copy, ignored).kernels.front();
  Rate const copied = bench.rate(copy, plan_of_copy);
  // The reference bandwidth is the larger of the bandwidths of a copy and a triad, so that a slow copy does not make a
  // kernel look good.
  double const triad = monitor::measure_limits(*device).bandwidth.rate;
  double const bandwidth = std::max(copied.median * 2 * sizeof(double), triad);

  ir::Graph const graph = bench.specialised(performance::find_graph(text, "Wave_RHS", problem.order));
  plan::Plan const chosen = bench.choose(graph, reason);
  Rate const ours = bench.rate(graph, chosen.kernels.front());
  Rate best = ours;
  plan::KernelPlan best_plan = chosen.kernels.front();
  std::vector<std::string> tried;
  for (plan::KernelPlan const& other : other_plans(problem, device->properties().blocks)) {
    Rate rate;
    try {
      rate = bench.rate(graph, other);
    } catch (device::DeviceError const&) { // the block has more threads than the registers of the kernel allow
      continue;
    }
    tiling::BlockCost const cost = bench.cost(graph, other, tiling::Formula::corrected);
    tried.push_back(
        fmt::format(R"({{"block": "{}", "cost": {:.6g}, "cost_printed": {:.6g}, "clocks": {:.6g}, "seconds": {:.6g}}})",
                    plan::to_text(other), cost.lines, bench.cost(graph, other, tiling::Formula::printed).lines,
                    cost.clocks, static_cast<double>(problem.interior().n_points()) / rate.median));
    if (rate.median > best.median) {
      best = rate;
      best_plan = other;
    }
  }
  double const limit = bandwidth / ir::count(graph).bytes;
  fmt::print(
      "{{\"case\": \"order={} n={} real64 device={}\", \"unit\": \"points/s\", \"ours\": {}, \"min\": {}, "
      "\"max\": {}, \"runs\": {}, \"limit\": {}, \"peers\": {{\"best_block\": {}}}, \"copy_bytes_per_second\": {}, "
      "\"triad_bytes_per_second\": {}, {}, \"blocks_tried\": {}, \"chosen\": \"{}\", \"best\": \"{}\", \"reason\": "
      "\"{}\", "
      "\"tiles\": [{}]}}\n",
      problem.order, problem.size, device->properties().kind, ours.median, ours.min, ours.max, problem.n_runs, limit,
      best.median, bandwidth, triad, counted_copy(bench, copy, plan_of_copy), tried.size(),
      plan::to_text(chosen.kernels.front()), plan::to_text(best_plan), reason, fmt::join(tried, ", "));
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 7) {
    std::fputs("usage: bench_gpu cuda|opencl DEVICE ORDER SIZE RUNS MAX_BLOCKS < graphs\n", stderr);
    return 1;
  }
  try {
    return run(argv[1], argv[2], {std::stoi(argv[3]), std::stoi(argv[4]), std::stoi(argv[5]), std::stoi(argv[6])});
  } catch (std::exception const& error) {
    std::fprintf(stderr, "bench_gpu: %s\n", error.what());
    return 1;
  }
}
