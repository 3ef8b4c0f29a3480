// Times the kernels that the run will launch in its evolution, on a cube of each process.
#include "process_speed.hpp"

#include "cctk.h"
#include "cctk_Functions.h"
#include "framework/base/hash.hpp"
#include "joined_by_node.hpp"
#include "kernels/machine/machine.hpp"
#include "linear_combination.hpp"
#include "runtime.hpp"
#include "thorn_parameters.hpp"
#include "wanted_kernels.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace ca_kernel {

namespace base = chemora::base;
namespace device = chemora::device;
namespace ir = chemora::ir;
namespace jit = chemora::jit;
namespace launch = chemora::launch;
namespace machine = chemora::machine;

namespace {

/// One kernel of the evolution with the parameters of the run.
struct OwnKernel {
  KernelName name;
  std::map<std::string, double> parameters;
  std::vector<jit::RegionGraph> regions; ///< without the boundary, which has few points
};

/// The kernels of the evolution, each on the same cube of points.
struct Workload {
  std::vector<OwnKernel> kernels;
  int side = 0; ///< of the cube, without ghost zones
  launch::LocalGrid grid;
  std::set<std::string> arrays;
  int n_sums = 1; ///< of a time integrator: target <- scale * target + factor * source

  std::string names() const {
    std::string list;
    for (auto const& kernel : kernels) list += (list.empty() ? "" : ", ") + kernel.name.full_name();
    return list;
  }
};

constexpr std::array sum_arrays{"target", "source0"};

/// Points along each axis for which `n_arrays` arrays of real64 exceed all caches.
int side_of_cube(std::size_t n_arrays) {
  constexpr double bytes_of_all = 1 << 28;
  constexpr int min_side = 64, max_side = 160;
  double const points = bytes_of_all / sizeof(double) / static_cast<double>(n_arrays);
  return std::clamp(static_cast<int>(std::cbrt(points)), min_side, max_side);
}

int width_of_ghosts(ir::Graph const& graph) {
  auto const reach = ir::union_of(ir::stencils(graph));
  return std::max(*std::max_element(reach.low.begin(), reach.low.end()),
                  *std::max_element(reach.high.begin(), reach.high.end()));
}

/// There is no grid yet, so the cube stands for it. A time integrator is assumed to follow: it computes one sum for
/// each array that a kernel stores.
Workload workload_of_run() {
  Registry const& registry = Runtime::instance().registry();
  std::vector<std::size_t> const numbers = evolution_kernels(registry);
  std::vector<ir::Graph const*> graphs;
  Workload work;
  int ghosts = 0;
  for (std::size_t const number : numbers) {
    Kernel const& kernel = registry.all()[number];
    ir::Graph const& graph = kernel.variants[choose_variant(kernel)].graph();
    work.arrays.insert(graph.inputs.begin(), graph.inputs.end());
    work.arrays.insert(graph.outputs.begin(), graph.outputs.end());
    work.kernels.push_back({kernel, parameter_values(nullptr, kernel.thorn, graph), {}});
    graphs.push_back(&graph);
    ghosts = std::max(ghosts, width_of_ghosts(graph));
  }
  work.arrays.insert(sum_arrays.begin(), sum_arrays.end());
  work.side = side_of_cube(work.arrays.size());
  int const allocated = work.side + 2 * ghosts;
  work.grid.extent = work.grid.allocated = {allocated, allocated, allocated};
  work.grid.ghosts = {ghosts, ghosts, ghosts};
  work.grid.scalars.spacing = {1.0 / work.side, 1.0 / work.side, 1.0 / work.side};
  work.grid.scalars.global_size = work.grid.extent;
  int n_outputs = 0;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    OwnKernel& kernel = work.kernels[i];
    kernel.regions = jit::specialise(*graphs[i], {.parameters = kernel.parameters,
                                                  .spacing = work.grid.scalars.spacing,
                                                  .global_size = work.grid.scalars.global_size});
    std::erase_if(kernel.regions, [](auto const& one) { return one.region == ir::Region::boundary; });
    for (auto const& one : kernel.regions) n_outputs += static_cast<int>(one.graph.outputs.size());
  }
  std::erase_if(work.kernels, [](auto const& kernel) { return kernel.regions.empty(); });
  work.n_sums = std::max(1, n_outputs);
  return work;
}

/// Arrays of the cube in the memory of the device.
class Arrays {
public:
  Arrays(device::Device& device, Workload const& work) : device_(device) {
    device::ArrayShape const shape{work.grid.allocated, sizeof(double)};
    std::vector<double> values(shape.bytes() / sizeof(double));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1 + 1e-3 * static_cast<double>(i % 1009);
    for (auto const& name : work.arrays) {
      memory_[name] = device.allocate(shape.bytes());
      device.copy_to_device(memory_[name], values.data(), shape, {{0, 0, 0}, shape.extent});
    }
  }
  ~Arrays() {
    for (auto const& [name, memory] : memory_) device_.release(memory);
  }
  Arrays(Arrays const&) = delete;
  Arrays& operator=(Arrays const&) = delete;

