#include "kernels/recursions/planned_sweep.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/machine/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace chemora::recursions {

namespace {

using base::Box;
using base::Index3;
using wavefront::SweepPass;
using wavefront::SweepPasses;

/// The largest distance of reads along each axis.
Index3 distances(SweepPasses const& passes) {
  Index3 largest{0, 0, 0};
  for (auto const& [caller, reads] : passes.reads)
    for (wavefront::SweepRead const& read : reads)
      for (int axis = 0; axis < 3; ++axis) largest[axis] = std::max(largest[axis], std::abs(read.offset[axis]));
  return largest;
}

/// Returns the reason why the plan cannot be `fused` on this grid, or nothing if it can.
std::optional<std::string> why_not_fused(SweepPasses const& passes, SweepDistribution const& grid) {
  Axes const directed = passes.directed_axes();
  if (directed == Axes{false, false, false}) return "no axis has a direction";
  for (int axis = 0; axis < 3; ++axis)
    if (directed[axis] && grid.n_parts(axis) > 1)
      return fmt::format("the grid is divided among processes along {}, which has a direction", base::axis_names[axis]);
  return wavefront::why_not_fused(passes);
}

/// Whether a pass has a direction along all axes, so that its lanes are rows on a diagonal of y and z.
bool has_wavefronts(SweepPasses const& passes) {
  for (std::size_t pass = 0; pass < passes.passes.size(); ++pass)
    if (passes.directed_axes(pass) == Axes{true, true, true}) return true;
  return false;
}

/// Chooses tiles of one group of rows. They are long along z, because lanes are idle in the first and last diagonals of
/// a tile. Several threads need several tiles along z.
void choose_tile_of_diagonals(SweepDistribution const& grid, int n_threads, wavefront::SweepPlan& plan) {
  constexpr int max_planes = 256;
  int const min_planes = 2 * plan.lanes; // then two thirds of all lanes have work: planes / (planes + lanes - 1)
  plan.tile[1] = plan.lanes;
  int const n_planes = grid.grid().scalars.global_size[2] / grid.n_parts(2);
  int const n_tiles = n_threads > 1 ? 2 * n_threads : 1;
  plan.tile[2] = std::clamp((n_planes + n_tiles - 1) / n_tiles, min_planes, max_planes);
}

/// The bytes that the tables of a fused kernel need for each line of a tile.
double bytes_per_line(SweepPasses const& passes, SweepDistribution const& grid) {
  double n_tables = 0;
  for (auto const& [function, array] : passes.arrays) n_tables += base::contains(passes.grid, array) ? 0 : 1;
  double bytes = n_tables * sizeof(double);
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (passes.directed_axes()[axis]) bytes *= grid.grid().allocated[axis];
  return bytes;
}

/// Chooses the blocks of a pipeline: along the last axis that is not divided among the processes of the pipeline, and
/// several for each process, so that most processes work most of the time.
void divide(PlannedSweep const& planned, Traversal& traversal, SweepDistribution const& grid) {
  constexpr int blocks_per_process = 4;
  constexpr std::array<int, 3> min_points{32, 8, 8}; // rows along x and diagonals of rows need a length for full speed
  Index3 const& direction = traversal.directions.direction;
  int n_stages = 1;
  std::array<int, 3> parts{1, 1, 1};
  for (int axis = 0; axis < 3; ++axis)
    if (direction[axis] != 0) parts[axis] = grid.n_parts(axis), n_stages += parts[axis] - 1;
  traversal.block_axis = 2;
  for (int axis = 0; axis < 3; ++axis)
    if (parts[axis] == 1 && planned.computed.extent(axis) >= min_points[axis]) traversal.block_axis = axis;
  int const axis = traversal.block_axis, extent = planned.computed.extent(axis);
  int const chosen = n_stages == 1 ? 1 : std::min(blocks_per_process * n_stages, extent / min_points[axis]);
  int const n = std::clamp(planned.plan.blocks > 0 ? planned.plan.blocks : chosen, 1, std::max(extent, 1));
  for (int block = 0; block < n; ++block) {
    int const number = direction[axis] < 0 ? n - 1 - block : block;
    Box box = planned.computed;
    box.lower[axis] = planned.computed.lower[axis] + extent * number / n;
    box.upper[axis] = planned.computed.lower[axis] + extent * (number + 1) / n;
    traversal.blocks.push_back(box);
  }
}

Traversal make_traversal(PlannedSweep const& planned, std::size_t pass, SweepDistribution const& grid) {
  SweepPasses const& passes = planned.passes;
  Traversal result{.pass = pass};
  if (!planned.plan.is_fused) result.directions = passes.passes[pass];
  for (int axis = 0; axis < 3; ++axis)
    if (int const side = result.directions.direction[axis]; side != 0) {
      result.from[axis] = grid.neighbour(axis, -side);
      result.to[axis] = grid.neighbour(axis, side);
    }
  auto const is_in_pass = [&](std::string const& called) {
    return planned.plan.is_fused || base::contains(passes.passes[pass].functions, called);
  };
  auto const add = [](std::vector<std::string>& names, std::string const& array) {
    if (!base::contains(names, array)) names.push_back(array);
  };
  for (auto const& [called, array] : passes.arrays) {
    if (!is_in_pass(called)) continue;
    if (base::contains(passes.grid, array)) add(result.finished, array);
    for (auto const& [caller, reads] : passes.reads)
      for (wavefront::SweepRead const& read : reads)
        if (read.is_call && read.name == called && read.offset != Index3{0, 0, 0} && !planned.plan.is_fused)
          add(is_in_pass(caller) ? result.passed : result.finished, array);
  }
  divide(planned, result, grid);
  return result;
}

monitor::KernelRecord operations_of(ir::ExpressionPtr const& value) {
  monitor::KernelRecord record;
  ir::for_each(value, [&](ir::ExpressionPtr const& e) {
    if (e->kind != ir::ExpressionKind::operation || !ir::is_real(e->type) || e->op == ir::Op::select) return;
    ++record.flops_per_point;
    if (e->op == ir::Op::divide) ++record.divisions_per_point;
    if (e->op == ir::Op::sqrt) ++record.square_roots_per_point;
  });
  return record;
}

/// Adds the arrays in memory that a function reads and writes. Tables of fused kernels are in caches.
void add_arrays(PlannedSweep const& planned, std::string const& function, std::set<std::string>& read,
                std::set<std::string>& written) {
  auto const in_memory = [&](std::string const& called) {
    auto const found = planned.passes.arrays.find(called);
    bool const is_counted = found != planned.passes.arrays.end() &&
                            (!planned.plan.is_fused || base::contains(planned.passes.grid, found->second));
    return is_counted ? found->second : std::string();
  };
  if (std::string const array = in_memory(function); !array.empty()) written.insert(array);
  if (auto const reads = planned.passes.reads.find(function); reads != planned.passes.reads.end())
    for (wavefront::SweepRead const& each : reads->second)
      if (std::string const array = each.is_call ? in_memory(each.name) : each.name; !array.empty()) read.insert(array);
}

} // namespace

