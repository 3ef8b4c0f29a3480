/// Measures the memory bandwidth and the arithmetic rate of a device. The report compares kernels with these limits.
#include "kernels/monitor/kernel_report.hpp"

#include "codegen/ir/graph_builder.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/launch/scratch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace chemora::monitor {

namespace {

constexpr double batch_seconds = 0.01; ///< much longer than a launch
/// enough operations per byte for the arithmetic limit, but few enough for a short compilation
constexpr int n_chains = 8, n_steps = 16;
/// block sizes for the triad, of which at least one is fast on most devices
constexpr std::array<int, 2> blocks_of_triad{64, 256};
constexpr std::array<int, 1> block_of_chains{64}; ///< block size for the chains, which does not influence their rate
constexpr std::int64_t seconds_until_idle = 600;

ir::Graph triad() {
  ir::GraphBuilder g("limit_of_bandwidth");
  auto const product = g.apply(ir::Op::multiply, {g.real(3), g.load("c")});
  g.store("a", g.apply(ir::Op::add, {g.load("b"), product}), ir::Region::everywhere);
  return g.finish();
}

ir::Graph chains() {
  ir::GraphBuilder g("limit_of_arithmetic");
  auto const factor = g.real(0.999999), term = g.real(1e-6);
  std::vector<ir::ValueId> x;
  for (int c = 0; c < n_chains; ++c) x.push_back(g.apply(ir::Op::add, {g.load("b"), g.real(1 + c)}));
  for (int step = 0; step < n_steps; ++step)
    for (ir::ValueId& value : x) value = g.apply(ir::Op::add, {g.apply(ir::Op::multiply, {value, factor}), term});
  ir::ValueId sum = x.front();
  for (std::size_t c = 1; c < x.size(); ++c) sum = g.apply(ir::Op::add, {sum, x[c]});
  g.store("a", sum, ir::Region::everywhere);
  return g.finish();
}

/// Allocates three arrays in device memory. The function halves `n_points` until the arrays fit into the memory that
/// grid functions leave free.
std::unique_ptr<launch::Scratch> make_arrays(device::Device& device, int& n_points) {
  constexpr int minimum = 1 << 16;
  auto arrays = std::make_unique<launch::Scratch>(device);
  try {
    arrays->reserve(3, static_cast<std::size_t>(n_points) * sizeof(double));
    return arrays;
  } catch (device::DeviceError const&) {
    if (n_points / 2 < minimum) throw;
  }
  arrays.reset();
  return make_arrays(device, n_points /= 2);
}

/// A kernel that reads and writes three arrays. The roles of the arrays rotate between launches, so that each array is
/// written.
class Load {
public:
  Load(device::Device& device, ir::Graph graph, int n_points)
      : device_(device), graph_(std::move(graph)), n_points_(n_points), arrays_(make_arrays(device, n_points_)) {}

  /// Returns the rate for the fastest of these block sizes.
  machine::BestOfRounds measure(std::span<int const> blocks, double units_per_point,
                                std::function<void()> const& wait_for_all) {
    double shortest = 0;
    for (int const block : blocks) {
      if (block > device_.properties().blocks.max_threads) break;
      auto kernel = load(block);
      run(*kernel, 3); // each array is written once
      double const seconds = run(*kernel, 3) / 3;
      if (kernel_ && seconds >= shortest) continue;
      shortest = seconds;
      kernel_ = std::move(kernel);
    }
    if (!kernel_)
      throw device::DeviceError(device_.properties().name + " cannot run a block of " + std::to_string(blocks.front()) +
                                " threads.");
    int const n_times = std::max(1, static_cast<int>(std::min(batch_seconds / std::max(shortest, 1e-7), 1e4)));
    return machine::best_of_rounds(
        units_per_point * n_points_ * n_times, [&] { run(*kernel_, n_times); }, wait_for_all);
  }

private:
  std::unique_ptr<launch::BoundKernel> load(int block) {
    base::Index3 const extent{n_points_, 1, 1};
    plan::KernelPlan const plan{.tile = {block, 1, 1}, .block = {block, 1, 1}};
    auto const lowered = jit::lower_to_source(graph_, plan, extent, device_.properties().language);
    device::CompileRequest const request{graph_.name, lowered.source};
    auto const compiled = device_.compile({&request, 1}, 1).front();
    if (!compiled.error.empty()) throw device::DeviceError(compiled.error);
    return std::make_unique<launch::BoundKernel>(graph_, extent,
                                                 device_.load(graph_.name, compiled.object, lowered.shape));
  }

