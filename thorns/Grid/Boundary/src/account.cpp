// Zones as boxes of arrays.
#include "account.hpp"

#include "by_updates.hpp"

#include "cctk_Functions.h"

#include <array>
#include <map>
#include <set>
#include <tuple>

namespace boundary {
namespace {

// As aliased functions take them.
struct Boxes {
  std::vector<CCTK_INT> variables, levels, time_levels, lower, upper, is_written;

  CCTK_INT n() const { return static_cast<CCTK_INT>(variables.size()); }
  // Once: all variables read the same coordinates.
  void add(CCTK_INT variable, CCTK_INT level, CCTK_INT time_level, Index const& from, Index const& to, bool written) {
    if (!known_.insert({variable, time_level, from, to, written}).second) return;
    variables.push_back(variable);
    levels.push_back(level);
    time_levels.push_back(time_level);
    lower.insert(lower.end(), from.begin(), from.end());
    upper.insert(upper.end(), to.begin(), to.end());
    is_written.push_back(written);
  }

private:
  std::set<std::tuple<CCTK_INT, CCTK_INT, Index, Index, bool>> known_;
};

// What is read of an array along a zone.
void add_read(Boxes& boxes, Zone const& zone, Read const& read, CCTK_INT level) {
  int const d = zone.direction;
  Index lower = zone.lower, upper = zone.upper;
  if (!read.at_boundary && read.inside == 0) return;
  if (zone.outward < 0) {
    lower[d] = read.at_boundary ? zone.lower[d] : zone.upper[d];
    upper[d] = zone.upper[d] + read.inside;
  } else {
    lower[d] = zone.lower[d] - read.inside;
    upper[d] = read.at_boundary ? zone.upper[d] : zone.lower[d];
  }
  boxes.add(read.variable, level, read.time_level, lower, upper, false);
}

enum class Which { all, written };

void add(Boxes& boxes, Update const& update, Which which, int level) {
  for (Zone const& zone : update.target.zones) {
    boxes.add(update.target.variable, level, 0, zone.lower, zone.upper, true);
    if (which == Which::all)
      for (Read const& read : update.reads) add_read(boxes, zone, read, level);
  }
}

// Those of the updates that work on the host, and those on the device.
using BySide = std::array<Boxes, 2>;

std::vector<Update const*> pointers(std::vector<Update> const& updates) {
  std::vector<Update const*> list;
  for (Update const& update : updates) list.push_back(&update);
  return list;
}

BySide const& boxes_by_side(cGH const* cctkGH, std::vector<Update> const& updates, Which which) {
  static std::map<Which, ByUpdates<BySide>> known;
  int const level = refinement_level(cctkGH);
  return known[which].get(pointers(updates), level, [&] {
    BySide boxes;
    for (Update const& update : updates) add(boxes[runs_on_device(update)], update, which, level);
    return boxes;
  });
}

template <class Function>
CCTK_INT call(Function const& function, cGH const* cctkGH, Boxes const& boxes, CCTK_INT on_device) {
  if (boxes.n() == 0) return 0;
  return function(cctkGH, boxes.variables.data(), boxes.levels.data(), boxes.time_levels.data(), boxes.lower.data(),
                  boxes.upper.data(), boxes.is_written.data(), boxes.n(), on_device);
}

} // namespace

int refinement_level(cGH const* cctkGH) {
  static bool const has_levels = CCTK_IsFunctionAliased("GetRefinementLevel") != 0;
  return has_levels ? GetRefinementLevel(cctkGH) : 0;
}

bool keeps_account() {
  static bool const is_there = CCTK_IsFunctionAliased("Accelerator_WillUpdateBoxes") &&
                               CCTK_IsFunctionAliased("Accelerator_HasUpdatedBoxes") &&
                               CCTK_IsFunctionAliased("Accelerator_PromiseUpdate");
  return is_there;
}

bool may_be_by_kernels(cGH const* cctkGH, bool is_costly) {
  static bool const may_be = keeps_account() && CCTK_IsFunctionAliased("CaKernel_UpdateBoxes") &&
                             CCTK_IsFunctionAliased("CaKernel_BoxKernel") &&
                             CCTK_IsFunctionAliased("CaKernel_CanUpdateBoxes") &&
                             CCTK_IsFunctionAliased("CaKernel_AnyProcessHasDevice");
  return may_be && CaKernel_CanUpdateBoxes(cctkGH) && (is_costly || CaKernel_AnyProcessHasDevice(cctkGH));
}

bool runs_on_device(Update const& update) {
  static bool const is_told = CCTK_IsFunctionAliased("Device_GetDevice") != 0;
  return is_by_kernels(update) && is_told && Device_GetDevice(update.target.cctkGH) >= 0;
}

bool is_by_kernels(Update const& update) {
  return update.on_device && may_be_by_kernels(update.target.cctkGH, update.is_costly);
}

void will_apply(cGH const* cctkGH, std::vector<Update> const& updates) {
  auto const& boxes = boxes_by_side(cctkGH, updates, Which::all);
  for (CCTK_INT side : {0, 1}) call(Accelerator_WillUpdateBoxes, cctkGH, boxes[side], side);
}

void has_applied(cGH const* cctkGH, std::vector<Update> const& updates) {
  auto const& boxes = boxes_by_side(cctkGH, updates, Which::written);
  for (CCTK_INT side : {0, 1}) call(Accelerator_HasUpdatedBoxes, cctkGH, boxes[side], side);
}

bool is_in_flight(Update const& update) {
  static bool const is_told = CCTK_IsFunctionAliased("Accelerator_AreInFlight") != 0 &&
                              CCTK_IsFunctionAliased("Accelerator_IsAnythingInFlight") != 0;
  if (!is_told || !Accelerator_IsAnythingInFlight(update.target.cctkGH)) return false;
  Boxes boxes;
  add(boxes, update, Which::all, refinement_level(update.target.cctkGH));
  return boxes.n() > 0 &&
         Accelerator_AreInFlight(update.target.cctkGH, boxes.variables.data(), boxes.levels.data(),
                                 boxes.time_levels.data(), boxes.lower.data(), boxes.upper.data(), boxes.n()) != 0;
}

bool promise_to_apply(cGH const* cctkGH, std::vector<Update> const& updates) {
  auto const& boxes = boxes_by_side(cctkGH, updates, Which::all);
  for (CCTK_INT side : {0, 1})
    if (call(Accelerator_PromiseUpdate, cctkGH, boxes[side], side) < 0) return false;
  return true;
}

} // namespace boundary
