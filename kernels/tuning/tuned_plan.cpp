#include "kernels/tuning/tuned_plan.hpp"

#include "codegen/plan/fission.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <set>

namespace chemora::tuning {

std::string host_name(machine::Machine const& machine) { return machine.processor + " " + machine.identity; }

Subject subject_of(Target const& target, SearchSpace const& space) {
  auto const* const blocks = target.problem.blocks;
  return {.kernel = target.kernel,
          .graph = digest_of(target.graph),
          .shape = shape_class(target.problem),
          .precision = std::string(ir::to_text(target.graph.real)),
          .device = blocks ? blocks->device : "host",
          .machine = blocks ? target.device_name : host_name(target.machine),
          .search_space = space.identity()};
}

void check_usable(Target const& target, plan::Plan const& plan) {
  plan::check_legality(target.graph, plan);
  auto const split = plan::split(target.graph, plan);
  std::set<std::string> arrays(target.graph.inputs.begin(), target.graph.inputs.end());
  arrays.insert(target.graph.outputs.begin(), target.graph.outputs.end());
  int const max_scratch_arrays = std::max(target.n_scratch_arrays, static_cast<int>(arrays.size() + 3) / 4);
  if (split.n_slots > max_scratch_arrays)
    throw base::UserError(fmt::format("The plan needs {} scratch arrays; at most {} are allowed for {} arrays.",
                                      split.n_slots, max_scratch_arrays, arrays.size()));
  if (auto const* const blocks = target.problem.blocks)
    for (auto const& piece : split.pieces)
      if (auto const reason = tiling::excess(piece.graph, piece.plan, target.problem.allocated, blocks->limits);
          !reason.empty())
        throw base::UserError(fmt::format("A block of the plan {} on {}.", reason, blocks->device));
}

std::optional<TunedPlan> find_tuned_plan(Winners const& winners, Target const& target, Origin const& origin) {
  if (target.problem.box.is_empty() || winners.is_empty()) return {};
  SearchSpace const space = target.search_space();
  Winner const* const winner = winners.find(subject_of(target, space));
  if (!winner) return {};
  double const mean = winner->individual.statistics().mean;
  std::string reason = fmt::format("tuned: fastest of {} measured plans", winner->n_measured);
  if (winner->initial_mean > 0)
    reason += fmt::format(", {:.2f} times as fast as the first", mean / winner->initial_mean);
  if (winner->origin != origin)
    reason += fmt::format(", measured with {}, version {}", winner->origin.compiler, winner->origin.version);
  TunedPlan tuned{space.decode(winner->individual.genome), reason};
  check_usable(target, tuned.plan);
  return tuned;
}

} // namespace chemora::tuning
