#include "kernels/tiling/choose_kernels.hpp"

#include "codegen/plan/fission.hpp"
#include "codegen/plan/lower.hpp"
#include "framework/base/text.hpp"
#include "kernels/tiling/tile_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace chemora::tiling {

namespace {

std::string name_of(Fission fission) {
  return fission == Fission::outputs ? "output group" : "derivatives and right-hand sides";
}

std::string describe(plan::Plan const& plan, Fission fission, int max_operations, int n_operations) {
  if (plan.kernels.size() == 1) return fmt::format("one kernel: it cannot be divided by {}", name_of(fission));
  return fmt::format("{} kernels by {} with at most {} of {} operations, {} values passed between them",
                     plan.kernels.size(), name_of(fission), max_operations, n_operations, plan.grid.size());
}

/// Divides a graph by derivatives or by outputs, whichever passes fewer values between the resulting kernels.
plan::Plan divide_large(ir::Graph const& graph, plan::Plan const& one, FissionRule const& rule, int n_operations,
                        std::string& reason) {
  plan::KernelLimits const limits{.operations = rule.max_operations};
  auto plan = fission_of_derivatives(graph, one, limits);
  auto fission = Fission::derivatives;
  if (auto by_output = fission_by_output_group(graph, one, limits); by_output.grid.size() < plan.grid.size()) {
    plan = std::move(by_output);
    fission = Fission::outputs;
  }
  auto const n_arrays = graph.inputs.size() + graph.outputs.size();
  if (plan.grid.size() <= n_arrays) { // each grid-sized intermediate value is written and read like a grid function
    reason = describe(plan, fission, rule.max_operations, n_operations);
    return plan;
  }
  reason = fmt::format("one kernel: {} operations are more than {}, but its parts would pass {} values, more than "
                       "its {} grid functions",
                       n_operations, rule.max_operations, plan.grid.size(), n_arrays);
  return one;
}

/// Estimates the clocks that a multiprocessor needs per point of one kernel. The kernel transfers its arrays from main
/// memory once. It writes and reads its stacks once, in near memory as far as the stacks fit in the cache of the
/// multiprocessor.
double clocks_of(ir::Graph const& graph, Registers const& registers, device::BlockLimits const& limits) {
  double const arrays = static_cast<double>(graph.inputs.size() + graph.outputs.size()) * element_bytes(graph);
  auto const stack = static_cast<double>(registers.stack_bytes);
  double const near = std::min(stack, static_cast<double>(limits.cache_bytes) / threads_of_a_fat_block);
  return arrays / far_bytes_per_clock + 2 * near / near_bytes_per_clock + 2 * (stack - near) / far_bytes_per_clock;
}

/// One way to divide a graph into kernels.
struct Division {
  plan::Plan plan;
  std::string name; ///< name of the fission rule
  double clocks = 0;
};

double clocks_of(ir::Graph const& graph, Problem const& problem, plan::Plan const& plan) {
  double clocks = 0;
  std::string ignored;
  for (auto const& piece : plan::split(graph, plan).pieces)
    clocks += clocks_of(piece.graph, registers_of(piece.graph, problem, ignored), problem.blocks->limits);
  return clocks;
}

/// Divides a graph if the compiler reports registers. The function compares one kernel, fission by outputs and fission
/// by derivatives, and chooses the division with the fewest clocks. It compiles no division whose arrays and passed
/// values alone take longer than the best division so far.
plan::Plan divide_by_counts(ir::Graph const& graph, plan::Plan const& one, Problem const& problem,
                            FissionRule const& rule, int n_operations, std::string& reason) {
  plan::KernelLimits const limits{.operations = rule.max_operations};
  std::vector<Division> const ways{{fission_by_output_group(graph, one, limits), name_of(Fission::outputs)},
                                   {fission_of_derivatives(graph, one, limits), name_of(Fission::derivatives)}};
  double const as_one = clocks_of(graph, problem, one);
  Division best{one, "", as_one};
  for (Division way : ways) {
    double of_arrays = 0;
    for (auto const& piece : plan::split(graph, way.plan).pieces)
      of_arrays += clocks_of(piece.graph, {}, problem.blocks->limits);
    if (way.plan.kernels.size() < 2 || of_arrays >= best.clocks) continue;
    way.clocks = clocks_of(graph, problem, way.plan);
    if (way.clocks < best.clocks) best = way;
  }
  if (best.plan.kernels.size() == 1)
    reason =
        fmt::format("one kernel: {} operations are more than {}, but no division takes less than its {:.1f} clocks of "
                    "a unit for a point",
                    n_operations, limits.operations, as_one);
  else
    reason = fmt::format(
        "{} kernels by {} with at most {} of {} operations, {} values passed between them: {:.1f} clocks of a "
        "unit for a point, {:.1f} as one kernel",
        best.plan.kernels.size(), best.name, limits.operations, n_operations, best.plan.grid.size(), best.clocks,
        as_one);
  return best.plan;
}

/// Returns the plan of a trial compilation, in which a thread may use all registers. The block is one warp with several
/// rows.
plan::KernelPlan one_warp(BlockMachine const& machine, bool is_fat) {
  constexpr int rows = 4;
  int const warp = std::max(1, machine.limits.warp);
  base::Index3 const block = warp % rows == 0 ? base::Index3{warp / rows, rows, 1} : base::Index3{warp, 1, 1};
  return {.tile = block, .block = block, .is_fat = is_fat};
}

plan::Plan divide(ir::Graph const& graph, plan::Plan const& one, Problem const& problem, FissionRule const& rule,
                  std::string& reason) {
  plan::KernelLimits const limits{.operations = rule.max_operations};
  int const n_operations = plan::n_operations(graph);
  switch (rule.fission) {
  case Fission::none:
    reason = "one kernel, because fission is none";
    return one;
  case Fission::automatic:
    if (n_operations > limits.operations)
      return problem.blocks && problem.blocks->limits.reports_registers
                 ? divide_by_counts(graph, one, problem, rule, n_operations, reason)
                 : divide_large(graph, one, rule, n_operations, reason);
    reason = fmt::format("one kernel: {} operations are not more than {}", n_operations, limits.operations);
    return one;
  case Fission::outputs:
  case Fission::derivatives:
    break;
  }
  auto plan = rule.fission == Fission::outputs ? fission_by_output_group(graph, one, limits)
                                               : fission_of_derivatives(graph, one, limits);
  reason = describe(plan, rule.fission, limits.operations, n_operations);
  return plan;
}

FissionRule with_limit(FissionRule const& rule, Problem const& problem) {
  if (rule.max_operations > 0) return rule;
  return {rule.fission, problem.blocks ? max_operations_in_blocks : max_operations_on_host};
}

/// Buffers the values that several points of a stencil need, if this saves enough statements. Extends `reason`.
void buffer_values(plan::KernelPlan& kernel, ir::Graph const& graph, base::Index3 const& allocated,
                   std::string& reason) {
  if (graph.values.size() < min_values_with_buffers) return;
  auto const buffered = with_values_in_tile(graph, kernel, allocated);
  if (!buffered) return;
  double const with = statements_per_point(graph, *buffered, allocated),
               without = statements_per_point(graph, kernel, allocated);
  if (with > max_statements_with_buffers * without) return;
  kernel = *buffered;
  reason += fmt::format("; {} values that several points need are in the tile: {:.0f} statements per point, {:.0f} "
                        "without buffers",
                        kernel.in_tile.size(), with, without);
}

/// Returns a text that states the effect of reordering the statements of a fat kernel.
std::string reordering(ir::Graph const& graph, plan::KernelPlan const& kernel, base::Index3 const& allocated) {
  auto const live = plan::live_registers(graph, kernel, {allocated});
  return fmt::format("{} live values, {} after reordering", live.slim, live.fat);
}

} // namespace

