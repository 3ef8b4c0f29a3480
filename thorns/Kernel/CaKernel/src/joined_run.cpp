// Runs what was joined, region after region, and tells what has changed.
#include "joined_launch.hpp"

#include "cctk_Functions.h"
#include "compile_only.hpp"
#include "framework/base/box.hpp"
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

/// Whether the same boxes are the same places.
bool is_alike(launch::LocalGrid const& a, launch::LocalGrid const& b) {
  return a.extent == b.extent && a.allocated == b.allocated && a.ghosts == b.ghosts && a.is_outer == b.is_outer &&
         a.boundary == b.boundary && a.ghost_boundary == b.ghost_boundary;
}

} // namespace

bool JoinedLaunch::Course::is_of(int other_level, launch::LocalGrid const& other) const {
  return level == other_level && is_alike(grid, other);
}

void JoinedLaunch::run(cGH const* cctkGH, Waited const& waited) {
  if (CCTK_CompilesOnly()) return;
  for (std::size_t n = 0; n < prepared_.size(); ++n)
    if (prepared_[n].sums)
      run_apart(cctkGH, n, waited);
    else
      run(cctkGH, n, waited);
  swap(cctkGH);
  notify(cctkGH);
}

JoinedLaunch::Course& JoinedLaunch::course(cGH const* cctkGH, std::size_t n, Waited const& waited) {
  Component const& component = division_.components[n];
  auto const& grid = waited.launches[component.first_launch].grid;
  int const level = refinement_level(cctkGH);
  auto& known = prepared_[n].course;
  if (known && known->is_of(level, grid)) return *known;
  Course made{level, grid, stored_by(level, component), {}, {}, {}, {}};
  auto const& parts = *prepared_[n].parts;
  Names const parameters = names(component, waited);
  for (auto const& part : parts)
    made.arguments.emplace_back(
        part, [&](std::string const& name) { return arrays_.at(name); }, parameters);
  made.whole_rows.resize(component.joined.regions.size());
  for (std::size_t region = 0; region < component.joined.regions.size(); ++region)
    made.regions.push_back(launch::boxes_of(parts[region].region, grid));
  return known.emplace(std::move(made));
}

RegionList JoinedLaunch::stored_by(int level, Component const& component) const {
  std::set<std::string> stored(component.joined.remainder.outputs.begin(), component.joined.remainder.outputs.end());
  for (auto const& graph : component.joined.regions) stored.insert(graph.outputs.begin(), graph.outputs.end());
  RegionList list;
  for (auto const& array : stored) list.add(arrays_.at(array), level, CCTK_VALID_EVERYWHERE);
  return list;
}

BoxList JoinedLaunch::read_by_rest(int level, Component const& component, std::vector<base::Box> const& boxes) const {
  BoxList list;
  for (auto const& input : component.joined.remainder.inputs)
    for (auto const& box : boxes)
      if (!box.is_empty()) list.add(arrays_.at(input), level, box);
  return list;
}

JoinedLaunch::Stretch JoinedLaunch::whole_rows(Course const& course, Component const& component,
                                               Runtime::Part const& part, std::vector<base::Box> const& boxes) const {
  auto grown = boxes;
  auto const region = launch::boxes_of(part.region, course.grid);
  for (auto& box : grown) take_whole_rows(box, region.front(), part.data.reach_of_rows(), course.grid.extent);
  auto reads = read_by_rest(course.level, component, grown);
  return {std::move(grown), std::move(reads)};
}

Names JoinedLaunch::names(Component const& component, Waited const& waited) const {
  Names names;
  for (std::size_t n = 0; n < component.updates.size(); ++n)
    add_factor_names(names, n, waited.updates[component.updates[n]]);
  add_bound_names(names);
  return names;
}

Values JoinedLaunch::values(Component const& component, Waited const& waited) const {
  Values values;
  for (std::size_t const update : component.updates) add_factors(values, waited.updates[update]);
  add_bounds(values, waited.launches[component.first_launch].grid);
  return values;
}