std::map<std::string, long> sizes_of(launch::LocalGrid const& grid) {
  std::map<std::string, long> sizes;
  for (int axis = 0; axis < 3; ++axis)
    sizes[fmt::format("points_{}", base::axis_names[axis])] = grid.scalars.global_size[axis];
  return sizes;
}

void check_sweep(recursion::Sweep const& sweep, SweepPasses const& passes, SweepDistribution const& grid,
                 SweepOptions const& options) {
  base::Diagnostics errors;
  base::collect_errors(errors, [&] { wavefront::check_reads(sweep, passes, sizes_of(grid.grid())); });
  Index3 const distance = distances(passes);
  for (int axis = 0; axis < 3; ++axis) {
    if (distance[axis] > 0 && !options.has_ends[axis])
      errors.error(sweep.where, fmt::format("The sweep reads other points along {0}, but axis {0} of the grid is "
                                            "periodic or has a symmetry, so that it has no first point. A sweep starts "
                                            "at the outer boundary. Along periodic axes, points must be independent.",
                                            base::axis_names[axis]));
    int const ghosts = grid.grid().ghosts[axis];
    if (distance[axis] > ghosts && grid.grid().scalars.global_size[axis] > 1)
      errors.error(sweep.where, fmt::format("The sweep reads points at a distance of {} along {}, but the grid has {} "
                                            "ghost {}. Set driver::ghost_size to at least {}.",
                                            distance[axis], base::axis_names[axis], ghosts,
                                            ghosts == 1 ? "zone" : "zones", distance[axis]));
  }
  errors.throw_if_errors();
}

