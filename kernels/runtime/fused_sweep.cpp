/// Runs the fused kernels of one sweep over the local box. This includes the extension of rows along x, requests for
/// ghost zones, and the remaining points.
#include "kernels/runtime/fused_launch.hpp"

#include "framework/base/box.hpp"

#include <set>
#include <utility>

namespace chemora::runtime {

namespace {

/// Returns the region of a graph that stores to only one region.
ir::Region stored_region(ir::Graph const& graph) { return graph.stores.front().region; }

/// Extends `box` along x to the ends of the arrays, on the sides where the box touches the ends of `region`. Stencils
/// at the new ends must not read outside the memory of the array. A stencil with offsets along x therefore needs rows
/// before and after the rows of the box. `rows` is the distance of rows that the stencil reads with an offset along x.
void extend_row(base::Box& box, base::Box const& region, ir::Reach const& reach, ir::Reach const& rows,
                base::Index3 const& extent) {
  bool has_before = false, has_after = false;
  for (std::size_t d = 1; d < 3; ++d) {
    has_before = has_before || box.lower[d] - rows.low[d] > 0;
    has_after = has_after || box.upper[d] + rows.high[d] < extent[d];
  }
  bool const has_offsets_along_x = reach.low[0] != 0 || reach.high[0] != 0;
  if (has_offsets_along_x && (!has_before || !has_after)) return;
  if (box.lower[0] == region.lower[0]) box.lower[0] = 0;
  if (box.upper[0] == region.upper[0]) box.upper[0] = extent[0];
}

/// Returns whether a box with given indices contains the same points in both local grids.
bool have_same_layout(launch::LocalGrid const& a, launch::LocalGrid const& b) {
  return a.extent == b.extent && a.allocated == b.allocated && a.ghosts == b.ghosts && a.is_outer == b.is_outer &&
         a.boundary == b.boundary && a.ghost_boundary == b.ghost_boundary;
}

std::vector<std::string> parameter_names(std::vector<ArrayUpdate const*> const& updates) {
  std::vector<std::string> names;
  for (std::size_t n = 0; n < updates.size(); ++n) {
    names.push_back(passes::scale_name(n));
    for (std::size_t k = 0; k < updates[n]->terms.size(); ++k) names.push_back(passes::factor_name(n, k));
  }
  names.insert(names.end(), {passes::inside_lower, passes::inside_upper});
  return names;
}

/// Returns the values of the sweep's parameters in the order of their names. The interior of `grid` may be empty.
std::vector<double> parameter_values(std::vector<ArrayUpdate const*> const& updates, launch::LocalGrid const& grid) {
  std::vector<double> values;
  for (ArrayUpdate const* update : updates) {
    values.push_back(update->scale);
    for (auto const& term : update->terms) values.push_back(term.factor);
  }
  auto const interior = launch::boxes_of(ir::Region::interior, grid);
  base::Box const inside = interior.empty() ? base::Box{} : interior.front();
  for (int const end : {inside.lower[0], inside.upper[0]}) values.push_back(end + grid.scalars.lower_global[0]);
  return values;
}

} // namespace

FusedSweep::FusedSweep(Sweep sweep, std::map<std::string, GridArray> arrays)
    : sweep_(std::move(sweep)),
      find_([arrays = std::move(arrays)](std::string const& name) { return arrays.at(name); }) {}

std::string FusedSweep::compile(KernelCache& cache, launch::LocalGrid const& grid) {
  std::vector<RegionSource> sources;
  KernelName const& kernel = sweep_.kernel;
  for (auto const& graph : sweep_.regions) {
    std::string const region = sweep_.regions.size() > 1 ? "." + ir::to_text(stored_region(graph)) : std::string();
    sources.push_back(
        {kernel, kernel.full_name() + region, jit::specialise(graph, {}).front(), sweep_.covers_whole_rows});
  }
  if (stored_region(sweep_.regions.front()) != ir::Region::everywhere) {
    KernelName const remainder{kernel.thorn, kernel.name + "_rest"};
    sources.push_back({remainder, remainder.full_name(), jit::specialise(sweep_.remainder, {}).front()});
  }
  std::string key = "fused " + kernel.full_name();
  for (int const n : grid.allocated) key += " " + std::to_string(n);
  std::string reason;
  compiled_ = cache.find_or_compile(key, sources, grid, reason);
  return reason;
}

BoxList FusedSweep::reads_of_remainder(int level, std::vector<base::Box> const& boxes) const {
  BoxList list;
  for (auto const& input : sweep_.remainder.inputs)
    for (auto const& box : boxes)
      if (!box.is_empty()) list.add(find_(input), level, box);
  return list;
}

FusedSweep::ExtendedBoxes FusedSweep::extend_rows(Layout const& layout, CompiledRegion const& region,
                                                  std::vector<base::Box> const& boxes) const {
  auto extended = boxes;
  auto const whole = launch::boxes_of(region.region, layout.grid);
  for (auto& box : extended)
    extend_row(box, whole.front(), region.accesses.reach(), region.accesses.reach_of_rows(), layout.grid.extent);
  auto reads = reads_of_remainder(layout.level, extended);
  return {std::move(extended), std::move(reads)};
}

FusedSweep::Layout& FusedSweep::layout(GridFunctions const& functions, launch::LocalGrid const& grid,
                                       std::vector<ArrayUpdate const*> const& updates) {
  int const level = functions.level();
  bool const is_cached = layout_ && layout_->level == level && layout_->regions == compiled_->data();
  if (is_cached && have_same_layout(layout_->grid, grid)) return *layout_;
  Layout layout{level, grid, compiled_->data(), {}, {}, {}, {}, {}};
  std::set<std::string> stored(sweep_.remainder.outputs.begin(), sweep_.remainder.outputs.end());
  for (auto const& graph : sweep_.regions) stored.insert(graph.outputs.begin(), graph.outputs.end());
  for (auto const& name : stored) layout.stored.add(find_(name), level, ir::Region::everywhere);
  auto const names = parameter_names(updates);
  for (auto const& region : *compiled_) layout.arguments.emplace_back(region, find_, names);
  for (std::size_t n = 0; n < sweep_.regions.size(); ++n)
    layout.boxes.push_back(launch::boxes_of((*compiled_)[n].region, grid));
  layout.extended_rows.resize(sweep_.regions.size());
  return layout_.emplace(std::move(layout));
}

void FusedSweep::run(Launcher& launcher, GridFunctions const& functions, launch::LocalGrid const& grid,
                     std::vector<ArrayUpdate const*> const& updates) {
  Layout& layout = this->layout(functions, grid, updates);
  auto const values = parameter_values(updates, grid);
  std::vector<base::Box> covered;
  auto const launch = [&](std::size_t n, std::vector<base::Box> const& boxes, Boxes kind) {
    launcher.run(functions, (*compiled_)[n], boxes, kind, grid, layout.arguments[n], values);
  };
  auto const run_region = [&](std::size_t n, std::vector<base::Box> const& boxes, Boxes kind, bool exchange_continues) {
    auto& region = (*compiled_)[n];
    auto const* computed = &boxes;
    region.accesses.require(functions, boxes, find_);
    if (sweep_.covers_whole_rows) {
      auto const& extended = layout.extended_rows[n].get(boxes, [&] { return extend_rows(layout, region, boxes); });
      if (!exchange_continues || !functions.are_in_flight(extended.reads)) {
        functions.require_valid(extended.reads);
        computed = &extended.boxes;
      }
    }
    covered.insert(covered.end(), computed->begin(), computed->end());
    launch(n, *computed, kind);
  };
  functions.announce_writes(layout.stored);
  for (std::size_t n = 0; n < sweep_.regions.size(); ++n) {
    auto& accesses = (*compiled_)[n].accesses;
    auto const& boxes = layout.boxes[n];
    if (!accesses.is_in_flight(functions, boxes, find_)) {
      run_region(n, boxes, Boxes::of_new_launch, false);
      continue;
    }
    auto const [deep, others] = accesses.split_at_exchange(functions, boxes, grid, find_);
    run_region(n, deep, Boxes::of_new_launch, true);
    run_region(n, others, Boxes::of_same_launch, false);
  }
  if (!has_remainder()) return;
  auto const& remainder = layout.remainder.get(covered, [&] {
    auto boxes = base::subtract_all({{0, 0, 0}, grid.extent}, covered);
    auto reads = reads_of_remainder(layout.level, boxes);
    return ExtendedBoxes{std::move(boxes), std::move(reads)};
  });
  functions.require_valid(remainder.reads);
  launch(sweep_.regions.size(), remainder.boxes, Boxes::of_new_launch);
}

} // namespace chemora::runtime
