// Boxes grown by the reach of stencils; regions as Cactus numbers them.
#include "kernel_data.hpp"

#include "cctk_Functions.h"

#include <algorithm>

namespace ca_kernel {

namespace base = chemora::base;
namespace ir = chemora::ir;
namespace launch = chemora::launch;

namespace {

void grow(base::Box& box, ir::Reach const& reach, std::size_t axis) {
  box.lower[axis] -= reach.low[axis];
  box.upper[axis] += reach.high[axis];
}

/// What a stencil of this reach reads around a box: of a star not the corners.
std::vector<base::Box> footprint(base::Box const& box, ir::Reach const& reach, bool is_star) {
  std::vector<base::Box> read;
  base::Box grown = box;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    base::Box along = box;
    grow(along, reach, axis);
    grow(grown, reach, axis);
    if (is_star) read.push_back(along);
  }
  return is_star ? read : std::vector{grown};
}

/// Whether this value is a load, or a load displaced along one axis at most.
bool fits_a_star(ir::Graph const& graph, ir::Value const& value) {
  if (value.op != ir::Op::shift) return true;
  bool const is_of_load = graph.values[static_cast<std::size_t>(value.operands.front())].op == ir::Op::load;
  return is_of_load && std::count(value.offset.begin(), value.offset.end(), 0) >= 2;
}

void widen(ir::Reach& reach, ir::Reach const& other) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    reach.low[axis] = std::max(reach.low[axis], other.low[axis]);
    reach.high[axis] = std::max(reach.high[axis], other.high[axis]);
  }
}

} // namespace

void BoxList::add(GridArray const& array, int level, base::Box const& box) {
  variables.push_back(array.variable);
  levels.push_back(level);
  time_levels.push_back(array.time_level);
  lower.insert(lower.end(), box.lower.begin(), box.lower.end());
  upper.insert(upper.end(), box.upper.begin(), box.upper.end());
}

void RegionList::add(GridArray const& array, int level, CCTK_INT region) {
  variables.push_back(array.variable);
  levels.push_back(level);
  time_levels.push_back(array.time_level);
  regions.push_back(region);
}

void require(cGH const* cctkGH, BoxList const& list) {
  if (!has_accelerator()) return;
  Accelerator_RequireValidBoxes(cctkGH, list.variables.data(), list.levels.data(), list.time_levels.data(),
                                list.lower.data(), list.upper.data(), list.size(), runs_on_device(cctkGH));
}

bool may_be_in_flight(cGH const* cctkGH) {
  static bool const is_told = CCTK_IsFunctionAliased("Accelerator_AreInFlight") != 0 &&
                              CCTK_IsFunctionAliased("Accelerator_IsAnythingInFlight") != 0;
  return is_told && Accelerator_IsAnythingInFlight(cctkGH) != 0;
}

bool are_in_flight(cGH const* cctkGH, BoxList const& list) {
  return may_be_in_flight(cctkGH) &&
         Accelerator_AreInFlight(cctkGH, list.variables.data(), list.levels.data(), list.time_levels.data(),
                                 list.lower.data(), list.upper.data(), list.size()) != 0;
}

CCTK_INT bits(ir::Region region) {
  switch (region) {
  case ir::Region::interior:
    return CCTK_VALID_INTERIOR;
  case ir::Region::boundary:
    return CCTK_VALID_BOUNDARY;
  case ir::Region::everywhere:
    break;
  }
  return CCTK_VALID_EVERYWHERE;
}

// Providers are fixed before the first call of these.
bool has_accelerator() {
  static bool const is_there = CCTK_IsFunctionAliased("Accelerator_RequireValidBoxes") &&
                               CCTK_IsFunctionAliased("Accelerator_NotifyRegionsModified");
  return is_there;
}

CCTK_INT runs_on_device(cGH const* cctkGH) {
  static bool const is_told = CCTK_IsFunctionAliased("Device_GetDevice") != 0;
  return is_told && Device_GetDevice(cctkGH) >= 0;
}

void announce_writing(cGH const* cctkGH, RegionList const& list) {
  static bool const is_told = CCTK_IsFunctionAliased("Accelerator_WillModifyRegions") != 0;
  if (!is_told || list.size() == 0) return;
  Accelerator_WillModifyRegions(cctkGH, list.variables.data(), list.levels.data(), list.time_levels.data(),
                                list.regions.data(), list.size());
}