  void* at(std::string const& name) const { return memory_.at(name); }

private:
  device::Device& device_;
  std::map<std::string, void*> memory_;
};

/// By the stopwatches of all kernels so far; waits for launches under way.
double seconds_of_kernels() {
  double seconds = 0;
  for (auto const& record : Runtime::instance().records()) seconds += record.seconds;
  return seconds;
}

/// Collective: the kernels of the workload, compiled; empty if a process has no compiler for one of them.
std::vector<Runtime::Parts*> compiled_kernels(Workload const& work) {
  std::vector<Runtime::Parts*> compiled;
  for (auto const& kernel : work.kernels) {
    std::vector<Runtime::NamedGraph> graphs;
    for (auto const& region : kernel.regions) graphs.push_back({kernel.name, kernel.name.full_name(), region});
    std::string reason;
    std::string const key = kernel.name.full_name() + " before there is a grid";
    compiled.push_back(Runtime::instance().ready(nullptr, key, graphs, work.grid, reason));
    if (!compiled.back()) return {};
  }
  return compiled;
}

struct Speed {
  double points_per_second = 0;
  bool is_disturbed = false; ///< by another program on the same node
};

/// Of all processes at the same time; repeated while one of them is disturbed, unless that takes long.
Speed measure(MpiExchange& exchange, double n_points, std::function<void()> const& batch) {
  constexpr int max_attempts = 3;
  constexpr double max_seconds = 5;
  Speed speed;
  double const start = machine::wall_seconds();
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    auto const mine = machine::best_of_rounds(
        n_points, batch, [&] { exchange.all_gather({}); }, seconds_of_kernels);
    bool const is_disturbed = joined_by_node(exchange, mine).at(name_of_node()).is_disturbed();
    if (mine.rate > speed.points_per_second) speed = {mine.rate, is_disturbed};
    double const seconds = machine::wall_seconds() - start;
    auto const wishes = exchange.all_gather(seconds > max_seconds ? "end" : is_disturbed ? "again" : "");
    auto const has = [&](char const* wish) { return std::find(wishes.begin(), wishes.end(), wish) != wishes.end(); };
    if (has("end") || !has("again")) break;
  }
  return speed;
}

Speed measured_speed(MpiExchange& exchange, Workload const& work) {
  Runtime& runtime = Runtime::instance();
  Runtime::Rehearsal const rehearsal(runtime);
  Arrays const arrays(*runtime.device(), work);
  auto const array = [&](std::string const& name) { return arrays.at(name); };
  auto const compiled = compiled_kernels(work);
  ir::Graph const sum = linear_combination(1, true);
  std::map<std::string, double> const factors{{"scale", 0.5}, {"factor0", 0.25}};
  auto const inside = launch::boxes_of(ir::Region::interior, work.grid);
  auto const batch = [&] {
    for (std::size_t i = 0; i < compiled.size(); ++i)
      for (auto& part : *compiled[i])
        runtime.run(part, launch::boxes_of(part.region, work.grid), false, work.grid, work.kernels[i].parameters,
                    array);
    for (int n = 0; n < work.n_sums; ++n) runtime.run_generic(nullptr, sum, work.grid, inside, factors, array);
  };
  batch(); // compiles the sum
  if (exchange.rank() == 0)
    CCTK_VINFO("Each process times its kernels on a cube of %d^3 points: %s%d sums of two arrays", work.side,
               compiled.empty() ? "" : (work.names() + ", and ").c_str(), work.n_sums);
  return measure(exchange, static_cast<double>(inside.front().n_points()), batch);
}

/// A line for each process: what its speed depends on.
std::vector<std::string> devices_of_all(MpiExchange& exchange) {
  auto const& device = Runtime::instance().device()->properties();
  return exchange.all_gather(fmt::format("{}, {} {}, {} threads", machine::this_machine().identity, device.kind,
                                         device.name, omp_get_max_threads()));
}

/// Equal for runs of the same kernels on such processes.
std::string key_of(std::vector<std::string> const& devices, Workload const& work) {
  std::string key = "speeds of processes 1\n", graphs;
  for (auto const& of_process : devices) key += of_process + "\n";
  for (auto const& kernel : work.kernels)
    for (auto const& one : kernel.regions) graphs += ir::to_text(one.graph);
  return key + base::to_digest(graphs);
}

