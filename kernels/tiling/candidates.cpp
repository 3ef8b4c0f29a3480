#include "kernels/tiling/candidates.hpp"

#include "framework/base/text.hpp"
#include "kernels/tiling/choose_block_plan.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

namespace chemora::tiling {

namespace {

int divide_up(int length, int parts) { return (length + parts - 1) / parts; }

/// Returns ceil(length / k) for k = 1, 2, ..., max_parts, without repetitions, in decreasing order.
std::vector<int> even_lengths(int length, int max_parts, int minimum) {
  std::vector<int> lengths;
  for (int k = 1; k <= std::min(max_parts, length); ++k) {
    int const part = divide_up(length, k);
    if (k > 1 && part < minimum) break;
    if (lengths.empty() || lengths.back() != part) lengths.push_back(part);
  }
  return lengths;
}

} // namespace

std::vector<base::Index3> all_candidates(base::Index3 const& extent, std::int64_t limit) {
  std::vector<base::Index3> shapes;
  for (int const tx : even_lengths(extent[0], extent[0], 1))
    for (int ty = 1; ty <= extent[1] && std::int64_t{tx} * ty <= limit; ++ty)
      for (int tz = 1; tz <= extent[2] && std::int64_t{tx} * ty * tz <= limit; ++tz) shapes.push_back({tx, ty, tz});
  return shapes;
}

namespace {

/// Returns length / k, rounded up, for k = 1, 2, 3, 4, 6, 8, 12, 16, ..., n_threads and 2 n_threads.
std::vector<int> spread_lengths(int length, int n_threads) {
  std::set<int, std::greater<>> lengths{divide_up(length, n_threads), divide_up(length, 2 * n_threads)};
  for (int k = 1; k <= 2 * length; k *= 2) {
    lengths.insert(divide_up(length, k));
    lengths.insert(divide_up(length, k + k / 2));
  }
  return {lengths.begin(), lengths.end()};
}

/// Returns `length`, then length / 2, length / 4, ..., rounded up to whole cache lines.
std::vector<int> halved_lengths(int length, RowLengths const& rows) {
  std::vector<int> lengths{length};
  for (int parts = 2; parts <= length; parts *= 2) {
    int const part = divide_up(divide_up(length, parts), rows.line) * rows.line;
    if (part < rows.minimum) break;
    if (part < lengths.back()) lengths.push_back(part);
  }
  return lengths;
}

} // namespace

std::vector<base::Index3> even_candidates(base::Index3 const& extent, int n_threads, RowLengths const& rows) {
  std::vector<base::Index3> shapes;
  auto const along_y = spread_lengths(extent[1], n_threads), along_z = spread_lengths(extent[2], n_threads);
  for (int const tx : halved_lengths(extent[0], rows))
    for (int const ty : along_y)
      for (int const tz : along_z) shapes.push_back({tx, ty, tz});
  return shapes;
}

namespace {

constexpr std::int64_t min_blocks_per_unit = 8; ///< enough blocks that all multiprocessors finish at about the same
                                                ///< time
constexpr int max_planes_in_registers = 32;     ///< a thread has at most 255 registers of 32 bits
constexpr std::size_t inverse_tile_share = 2;   ///< tiles may use half of the memory that shared memory and cache share

std::int64_t n_tiles(base::Index3 const& extent, base::Index3 const& tile) {
  std::int64_t count = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) count *= divide_up(extent[axis], tile[axis]);
  return count;
}

/// Returns the number of iterations of a block along z. The tiles divide the z extent evenly, so that no thin tile
/// remains.
int iterations_for(base::Index3 const& extent, base::Index3 const& block, int n_units) {
  int largest = 1;
  while (2 * largest <= max_iterations && 2 * largest * block[2] <= extent[2] &&
         n_tiles(extent, {block[0], block[1], 2 * largest * block[2]}) >= min_blocks_per_unit * n_units)
    largest *= 2;
  int const n_blocks = divide_up(extent[2], block[2]);
  return divide_up(n_blocks, divide_up(n_blocks, largest));
}

bool is_within(base::Index3 const& block, device::BlockLimits const& limits, int min_row) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (block[axis] > limits.max_per_axis[axis]) return false;
  return block[0] >= min_row;
}

bool is_along_z(ir::Offset const& offset) { return offset[0] == 0 && offset[1] == 0; }

int count_along_z(std::set<ir::Offset> const& offsets) {
  return static_cast<int>(std::count_if(offsets.begin(), offsets.end(), is_along_z));
}

/// Returns the smallest and the largest of `offsets` along an axis.
std::pair<int, int> range(std::set<ir::Offset> const& offsets, std::size_t axis) {
  auto const [low, high] = std::minmax_element(offsets.begin(), offsets.end(),
                                               [&](auto const& a, auto const& b) { return a[axis] < b[axis]; });
  return {(*low)[axis], (*high)[axis]};
}

std::set<ir::Offset> off_z(std::set<ir::Offset> const& offsets) {
  std::set<ir::Offset> remaining;
  for (auto const& offset : offsets)
    if (!is_along_z(offset)) remaining.insert(offset);
  return remaining;
}

struct Sizes {
  int planes = 0;               ///< number of planes from the lowest to the highest offset along z
  double elements_of_plane = 0; ///< elements in one plane of the block, including its halo
  int planes_in_tile = 0;       ///< planes that the tile in shared memory stores
};

