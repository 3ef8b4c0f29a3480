#include "apply_updates.hpp"

#include "accelerator.hpp"

#include "Numerics/ThornTools/src/refinement_level.hpp"
#include "cctk_Functions.h"

#include <omp.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace boundary {
namespace {

/// Updates of several variables that one call of CaKernel_UpdateBoxes applies: the arguments that recur in every step.
struct Launch {
  std::vector<std::size_t> members;                                ///< numbers in the list of updates
  std::vector<CCTK_INT> kernels, n_arrays, variables, time_levels; ///< by face and member
  std::vector<CCTK_INT> which, lower, upper;                       ///< by layer

  void add_kernel(Update const& update, int face) {
    int const thin_axis = update.method.depth > 0 ? face / 2 : -1;
    kernels.push_back(CaKernel_BoxKernel(update.target.cctkGH, update.method.graph(face).c_str(), thin_axis));
    n_arrays.push_back(static_cast<CCTK_INT>(1 + update.inputs.size()));
    variables.push_back(update.target.variable);
    time_levels.push_back(0);
    for (Input const& input : update.inputs) {
      variables.push_back(input.variables[face / 2]);
      time_levels.push_back(input.time_level);
    }
  }
  void add_layer(Layer const& layer) {
    which.push_back(layer.face * static_cast<CCTK_INT>(members.size()) + layer.variable);
    lower.insert(lower.end(), layer.points.lower.begin(), layer.points.lower.end());
    upper.insert(upper.end(), layer.points.upper.begin(), layer.points.upper.end());
  }
};

/// Whether two updates set the same points of different variables, and neither reads what the other writes.
bool can_share_launch(Update const& a, Update const& b) {
  return a.target.variable != b.target.variable && !a.reads_other_variables() && !b.reads_other_variables() &&
         a.target.zones == b.target.zones;
}

/// Kernels of all faces are compiled, because another process may have points at faces where this one has none.
Launch make_launch(std::vector<Update const*> const& updates, std::vector<std::size_t> members) {
  Update const& first = *updates[members.front()];
  Launch launch{std::move(members), {}, {}, {}, {}, {}, {}, {}};
  for (int face = 0; face < max_faces; ++face)
    for (std::size_t const member : launch.members) launch.add_kernel(*updates[member], face);
  // Threads share whole layers: a part of one is smaller than a tile, and threads would synchronise after each part.
  bool const use_whole_zones = runs_on_device(first) || omp_get_max_threads() > 1;
  int const n_variables = static_cast<int>(launch.members.size());
  for (Layer const& layer : layers_in_order(first.target.zones, n_variables, use_whole_zones)) launch.add_layer(layer);
  return launch;
}

std::vector<Launch> make_launches(std::vector<Update const*> const& updates) {
  std::vector<Launch> launches;
  std::vector<std::size_t> members;
  for (std::size_t n = 0; n < updates.size(); ++n) {
    bool const fits = std::all_of(members.begin(), members.end(),
                                  [&](std::size_t member) { return can_share_launch(*updates[member], *updates[n]); });
    if (!fits) launches.push_back(make_launch(updates, std::exchange(members, {})));
    members.push_back(n);
  }
  if (!members.empty()) launches.push_back(make_launch(updates, std::move(members)));
  return launches;
}

void run(Launch const& launch, std::vector<Update const*> const& updates) {
  std::vector<CCTK_INT> n_parameters;
  std::vector<CCTK_REAL> parameters;
  for (int face = 0; face < max_faces; ++face)
    for (std::size_t const member : launch.members) {
      auto const values = updates[member]->parameters_at(face);
      n_parameters.push_back(static_cast<CCTK_INT>(values.size()));
      parameters.insert(parameters.end(), values.begin(), values.end());
    }
  CaKernel_UpdateBoxes(updates.front()->target.cctkGH, launch.kernels.data(), launch.n_arrays.data(),
                       launch.variables.data(), launch.time_levels.data(), n_parameters.data(), parameters.data(),
                       static_cast<CCTK_INT>(launch.kernels.size()), launch.which.data(), launch.lower.data(),
                       launch.upper.data(), static_cast<CCTK_INT>(launch.which.size()));
}

void run_kernels(std::vector<Update const*> updates) {
  if (updates.empty()) return;
  static UpdateCache<std::vector<Launch>> cache(cache_capacity);
  UpdateList const list{updates, thorntools::refinement_level(updates.front()->target.cctkGH)};
  for (Launch const& launch : cache.get(list, [&] { return make_launches(updates); })) run(launch, updates);
}

/// Consecutive updates with kernels are launched together.
void run(std::vector<Update> const& updates) {
  std::vector<Update const*> with_kernels;
  for (Update const& update : updates) {
    if (uses_kernel(update)) {
      with_kernels.push_back(&update);
      continue;
    }
    run_kernels(std::exchange(with_kernels, {}));
    update.method.on_host(update);
  }
  run_kernels(std::move(with_kernels));
}

Ghosts ghosts_of(Target const& target) {
  cGroupDynamicData data;
  CCTK_GroupDynamicData(target.cctkGH, CCTK_GroupIndexFromVarI(target.variable), &data);
  Ghosts ghosts{};
  for (int face = 0; face < 2 * target.box.dim; ++face) ghosts[face] = data.bbox[face] ? 0 : data.nghostzones[face / 2];
  return ghosts;
}

Update within(Update update, Region const& region) {
  update.target = within(update.target, region);
  return update;
}

/// An update, divided into points that need no ghost zones and points that do.
struct SplitUpdate {
  Update now;
  std::vector<Update> later;
};

std::optional<SplitUpdate> split(Update const& update) {
  if (update.reads_other_variables()) return std::nullopt;
  GhostSplit const regions = split_ghosts(update.target.box, ghosts_of(update.target));
  if (!can_be_split(update.target.zones, regions.owned, update.method.depth)) return std::nullopt;
  SplitUpdate result{within(update, regions.owned), {}};
  for (Region const& region : regions.ghosts)
    if (Update part = within(update, region); !part.target.zones.empty()) result.later.push_back(std::move(part));
  return result;
}

CCTK_INT run_later(CCTK_POINTER_TO_CONST, CCTK_POINTER data) {
  std::unique_ptr<std::vector<Update>> const updates(static_cast<std::vector<Update>*>(data));
  run(*updates);
  return 0;
}

/// Schedules the points that need ghost zones in flight after their arrival; returns the update of the other points.
Update postpone(cGH const* cctkGH, Update const& update) {
  static bool const is_provided = CCTK_IsFunctionAliased("Driver_AfterSync") != 0;
  if (!is_provided || !is_in_flight(update)) return update;
  auto parts = split(update);
  if (!parts || !promise_to_apply(cctkGH, parts->later)) return update;
  if (parts->later.empty()) return parts->now;
  auto later = std::make_unique<std::vector<Update>>(std::move(parts->later));
  if (!Driver_AfterSync(cctkGH, update.target.variable, run_later, later.get()))
    CCTK_VERROR(
        "Accelerator reports that an exchange of ghost zones of %s is in flight, but the driver has none. Please "
        "report this as a bug.",
        CCTK_FullVarName(update.target.variable));
  later.release();
  return parts->now;
}

} // namespace

void apply_updates(cGH const* cctkGH, std::vector<Update> const& updates) {
  std::vector<Update> now;
  for (Update const& update : updates) now.push_back(postpone(cctkGH, update));
  will_apply(cctkGH, now);
  run(now);
  has_applied(cctkGH, now);
}

} // namespace boundary