PlannedSweep plan_sweep(recursion::Sweep const& sweep, SweepPasses const& passes, SweepDistribution const& grid,
                        device::Properties const& device, SweepOptions const& options) {
  PlannedSweep planned{sweep, passes};
  Index3 const distance = distances(passes);
  planned.axes = {distance[0] > 0, distance[1] > 0, distance[2] > 0};
  planned.computed = grid.computed(planned.axes);
  planned.plan = choose_sweep_plan(passes, grid, device);
  if (!options.plan.empty()) {
    planned.plan = wavefront::parse_sweep_plan({"Recursions::sweep_plan", options.plan}, planned.plan);
    planned.reason = "pinned by Recursions::sweep_plan";
    auto const why_separate = planned.plan.is_fused ? why_not_fused(passes, grid) : std::nullopt;
    if (why_separate) {
      planned.plan.is_fused = false;
      planned.reason += fmt::format(", but `separate` instead of `fused`, because {}", *why_separate);
    }
  }
  planned.plan.tile[1] = std::max(planned.plan.tile[1] / planned.plan.lanes, 1) * planned.plan.lanes;
  // On devices, conditions on points near the boundary cost less than further launches.
  if (!planned.plan.is_device) planned.main = main_place(sweep, passes, planned.plan, sizes_of(grid.grid()));
  std::size_t const n_traversals = planned.plan.is_fused ? 1 : passes.passes.size();
  for (std::size_t pass = 0; pass < n_traversals; ++pass)
    planned.traversals.push_back(make_traversal(planned, pass, grid));
  return planned;
}

wavefront::SweepPlan choose_sweep_plan(SweepPasses const& passes, SweepDistribution const& grid,
                                       device::Properties const& device) {
  machine::Machine const& machine = machine::this_machine();
  wavefront::SweepPlan plan;
  plan.is_device = device.language != plan::Language::cpp;
  plan.is_fused = !why_not_fused(passes, grid);
  int const vector = std::max(static_cast<int>(machine.vector_bytes / sizeof(double)), 4);
  plan.lanes = 2 * vector; // two vectors side by side, because each value depends on the one before
  if (plan.is_device) return plan;
  if (!plan.is_fused) {
    if (has_wavefronts(passes)) choose_tile_of_diagonals(grid, device.n_threads, plan);
    return plan;
  }
  // The tables of a tile take half of the second-level cache of a core; rows of the grid need the other half. Rows of a
  // tile have at most eight cache lines, because longer rows leave fewer tiles for threads.
  double const capacity = 0.5 * static_cast<double>(machine::capacity_per_thread(machine));
  int const lines = static_cast<int>(capacity / std::max(bytes_per_line(passes, grid), 1.));
  int const max_lines = 8 * machine.line_bytes() / static_cast<int>(sizeof(double));
  plan.tile[0] = std::clamp(lines / vector * vector, 2 * vector, std::max(max_lines, 2 * vector));
  plan.tile[1] = plan.lanes;
  return plan;
}

Box passed_box(PlannedSweep const& planned, Traversal const& traversal, Box const& block, int axis, bool is_sent,
               SweepDistribution const& grid) {
  Box box = block;
  for (int other = 0; other < 3; ++other) {
    int const reach = traversal.directions.reach[other];
    if (traversal.directions.direction[other] > 0) box.lower[other] -= reach;
    if (traversal.directions.direction[other] < 0) box.upper[other] += reach;
  }
  int const reach = traversal.directions.reach[axis];
  if ((traversal.directions.direction[axis] > 0) == is_sent) {
    box.upper[axis] = planned.computed.upper[axis] + (is_sent ? 0 : reach);
    box.lower[axis] = box.upper[axis] - reach;
  } else {
    box.lower[axis] = planned.computed.lower[axis] - (is_sent ? 0 : reach);
    box.upper[axis] = box.lower[axis] + reach;
  }
  return intersect(box, grid.local());
}

monitor::KernelRecord work_of(PlannedSweep const& planned, Traversal const& traversal) {
  monitor::KernelRecord work;
  std::set<std::string> read, written;
  for (std::size_t pass = 0; pass < planned.passes.passes.size(); ++pass) {
    if (!planned.plan.is_fused && pass != traversal.pass) continue;
    for (std::string const& name : planned.passes.passes[pass].functions) {
      monitor::KernelRecord largest; // of all cases
      for (recursion::Case const& each : planned.sweep.system.function(name).cases) {
        monitor::KernelRecord const found = operations_of(each.value);
        if (found.flops_per_point > largest.flops_per_point) largest = found;
      }
      work.flops_per_point += largest.flops_per_point;
      work.divisions_per_point += largest.divisions_per_point;
      work.square_roots_per_point += largest.square_roots_per_point;
      add_arrays(planned, name, read, written);
    }
  }
  work.bytes_per_point = static_cast<int>(sizeof(double) * (read.size() + written.size()));
  return work;
}

std::string direction_text(SweepPass const& pass) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis)
    if (pass.direction[axis] != 0)
      text += fmt::format(" {}{}", pass.direction[axis] > 0 ? '+' : '-', base::axis_names[axis]);
  return text.empty() ? "all points" : "along" + text;
}

} // namespace chemora::recursions