std::optional<Fission> find_fission(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, Fission>, 4> names{{{"automatic", Fission::automatic},
                                                                       {"none", Fission::none},
                                                                       {"outputs", Fission::outputs},
                                                                       {"derivatives", Fission::derivatives}}};
  for (auto const& [spelling, fission] : names)
    if (spelling == name) return fission;
  return {};
}

bool has_many_arrays(std::size_t n_arrays, std::string& reason) {
  bool const has_many = n_arrays > max_arrays_of_slim_kernel;
  reason = fmt::format("{} grid functions are {} than {}", n_arrays, has_many ? "more" : "not more",
                       max_arrays_of_slim_kernel);
  return has_many;
}

Registers registers_of(ir::Graph const& graph, Problem const& problem, std::string& reason) {
  auto const verdict = [](bool is_fat) { return is_fat ? "fat" : "not fat"; };
  Registers registers;
  if (!problem.blocks) {
    registers.is_fat = has_many_arrays(graph.inputs.size() + graph.outputs.size(), reason);
    reason = fmt::format("{}: {}", verdict(registers.is_fat), reason);
    return registers;
  }
  BlockMachine const& machine = *problem.blocks;
  if (auto facts = machine.trial ? machine.trial(graph, one_warp(machine, false)) : std::nullopt) {
    registers.is_fat = facts->lacks_registers;
    reason = fmt::format("{}: the compiler uses {} registers and {} bytes of stack for a thread",
                         verdict(registers.is_fat), facts->registers.value_or(0), facts->spilled_bytes.value_or(0));
    if (registers.is_fat) {
      facts = machine.trial(graph, one_warp(machine, true)).value_or(*facts);
      reason += fmt::format(", {} and {} with its statements reordered", facts->registers.value_or(0),
                            facts->spilled_bytes.value_or(0));
    }
    registers.max_threads = facts->max_threads;
    registers.stack_bytes = facts->spilled_bytes.value_or(0);
    return registers;
  }
  int const n_live = plan::live_registers(graph, one_warp(machine, false), {problem.allocated}).slim;
  int const max_live = graph.real == ir::Type::real32 ? max_live_values_of_real32 : max_live_values_of_real64;
  registers.is_fat = n_live > max_live;
  reason = fmt::format("{}: {} live values are {} than {}", verdict(registers.is_fat), n_live,
                       registers.is_fat ? "more" : "not more", max_live);
  return registers;
}