Sizes sizes_of(std::set<ir::Offset> const& offsets, base::Index3 const& block) {
  Sizes sizes;
  std::set<ir::Offset> along;
  for (auto const& offset : offsets)
    if (is_along_z(offset)) along.insert(offset);
  if (!along.empty()) sizes.planes = range(along, 2).second - range(along, 2).first + 1;
  auto const across = off_z(offsets);
  if (across.empty()) return sizes;
  sizes.elements_of_plane = 1;
  for (std::size_t axis = 0; axis < 2; ++axis)
    sizes.elements_of_plane *= block[axis] + range(across, axis).second - range(across, axis).first;
  sizes.planes_in_tile = range(across, 2).second - range(across, 2).first + 2; // same formula as in ir::extent_of
  return sizes;
}

} // namespace

std::optional<BlockCandidate> with_buffers(BlockCandidate candidate, Buffering buffering, ir::Graph const& graph,
                                           OffsetsRead const& offsets, device::BlockLimits const& limits) {
  auto const element = static_cast<std::size_t>(element_bytes(graph));
  int planes = 0;
  candidate.buffering = buffering;
  candidate.plan.stream = 2;
  for (auto const& [name, points] : offsets) {
    Sizes const sizes = sizes_of(points, candidate.plan.block);
    if (count_along_z(points) > 1) {
      candidate.plan.in_registers.push_back(name);
      planes += sizes.planes;
    }
    if (buffering != Buffering::tile || off_z(points).size() < 2) continue;
    candidate.plan.in_tile.push_back(name);
    candidate.tile_bytes += static_cast<std::size_t>(sizes.elements_of_plane * sizes.planes_in_tile) * element;
  }
  bool const has_buffers = buffering == Buffering::tile ? !candidate.plan.in_tile.empty() : planes > 0;
  if (!has_buffers || planes > max_planes_in_registers || candidate.tile_bytes > limits.local_bytes) return {};
  std::int64_t const threads = std::int64_t{candidate.plan.block[0]} * candidate.plan.block[1];
  auto const blocks = static_cast<std::size_t>(std::max<std::int64_t>(1, limits.threads_per_unit / threads));
  if (inverse_tile_share * blocks * candidate.tile_bytes > limits.cache_bytes) return {};
  return candidate;
}

OffsetsRead offsets_read(ir::Graph const& graph) {
  OffsetsRead offsets;
  std::set<ir::ValueId> shifted, other;
  for (ir::Value const& value : graph.values)
    for (ir::ValueId operand : value.operands) (value.op == ir::Op::shift ? shifted : other).insert(operand);
  for (ir::Store const& store : graph.stores) other.insert(store.value);
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    ir::Value const& value = graph.values[id];
    if (value.op == ir::Op::load && other.contains(static_cast<ir::ValueId>(id)))
      offsets[value.name].insert(ir::Offset{0, 0, 0});
    if (value.op == ir::Op::shift)
      offsets[graph.values[static_cast<std::size_t>(value.operands[0])].name].insert(value.offset);
  }
  return offsets;
}

std::vector<BlockCandidate> block_candidates(ir::Graph const& graph, Problem const& problem,
                                             BlockMachine const& machine, int max_threads) {
  device::BlockLimits const& limits = machine.limits;
  base::Index3 const extent = extent_of(problem.box);
  int const min_row = std::min(extent[0], std::max(1, limits.warp / 2));
  auto const offsets = offsets_read(graph);
  std::vector<BlockCandidate> candidates;
  for (base::Index3 const& block : all_candidates(extent, max_threads)) {
    if (!is_within(block, limits, min_row)) continue;
    int const iterations = iterations_for(extent, block, limits.n_units);
    BlockCandidate const plain{.plan = {.tile = {block[0], block[1], block[2] * iterations}, .block = block},
                               .iterations = iterations};
    candidates.push_back(plain);
    if (block[2] != 1 || iterations == 1 || limits.threads_per_unit == 0) continue;
    for (Buffering const buffering : {Buffering::registers, Buffering::tile})
      if (auto buffered = with_buffers(plain, buffering, graph, offsets, limits))
        candidates.push_back(std::move(*buffered));
  }
  return candidates;
}

double near_accesses(ir::Graph const& graph, OffsetsRead const& offsets, BlockCandidate const& candidate) {
  auto const& block = candidate.plan.block;
  auto accesses = static_cast<double>(graph.outputs.size());
  for (auto const& [name, points] : offsets) {
    Sizes const sizes = sizes_of(points, block);
    int const along = count_along_z(points);
    double const in_registers = (candidate.iterations + sizes.planes - 1) / static_cast<double>(candidate.iterations);
    accesses += base::contains(candidate.plan.in_registers, name) ? in_registers : along;
    accesses += static_cast<double>(points.size()) - along;
    if (!base::contains(candidate.plan.in_tile, name)) continue;
    double const planes = (candidate.iterations + sizes.planes_in_tile - 2) / static_cast<double>(candidate.iterations);
    accesses += 2 * planes * sizes.elements_of_plane / (static_cast<double>(block[0]) * block[1]); // each element is
                                                                                                   // read and written
                                                                                                   // once
  }
  return accesses;
}

} // namespace chemora::tiling
