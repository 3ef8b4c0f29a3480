// What no machine can do, and what does not fit the graph.
#include "codegen/plan/legality.hpp"

#include "codegen/plan/check_kept.hpp"
#include "codegen/plan/device_kind.hpp"
#include "codegen/plan/limits.hpp"
#include "codegen/plan/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace chemora::plan {

namespace {

using Find = std::function<void(std::string const& what)>;

void check_mapping(KernelPlan const& kernel, Find const& find) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    char const name = "xyz"[axis];
    if (kernel.tile[axis] < 1)
      find(fmt::format("a tile has {} points along {}; it must have at least 1.", kernel.tile[axis], name));
    if (kernel.unroll[axis] < 1 || kernel.unroll[axis] > most_unrolled)
      find(fmt::format("loop {} is unrolled {} times; allowed are 1 to {}.", name, kernel.unroll[axis], most_unrolled));
  }
  bool const is_power_of_two = kernel.vector_width > 0 && (kernel.vector_width & (kernel.vector_width - 1)) == 0;
  if (!is_power_of_two || kernel.vector_width > most_lanes)
    find(fmt::format("vectors have {} lanes; allowed are powers of two up to {}.", kernel.vector_width, most_lanes));
  if (kernel.stream == 0 && kernel.vector_width > 1)
    find("a thread cannot walk along x point by point where vectors run along x.");
  int const ahead = kernel.prefetch.ahead;
  if (ahead < 0 || ahead > most_ahead)
    find(fmt::format("memory is asked for {} points ahead; allowed are 0 to {}.", ahead, most_ahead));
  if (ahead == 0 && kernel.prefetch != ir::Prefetch{}) find("rows are to be asked for ahead, but 0 points along x.");
  for (std::size_t n = 0; n < kernel.nontemporal.size(); ++n)
    if (std::find(kernel.nontemporal.begin(), kernel.nontemporal.begin() + static_cast<long>(n),
                  kernel.nontemporal[n]) != kernel.nontemporal.begin() + static_cast<long>(n))
      find(fmt::format("`{}` is named twice among the nontemporal stores.", kernel.nontemporal[n]));
  check_kept_mapping(kernel, find);
}

void check_blocks(KernelPlan const& kernel, Find const& find) {
  long n_threads = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    int const n = kernel.block[axis];
    if (n < 1) find(fmt::format("a block has {} threads along {}; it must have at least 1.", n, "xyz"[axis]));
    n_threads = std::min(n_threads * n, long{most_threads} + 1);
  }
  if (n_threads > most_threads) find(fmt::format("a block has more than {} threads.", most_threads));
  if (kernel.vector_width > 1) find("a kernel cannot have vectors and blocks of threads.");
  if (kernel.prefetch != ir::Prefetch{})
    find("blocks of threads ask for no memory ahead: only the host's vector loops do.");
  if (kernel.resident < 0 || kernel.resident > most_resident)
    find(fmt::format("{} blocks are to run at a time on a unit; allowed are 0 (as many as fit) to {}.", kernel.resident,
                     most_resident));
  if (kernel.stream != no_axis && kernel.block[kernel.stream] != 1)
    find(fmt::format("threads walk along {}, so a block must have 1 thread along it, not {}.", "xyz"[kernel.stream],
                     kernel.block[kernel.stream]));
}

void check_device(Plan const& plan, Find const& find) {
  DeviceKind const* const kind = find_device_kind(plan.device);
  if (!kind) {
    std::vector<std::string> names;
    for (DeviceKind const& each : device_kinds)
      names.push_back(each.name + std::string(each.runs_blocks ? ":NAME" : ""));
    return find(fmt::format("`{}` is not a device; expected one of {}.", plan.device, fmt::join(names, ", ")));
  }
  for (KernelPlan const& kernel : plan.kernels)
    if (kernel.has_blocks() != kind->runs_blocks)
      return find(!kind->runs_blocks
                      ? "the host runs no blocks of threads."
                      : fmt::format("{} runs blocks of threads, which must be given: `block X Y Z`.", plan.device));
  for (KernelPlan const& kernel : plan.kernels)
    if (kernel.resident != 0 && !kind->can_limit_residency)
      return find(fmt::format("`resident {}`: {} cannot limit the number of blocks that run at the same "
                              "time.",
                              kernel.resident, plan.device));
}

