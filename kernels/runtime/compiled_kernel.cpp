#include "kernels/runtime/compiled_kernel.hpp"

#include <algorithm>

namespace chemora::runtime {

namespace {

void grow(base::Box& box, ir::Reach const& reach, std::size_t axis) {
  box.lower[axis] -= reach.low[axis];
  box.upper[axis] += reach.high[axis];
}

/// Returns boxes with the points that a stencil reads to compute `box`. A star stencil does not read the corners.
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

/// Returns whether a star stencil may contain the value. A star stencil shifts each load along at most one axis.
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

// Points that read ghost zones are `deep` if these ghost zones are already valid, as in a direction with only one
// process.
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
  if (region == ir::Region::interior) return; // exchanges of ghost zones never write to the interior
  functions.announce_writes(writes(functions, region, find));
}

void KernelAccesses::report_writes(GridFunctions const& functions, ir::Region region, FindGridArray const& find) {
  functions.report_writes(writes(functions, region, find));
}

monitor::KernelRecord MeasuredKernel::complete_record() {
  monitor::KernelRecord complete = record;
  complete.seconds = stopwatch->seconds();
  if (!counter) return complete;
  device::HardwareCounts const counts = counter->counts();
  complete.counted_seconds = counts.seconds.value_or(complete.unknown);
  complete.cycles = counts.cycles.value_or(complete.unknown);
  complete.instructions = counts.instructions.value_or(complete.unknown);
  complete.memory_bytes = counts.memory_bytes.value_or(complete.unknown);
  complete.launch = counts.launch;
  return complete;
}

MeasuredKernel::Launch::Launch(MeasuredKernel& kernel) : kernel_(kernel) {
  if (kernel_.counter) kernel_.counter->start();
  kernel_.stopwatch->start();
}

MeasuredKernel::Launch::~Launch() {
  kernel_.stopwatch->stop();
  if (kernel_.counter) kernel_.counter->stop();
}

Meters::Meters(device::Device& device, bool reads_counters) : device_(device) {
  if (!reads_counters) {
    reason_ = "Counters of the hardware are not read: CaKernel::counters is \"no\".";
    return;
  }
  try {
    counters_ = device.open_counters();
  } catch (device::DeviceError const& error) {
    reason_ = std::string("Counters of the hardware cannot be read: ") + error.what();
  }
}

MeasuredKernel Meters::make(std::string const& kernel) {
  MeasuredKernel measured{{}, device_.make_stopwatch(), counters_ ? counters_->make_counter() : nullptr};
  measured.record.kernel = kernel;
  measured.record.device = device_.properties().kind;
  return measured;
}

RegionArguments::RegionArguments(CompiledRegion const& region, FindGridArray const& find,
                                 std::vector<std::string> const& parameters) {
  auto const array_of = [&](std::string const& name) {
    auto const slot = region.scratch_slots.find(name);
    return slot == region.scratch_slots.end() ? Array{find(name)} : Array{{}, slot->second};
  };
  for (auto const& compiled : region.parts) {
    auto const& graph = compiled.bound.graph();
    Part& part = parts_.emplace_back();
    part.bound = &compiled.bound;
    for (auto const& name : graph.inputs) part.inputs.push_back(array_of(name));
    for (auto const& name : graph.outputs) part.outputs.push_back(array_of(name));
    for (auto const& parameter : graph.parameters) {
      auto const position = std::find(parameters.begin(), parameters.end(), parameter.name);
      part.parameters.push_back(static_cast<std::size_t>(position - parameters.begin()));
    }
  }
  arguments_.resize(parts_.size());
}

std::span<launch::BoundKernel::Arguments const> RegionArguments::update(GridFunctions const& functions,
                                                                        launch::Scratch const& scratch,
                                                                        std::span<double const> parameters) {
  auto const address = [&](Array const& array) {
    return array.slot >= 0 ? scratch.array(array.slot) : functions.address(array.array);
  };
  for (std::size_t n = 0; n < parts_.size(); ++n) {
    auto& [inputs, outputs, values] = arguments_[n];
    inputs.clear(), outputs.clear(), values.clear();
    for (auto const& array : parts_[n].inputs) inputs.push_back(address(array));
    for (auto const& array : parts_[n].outputs) outputs.push_back(address(array));
    for (std::size_t const position : parts_[n].parameters) values.push_back(parameters[position]);
    parts_[n].bound->check_storage(arguments_[n]);
  }
  return arguments_;
}

} // namespace chemora::runtime
