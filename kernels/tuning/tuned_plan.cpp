#include "kernels/tuning/tuned_plan.hpp"

#include <fmt/format.h>

namespace chemora::tuning {

Subject subject_of(Target const& target, SearchSpace const& space) {
  auto const* const blocks = target.problem.blocks;
  return {.kernel = target.kernel,
          .graph = digest_of(target.graph),
          .shape = shape_class(target.problem),
          .precision = std::string(ir::to_text(target.graph.real)),
          .device = blocks ? blocks->device : "host",
          .machine = blocks ? target.device_name : target.machine.processor + " " + target.machine.identity,
          .search_space = space.identity()};
}

std::optional<TunedPlan> find_tuned_plan(Database const& database, Target const& target, Origin const& origin) {
  if (target.problem.box.is_empty() || database.is_empty()) return {};
  SearchSpace const space = target.search_space();
  auto const winner = database.winner(subject_of(target, space), origin);
  if (!winner) return {};
  double const mean = winner->individual.statistics().mean;
  std::string reason = fmt::format("tuned: fastest of {} measured plans", winner->n_measured);
  if (winner->initial_mean > 0)
    reason += fmt::format(", {:.2f} times as fast as the first", mean / winner->initial_mean);
  if (winner->origin != origin)
    reason += fmt::format(", measured with {}, version {}", winner->origin.compiler, winner->origin.version);
  return TunedPlan{space.decode(winner->individual.genome), reason};
}

} // namespace chemora::tuning
