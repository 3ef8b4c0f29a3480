// Fission by rule, then one tile per piece.
#include "kernels/tiling/choose_kernels.hpp"

#include "codegen/plan/fission.hpp"
#include "codegen/plan/lower.hpp"
#include "codegen/plan/split.hpp"
#include "kernels/tiling/choose_block_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace chemora::tiling {

namespace {

std::string name_of(Fission fission) {
  return fission == Fission::outputs ? "output group" : "derivatives and right-hand sides";
}

std::string describe(plan::Plan const& plan, Fission fission, int most_operations, int n_operations) {
  if (plan.kernels.size() == 1) return fmt::format("one kernel: by {} there is nothing to part", name_of(fission));
  return fmt::format("{} kernels by {} with at most {} of {} operations, {} values in between", plan.kernels.size(),
                     name_of(fission), most_operations, n_operations, plan.grid.size());
}

/// By derivatives or by outputs, whichever keeps fewer values.
plan::Plan part_large(ir::Graph const& graph, plan::Plan const& one, FissionRule const& rule, int n_operations,
                      std::string& reason) {
  plan::KernelLimits const limits{.operations = rule.most_operations};
  auto plan = fission_of_derivatives(graph, one, limits);
  auto fission = Fission::derivatives;
  if (auto by_output = fission_by_output_group(graph, one, limits); by_output.grid.size() < plan.grid.size()) {
    plan = std::move(by_output);
    fission = Fission::outputs;
  }
  auto const n_arrays = graph.inputs.size() + graph.outputs.size();
  if (plan.grid.size() <= n_arrays) { // each is written and read like a grid function
    reason = describe(plan, fission, rule.most_operations, n_operations);
    return plan;
  }
  reason =
      fmt::format("one kernel: {} operations are more than {}, but parts would leave {} values in between, more than "
                  "its {} grid functions",
                  n_operations, rule.most_operations, plan.grid.size(), n_arrays);
  return one;
}

plan::Plan part(ir::Graph const& graph, plan::Plan const& one, FissionRule const& rule, std::string& reason) {
  plan::KernelLimits const limits{.operations = rule.most_operations};
  int const n_operations = plan::n_operations(graph);
  switch (rule.fission) {
  case Fission::none:
    reason = "one kernel, as fission is none";
    return one;
  case Fission::automatic:
    if (n_operations > rule.most_operations) return part_large(graph, one, rule, n_operations, reason);
    reason = fmt::format("one kernel: {} operations are not more than {}", n_operations, rule.most_operations);
    return one;
  case Fission::outputs:
  case Fission::derivatives:
    break;
  }
  auto plan = rule.fission == Fission::outputs ? fission_by_output_group(graph, one, limits)
                                               : fission_of_derivatives(graph, one, limits);
  reason = describe(plan, rule.fission, rule.most_operations, n_operations);
  return plan;
}

FissionRule with_limit(FissionRule const& rule, Problem const& problem) {
  if (rule.most_operations > 0) return rule;
  return {rule.fission, problem.blocks ? most_operations_in_blocks : most_operations_on_host};
}

/// What the order of statements of a fat kernel is good for.
std::string reordering(ir::Graph const& graph, plan::KernelPlan const& kernel, base::Index3 const& allocated) {
  auto const live = plan::live_registers(graph, kernel, {allocated});
  return fmt::format("{} values live at a time, {} after reordering", live.slim, live.fat);
}

} // namespace

std::optional<Fission> find_fission(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, Fission>, 4> names{{{"automatic", Fission::automatic},
                                                                       {"none", Fission::none},
                                                                       {"outputs", Fission::outputs},
                                                                       {"derivatives", Fission::derivatives}}};
  for (auto const& [known, fission] : names)
    if (known == name) return fission;
  return {};
}

bool is_fat(ir::Graph const& graph, std::string& reason) {
  return is_fat(graph.inputs.size() + graph.outputs.size(), reason);
}

bool is_fat(std::size_t n_arrays, std::string& reason) {
  bool const is = n_arrays > most_arrays_of_slim_kernel;
  reason = fmt::format("{}: {} grid functions are {} than {}", is ? "fat" : "not fat", n_arrays,
                       is ? "more" : "not more", most_arrays_of_slim_kernel);
  return is;
}

Kernels choose_kernels(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine,
                       FissionRule const& rule) {
  plan::Plan const one = plan::default_plan(graph, problem.allocated, 1);
  Kernels kernels;
  kernels.plan = part(graph, one, with_limit(rule, problem), kernels.reason);
  auto const pieces = plan::split(graph, kernels.plan);
  for (std::size_t n = 0; n < pieces.pieces.size(); ++n) {
    ir::Graph const& piece = pieces.pieces[n].graph;
    std::string why_fat;
    bool const is_fat_piece = is_fat(piece, why_fat);
    Choice const choice = problem.blocks ? choose_block_plan(piece, problem, *problem.blocks, is_fat_piece)
                                         : choose_plan(piece, problem, machine);
    plan::KernelPlan& kernel = kernels.plan.kernels[n];
    auto stores = std::move(kernel.stores);
    kernel = choice.plan.kernels.front();
    kernel.stores = std::move(stores);
    kernel.is_fat = is_fat_piece;
    std::erase_if(kernel.nontemporal, [&](std::string const& name) { // what another kernel reads is no variable
      return std::find(graph.outputs.begin(), graph.outputs.end(), name) == graph.outputs.end();
    });
    kernels.reasons.push_back(choice.reason);
    if (kernel.is_fat) kernels.reasons.back() += "; " + why_fat + "; " + reordering(piece, kernel, problem.allocated);
  }
  if (problem.blocks) kernels.plan.device = problem.blocks->device;
  return kernels;
}

} // namespace chemora::tiling
