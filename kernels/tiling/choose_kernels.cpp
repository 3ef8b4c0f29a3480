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

plan::Plan part(ir::Graph const& graph, plan::Plan const& one, FissionRule const& rule, int n_operations,
                std::string& reason) {
  plan::KernelLimits const limits{.operations = rule.most_operations};
  bool const is_large = n_operations > rule.most_operations;
  if (rule.fission == Fission::none || (rule.fission == Fission::automatic && !is_large)) {
    reason = rule.fission == Fission::none
                 ? "one kernel, as fission is none"
                 : fmt::format("one kernel: {} operations are not more than {}", n_operations, rule.most_operations);
    return one;
  }
  bool const by_output = rule.fission == Fission::outputs;
  plan::Plan const plan =
      by_output ? fission_by_output_group(graph, one, limits) : fission_of_derivatives(graph, one, limits);
  reason = fmt::format("{} kernels by {} with at most {} of {} operations, {} values in between", plan.kernels.size(),
                       by_output ? "output group" : "derivatives and right-hand sides", rule.most_operations,
                       n_operations, plan.grid.size());
  return plan;
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
  auto const n_arrays = graph.inputs.size() + graph.outputs.size();
  bool const is = n_arrays > most_arrays_of_slim_kernel;
  reason = fmt::format("{}: {} grid functions are {} than {}", is ? "fat" : "not fat", n_arrays,
                       is ? "more" : "not more", most_arrays_of_slim_kernel);
  return is;
}

Kernels choose_kernels(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine,
                       FissionRule const& rule) {
  plan::Plan const one = plan::default_plan(graph, problem.allocated, 1);
  Kernels kernels;
  kernels.plan = part(graph, one, rule, plan::n_operations(graph), kernels.reason);
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
