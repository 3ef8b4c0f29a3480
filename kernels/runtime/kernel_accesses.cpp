#include "kernels/runtime/kernel_accesses.hpp"

namespace chemora::runtime {

namespace {

void grow(base::Box& box, ir::Reach const& reach, std::size_t axis) {
  box.lower[axis] -= reach.low[axis];
  box.upper[axis] += reach.high[axis];
}

/// The points that a stencil of this reach reads around a box. A star does not read the corners.
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

/// Whether the value, if it is a shift, is a load with an offset along one axis at most.
bool fits_a_star(ir::Graph const& graph, ir::Value const& value) {
  if (value.op != ir::Op::shift) return true;
  bool const is_of_load = graph.values[static_cast<std::size_t>(value.operands.front())].op == ir::Op::load;
  return is_of_load && std::count(value.offset.begin(), value.offset.end(), 0) >= 2;
}

} // namespace

KernelAccesses::KernelAccesses(ir::Graph const& graph)
    : reach_(ir::union_of(ir::stencils(graph))),
      is_star_(std::all_of(graph.values.begin(), graph.values.end(),
                           [&](ir::Value const& value) { return fits_a_star(graph, value); })) {
  for (auto const& [name, reach] : ir::stencils(graph)) reads_.push_back({name, reach, {}});
  for (auto const& name : graph.outputs) writes_.push_back({name, {}});
}

KernelAccesses KernelAccesses::with_other_arrays() const {
  KernelAccesses other = *this;
  other.is_looked_up_ = false;
  other.footprints_.clear();
  return other;
}

void KernelAccesses::look_up(FindGridArray const& find) {
  if (is_looked_up_) return;
  for (auto& read : reads_) read.array = find(read.name);
  for (auto& write : writes_) write.array = find(write.name);
  is_looked_up_ = true;
}

BoxList const& KernelAccesses::footprints(GridFunctions const& functions, std::span<base::Box const> boxes,
                                          FindGridArray const& find) {
  look_up(find);
  int const level = functions.level();
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

void KernelAccesses::require(GridFunctions const& functions, std::span<base::Box const> boxes,
                             FindGridArray const& find) {
  if (functions.tracks_validity()) functions.require_valid(footprints(functions, boxes, find));
}

bool KernelAccesses::is_in_flight(GridFunctions const& functions, std::span<base::Box const> boxes,
                                  FindGridArray const& find) {
  return functions.is_any_in_flight() && functions.are_in_flight(footprints(functions, boxes, find));
}

// Ghost zones of a face that are already valid, as in a direction with one process, need not be avoided.
launch::BoxesByReach KernelAccesses::split_at_exchange(GridFunctions const& functions,
                                                       std::vector<base::Box> const& boxes,
                                                       launch::LocalGrid const& grid, FindGridArray const& find) {
  launch::Faces inner_faces{};
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t side = 0; side < 2; ++side) inner_faces[axis][side] = !grid.is_outer[axis][side];
  launch::Faces avoided = inner_faces;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t side = 0; side < 2; ++side) {
      launch::Faces others = inner_faces;
      others[axis][side] = false;
      if (!is_in_flight(functions, launch::without_ghosts(boxes, reach_, grid, others).deep, find))
        avoided[axis][side] = false;
    }
  auto const split = launch::without_ghosts(boxes, reach_, grid, avoided);
  return is_in_flight(functions, split.deep, find) ? launch::without_ghosts(boxes, reach_, grid, inner_faces) : split;
}

RegionList KernelAccesses::writes(GridFunctions const& functions, ir::Region region, FindGridArray const& find) {
  look_up(find);
  RegionList list;
  for (auto const& write : writes_) list.add(write.array, functions.level(), region);
  return list;
}

void KernelAccesses::announce_writes(GridFunctions const& functions, ir::Region region, FindGridArray const& find) {
  if (region == ir::Region::interior) return; // exchanges never write there
  functions.announce_writes(writes(functions, region, find));
}

void KernelAccesses::report_writes(GridFunctions const& functions, ir::Region region, FindGridArray const& find) {
  functions.report_writes(writes(functions, region, find));
}

} // namespace chemora::runtime
