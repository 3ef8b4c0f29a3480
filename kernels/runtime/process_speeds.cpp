#include "kernels/runtime/process_speeds.hpp"

#include "framework/base/hash.hpp"
#include "framework/base/text.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/runtime/array_updates.hpp"
#include "kernels/runtime/report_input.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <sstream>

namespace chemora::runtime {

namespace {

/// A kernel of the time evolution, specialised for the parameter values of the run and the cube of points.
struct SpecialisedKernel {
  KernelName name;
  std::map<std::string, double> parameters;
  std::vector<jit::RegionGraph> regions; ///< graphs for all regions except the boundary, which has few points
};

/// The kernels of the time evolution and the cube of points on which all of them are timed.
struct Workload {
  std::vector<SpecialisedKernel> kernels;
  int side = 0; ///< number of points along each axis of the cube, without ghost zones
  launch::LocalGrid grid;
  std::set<std::string> arrays;
  /// number of time-integrator updates, target <- scale * target + factor * source, that are timed with the kernels
  int n_updates = 1;

  std::string names() const {
    return base::join(kernels, ", ", [](auto const& kernel) { return kernel.name.full_name(); });
  }
};

constexpr std::array update_arrays{"target", "source0"};

/// Returns a number of points along each axis for which `n_arrays` real64 arrays on the cube exceed all caches.
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

/// Returns the kernels and the cube that represents the grid, which does not exist yet. The workload includes one
/// time-integrator update for each array that a kernel stores.
Workload make_workload(std::vector<EvolutionKernel> const& kernels) {
  Workload work;
  int ghosts = 0;
  for (auto const& [name, graph, parameters] : kernels) {
    work.arrays.insert(graph->inputs.begin(), graph->inputs.end());
    work.arrays.insert(graph->outputs.begin(), graph->outputs.end());
    ghosts = std::max(ghosts, width_of_ghosts(*graph));
  }
  work.arrays.insert(update_arrays.begin(), update_arrays.end());
  work.side = side_of_cube(work.arrays.size());
  int const allocated = work.side + 2 * ghosts;
  work.grid.extent = work.grid.allocated = {allocated, allocated, allocated};
  work.grid.ghosts = {ghosts, ghosts, ghosts};
  work.grid.scalars.spacing = {1.0 / work.side, 1.0 / work.side, 1.0 / work.side};
  work.grid.scalars.global_size = work.grid.extent;
  int n_outputs = 0;
  for (auto const& [name, graph, parameters] : kernels) {
    auto regions = jit::specialise(
        *graph,
        {.parameters = parameters, .spacing = work.grid.scalars.spacing, .global_size = work.grid.scalars.global_size});
    std::erase_if(regions, [](auto const& special) { return special.region == ir::Region::boundary; });
    for (auto const& special : regions) n_outputs += static_cast<int>(special.graph.outputs.size());
    work.kernels.push_back({name, parameters, std::move(regions)});
  }
  std::erase_if(work.kernels, [](auto const& kernel) { return kernel.regions.empty(); });
  work.n_updates = std::max(1, n_outputs);
  return work;
}

/// Allocates the arrays of the cube in `memory` on the device. Returns the array addresses by name.
std::map<std::string, void*> make_arrays(launch::Scratch& memory, device::Device& device, Workload const& work) {
  device::ArrayShape const shape{work.grid.allocated, sizeof(double)};
  std::vector<double> values(shape.bytes() / sizeof(double));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1 + 1e-3 * static_cast<double>(i % 1009);
  memory.reserve(static_cast<int>(work.arrays.size()), shape.bytes());
  std::map<std::string, void*> arrays;
  for (auto const& name : work.arrays) {
    void* const array = memory.array(static_cast<int>(arrays.size()));
    arrays.emplace(name, array);
    device.copy_to_device(array, values.data(), shape, {{0, 0, 0}, shape.extent});
  }
  return arrays;
}

/// Returns the total run time of all kernels as measured by their stopwatches. The function waits for running launches.
double seconds_of_kernels(KernelCache& cache) {
  double seconds = 0;
  for (auto const& record : cache.records()) seconds += record.seconds;
  return seconds;
}

/// Returns the compiled kernels of the workload. The call is collective. The list is empty if a process cannot compile
/// one of the kernels.
std::vector<CompiledKernel*> compiled_kernels(KernelCache& cache, Workload const& work) {
  std::vector<CompiledKernel*> compiled;
  for (auto const& kernel : work.kernels) {
    std::vector<RegionSource> sources;
    for (auto const& region : kernel.regions) sources.push_back({kernel.name, kernel.name.full_name(), region});
    std::string reason;
    std::string const key = kernel.name.full_name() + " before there is a grid";
    compiled.push_back(cache.find_or_compile(key, sources, work.grid, reason));
    if (!compiled.back()) return {};
  }
  return compiled;
}

struct Speed {
  double points_per_second = 0;
  bool is_disturbed = false;
};

/// Returns whether another program disturbed the measurement on the node of this process.
bool is_node_disturbed(jit::ProcessGroup& exchange, machine::BestOfRounds const& local) {
  machine::BestOfRounds node;
  for (auto const& [name, device, best] : gather_measurements(exchange, "", local))
    if (name == machine::node_name()) node = machine::combined_on_one_node(node, best);
  return node.is_disturbed();
}

/// Measures the speed on all processes at the same time. The measurement is repeated while other programs disturb a
/// process, up to a limit of attempts and time.
Speed measure(KernelCache& cache, double n_points, std::function<void()> const& batch) {
  constexpr int max_attempts = 3;
  constexpr double max_seconds = 5;
  jit::ProcessGroup& exchange = cache.exchange();
  Speed speed;
  double const start = machine::wall_seconds();
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    auto const local = machine::best_of_rounds(
        n_points, batch, [&] { exchange.all_gather({}); }, [&] { return seconds_of_kernels(cache); });
    bool const is_disturbed = is_node_disturbed(exchange, local);
    if (local.rate > speed.points_per_second) speed = {local.rate, is_disturbed};
    double const seconds = machine::wall_seconds() - start;
    auto const votes = exchange.all_gather(seconds > max_seconds ? "end" : is_disturbed ? "repeat" : "");
    if (base::contains(votes, "end") || !base::contains(votes, "repeat")) break;
  }
  return speed;
}

Speed measured_speed(Launcher& launcher, Workload const& work) {
  KernelCache& cache = launcher.cache();
  KernelCache::Rehearsal const rehearsal(cache);
  launch::Scratch memory(cache.device());
  auto const arrays = make_arrays(memory, cache.device(), work);
  auto const array = [&](std::string const& name) { return arrays.at(name); };
  auto const compiled = compiled_kernels(cache, work);
  ir::Graph const update = linear_combination(1, true);
  std::map<std::string, double> const factors{{"scale", 0.5}, {"factor0", 0.25}};
  auto const inside = launch::boxes_of(ir::Region::interior, work.grid);
  auto const batch = [&] {
    for (std::size_t i = 0; i < compiled.size(); ++i)
      for (auto& region : *compiled[i])
        launcher.run(region, launch::boxes_of(region.region, work.grid), Boxes::of_new_launch, work.grid,
                     work.kernels[i].parameters, array);
    for (int n = 0; n < work.n_updates; ++n) launcher.run_graph(update, work.grid, inside, factors, array);
  };
  batch(); // the first batch compiles the kernel of the update
  if (cache.exchange().rank() == 0)
    cache.messages().info(
        fmt::format("Each process times its kernels on a cube of {}^3 points: {}{} updates of one array "
                    "by another one",
                    work.side, compiled.empty() ? "" : work.names() + ", and ", work.n_updates));
  return measure(cache, static_cast<double>(inside.front().n_points()), batch);
}

/// Returns for each process a text with its processor, device and number of threads, which determine its speed. The
/// call is collective.
std::vector<std::string> devices_of_all(KernelCache& cache) {
  auto const& device = cache.device().properties();
  return cache.exchange().all_gather(fmt::format("{}, {} {}, {} threads", machine::this_machine().identity, device.kind,
                                                 device.name, omp_get_max_threads()));
}

/// Returns a key for stored speeds. The keys of two runs are equal if both runs use equal kernels on equal processors
/// and devices.
std::string key_of(std::vector<std::string> const& devices, Workload const& work) {
  std::string key = "speeds of processes 1\n", graphs;
  for (auto const& device : devices) key += device + "\n";
  for (auto const& kernel : work.kernels)
    for (auto const& special : kernel.regions) graphs += ir::to_text(special.graph);
  return key + base::to_digest(graphs);
}

/// Returns the stored speed of each process from the disk cache of process 0. The call is collective.
std::optional<std::vector<double>> stored_speeds(KernelCache& cache, std::string const& key) {
  std::string text;
  if (cache.exchange().rank() == 0) text = cache.find_data(key).value_or("");
  cache.exchange().broadcast(text, 0);
  std::istringstream words(text);
  std::vector<double> speeds;
  for (double speed = 0; words >> speed;) speeds.push_back(speed);
  bool const is_usable = static_cast<int>(speeds.size()) == cache.exchange().size() &&
                         std::all_of(speeds.begin(), speeds.end(), [](double s) { return std::isfinite(s) && s > 0; });
  if (!is_usable) return {};
  return speeds;
}

/// Stores the speeds of all processes in the disk cache of process 0. The call is collective.
void store_speed(KernelCache& cache, std::string const& key, double speed) {
  std::string text;
  for (auto const& of_process : cache.exchange().all_gather(fmt::format("{}\n", speed))) text += of_process;
  if (cache.exchange().rank() == 0) cache.store_data(key, text);
}

/// The number of points that all kernels of a process computed, and their total run time in seconds.
struct KernelTotals {
  double points = 0, seconds = 0;
};

/// Returns the kernel totals of each process, ordered by rank. The call is collective.
std::vector<KernelTotals> gather_totals(KernelCache& cache) {
  KernelTotals local;
  for (auto const& record : cache.records()) {
    local.points += static_cast<double>(record.points);
    local.seconds += record.seconds;
  }
  std::vector<KernelTotals> totals;
  for (auto const& text : cache.exchange().all_gather(fmt::format("{} {}", local.points, local.seconds))) {
    std::istringstream words(text);
    KernelTotals& of_process = totals.emplace_back();
    words >> of_process.points >> of_process.seconds;
  }
  return totals;
}

} // namespace

