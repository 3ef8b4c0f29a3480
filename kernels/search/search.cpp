#include "kernels/search/search.hpp"

#include "codegen/plan/fission.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/jit/compile_and_load.hpp"
#include "kernels/machine/timed.hpp"
#include "kernels/tiling/choose_block_plan.hpp"
#include "kernels/tuning/analyses.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::search {

namespace {

constexpr double share_of_evolution = 0.75; ///< of the budget; the remainder compares the best plans again
constexpr int n_finalists = 3;
/// A plan may take this many times as long as the model's plan, and some seconds more.
constexpr double max_slowdown = 10, min_limit = 5;

class Search {
public:
  Search(LoadedCapture const& loaded, tuning::Database& database, OpenDevice const& open_device,
         tuning::Origin const& origin, SearchOptions const& options)
      : loaded_(loaded), database_(database), open_device_(open_device), origin_(origin), options_(options),
        limits_(options.limits),
        model_(loaded.capture.model), blocks_{loaded.capture.device.kind, loaded.capture.device.blocks},
        problem_(problem_of(loaded.capture, blocks_)), target_{loaded.capture.kernel,
                                                               loaded.capture.graph,
                                                               problem_,
                                                               machine::this_machine(),
                                                               loaded.capture.device.product,
                                                               static_cast<int>(model_.kernels.size()),
                                                               plan::split(loaded.capture.graph, model_).n_slots},
        space_(target_.search_space()), subject_(subject_of(target_, space_)), random_(options.seed) {
    progress_.budget = options.budget;
  }

  Progress run() {
    measure_model();
    while (measure_child() && seconds() < share_of_evolution * options_.budget) continue;
    do compare_finalists();
    while (seconds() < options_.budget);
    if (options_.studies_components) study_components();
    return progress_;
  }

private:
  static tiling::Problem problem_of(Capture const& capture, tiling::BlockMachine const& blocks) {
    tiling::Problem problem = capture.problem;
    if (!capture.is_on_host()) problem.blocks = &blocks;
    return problem;
  }

  double seconds() const { return machine::wall_seconds() - start_; }

  /// Measures a plan that a run could use.
  Measurement measure(plan::Plan const& plan) {
    try {
      tuning::check_usable(target_, plan);
    } catch (base::UserError const& error) {
      Measurement unusable;
      unusable.failure = error.diagnostics().front().message;
      return unusable;
    }
    return search::measure(loaded_, plan, open_device_, limits_, expected_, options_.lock_file);
  }

  /// Measures a plan and records the result.
  Measurement measure(tuning::Individual individual) {
    plan::Plan const plan = space_.decode(individual.genome);
    Measurement const result = measure(plan);
    individual.plan = to_text(plan);
    individual.scores = result.scores;
    individual.failure = result.failure;
    database_.record(subject_, origin_, individual);
    ++progress_.n_measured;
    progress_.n_failed += individual.has_failed() ? 1 : 0;
    progress_.seconds = seconds();
    if (auto const winner = database_.winner(subject_, origin_)) {
      progress_.best = winner->individual.statistics().mean;
      progress_.model = winner->initial_mean;
    }
    options_.report(progress_);
    return result;
  }

  void measure_model() {
    tuning::Individual individual;
    individual.genome = space_.encode(model_);
    Measurement const result = measure(individual);
    if (!result.failure.empty())
      throw base::UserError(
          fmt::format("The model's plan of kernel {} cannot be measured. {}", loaded_.capture.kernel, result.failure));
    expected_ = result.digest;
    limits_.compile_seconds = std::min(limits_.compile_seconds, max_slowdown * result.compile_seconds + min_limit);
    limits_.run_seconds = std::min(limits_.run_seconds, max_slowdown * result.run_seconds + min_limit);
  }

  /// Returns false if every plan is known.
  bool measure_child() {
    tuning::BirthRules const rules{
        [&](tuning::Genome const& genome) { return space_.normalised(genome); },
        [&](tuning::Genome const& genome) { return database_.contains(subject_, origin_, genome); }};
    auto const child = tuning::make_child(database_.population(subject_, origin_), rules, random_);
    if (!child) return false;
    tuning::Individual individual;
    individual.genome = child->genome;
    individual.birth = child->birth;
    individual.parents = child->parents;
    measure(individual);
    return true;
  }

  void compare_finalists() {
    auto finalists = database_.top(subject_, origin_, n_finalists);
    tuning::Individual model;
    model.genome = space_.encode(model_);
    finalists.insert(finalists.begin(), model);
    for (tuning::Individual const& finalist : finalists) {
      tuning::Individual again;
      again.genome = finalist.genome;
      measure(again);
    }
  }

  /// Combinations whose genomes are known are not measured: they have the birth of their first measurement.
  void study_components() {
    auto const population = database_.population(subject_, origin_);
    tuning::Member const& top = tuning::top_of(population);
    tuning::Genome const genome = space_.encode(model_);
    auto const initial = std::find_if(population.begin(), population.end(),
                                      [&](tuning::Member const& member) { return member.genome == genome; });
    if (initial == population.end() || initial->id == top.id) return;
    for (tuning::ComponentMix const& mix : tuning::component_mixes(space_, initial->genome, top.genome)) {
      if (database_.contains(subject_, origin_, mix.genome)) continue;
      tuning::Individual individual;
      individual.genome = mix.genome;
      individual.birth = tuning::Birth::component;
      individual.components = mix.from_top;
      individual.parents = {initial->id, top.id};
      measure(individual);
    }
  }

  LoadedCapture const& loaded_;
  tuning::Database& database_;
  OpenDevice open_device_;
  tuning::Origin origin_;
  SearchOptions options_;
  Limits limits_;
  plan::Plan model_;
  tiling::BlockMachine blocks_;
  tiling::Problem problem_;
  tuning::Target target_;
  tuning::SearchSpace space_;
  tuning::Subject subject_;
  tuning::Random random_;
  std::optional<std::uint64_t> expected_;
  Progress progress_;
  double start_ = machine::wall_seconds();
};

} // namespace

tuning::Origin origin_of(device::Properties const& device) {
  return {device.compiler + " " + base::join(device.flags, " "), std::string(jit::code_version())};
}

Progress search(LoadedCapture const& loaded, tuning::Database& database, OpenDevice const& open_device,
                tuning::Origin const& origin, SearchOptions const& options) {
  return Search(loaded, database, open_device, origin, options).run();
}

} // namespace chemora::search