/// The key under which the speeds of this run are stored; empty unless MeasureProcessSpeed was called.
std::string& key_of_run() {
  static std::string key;
  return key;
}

/// Collective: what process 0 has stored, a speed for each process.
std::optional<std::vector<double>> stored_speeds(MpiExchange& exchange, std::string const& key) {
  std::string text;
  if (exchange.rank() == 0) text = Runtime::instance().find_in_cache(key).value_or("");
  exchange.broadcast(text, 0);
  std::istringstream words(text);
  std::vector<double> speeds;
  for (double speed = 0; words >> speed;) speeds.push_back(speed);
  bool const is_usable = static_cast<int>(speeds.size()) == exchange.size() &&
                         std::all_of(speeds.begin(), speeds.end(), [](double s) { return std::isfinite(s) && s > 0; });
  if (!is_usable) return {};
  return speeds;
}

/// Collective.
void store(MpiExchange& exchange, std::string const& key, double speed) {
  std::string text;
  for (auto const& of_process : exchange.all_gather(fmt::format("{}\n", speed))) text += of_process;
  if (exchange.rank() == 0) Runtime::instance().keep_in_cache(key, text);
}

struct ProcessSpeed {
  Speed speed;
  int kind = 0; ///< equal for processes with the same processor and as many threads, or that share a device
};

ProcessSpeed process_speed(MpiExchange& exchange) {
  Runtime::instance().set_up(nullptr);
  Workload const work = workload_of_run();
  auto const devices = devices_of_all(exchange);
  auto const rank = static_cast<std::size_t>(exchange.rank());
  ProcessSpeed mine;
  mine.kind = static_cast<int>(std::find(devices.begin(), devices.end(), devices[rank]) - devices.begin());
  key_of_run() = key_of(devices, work);
  if (auto const stored = stored_speeds(exchange, key_of_run())) {
    mine.speed.points_per_second = (*stored)[rank];
    if (rank == 0) CCTK_VINFO("The speeds of the processes are those that an earlier run of these kernels measured.");
    return mine;
  }
  mine.speed = measured_speed(exchange, work);
  auto const disturbed = exchange.all_gather(mine.speed.is_disturbed ? "disturbed" : "");
  if (std::all_of(disturbed.begin(), disturbed.end(), [](auto const& word) { return word.empty(); }))
    store(exchange, key_of_run(), mine.speed.points_per_second);
  return mine;
}

/// Of all kernels of a process.
struct KernelTotals {
  double points = 0, seconds = 0;
};

/// Collective: by process.
std::vector<KernelTotals> totals_of_all(MpiExchange& exchange) {
  KernelTotals mine;
  for (auto const& record : Runtime::instance().records()) {
    mine.points += static_cast<double>(record.points);
    mine.seconds += record.seconds;
  }
  std::vector<KernelTotals> all;
  for (auto const& text : exchange.all_gather(fmt::format("{} {}", mine.points, mine.seconds))) {
    std::istringstream words(text);
    KernelTotals& of_process = all.emplace_back();
    words >> of_process.points >> of_process.seconds;
  }
  return all;
}

} // namespace

void store_process_speeds(MpiExchange& exchange) {
  if (key_of_run().empty()) return;
  auto const all = totals_of_all(exchange);
  auto const is_short = [](KernelTotals const& one) {
    constexpr double min_seconds = 1;
    return one.seconds < min_seconds;
  };
  if (std::any_of(all.begin(), all.end(), is_short)) return;
  auto const& mine = all[static_cast<std::size_t>(exchange.rank())];
  store(exchange, key_of_run(), mine.points / mine.seconds);
}

std::string imbalance_text(MpiExchange& exchange) {
  auto const all = totals_of_all(exchange);
  double sum = 0;
  for (auto const& one : all) sum += one.seconds;
  if (all.size() < 2 || sum <= 0) return {};
  auto const slowest =
      std::max_element(all.begin(), all.end(), [](auto const& a, auto const& b) { return a.seconds < b.seconds; });
  return fmt::format("Kernels took {:.2f} s on process {}, the slowest of {}: {:.1f}% longer than on average.\n",
                     slowest->seconds, slowest - all.begin(), all.size(),
                     100 * (slowest->seconds * static_cast<double>(all.size()) / sum - 1));
}

} // namespace ca_kernel

extern "C" CCTK_REAL CaKernelThorn_MeasureProcessSpeed(CCTK_INT* kind, CCTK_INT* is_disturbed) {
  try {
    ca_kernel::MpiExchange exchange(nullptr);
    auto const mine = ca_kernel::process_speed(exchange);
    *kind = mine.kind;
    *is_disturbed = mine.speed.is_disturbed;
    return mine.speed.points_per_second;
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
}