/// Each store that is to leave the caches alone must be the kernel's own.
void check_nontemporal(KernelPlan const& kernel, std::vector<ir::Store> const& stores, Find const& find) {
  for (std::string const& name : kernel.nontemporal)
    if (std::none_of(stores.begin(), stores.end(), [&](ir::Store const& store) { return store.variable == name; }))
      find(fmt::format("`{}` is to be stored past the caches, but this kernel does not store it.", name));
}

/// With the kernel's number in front where there are several.
Find for_kernel(std::size_t n, Plan const& plan, Find const& find) {
  if (plan.kernels.size() == 1) return find;
  return [=](std::string const& what) { find(fmt::format("kernel {}: {}", n + 1, what)); };
}

Find finder(std::string const& kernel, base::Diagnostics& diagnostics) {
  return [kernel, &diagnostics](std::string const& what) {
    diagnostics.error({}, fmt::format("Plan for kernel `{}`: {}", kernel, what));
  };
}

void check_values(Plan const& plan, base::Diagnostics& diagnostics) {
  Find const find = finder(plan.kernel, diagnostics);
  if (plan.kernels.empty()) find("it has no kernel.");
  check_device(plan, find);
  for (std::size_t n = 0; n < plan.kernels.size(); ++n) {
    Find const find_here = for_kernel(n, plan, find);
    check_mapping(plan.kernels[n], find_here);
    if (plan.kernels[n].has_blocks()) check_blocks(plan.kernels[n], find_here);
  }
}

void check_order_of_points(ir::Graph const& graph, base::Diagnostics& diagnostics) {
  auto const reaches = ir::stencils(graph);
  for (std::string const& output : graph.outputs)
    if (reaches.contains(output) && reaches.at(output) != ir::Reach{})
      diagnostics.error({},
                        fmt::format("Kernel `{}`: `{}` is written at a point and read at its neighbours by the same "
                                    "calculation, so the result would depend on the order of points. Write the "
                                    "result to another variable.",
                                    graph.name, output));
}

} // namespace

void check_order_of_points(ir::Graph const& graph) {
  base::Diagnostics diagnostics;
  check_order_of_points(graph, diagnostics);
  diagnostics.throw_if_errors();
}

void check_values(Plan const& plan) {
  base::Diagnostics diagnostics;
  check_values(plan, diagnostics);
  diagnostics.throw_if_errors();
}

void check_legality(ir::Graph const& graph, Plan const& plan) {
  base::Diagnostics diagnostics;
  check_values(plan, diagnostics);
  check_order_of_points(graph, diagnostics);
  if (!plan.kernels.empty()) {
    auto const shares = partition(graph, plan, diagnostics);
    for (std::size_t n = 0; n < shares.size(); ++n) {
      Find const find = for_kernel(n, plan, finder(plan.kernel, diagnostics));
      check_nontemporal(plan.kernels[n], shares[n].stores, find);
      auto const is_computed = [&](ir::ValueId value) { return (shares[n].uses[value] & (computed | shifted)) != 0; };
      if (shares[n].uses.size() == graph.values.size()) check_kept_values(graph, plan.kernels[n], is_computed, find);
    }
  }
  diagnostics.throw_if_errors();
}

void check_legality(ir::Graph const& graph, KernelPlan const& kernel) {
  base::Diagnostics diagnostics;
  Find const find = finder(graph.name, diagnostics);
  check_mapping(kernel, find);
  if (kernel.has_blocks()) check_blocks(kernel, find);
  check_nontemporal(kernel, graph.stores, find);
  check_kept_values(
      graph, kernel, [](ir::ValueId) { return true; }, find);
  check_order_of_points(graph, diagnostics);
  diagnostics.throw_if_errors();
}

} // namespace chemora::plan
