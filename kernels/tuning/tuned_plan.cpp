#include "kernels/tuning/tuned_plan.hpp"

#include "codegen/plan/fission.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <set>

namespace chemora::tuning {

namespace {

using Json = nlohmann::json;

std::string key_of(Subject const& subject) {
  return Json{subject.kernel, subject.graph,   subject.shape,       subject.precision,
              subject.device, subject.machine, subject.search_space}
      .dump(-1, ' ', true, Json::error_handler_t::replace);
}

} // namespace

Winners::Winners(Database const& database, Origin const& origin, std::vector<std::string> const& machines) {
  for (auto const& [subject, any_origin] : database.subjects()) {
    std::string const key = key_of(subject);
    if (!base::contains(machines, subject.machine) || by_subject_.contains(key)) continue;
    if (auto const winner = database.winner(subject, origin)) by_subject_.emplace(key, *winner);
  }
}

Winners Winners::from_text(std::string const& text) {
  Winners winners;
  if (text.empty()) return winners;
  for (Json const& row : Json::parse(text)) {
    Winner winner;
    winner.individual.genome = Genome::from_letters(row.at(1).get<std::string>());
    winner.individual.scores = {row.at(2).get<double>()};
    winner.origin = {row.at(3).get<std::string>(), row.at(4).get<std::string>()};
    row.at(5).get_to(winner.n_measured);
    row.at(6).get_to(winner.initial_mean);
    winners.by_subject_.emplace(row.at(0).get<std::string>(), std::move(winner));
  }
  return winners;
}

std::string Winners::to_text() const {
  if (is_empty()) return {};
  Json rows = Json::array();
  for (auto const& [key, winner] : by_subject_)
    rows.push_back({key, winner.individual.genome.letters(), winner.individual.statistics().mean,
                    winner.origin.compiler, winner.origin.version, winner.n_measured, winner.initial_mean});
  return rows.dump(-1, ' ', true, Json::error_handler_t::replace);
}

Winner const* Winners::find(Subject const& subject) const {
  auto const winner = by_subject_.find(key_of(subject));
  return winner == by_subject_.end() ? nullptr : &winner->second;
}

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

std::string reason_of(Winner const& winner, Origin const& origin) {
  double const mean = winner.individual.statistics().mean;
  std::string reason = fmt::format("tuned: fastest of {} measured plans", winner.n_measured);
  if (winner.initial_mean > 0) reason += fmt::format(", {:.2f} times as fast as the first", mean / winner.initial_mean);
  if (winner.origin != origin)
    reason += fmt::format(", measured with {}, version {}", winner.origin.compiler, winner.origin.version);
  return reason;
}

std::optional<TunedPlan> find_tuned_plan(Winners const& winners, Target const& target, Origin const& origin) {
  if (target.problem.box.is_empty() || winners.is_empty()) return {};
  SearchSpace const space = target.search_space();
  Winner const* const winner = winners.find(subject_of(target, space));
  if (!winner) return {};
  TunedPlan tuned{space.decode(winner->individual.genome), reason_of(*winner, origin)};
  check_usable(target, tuned.plan);
  return tuned;
}

} // namespace chemora::tuning
