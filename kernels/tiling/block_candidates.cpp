// Enumerates blocks, and what they keep.
#include "kernels/tiling/block_candidates.hpp"

#include "kernels/tiling/candidates.hpp"
#include "kernels/tiling/choose_block_plan.hpp"

#include <algorithm>
#include <optional>

namespace chemora::tiling {

namespace {

constexpr std::int64_t blocks_per_unit = 8; ///< at least, so that units end at about the same time
constexpr int most_kept_planes = 32;        ///< in registers, of which a thread has 255 of half a double each at most
constexpr std::size_t share_of_fast_memory = 2; ///< a half of it may be tiles: the rest caches

int divide_up(int length, int parts) { return (length + parts - 1) / parts; }

std::int64_t n_tiles(base::Index3 const& extent, base::Index3 const& tile) {
  std::int64_t count = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) count *= divide_up(extent[axis], tile[axis]);
  return count;
}

/// Divides what a block does along z evenly, so that no thin tile is left over.
int iterations_for(base::Index3 const& extent, base::Index3 const& block, int n_units) {
  int most = 1;
  while (2 * most <= most_iterations && 2 * most * block[2] <= extent[2] &&
         n_tiles(extent, {block[0], block[1], 2 * most * block[2]}) >= blocks_per_unit * n_units)
    most *= 2;
  int const all = divide_up(extent[2], block[2]);
  return divide_up(all, divide_up(all, most));
}

bool is_within(base::Index3 const& block, device::BlockLimits const& limits, int least_row) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (block[axis] > limits.max_per_axis[axis]) return false;
  return block[0] >= least_row;
}

bool is_along_z(ir::Offset const& offset) { return offset[0] == 0 && offset[1] == 0; }

int count_along_z(std::set<ir::Offset> const& offsets) {
  return static_cast<int>(std::count_if(offsets.begin(), offsets.end(), is_along_z));
}

/// The smallest box of `offsets` along an axis, both ends included.
std::pair<int, int> range(std::set<ir::Offset> const& offsets, std::size_t axis) {
  auto const [low, high] = std::minmax_element(offsets.begin(), offsets.end(),
                                               [&](auto const& a, auto const& b) { return a[axis] < b[axis]; });
  return {(*low)[axis], (*high)[axis]};
}

std::set<ir::Offset> off_z(std::set<ir::Offset> const& offsets) {
  std::set<ir::Offset> rest;
  for (auto const& offset : offsets)
    if (!is_along_z(offset)) rest.insert(offset);
  return rest;
}

/// Planes of a column, elements of a plane with its halo over those of the block, and planes in memory.
struct Sizes {
  int planes = 0;
  double elements_of_plane = 0;
  int planes_in_tile = 0;
};

Sizes sizes_of(std::set<ir::Offset> const& offsets, base::Index3 const& block) {
  Sizes sizes;
  std::set<ir::Offset> along;
  for (auto const& offset : offsets)
    if (is_along_z(offset)) along.insert(offset);
  if (!along.empty()) sizes.planes = range(along, 2).second - range(along, 2).first + 1;
  auto const rest = off_z(offsets);
  if (rest.empty()) return sizes;
  sizes.elements_of_plane = 1;
  for (std::size_t axis = 0; axis < 2; ++axis)
    sizes.elements_of_plane *= block[axis] + range(rest, axis).second - range(rest, axis).first;
  sizes.planes_in_tile = range(rest, 2).second - range(rest, 2).first + 2; // as ir::extent_of
  return sizes;
}

/// The candidate with what it can keep; nothing where that is too much, or is not worth it.
std::optional<BlockCandidate> keep(BlockCandidate candidate, Keeping keeping, ir::Graph const& graph,
                                   OffsetsRead const& offsets, device::BlockLimits const& limits) {
  std::size_t const element = graph.real == ir::Type::real32 ? 4 : 8;
  int planes = 0;
  candidate.keeping = keeping;
  candidate.plan.stream = 2;
  for (auto const& [name, places] : offsets) {
    Sizes const sizes = sizes_of(places, candidate.plan.block);
    if (count_along_z(places) > 1) {
      candidate.plan.in_registers.push_back(name);
      planes += sizes.planes;
    }
    if (keeping != Keeping::tile || off_z(places).size() < 2) continue;
    candidate.plan.in_tile.push_back(name);
    candidate.tile_bytes += static_cast<std::size_t>(sizes.elements_of_plane * sizes.planes_in_tile) * element;
  }
  bool const keeps = keeping == Keeping::tile ? !candidate.plan.in_tile.empty() : planes > 0;
  if (!keeps || planes > most_kept_planes || candidate.tile_bytes > limits.local_bytes) return {};
  std::int64_t const threads = std::int64_t{candidate.plan.block[0]} * candidate.plan.block[1];
  auto const blocks = static_cast<std::size_t>(std::max<std::int64_t>(1, limits.threads_per_unit / threads));
  if (share_of_fast_memory * blocks * candidate.tile_bytes > limits.cache_bytes) return {};
  return candidate;
}

} // namespace

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
                                             BlockMachine const& machine, int most_threads) {
  device::BlockLimits const& limits = machine.limits;
  base::Index3 const extent{problem.box.extent(0), problem.box.extent(1), problem.box.extent(2)};
  int const least_row = std::min(extent[0], std::max(1, limits.warp / 2));
  auto const offsets = offsets_read(graph);
  std::vector<BlockCandidate> candidates;
  for (base::Index3 const& block : all_candidates(extent, most_threads)) {
    if (!is_within(block, limits, least_row)) continue;
    int const iterations = iterations_for(extent, block, limits.n_units);
    BlockCandidate const plain{.plan = {.tile = {block[0], block[1], block[2] * iterations}, .block = block},
                               .iterations = iterations};
    candidates.push_back(plain);
    if (block[2] != 1 || iterations == 1 || limits.threads_per_unit == 0) continue;
    for (Keeping const keeping : {Keeping::registers, Keeping::tile})
      if (auto kept = keep(plain, keeping, graph, offsets, limits)) candidates.push_back(std::move(*kept));
  }
  return candidates;
}

double near_accesses(ir::Graph const& graph, OffsetsRead const& offsets, BlockCandidate const& candidate) {
  auto const is_in = [](std::vector<std::string> const& names, std::string const& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  auto const& block = candidate.plan.block;
  auto accesses = static_cast<double>(graph.outputs.size());
  for (auto const& [name, places] : offsets) {
    Sizes const sizes = sizes_of(places, block);
    int const along = count_along_z(places);
    double const walked = (candidate.iterations + sizes.planes - 1) / static_cast<double>(candidate.iterations);
    accesses += is_in(candidate.plan.in_registers, name) ? walked : along;
    accesses += static_cast<double>(places.size()) - along;
    if (!is_in(candidate.plan.in_tile, name)) continue;
    double const planes = (candidate.iterations + sizes.planes_in_tile - 2) / static_cast<double>(candidate.iterations);
    accesses += 2 * planes * sizes.elements_of_plane / (static_cast<double>(block[0]) * block[1]); // read and written
  }
  return accesses;
}

} // namespace chemora::tiling
