#include "accelerator.hpp"

#include "Numerics/ThornTools/src/refinement_level.hpp"
#include "cctk_Functions.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace boundary {
namespace {

/// Boxes of arrays in the form that Accelerator_* functions take, each at most once.
class Boxes {
public:
  explicit Boxes(CCTK_INT refinement_level = 0) : refinement_level_(refinement_level) {}

  bool is_empty() const { return variables_.empty(); }
  void add(CCTK_INT variable, CCTK_INT time_level, Region const& region, bool is_written) {
    if (!unique_.insert({variable, time_level, region.lower, region.upper, is_written}).second) return;
    variables_.push_back(variable);
    levels_.push_back(refinement_level_);
    time_levels_.push_back(time_level);
    lower_.insert(lower_.end(), region.lower.begin(), region.lower.end());
    upper_.insert(upper_.end(), region.upper.begin(), region.upper.end());
    is_written_.push_back(is_written);
  }

  /// Calls a function of Accelerator unless there are no boxes; returns its result, or 0.
  template <class Function>
  CCTK_INT call(Function const& function, cGH const* cctkGH, CCTK_INT on_device) const {
    if (is_empty()) return 0;
    return function(cctkGH, variables_.data(), levels_.data(), time_levels_.data(), lower_.data(), upper_.data(),
                    is_written_.data(), n(), on_device);
  }
  bool are_in_flight(cGH const* cctkGH) const {
    return !is_empty() && Accelerator_AreInFlight(cctkGH, variables_.data(), levels_.data(), time_levels_.data(),
                                                  lower_.data(), upper_.data(), n()) != 0;
  }

private:
  CCTK_INT n() const { return static_cast<CCTK_INT>(variables_.size()); }

  CCTK_INT refinement_level_;
  std::vector<CCTK_INT> variables_, levels_, time_levels_, lower_, upper_, is_written_;
  std::set<std::tuple<CCTK_INT, CCTK_INT, Index, Index, bool>> unique_;
};

/// The points of an input that are read for one zone.
Region read_region(Zone const& zone, Input const& input, int depth) {
  int const d = zone.direction;
  Region region = zone.points;
  if (zone.outward < 0) {
    if (!input.at_boundary) region.lower[d] = zone.points.upper[d];
    region.upper[d] = zone.points.upper[d] + depth;
  } else {
    region.lower[d] = zone.points.lower[d] - depth;
    if (!input.at_boundary) region.upper[d] = zone.points.lower[d];
  }
  return region;
}

enum class Access { written, read_and_written };

void add(Boxes& boxes, Update const& update, Access access) {
  for (Zone const& zone : update.target.zones) {
    boxes.add(update.target.variable, 0, zone.points, true);
    if (access == Access::written) continue;
    for (Input const& input : update.inputs)
      if (input.at_boundary || update.method.depth > 0)
        for (CCTK_INT const variable : input.variables)
          boxes.add(variable, input.time_level, read_region(zone, input, update.method.depth), false);
  }
}

/// Boxes of the updates on the host, and of those on the device.
using HostAndDevice = std::array<Boxes, 2>;

HostAndDevice const& boxes_of(cGH const* cctkGH, std::vector<Update> const& updates, Access access) {
  static UpdateCache<HostAndDevice> written(cache_capacity), read_and_written(cache_capacity);
  auto& cache = access == Access::written ? written : read_and_written;
  UpdateList list{{}, thorntools::refinement_level(cctkGH)};
  for (Update const& update : updates) list.updates.push_back(&update);
  return cache.get(list, [&] {
    HostAndDevice boxes{Boxes(list.refinement_level), Boxes(list.refinement_level)};
    for (Update const& update : updates) add(boxes[runs_on_device(update)], update, access);
    return boxes;
  });
}

} // namespace

bool accelerator_tracks_boxes() {
  static bool const is_provided = CCTK_IsFunctionAliased("Accelerator_WillUpdateBoxes") &&
                                  CCTK_IsFunctionAliased("Accelerator_HasUpdatedBoxes") &&
                                  CCTK_IsFunctionAliased("Accelerator_PromiseUpdate");
  return is_provided;
}

bool uses_kernels(cGH const* cctkGH, Method const& method) {
  static bool const is_provided = accelerator_tracks_boxes() && CCTK_IsFunctionAliased("CaKernel_UpdateBoxes") &&
                                  CCTK_IsFunctionAliased("CaKernel_BoxKernel") &&
                                  CCTK_IsFunctionAliased("CaKernel_CanUpdateBoxes") &&
                                  CCTK_IsFunctionAliased("CaKernel_AnyProcessHasDevice");
  return is_provided && CaKernel_CanUpdateBoxes(cctkGH) && (method.is_costly || CaKernel_AnyProcessHasDevice(cctkGH));
}

bool uses_kernel(Update const& update) {
  return update.has_kernel && uses_kernels(update.target.cctkGH, update.method);
}

bool runs_on_device(Update const& update) {
  static bool const is_provided = CCTK_IsFunctionAliased("Device_GetDevice") != 0;
  return is_provided && uses_kernel(update) && Device_GetDevice(update.target.cctkGH) >= 0;
}

void will_apply(cGH const* cctkGH, std::vector<Update> const& updates) {
  auto const& boxes = boxes_of(cctkGH, updates, Access::read_and_written);
  for (CCTK_INT on_device : {0, 1}) boxes[on_device].call(Accelerator_WillUpdateBoxes, cctkGH, on_device);
}

void has_applied(cGH const* cctkGH, std::vector<Update> const& updates) {
  auto const& boxes = boxes_of(cctkGH, updates, Access::written);
  for (CCTK_INT on_device : {0, 1}) boxes[on_device].call(Accelerator_HasUpdatedBoxes, cctkGH, on_device);
}

bool is_in_flight(Update const& update) {
  static bool const is_provided = CCTK_IsFunctionAliased("Accelerator_AreInFlight") != 0 &&
                                  CCTK_IsFunctionAliased("Accelerator_IsAnythingInFlight") != 0;
  cGH const* const cctkGH = update.target.cctkGH;
  if (!is_provided || !Accelerator_IsAnythingInFlight(cctkGH)) return false;
  Boxes boxes(thorntools::refinement_level(cctkGH));
  add(boxes, update, Access::read_and_written);
  return boxes.are_in_flight(cctkGH);
}

bool promise_to_apply(cGH const* cctkGH, std::vector<Update> const& updates) {
  auto const& boxes = boxes_of(cctkGH, updates, Access::read_and_written);
  for (CCTK_INT on_device : {0, 1})
    if (boxes[on_device].call(Accelerator_PromiseUpdate, cctkGH, on_device) < 0) return false;
  return true;
}

UpdateListKey::UpdateListKey(UpdateList const& list) : refinement_level(list.refinement_level) {
  for (Update const* update : list.updates) updates.emplace_back(*update);
}

bool UpdateListKey::operator==(UpdateList const& list) const {
  return refinement_level == list.refinement_level &&
         std::equal(updates.begin(), updates.end(), list.updates.begin(), list.updates.end(),
                    [](UpdateKey const& key, Update const* update) { return key == *update; });
}

} // namespace boundary
