// Runs what was joined, region after region, and tells what has changed.
#include "joined_launch.hpp"

#include "cctk_Functions.h"
#include "compile_only.hpp"
#include "framework/base/box_list.hpp"
#include "swap_arrays.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace ca_kernel {

namespace base = chemora::base;
namespace ir = chemora::ir;
namespace launch = chemora::launch;
namespace passes = chemora::passes;

namespace {

/// Grows a part of the region along x where that ends, unless stencils at the ends of its rows might leave the array:
/// other rows have to lie before and behind those that are read with a displacement along x, of this reach.
void take_whole_rows(base::Box& box, base::Box const& region, ir::Reach const& reach, base::Index3 const& extent) {
  bool has_before = false, has_behind = false;
  for (std::size_t d = 1; d < 3; ++d) {
    has_before = has_before || box.lower[d] - reach.low[d] > 0;
    has_behind = has_behind || box.upper[d] + reach.high[d] < extent[d];
  }
  if (!has_before || !has_behind) return;
  if (box.lower[0] == region.lower[0]) box.lower[0] = 0;
  if (box.upper[0] == region.upper[0]) box.upper[0] = extent[0];
}

} // namespace

void JoinedLaunch::run(cGH const* cctkGH, Waited const& waited) {
  if (CCTK_CompilesOnly()) return;
  for (std::size_t n = 0; n < prepared_.size(); ++n) {
    Component const& component = division_.components[n];
    if (prepared_[n].sums)
      run_apart(cctkGH, component, *prepared_[n].sums, waited);
    else
      run(cctkGH, component, *prepared_[n].parts, waited);
  }
  swap(cctkGH);
  notify(cctkGH);
}

void JoinedLaunch::before_writing(cGH const* cctkGH, Component const& component) const {
  std::set<std::string> stored(component.joined.rest.outputs.begin(), component.joined.rest.outputs.end());
  for (auto const& graph : component.joined.regions) stored.insert(graph.outputs.begin(), graph.outputs.end());
  for (auto const& array : stored) announce_writing(cctkGH, arrays_.at(array), CCTK_VALID_EVERYWHERE);
}

BoxList JoinedLaunch::read_by_rest(cGH const* cctkGH, Component const& component,
                                   std::vector<base::Box> const& boxes) const {
  BoxList list;
  int const level = refinement_level(cctkGH);
  for (auto const& input : component.joined.rest.inputs)
    for (auto const& box : boxes)
      if (!box.is_empty()) list.add(arrays_.at(input), level, box);
  return list;
}

std::map<std::string, double> JoinedLaunch::parameters(Component const& component, Waited const& waited) const {
  std::map<std::string, double> values;
  for (std::size_t n = 0; n < component.updates.size(); ++n)
    add_factors(values, n, waited.updates[component.updates[n]]);
  if (component.joined.has_whole_rows) add_bounds(values, waited.launches[component.first_launch].grid);
  return values;
}

// What needs no ghost zones that are still on their way is computed before they arrive, as in other launches.
void JoinedLaunch::run(cGH const* cctkGH, Component const& component, Runtime::Parts& parts, Waited const& waited) {
  auto const& grid = waited.launches[component.first_launch].grid;
  auto const values = parameters(component, waited);
  int const level = refinement_level(cctkGH);
  FindGridArray const find = [&](std::string const& name) { return arrays_.at(name); };
  auto const memory = [&](std::string const& name) {
    return Device_Array(cctkGH, find(name).variable, level, find(name).time_level);
  };
  std::vector<base::Box> covered;
  auto const run_boxes = [&](Runtime::Part& part, std::vector<base::Box> boxes, bool is_deep, bool is_rest) {
    part.data.require(cctkGH, boxes, find);
    if (component.joined.has_whole_rows) {
      auto grown = boxes;
      for (auto& box : grown)
        take_whole_rows(box, launch::boxes_of(part.region, grid).front(), part.data.reach_of_rows(), grid.extent);
      auto const ends = read_by_rest(cctkGH, component, grown);
      if (!is_deep || !are_in_flight(cctkGH, ends)) ca_kernel::require(cctkGH, ends), boxes = std::move(grown);
    }
    covered.insert(covered.end(), boxes.begin(), boxes.end());
    Runtime::instance().run(part, boxes, is_rest, grid, values, memory);
  };
  before_writing(cctkGH, component);
  for (std::size_t n = 0; n < component.joined.regions.size(); ++n) {
    auto& part = parts[n];
    auto boxes = launch::boxes_of(part.region, grid);
    bool const waits = part.data.is_in_flight(cctkGH, boxes, find);
    if (waits) {
      auto [deep, rest] = part.data.not_in_flight(cctkGH, boxes, grid, find);
      run_boxes(part, std::move(deep), true, false);
      boxes = std::move(rest);
    }
    run_boxes(part, std::move(boxes), false, waits);
  }
  if (parts.size() == component.joined.regions.size()) return;
  auto const left = base::subtract_all({{0, 0, 0}, grid.extent}, covered);
  ca_kernel::require(cctkGH, read_by_rest(cctkGH, component, left));
  Runtime::instance().run(parts.back(), left, false, grid, values, memory);
}

void JoinedLaunch::run_apart(cGH const* cctkGH, Component const& component, SumsLaunch const& sums,
                             Waited const& waited) const {
  auto const launch = kernel_of(component, waited);
  Runtime::instance().launch(cctkGH, launch);
  auto const sum_of = [&](std::size_t update) -> Sum const& { return waited.updates[component.updates[update]]; };
  sums.run(cctkGH, launch.grid, sum_of);
}

// Exchanges know addresses: what is on its way arrives first.
void JoinedLaunch::swap(cGH const* cctkGH) const {
  for (auto const& component : division_.components)
    for (auto const& [a, b] : component.changes().swaps) {
      for (auto const& name : {a, b}) announce_writing(cctkGH, arrays_.at(name), CCTK_VALID_EVERYWHERE);
      swap_arrays(cctkGH, arrays_.at(a), arrays_.at(b));
    }
}

// What is not stored counts as written, too, since its memory has changed, and then as nothing.
void JoinedLaunch::notify(cGH const* cctkGH) const {
  if (!has_accelerator()) return;
  BoxList written, unstored;
  std::vector<CCTK_INT> regions;
  int const level = refinement_level(cctkGH);
  auto const add = [&](std::string const& name, ir::Region region) {
    written.add(arrays_.at(name), level, {});
    regions.push_back(bits(region));
  };
  for (auto const& component : division_.components) {
    for (auto const& name : component.changes().written) add(name, ir::Region::everywhere);
    for (auto const& [target, room] : component.changes().swaps) add(room, ir::Region::everywhere);
    for (auto const& [name, region] : component.changes().written_in_part) add(name, region);
    for (auto const& name : component.changes().unstored) unstored.add(arrays_.at(name), level, {});
  }
  Accelerator_NotifyRegionsModified(cctkGH, written.variables.data(), written.levels.data(), written.time_levels.data(),
                                    regions.data(), written.size(), runs_on_device(cctkGH));
  static bool const can_tell = CCTK_IsFunctionAliased("Accelerator_RequireInvalidData") != 0;
  if (!can_tell) return;
  for (CCTK_INT const side : {0, 1})
    if (side == 0 || runs_on_device(cctkGH))
      Accelerator_RequireInvalidData(cctkGH, unstored.variables.data(), unstored.levels.data(),
                                     unstored.time_levels.data(), unstored.size(), side);
}

} // namespace ca_kernel
