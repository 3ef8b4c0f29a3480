// Boxes grown by the reach of stencils; regions as Cactus numbers them.
#include "kernel_data.hpp"

#include "cctk_Functions.h"

#include <algorithm>

namespace ca_kernel {

namespace base = chemora::base;
namespace ir = chemora::ir;

namespace {

/// Arrays and boxes as the aliased function takes them.
struct BoxList {
  std::vector<CCTK_INT> variables, levels, time_levels, lower, upper;

  void add(int variable, int level, base::Box const& box) {
    variables.push_back(variable);
    levels.push_back(level);
    time_levels.push_back(0);
    lower.insert(lower.end(), box.lower.begin(), box.lower.end());
    upper.insert(upper.end(), box.upper.begin(), box.upper.end());
  }
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

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

/// Whether this value is a load, or a load displaced along one axis at most.
bool fits_a_star(ir::Graph const& graph, ir::Value const& value) {
  if (value.op != ir::Op::shift) return true;
  bool const is_of_load = graph.values[static_cast<std::size_t>(value.operands.front())].op == ir::Op::load;
  return is_of_load && std::count(value.offset.begin(), value.offset.end(), 0) >= 2;
}

} // namespace

bool has_accelerator() {
  static bool const is_there = CCTK_IsFunctionAliased("Accelerator_RequireValidBoxes") &&
                               CCTK_IsFunctionAliased("Accelerator_NotifyRegionsModified");
  return is_there;
}

CCTK_INT runs_on_device(cGH const* cctkGH) {
  return CCTK_IsFunctionAliased("Device_GetDevice") && Device_GetDevice(cctkGH) >= 0;
}

int refinement_level(cGH const* cctkGH) {
  return CCTK_IsFunctionAliased("GetRefinementLevel") ? GetRefinementLevel(cctkGH) : 0;
}

KernelData::KernelData(ir::Graph const& graph)
    : reads_(ir::stencils(graph)), writes_(graph.outputs),
      is_star_(std::all_of(graph.values.begin(), graph.values.end(),
                           [&](ir::Value const& value) { return fits_a_star(graph, value); })) {}

void KernelData::require(cGH const* cctkGH, std::span<base::Box const> boxes, FindVariable const& find) const {
  if (!has_accelerator()) return;
  BoxList list;
  int const level = refinement_level(cctkGH);
  for (auto const& [name, reach] : reads_) {
    int const variable = find(name);
    for (auto const& box : boxes)
      if (!box.is_empty())
        for (auto const& read : footprint(box, reach, is_star_)) list.add(variable, level, read);
  }
  Accelerator_RequireValidBoxes(cctkGH, list.variables.data(), list.levels.data(), list.time_levels.data(),
                                list.lower.data(), list.upper.data(), list.size(), runs_on_device(cctkGH));
}

void KernelData::notify(cGH const* cctkGH, ir::Region region, FindVariable const& find) const {
  if (!has_accelerator()) return;
  std::vector<CCTK_INT> variables;
  for (auto const& name : writes_) variables.push_back(find(name));
  std::vector<CCTK_INT> const levels(variables.size(), refinement_level(cctkGH)), time_levels(variables.size(), 0),
      regions(variables.size(), bits(region));
  Accelerator_NotifyRegionsModified(cctkGH, variables.data(), levels.data(), time_levels.data(), regions.data(),
                                    static_cast<CCTK_INT>(variables.size()), runs_on_device(cctkGH));
}

} // namespace ca_kernel
