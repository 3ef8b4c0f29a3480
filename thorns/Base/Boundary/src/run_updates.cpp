// Kernels layer by layer; what has to wait for an exchange is left to the driver.
#include "run_updates.hpp"

#include "account.hpp"

#include "cctk_Functions.h"

#include <omp.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace boundary {
namespace {

Update within(Update update, Part const& part) {
  update.target = within(update.target, part);
  return update;
}

// The layers of a zone from the inside, each a box.
struct Layers {
  std::vector<CCTK_INT> lower, upper;
  CCTK_INT n = 0;

  void add(Zone const& zone) {
    for (int layer = 1; layer <= zone.n; ++layer) {
      Index from = zone.lower, to = zone.upper;
      from[zone.direction] = zone.first_interior + layer * zone.outward;
      to[zone.direction] = from[zone.direction] + 1;
      lower.insert(lower.end(), from.begin(), from.end());
      upper.insert(upper.end(), to.begin(), to.end());
      ++n;
    }
  }
};

// One thread takes some planes after the other, as a point reads nothing beside its normal: the layers of a face along
// x lie in the same cache lines, and all its lines together may be more than a cache holds. Several threads share whole
// layers: some planes are less than a tile, and threads would meet after each few of them.
Layers layers_of(Zone const& zone, bool is_on_device) {
  constexpr int rows_at_once = 128;
  int const n_planes = zone.upper[2] - zone.lower[2];
  int const rows = std::max(1, zone.direction == 1 ? zone.n : zone.upper[1] - zone.lower[1]);
  bool const as_one = is_on_device || zone.direction == 2 || omp_get_max_threads() > 1;
  int const at_once = as_one ? n_planes : std::max(1, rows_at_once / rows);
  Layers layers;
  for (int begin = 0; begin < n_planes; begin += at_once) {
    Zone part = zone;
    part.lower[2] = zone.lower[2] + begin;
    part.upper[2] = std::min(zone.upper[2], part.lower[2] + at_once);
    layers.add(part);
  }
  return layers;
}

// Kernels are compiled by all processes together: every face is asked for, whether this process has points there or
// not.
void run_kernels(Update const& update) {
  cGH const* const cctkGH = update.target.cctkGH;
  static bool const has_levels = CCTK_IsFunctionAliased("GetRefinementLevel") != 0;
  CCTK_INT const level = has_levels ? GetRefinementLevel(cctkGH) : 0;
  bool const is_on_device = runs_on_device(update);
  for (int face = 0; face < 2 * max_dim; ++face) {
    Layers layers;
    for (Zone const& zone : update.target.zones)
      if (2 * zone.direction + (zone.outward > 0) == face) layers = layers_of(zone, is_on_device);
    FaceKernel const kernel = update.on_device(face);
    std::vector<CCTK_INT> const levels(kernel.variables.size(), level);
    CaKernel_UpdateBoxes(cctkGH, kernel.graph->c_str(), kernel.variables.data(), levels.data(),
                         kernel.time_levels.data(), static_cast<CCTK_INT>(levels.size()), kernel.parameters.data(),
                         static_cast<CCTK_INT>(kernel.parameters.size()), layers.lower.data(), layers.upper.data(),
                         layers.n);
  }
}

void run(Update const& update) {
  if (is_by_kernels(update))
    run_kernels(update);
  else
    update.on_host(update.target);
}

Ghosts ghosts_of(Target const& target) {
  cGroupDynamicData data;
  CCTK_GroupDynamicData(target.cctkGH, CCTK_GroupIndexFromVarI(target.variable), &data);
  Ghosts ghosts{};
  for (int face = 0; face < 2 * target.box.dim; ++face) ghosts[face] = data.bbox[face] ? 0 : data.nghostzones[face / 2];
  return ghosts;
}

// What of an update can be done now, and what must wait for ghost zones, if it can.
struct InTwoSteps {
  Update now;
  std::vector<Update> later;
};
std::optional<InTwoSteps> in_two_steps(Update const& update) {
  if (update.reads_others) return std::nullopt;
  Split const parts = split(update.target.box, ghosts_of(update.target));
  if (!can_be_split(update.target.zones, parts.deep, update.inside())) return std::nullopt;
  InTwoSteps steps{within(update, parts.deep), {}};
  for (Part const& part : parts.rest)
    if (Update rest = within(update, part); !rest.target.zones.empty()) steps.later.push_back(std::move(rest));
  return steps;
}

CCTK_INT run_later(CCTK_POINTER_TO_CONST, CCTK_POINTER data) {
  std::unique_ptr<std::vector<Update>> const updates(static_cast<std::vector<Update>*>(data));
  for (Update const& update : *updates) run(update);
  return 0;
}

// Leaves to the driver what needs ghost zones on their way; gives what is to be done now.
Update postpone(cGH const* cctkGH, Update const& update) {
  static bool const may_be = CCTK_IsFunctionAliased("Driver_AfterSync") != 0;
  if (!may_be || !is_in_flight(update)) return update;
  auto steps = in_two_steps(update);
  if (!steps || !promise_to_apply(cctkGH, steps->later)) return update;
  if (steps->later.empty()) return steps->now;
  auto later = std::make_unique<std::vector<Update>>(std::move(steps->later));
  if (!Driver_AfterSync(cctkGH, update.target.variable, run_later, later.get()))
    CCTK_VERROR("Ghost zones of %s are said to be on their way, but the driver knows of no exchange.",
                CCTK_FullVarName(update.target.variable));
  later.release();
  return steps->now;
}

} // namespace

void run_updates(cGH const* cctkGH, std::vector<Update> const& updates) {
  std::vector<Update> now;
  for (Update const& update : updates) now.push_back(postpone(cctkGH, update));
  will_apply(cctkGH, now);
  for (Update const& update : now) run(update);
  has_applied(cctkGH, now);
}

} // namespace boundary