  double run(launch::BoundKernel& kernel, int n_times) {
    base::Box const whole{{0, 0, 0}, {n_points_, 1, 1}};
    auto const start = std::chrono::steady_clock::now();
    for (int time = 0; time < n_times; ++time)
      kernel.run({&whole, 1}, {}, {},
                 [&](std::string const& name) { return arrays_->array((name[0] - 'a' + time) % arrays_->n_arrays()); });
    device_.finish();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  device::Device& device_;
  ir::Graph graph_;
  int n_points_;
  std::unique_ptr<launch::Scratch> arrays_;
  std::unique_ptr<launch::BoundKernel> kernel_;
};

/// Returns the number of points for which each array has four times the size of the device's caches, within bounds.
int points_of_triad(device::BlockLimits const& limits, int n_on_node) {
  constexpr std::size_t minimum = std::size_t{32} << 20, maximum = std::size_t{256} << 20;
  std::size_t const all_caches = limits.cache_bytes * static_cast<std::size_t>(std::max(1, limits.n_units));
  std::size_t const bytes =
      std::clamp(4 * all_caches, minimum, maximum) / static_cast<std::size_t>(std::max(1, n_on_node));
  return static_cast<int>(bytes / sizeof(double));
}

/// Returns many times the number of resident threads, so that the last threads have little influence on the time.
int points_of_chains(device::BlockLimits const& limits) {
  constexpr int minimum = 1 << 16, maximum = 1 << 22, times = 16;
  int const threads = std::max(limits.threads_per_unit, limits.max_threads);
  return std::clamp(times * std::clamp(limits.n_units * threads, 1, maximum), minimum, maximum);
}

} // namespace

DeviceLimits measure_limits(device::Device& device, int n_on_node, std::function<void()> const& wait_for_all) {
  if (device.properties().blocks.max_threads == 0)
    return {machine::measured_bandwidth(n_on_node, wait_for_all), machine::measured_arithmetic(wait_for_all)};
  constexpr double flops_per_point = 2.0 * n_chains * n_steps + 2 * n_chains - 1;
  auto const bandwidth = Load(device, triad(), points_of_triad(device.properties().blocks, n_on_node))
                             .measure(blocks_of_triad, 3 * sizeof(double), wait_for_all);
  return {bandwidth, Load(device, chains(), points_of_chains(device.properties().blocks))
                         .measure(block_of_chains, flops_per_point, wait_for_all)};
}

std::string to_text(Limits const& limits) {
  return fmt::format("{} {}\n{}\n{}\n", limits.bandwidth, limits.arithmetic, limits.when, limits.disturbance);
}

std::optional<Limits> limits_from(std::string const& text) {
  std::istringstream lines(text);
  Limits limits;
  lines >> limits.bandwidth >> limits.arithmetic >> limits.when;
  lines.ignore(1); // skips the line break after the first line
  std::getline(lines, limits.disturbance);
  if (!lines || limits.bandwidth <= 0 || limits.arithmetic <= 0) return {};
  return limits;
}

bool must_be_measured_again(Limits const& cached, std::int64_t now) {
  return !cached.disturbance.empty() && now - cached.when > seconds_until_idle;
}

Limits better_of(Limits const& measured, std::optional<Limits> const& cached) {
  Limits best = measured;
  if (!cached) return best;
  best.bandwidth = std::max(measured.bandwidth, cached->bandwidth);
  best.arithmetic = std::max(measured.arithmetic, cached->arithmetic);
  return best;
}

} // namespace chemora::monitor
