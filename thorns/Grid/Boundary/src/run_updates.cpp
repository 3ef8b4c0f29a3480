// At once, or left to the driver where an exchange is under way.
#include "run_updates.hpp"

#include "account.hpp"
#include "run_kernels.hpp"

#include "cctk_Functions.h"

#include <memory>
#include <optional>
#include <utility>

namespace boundary {
namespace {

Update within(Update update, Part const& part) {
  update.target = within(update.target, part);
  return update;
}

// In this order; kernels of several variables together.
void run(std::vector<Update> const& updates) {
  std::vector<Update const*> by_kernels;
  for (Update const& update : updates) {
    if (is_by_kernels(update)) {
      by_kernels.push_back(&update);
      continue;
    }
    run_kernels(std::exchange(by_kernels, {}));
    update.on_host(update.target);
  }
  run_kernels(by_kernels);
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
  run(*updates);
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
  run(now);
  has_applied(cctkGH, now);
}

} // namespace boundary