void announce_writing(cGH const* cctkGH, GridArray const& array, CCTK_INT region) {
  RegionList list;
  list.add(array, refinement_level(cctkGH), region);
  announce_writing(cctkGH, list);
}

void notify_written(cGH const* cctkGH, RegionList const& list) {
  if (!has_accelerator()) return;
  Accelerator_NotifyRegionsModified(cctkGH, list.variables.data(), list.levels.data(), list.time_levels.data(),
                                    list.regions.data(), list.size(), runs_on_device(cctkGH));
}

int refinement_level(cGH const* cctkGH) {
  static bool const has_levels = CCTK_IsFunctionAliased("GetRefinementLevel") != 0;
  return has_levels ? GetRefinementLevel(cctkGH) : 0;
}

KernelData::KernelData(ir::Graph const& graph)
    : is_star_(std::all_of(graph.values.begin(), graph.values.end(),
                           [&](ir::Value const& value) { return fits_a_star(graph, value); })) {
  for (auto const& [name, reach] : ir::stencils(graph)) reads_.push_back({name, reach, {}}), widen(reach_, reach);
  for (auto const& name : graph.outputs) writes_.push_back({name, {}});
}

KernelData KernelData::with_other_arrays() const {
  KernelData other = *this;
  other.is_looked_up_ = false;
  other.footprints_.clear();
  return other;
}

void KernelData::look_up(FindGridArray const& find) {
  if (is_looked_up_) return;
  for (auto& read : reads_) read.array = find(read.name);
  for (auto& write : writes_) write.array = find(write.name);
  is_looked_up_ = true;
}

BoxList const& KernelData::footprints(cGH const* cctkGH, std::span<base::Box const> boxes, FindGridArray const& find) {
  look_up(find);
  int const level = refinement_level(cctkGH);
  if (level != level_) footprints_.clear();
  level_ = level;
  return footprints_.get(boxes, [&] {
    BoxList list;
    for (auto const& read : reads_)
      for (auto const& box : boxes)
        if (!box.is_empty())
          for (auto const& part : footprint(box, read.reach, is_star_)) list.add(read.array, level, part);
    return list;
  });
}

void KernelData::require(cGH const* cctkGH, std::span<base::Box const> boxes, FindGridArray const& find) {
  if (has_accelerator()) ca_kernel::require(cctkGH, footprints(cctkGH, boxes, find));
}

bool KernelData::is_in_flight(cGH const* cctkGH, std::span<base::Box const> boxes, FindGridArray const& find) {
  return may_be_in_flight(cctkGH) && are_in_flight(cctkGH, footprints(cctkGH, boxes, find));
}

// Faces whose ghost zones are there need not be kept away from: those of directions that one process has alone.
launch::BoxesByReach KernelData::not_in_flight(cGH const* cctkGH, std::vector<base::Box> const& boxes,
                                               launch::LocalGrid const& grid, FindGridArray const& find) {
  launch::Faces all{};
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t side = 0; side < 2; ++side) all[axis][side] = !grid.is_outer[axis][side];
  launch::Faces away = all;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t side = 0; side < 2; ++side) {
      launch::Faces others = all;
      others[axis][side] = false;
      if (!is_in_flight(cctkGH, launch::without_ghosts(boxes, reach_, grid, others).deep, find))
        away[axis][side] = false;
    }
  auto const split = launch::without_ghosts(boxes, reach_, grid, away);
  return is_in_flight(cctkGH, split.deep, find) ? launch::without_ghosts(boxes, reach_, grid, all) : split;
}

RegionList KernelData::written(cGH const* cctkGH, ir::Region region, FindGridArray const& find) {
  look_up(find);
  RegionList list;
  for (auto const& write : writes_) list.add(write.array, refinement_level(cctkGH), bits(region));
  return list;
}

void KernelData::before_writing(cGH const* cctkGH, ir::Region region, FindGridArray const& find) {
  if (region == ir::Region::interior) return; // nothing arrives there
  announce_writing(cctkGH, written(cctkGH, region, find));
}

void KernelData::notify(cGH const* cctkGH, ir::Region region, FindGridArray const& find) {
  notify_written(cctkGH, written(cctkGH, region, find));
}

} // namespace ca_kernel