ProcessSpeed ProcessSpeeds::find_or_measure(std::vector<EvolutionKernel> const& kernels) {
  KernelCache& cache = launcher_.cache();
  Workload const work = make_workload(kernels);
  auto const devices = devices_of_all(cache);
  auto const rank = static_cast<std::size_t>(cache.exchange().rank());
  int const kind = static_cast<int>(std::find(devices.begin(), devices.end(), devices[rank]) - devices.begin());
  key_ = key_of(devices, work);
  if (auto const stored = stored_speeds(cache, key_)) {
    if (rank == 0)
      cache.messages().info("The speeds of the processes are those that an earlier run of these kernels measured.");
    return {(*stored)[rank], false, kind};
  }
  auto const [speed, is_disturbed] = measured_speed(launcher_, work);
  auto const disturbed = cache.exchange().all_gather(is_disturbed ? "disturbed" : "");
  if (!base::contains(disturbed, "disturbed")) store_speed(cache, key_, speed);
  return {speed, is_disturbed, kind};
}

void ProcessSpeeds::store() {
  if (key_.empty()) return;
  auto const totals = gather_totals(launcher_.cache());
  auto const is_too_short = [](KernelTotals const& process) { return process.seconds < 1; };
  if (std::any_of(totals.begin(), totals.end(), is_too_short)) return;
  auto const& local = totals[static_cast<std::size_t>(launcher_.cache().exchange().rank())];
  store_speed(launcher_.cache(), key_, local.points / local.seconds);
}

std::string imbalance_text(KernelCache& cache) {
  auto const totals = gather_totals(cache);
  double sum = 0;
  for (auto const& process : totals) sum += process.seconds;
  if (totals.size() < 2 || sum <= 0) return {};
  auto const slowest = std::max_element(totals.begin(), totals.end(),
                                        [](auto const& a, auto const& b) { return a.seconds < b.seconds; });
  return fmt::format("Kernels took {:.2f} s on process {}, the slowest of {}: {:.1f}% longer than on average.\n",
                     slowest->seconds, slowest - totals.begin(), totals.size(),
                     100 * (slowest->seconds * static_cast<double>(totals.size()) / sum - 1));
}

} // namespace chemora::runtime