// What needs no ghost zones that are still on their way is computed before they arrive, as in other launches.
void JoinedLaunch::run(cGH const* cctkGH, std::size_t n, Waited const& waited) {
  Component const& component = division_.components[n];
  Runtime::Parts& parts = *prepared_[n].parts;
  Course& course = this->course(cctkGH, n, waited);
  auto const& grid = waited.launches[component.first_launch].grid; // at the time of now
  auto const parameters = values(component, waited);
  FindGridArray const find = [&](std::string const& name) { return arrays_.at(name); };
  std::vector<base::Box> covered;
  auto const run_part = [&](std::size_t part, std::vector<base::Box> const& boxes, bool is_rest) {
    Runtime::instance().run(cctkGH, parts[part], boxes, is_rest, grid, course.arguments[part], parameters);
  };
  auto const run_boxes = [&](std::size_t region, std::vector<base::Box> const& boxes, bool is_deep, bool is_rest) {
    auto& part = parts[region];
    auto const* now = &boxes;
    part.data.require(cctkGH, boxes, find);
    if (component.joined.covers_whole_rows) {
      auto const& grown =
          course.whole_rows[region].get(boxes, [&] { return whole_rows(course, component, part, boxes); });
      if (!is_deep || !are_in_flight(cctkGH, grown.reads)) ca_kernel::require(cctkGH, grown.reads), now = &grown.boxes;
    }
    covered.insert(covered.end(), now->begin(), now->end());
    run_part(region, *now, is_rest);
  };
  announce_writing(cctkGH, course.stored);
  for (std::size_t region = 0; region < course.regions.size(); ++region) {
    auto& data = parts[region].data;
    auto const& boxes = course.regions[region];
    if (!data.is_in_flight(cctkGH, boxes, find)) {
      run_boxes(region, boxes, false, false);
      continue;
    }
    auto const [deep, rest] = data.not_in_flight(cctkGH, boxes, grid, find);
    run_boxes(region, deep, true, false);
    run_boxes(region, rest, false, true);
  }
  if (parts.size() == course.regions.size()) return;
  auto const& left = course.rest.get(covered, [&] {
    auto boxes = base::subtract_all({{0, 0, 0}, grid.extent}, covered);
    auto reads = read_by_rest(course.level, component, boxes);
    return Stretch{std::move(boxes), std::move(reads)};
  });
  ca_kernel::require(cctkGH, left.reads);
  run_part(parts.size() - 1, left.boxes, false);
}

void JoinedLaunch::run_apart(cGH const* cctkGH, std::size_t n, Waited const& waited) {
  Component const& component = division_.components[n];
  auto const launch = kernel_of(component, waited);
  Runtime::instance().launch(cctkGH, launch);
  auto const sum_of = [&](std::size_t update) -> Sum const& { return waited.updates[component.updates[update]]; };
  prepared_[n].sums->run(cctkGH, launch.grid, sum_of);
}

// What is not stored counts as written, too, since its memory has changed, and then as nothing.
JoinedLaunch::Changes const& JoinedLaunch::changes(cGH const* cctkGH) {
  int const level = refinement_level(cctkGH);
  if (changes_ && changes_->level == level) return *changes_;
  Changes made{level, {}, {}, {}};
  for (auto const& component : division_.components) {
    auto const& all = component.changes();
    for (auto const& name : all.written) made.written.add(arrays_.at(name), level, CCTK_VALID_EVERYWHERE);
    for (auto const& [target, room] : all.swaps) {
      made.written.add(arrays_.at(room), level, CCTK_VALID_EVERYWHERE);
      for (auto const& name : {target, room}) made.swapped.add(arrays_.at(name), level, CCTK_VALID_EVERYWHERE);
    }
    for (auto const& [name, region] : all.written_regions) made.written.add(arrays_.at(name), level, bits(region));
    for (auto const& name : all.not_stored) made.unstored.add(arrays_.at(name), level, {});
  }
  return changes_.emplace(std::move(made));
}

// Exchanges know addresses: what is on its way arrives first.
void JoinedLaunch::swap(cGH const* cctkGH) {
  announce_writing(cctkGH, changes(cctkGH).swapped);
  for (auto const& component : division_.components)
    for (auto const& [a, b] : component.changes().swaps) swap_arrays(cctkGH, arrays_.at(a), arrays_.at(b));
}

void JoinedLaunch::notify(cGH const* cctkGH) {
  auto const& [level, swapped, written, unstored] = changes(cctkGH);
  if (!has_accelerator()) return;
  notify_written(cctkGH, written);
  static bool const can_tell = CCTK_IsFunctionAliased("Accelerator_RequireInvalidData") != 0;
  if (!can_tell) return;
  for (CCTK_INT const side : {0, 1})
    if (side == 0 || runs_on_device(cctkGH))
      Accelerator_RequireInvalidData(cctkGH, unstored.variables.data(), unstored.levels.data(),
                                     unstored.time_levels.data(), unstored.size(), side);
}

} // namespace ca_kernel
