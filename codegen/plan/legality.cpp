/// Checks that a plan is legal for its graph, before anything is compiled.
#include "codegen/plan/plan.hpp"

#include "codegen/plan/buffered_values.hpp"
#include "codegen/plan/device_kind.hpp"
#include "codegen/plan/fission.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace chemora::plan {

namespace {

void check_mapping(KernelPlan const& kernel, Report const& report) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    char const name = "xyz"[axis];
    if (kernel.tile[axis] < 1)
      report(fmt::format("a tile has {} points along {}; it must have at least 1.", kernel.tile[axis], name));
    if (kernel.unroll[axis] < 1 || kernel.unroll[axis] > max_unroll)
      report(fmt::format("loop {} is unrolled {} times; expected 1 to {}.", name, kernel.unroll[axis], max_unroll));
  }
  bool const is_power_of_two = kernel.vector_width > 0 && (kernel.vector_width & (kernel.vector_width - 1)) == 0;
  if (!is_power_of_two || kernel.vector_width > max_lanes)
    report(fmt::format("vectors have {} lanes; expected a power of two up to {}.", kernel.vector_width, max_lanes));
  if (kernel.stream == 0 && kernel.vector_width > 1)
    report("threads cannot move along x point by point if vectors run along x.");
  int const distance = kernel.prefetch.distance;
  if (distance < 0 || distance > max_prefetch_distance)
    report(fmt::format("the prefetch distance is {} points; expected 0 to {}.", distance, max_prefetch_distance));
  if (distance == 0 && kernel.prefetch != ir::Prefetch{})
    report("`stores` or `edges` are to be prefetched, but the prefetch distance is 0 points.");
  for (std::size_t n = 0; n < kernel.nontemporal.size(); ++n)
    if (std::find(kernel.nontemporal.begin(), kernel.nontemporal.begin() + static_cast<long>(n),
                  kernel.nontemporal[n]) != kernel.nontemporal.begin() + static_cast<long>(n))
      report(fmt::format("`{}` is named twice among the non-temporal stores.", kernel.nontemporal[n]));
  check_buffer_mapping(kernel, report);
}

void check_blocks(KernelPlan const& kernel, Report const& report) {
  long n_threads = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    int const n = kernel.block[axis];
    if (n < 1) report(fmt::format("a block has {} threads along {}; it must have at least 1.", n, "xyz"[axis]));
    n_threads = std::min(n_threads * n, long{max_threads} + 1);
  }
  if (n_threads > max_threads) report(fmt::format("a block has more than {} threads.", max_threads));
  if (kernel.vector_width > 1) report("a kernel cannot have both vectors and blocks of threads.");
  if (kernel.prefetch != ir::Prefetch{}) report("blocks of threads do not prefetch; only vector loops of the host do.");
  if (kernel.resident < 0 || kernel.resident > max_resident)
    report(fmt::format("{} blocks are to be resident on a unit at a time; expected 0 (as many as fit) to {}.",
                       kernel.resident, max_resident));
  if (kernel.stream != no_axis && kernel.block[kernel.stream] != 1)
    report(fmt::format("threads move along {}, so that a block must have 1 thread along it, not {}.",
                       "xyz"[kernel.stream], kernel.block[kernel.stream]));
}

void check_device(Plan const& plan, Report const& report) {
  DeviceKind const* const kind = find_device_kind(plan.device);
  if (!kind) {
    std::vector<std::string> names;
    for (DeviceKind const& each : device_kinds)
      names.push_back(each.name + std::string(each.runs_blocks ? ":NAME" : ""));
    return report(fmt::format("`{}` is not a device; expected one of {}.", plan.device, fmt::join(names, ", ")));
  }
  for (KernelPlan const& kernel : plan.kernels)
    if (kernel.has_blocks() != kind->runs_blocks)
      return report(!kind->runs_blocks ? "the host does not run blocks of threads; remove `block`."
                                       : fmt::format("{} runs blocks of threads; add `block X Y Z`.", plan.device));
  for (KernelPlan const& kernel : plan.kernels)
    if (kernel.resident != 0 && !kind->can_limit_residency)
      return report(fmt::format("`resident {}`: {} cannot limit the number of blocks that run at the same time.",
                                kernel.resident, plan.device));
}

