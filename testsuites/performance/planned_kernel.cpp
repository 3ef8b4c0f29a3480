#include "testsuites/performance/planned_kernel.hpp"

#include "codegen/plan/fission.hpp"
#include "kernels/jit/compile_and_load.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/tiling/choose_block_plan.hpp"
#include "kernels/tiling/choose_kernels.hpp"

#include <omp.h>

#include <algorithm>

namespace performance {

using namespace chemora;

namespace {

int widest_reach(ir::Graph const& graph) {
  int widest = 0;
  for (auto const& [variable, reach] : ir::stencils(graph))
    for (std::size_t axis = 0; axis < 3; ++axis) widest = std::max({widest, reach.low[axis], reach.high[axis]});
  return widest;
}

std::size_t n_values(base::Index3 const& extent) {
  return static_cast<std::size_t>(extent[0]) * static_cast<std::size_t>(extent[1]) *
         static_cast<std::size_t>(extent[2]);
}

plan::Plan planned(ir::Graph const& graph, tiling::Problem problem, device::Device& device) {
  auto const& properties = device.properties();
  auto const trial = [&](ir::Graph const& piece, plan::KernelPlan const& plan) {
    return jit::trial_facts(piece, plan, problem.allocated, {"bench", properties.compiler, ""}, device, nullptr);
  };
  tiling::BlockMachine const blocks{properties.kind, properties.blocks, trial};
  if (properties.blocks.max_threads > 0) problem.blocks = &blocks;
  return tiling::choose_kernels(graph, problem, machine::this_machine(), {}).plan;
}

/// Returns the object code of each request. Devices of the same kind share the compiled objects.
std::vector<std::string> compile(device::Device& device, std::vector<device::CompileRequest> const& requests) {
  static std::map<std::string, std::string> objects_by_key;
  auto const key = [&](device::CompileRequest const& request) {
    return device.properties().kind + "\n" + request.source;
  };
  std::vector<device::CompileRequest> missing;
  for (auto const& request : requests)
    if (!objects_by_key.contains(key(request))) missing.push_back(request);
  auto const compiled = device.compile(missing, omp_get_max_threads());
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (!compiled[i].error.empty()) throw device::DeviceError(compiled[i].error);
    objects_by_key[key(missing[i])] = compiled[i].object;
  }
  std::vector<std::string> objects;
  for (auto const& request : requests) objects.push_back(objects_by_key.at(key(request)));
  return objects;
}

} // namespace

PlannedKernel::PlannedKernel(device::Device& device, ir::Graph const& graph, int n)
    : device_(device), scratch_(device) {
  int const ghosts = widest_reach(graph);
  extent_ = {n + 2 * ghosts, n + 2 * ghosts, n + 2 * ghosts};
  box_ = {{ghosts, ghosts, ghosts}, {n + ghosts, n + ghosts, n + ghosts}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    scalars_.spacing[axis] = 1.0 / n;
    scalars_.global_size[axis] = extent_[axis];
  }
  for (auto const& parameter : graph.parameters) parameters_[parameter.name] = 0.5;
  graph_ = jit::specialise(
               graph, {.parameters = parameters_, .spacing = scalars_.spacing, .global_size = scalars_.global_size})
               .front()
               .graph;
  tiling::Problem const problem{.allocated = extent_, .box = box_, .n_threads = omp_get_max_threads()};
  auto const split = plan::split(graph_, planned(graph_, problem, device));
  device::ArrayShape const shape{extent_, sizeof(double)};
  if (split.n_slots > 0) scratch_.reserve(split.n_slots, shape.bytes());
  for (auto const& temporary : split.temporaries) slots_[temporary.variable] = temporary.slot;
  std::vector<device::CompileRequest> requests;
  std::vector<device::LaunchShape> shapes;
  for (auto const& piece : split.pieces) {
    auto const lowered = jit::lower_to_source(piece.graph, piece.plan, extent_, device.properties().language);
    requests.push_back({graph.name, lowered.source});
    shapes.push_back(lowered.shape);
    auto const counts = ir::count(piece.graph);
    bytes_per_point_ += counts.bytes;
    flops_per_point_ += counts.flops;
  }
  auto const objects = compile(device, requests);
  for (std::size_t i = 0; i < objects.size(); ++i)
    kernels_.push_back(std::make_unique<launch::BoundKernel>(split.pieces[i].graph, extent_,
                                                             device.load(graph.name, objects[i], shapes[i])));
  std::vector<double> values(n_values(extent_));
  int seed = 0;
  for (auto const* const names : {&graph_.inputs, &graph_.outputs})
    for (auto const& name : *names) {
      if (arrays_.contains(name)) continue;
      ++seed;
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = 1 + 1e-3 * static_cast<double>((i * 7 + static_cast<std::size_t>(seed) * 131) % 1009);
      arrays_[name] = device_.allocate(shape.bytes());
      device_.copy_to_device(arrays_[name], values.data(), shape, {{0, 0, 0}, extent_});
    }
}

PlannedKernel::~PlannedKernel() {
  for (auto const& [name, memory] : arrays_) device_.release(memory);
}

void* PlannedKernel::array(std::string const& name) const {
  auto const slot = slots_.find(name);
  return slot == slots_.end() ? arrays_.at(name) : scratch_.array(slot->second);
}

void PlannedKernel::launch() {
  for (auto const& kernel : kernels_)
    kernel->run({&box_, 1}, scalars_, parameters_, [this](std::string const& name) { return array(name); });
}

std::map<std::string, std::vector<double>> PlannedKernel::outputs() {
  std::map<std::string, std::vector<double>> all;
  for (auto const& name : graph_.outputs) {
    all[name].resize(n_values(extent_));
    device_.copy_to_host(all[name].data(), arrays_.at(name), {extent_, sizeof(double)}, {{0, 0, 0}, extent_});
  }
  return all;
}

} // namespace performance