Kernels choose_kernels(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine,
                       FissionRule const& rule) {
  plan::Plan const one = plan::default_plan(graph, problem.allocated, 1);
  Kernels kernels;
  kernels.plan = divide(graph, one, problem, with_limit(rule, problem), kernels.reason);
  auto const pieces = plan::split(graph, kernels.plan);
  for (std::size_t n = 0; n < pieces.pieces.size(); ++n) {
    ir::Graph const& piece = pieces.pieces[n].graph;
    std::string why_fat;
    Registers const registers = registers_of(piece, problem, why_fat);
    Choice const choice = problem.blocks ? choose_block_plan(piece, problem, *problem.blocks, registers)
                                         : choose_plan(piece, problem, machine);
    plan::KernelPlan& kernel = kernels.plan.kernels[n];
    auto stores = std::move(kernel.stores);
    kernel = choice.plan.kernels.front();
    kernel.stores = std::move(stores);
    kernel.is_fat = registers.is_fat;
    std::erase_if(kernel.nontemporal,
                  [&](std::string const& name) { // values passed to another kernel are not grid functions
                    return !base::contains(graph.outputs, name);
                  });
    kernels.reasons.push_back(choice.reason);
    if (!problem.blocks && pieces.pieces.size() == 1)
      buffer_values(kernel, piece, problem.allocated, kernels.reasons.back());
    if (kernel.is_fat) kernels.reasons.back() += "; " + why_fat + "; " + reordering(piece, kernel, problem.allocated);
  }
  if (problem.blocks) kernels.plan.device = problem.blocks->device;
  return kernels;
}

} // namespace chemora::tiling