/// Reports variables that the plan writes by non-temporal stores although the kernel does not store them.
void check_nontemporal(KernelPlan const& kernel, std::vector<ir::Store> const& stores, Report const& report) {
  std::vector<std::string> stored;
  for (ir::Store const& store : stores) stored.push_back(store.variable);
  for (std::string const& name : kernel.nontemporal)
    if (!base::contains(stored, name))
      report(fmt::format("`{}` is listed under nontemporal, but this kernel does not store it.{}", name,
                         base::did_you_mean(name, stored)));
}

/// If there are several kernels, puts the number of the kernel before each error.
Report for_kernel(std::size_t n, Plan const& plan, Report const& report) {
  if (plan.kernels.size() == 1) return report;
  return [=](std::string const& error) { report(fmt::format("kernel {}: {}", n + 1, error)); };
}

Report report_to(base::Diagnostics& diagnostics, std::string const& kernel) {
  return [kernel, &diagnostics](std::string const& error) {
    diagnostics.error({}, fmt::format("Plan for kernel `{}`: {}", kernel, error));
  };
}

void check_values(Plan const& plan, base::Diagnostics& diagnostics) {
  Report const report = report_to(diagnostics, plan.kernel);
  if (plan.kernels.empty()) report("it has no kernel.");
  check_device(plan, report);
  for (std::size_t n = 0; n < plan.kernels.size(); ++n) {
    Report const report_of_kernel = for_kernel(n, plan, report);
    check_mapping(plan.kernels[n], report_of_kernel);
    if (plan.kernels[n].has_blocks()) check_blocks(plan.kernels[n], report_of_kernel);
  }
}

void check_order_of_points(ir::Graph const& graph, base::Diagnostics& diagnostics) {
  auto const reaches = ir::stencils(graph);
  for (std::string const& output : graph.outputs)
    if (reaches.contains(output) && reaches.at(output) != ir::Reach{})
      diagnostics.error(
          {}, fmt::format("Kernel `{}` writes `{}` at a point and reads it at neighbouring points, so that the "
                          "result would depend on the order of points. Write the result to another "
                          "variable.",
                          graph.name, output));
}

} // namespace

void check_graph_form(ir::Graph const& graph) {
  auto const fail = [&](std::string const& error) {
    throw base::InternalError(fmt::format("Graph `{}` cannot be planned: {}.", graph.name, error));
  };
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    ir::Value const& value = graph.values[id];
    if (value.op == ir::Op::shift && graph.values[value.operands[0]].op != ir::Op::load)
      fail(fmt::format("%{} shifts a value that is not a load; run passes::push_shifts_to_loads first", id));
  }
  std::set<std::string> written;
  for (ir::Store const& store : graph.stores)
    if (!written.insert(store.variable).second)
      fail(fmt::format("`{}` is stored in several regions; run passes::extract_region first", store.variable));
}

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
      Report const report = for_kernel(n, plan, report_to(diagnostics, plan.kernel));
      check_nontemporal(plan.kernels[n], shares[n].stores, report);
      auto const is_computed = [&](ir::ValueId value) { return (shares[n].uses[value] & (computed | shifted)) != 0; };
      if (shares[n].uses.size() == graph.values.size())
        check_buffered_values(graph, plan.kernels[n], is_computed, report);
    }
  }
  diagnostics.throw_if_errors();
}

void check_legality(ir::Graph const& graph, KernelPlan const& kernel) {
  base::Diagnostics diagnostics;
  Report const report = report_to(diagnostics, graph.name);
  check_mapping(kernel, report);
  if (kernel.has_blocks()) check_blocks(kernel, report);
  check_nontemporal(kernel, graph.stores, report);
  check_buffered_values(
      graph, kernel, [](ir::ValueId) { return true; }, report);
  check_order_of_points(graph, diagnostics);
  diagnostics.throw_if_errors();
}

} // namespace chemora::plan
