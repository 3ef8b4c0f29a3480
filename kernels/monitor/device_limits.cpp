// A triad and chains of operations, with the block that suits each best.
#include "kernels/monitor/device_limits.hpp"

#include "codegen/ir/graph_builder.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/machine/arithmetic.hpp"
#include "kernels/machine/bandwidth.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace chemora::monitor {

namespace {

constexpr double batch_seconds = 0.01;                 ///< long against the time to launch
constexpr int n_chains = 8, n_steps = 16;              ///< enough operations for the bytes, few to compile
constexpr std::array<int, 2> blocks_of_triad{64, 256}; ///< one of them suits most devices
constexpr std::array<int, 1> block_of_chains{64};      ///< nothing depends on it

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

/// One array, released at the end.
class Array {
public:
  Array(device::Device& device, std::size_t bytes) : device_(device), memory_(device.allocate(bytes)) {}
  ~Array() { device_.release(memory_); }
  Array(Array const&) = delete;
  Array& operator=(Array const&) = delete;
  void* memory() const { return memory_; }

private:
  device::Device& device_;
  void* memory_;
};

struct ThreeArrays {
  ThreeArrays(device::Device& device, int points)
      : n_points(points), a(device, bytes()), b(device, bytes()), c(device, bytes()) {}
  std::size_t bytes() const { return static_cast<std::size_t>(n_points) * sizeof(double); }

  int n_points;
  Array a, b, c;
};

/// Of half as many points, and again, while the device has no memory for so many: the grid functions have it.
std::unique_ptr<ThreeArrays> make_arrays(device::Device& device, int n_points) {
  constexpr int least = 1 << 16;
  try {
    return std::make_unique<ThreeArrays>(device, n_points);
  } catch (device::DeviceError const&) {
    if (n_points / 2 < least) throw;
    return make_arrays(device, n_points / 2);
  }
}

/// A graph over arrays that take turns, so that each is written.
class Load {
public:
  Load(device::Device& device, ir::Graph graph, int n_points)
      : device_(device), graph_(std::move(graph)), arrays_(make_arrays(device, n_points)) {}

  /// With the fastest block.
  machine::BestOfRounds measure(std::span<int const> blocks, double units_per_point,
                                std::function<void()> const& wait_for_all) {
    double least = 0;
    for (int const block : blocks) {
      if (block > device_.properties().blocks.max_threads) break;
      auto kernel = load(block);
      run(*kernel, 3); // each array is written once
      double const seconds = run(*kernel, 3) / 3;
      if (kernel_ && seconds >= least) continue;
      least = seconds;
      kernel_ = std::move(kernel);
    }
    if (!kernel_)
      throw device::DeviceError(device_.properties().name + " runs no block of " + std::to_string(blocks.front()) +
                                " threads.");
    int const n_times = std::max(1, static_cast<int>(std::min(batch_seconds / std::max(least, 1e-7), 1e4)));
    return machine::best_of_rounds(
        units_per_point * n_points() * n_times, [&] { run(*kernel_, n_times); }, wait_for_all);
  }

private:
  int n_points() const { return arrays_->n_points; }

  std::unique_ptr<launch::BoundKernel> load(int block) {
    base::Index3 const extent{n_points(), 1, 1};
    plan::KernelPlan const plan{.tile = {block, 1, 1}, .block = {block, 1, 1}};
    auto const lowered = jit::lower_to_source(graph_, plan, extent, device_.properties().language);
    device::CompileRequest const request{graph_.name, lowered.source};
    auto const compiled = device_.compile({&request, 1}, 1).front();
    if (!compiled.error.empty()) throw device::DeviceError(compiled.error);
    return std::make_unique<launch::BoundKernel>(graph_, extent,
                                                 device_.load(graph_.name, compiled.object, lowered.shape));
  }

  double run(launch::BoundKernel& kernel, int n_times) {
    std::array<void*, 3> const arrays{arrays_->a.memory(), arrays_->b.memory(), arrays_->c.memory()};
    base::Box const whole{{0, 0, 0}, {n_points(), 1, 1}};
    auto const start = std::chrono::steady_clock::now();
    for (int time = 0; time < n_times; ++time)
      kernel.run({&whole, 1}, {}, {}, [&](std::string const& name) {
        return arrays[static_cast<std::size_t>(name[0] - 'a' + time) % arrays.size()];
      });
    device_.finish();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  device::Device& device_;
  ir::Graph graph_;
  std::unique_ptr<ThreeArrays> arrays_;
  std::unique_ptr<launch::BoundKernel> kernel_;
};

/// Per array: four times the device's cache over three arrays, and within these bounds.
int points_of_triad(device::BlockLimits const& limits, int n_on_node) {
  constexpr std::size_t least = std::size_t{32} << 20, most = std::size_t{256} << 20;
  std::size_t const all_caches = limits.cache_bytes * static_cast<std::size_t>(std::max(1, limits.n_units));
  std::size_t const bytes = std::clamp(4 * all_caches, least, most) / static_cast<std::size_t>(std::max(1, n_on_node));
  return static_cast<int>(bytes / sizeof(double));
}

/// Many times the threads that the device holds, so that its last ones do not count.
int points_of_chains(device::BlockLimits const& limits) {
  constexpr int least = 1 << 16, most = 1 << 22, times = 16;
  int const threads = std::max(limits.threads_per_unit, limits.max_threads);
  return std::clamp(times * std::clamp(limits.n_units * threads, 1, most), least, most);
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

} // namespace chemora::monitor
