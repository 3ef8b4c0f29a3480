// Requested lines under assumptions of survival, and the cost formula.
#include "kernels/tiling/cost_model.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace chemora::tiling {

namespace {

/// How far a footprint may be from the capacity, on either side, for its survival to be open: conflicts in the cache
/// cost a tenth of it or so, and lines beyond it do not take all others with them.
constexpr double doubtful = 0.1;

/// The axis whose accesses an offset belongs to; -1 for the point itself.
int axis_of(ir::Offset const& o) { return o[2] != 0 ? 2 : o[1] != 0 ? 1 : o[0] != 0 ? 0 : -1; }

/// The offsets of each axis that has any; the centre goes to the first of them.
std::vector<std::vector<ir::Offset>> by_axis(std::vector<ir::Offset> const& offsets) {
  std::array<std::vector<ir::Offset>, 3> axes;
  std::vector<ir::Offset> centre;
  for (auto const& o : offsets) (axis_of(o) < 0 ? centre : axes[static_cast<std::size_t>(axis_of(o))]).push_back(o);
  std::vector<std::vector<ir::Offset>> parts;
  for (auto& axis : axes)
    if (!axis.empty()) parts.push_back(std::move(axis));
  if (parts.empty()) parts.emplace_back();
  parts.front().insert(parts.front().end(), centre.begin(), centre.end());
  return parts;
}

/// The offsets of each row of the stencil, i.e. with equal y and z.
std::vector<std::vector<ir::Offset>> by_row(std::vector<ir::Offset> const& offsets) {
  std::map<std::pair<int, int>, std::vector<ir::Offset>> rows;
  for (auto const& o : offsets) rows[{o[2], o[1]}].push_back(o);
  std::vector<std::vector<ir::Offset>> parts;
  for (auto& [place, row] : rows) parts.push_back(std::move(row));
  return parts;
}

std::vector<std::vector<ir::Offset>> parts_of(std::vector<ir::Offset> const& offsets, Survival survival) {
  if (survival == Survival::one_dimension) return by_axis(offsets);
  if (survival == Survival::one_row) return by_row(offsets);
  return {offsets};
}

/// Sets survival, its footprint and averaged_with from the footprints.
void choose_assumptions(TileCost& cost, bool is_swept, double capacity) {
  struct Assumption {
    Survival survival;
    std::int64_t footprint;
    Survival weaker;
  };
  std::array<Assumption, 3> const strongest_first{{
      {Survival::iterations, cost.footprint_iterations, Survival::all},
      {Survival::all, cost.footprint_all, Survival::one_dimension},
      {Survival::one_dimension, cost.footprint_one, Survival::one_row},
  }};
  cost.survival = Survival::one_row;
  for (auto const& [survival, footprint, weaker] : strongest_first) {
    auto const lines = static_cast<double>(footprint);
    if ((survival == Survival::iterations && !is_swept) || lines > (1 + doubtful) * capacity) continue;
    cost.survival = survival;
    cost.footprint = footprint;
    if (lines >= (1 - doubtful) * capacity) cost.averaged_with = weaker;
    return;
  }
}

} // namespace

std::vector<AccessGroup> accesses_of(ir::Graph const& graph) {
  // Offsets of a load are found by following shifts from the values that are used.
  std::map<std::string, std::set<ir::Offset>> offsets;
  std::vector<std::set<ir::Offset>> needed(graph.values.size());
  for (auto const& store : graph.stores) needed[static_cast<std::size_t>(store.value)].insert(ir::Offset{0, 0, 0});
  for (std::size_t i = graph.values.size(); i-- > 0;) {
    auto const& value = graph.values[i];
    if (value.op == ir::Op::load) offsets[value.name].insert(needed[i].begin(), needed[i].end());
    for (auto const operand : value.operands)
      for (auto const& o : needed[i])
        needed[static_cast<std::size_t>(operand)].insert(
            {o[0] + value.offset[0], o[1] + value.offset[1], o[2] + value.offset[2]});
  }
  std::map<std::vector<ir::Offset>, int> groups;
  for (auto const& [name, set] : offsets)
    if (!set.empty()) ++groups[{set.begin(), set.end()}];
  std::vector<AccessGroup> accesses;
  for (auto const& [list, n] : groups) accesses.push_back({list, n});
  accesses.push_back({{{0, 0, 0}}, static_cast<int>(graph.outputs.size())});
  return accesses;
}

base::Box Tile::whole() const {
  base::Box box = block;
  box.upper[2] = block.lower[2] + iterations * block.extent(2);
  return box;
}

std::int64_t requested_lines(ArrayLayout const& layout, Tile const& tile, std::vector<AccessGroup> const& accesses,
                             Survival survival) {
  bool const is_swept = survival == Survival::iterations;
  std::int64_t lines = 0;
  for (auto const& group : accesses)
    for (auto const& part : parts_of(group.offsets, survival))
      lines += group.n_arrays * count_lines(layout, is_swept ? tile.whole() : tile.block, part);
  return is_swept ? lines : lines * tile.iterations;
}

std::int64_t footprint_lines(ArrayLayout const& layout, Tile const& tile, std::vector<AccessGroup> const& accesses,
                             Survival survival) {
  std::int64_t sum = 0, most = 0;
  for (auto const& group : accesses)
    for (auto const& part : parts_of(group.offsets, survival)) {
      std::int64_t const lines = count_lines(layout, tile.block, part);
      sum += group.n_arrays * lines;
      most = std::max(most, lines);
    }
  return survival == Survival::iterations ? sum : most;
}

double sigma(double r, double iterations, double points, Formula formula) {
  constexpr double small_tile_points = 256; // determined empirically in the paper
  double const per_point = r / (iterations * points), factor = 1 + small_tile_points / points;
  return formula == Formula::corrected ? per_point * factor : per_point / factor;
}

TileCost cost_of_tile(ArrayLayout const& layout, Tile const& tile, std::vector<AccessGroup> const& accesses,
                      Processor const& processor) {
  TileCost cost;
  base::Box const whole = tile.whole();
  cost.tile = {whole.extent(0), whole.extent(1), whole.extent(2)};
  cost.footprint_iterations = footprint_lines(layout, tile, accesses, Survival::iterations);
  cost.footprint_all = footprint_lines(layout, tile, accesses, Survival::all);
  cost.footprint_one = footprint_lines(layout, tile, accesses, Survival::one_dimension);
  choose_assumptions(cost, tile.iterations > 1, static_cast<double>(processor.capacity_lines));
  if (cost.survival == Survival::one_row) cost.footprint = footprint_lines(layout, tile, accesses, Survival::one_row);
  auto const requested = [&](Survival survival) {
    return static_cast<double>(requested_lines(layout, tile, accesses, survival));
  };
  cost.requested = requested(cost.survival);
  if (cost.averaged_with) cost.requested = (cost.requested + requested(*cost.averaged_with)) / 2;
  cost.sigma = sigma(cost.requested, tile.iterations, static_cast<double>(tile.block.n_points()), processor.formula);
  return cost;
}

std::string to_text(Survival survival) {
  switch (survival) {
  case Survival::iterations:
    return "all arrays' lines survive iterations";
  case Survival::all:
    return "A (an array's lines survive)";
  case Survival::one_dimension:
    return "B (lines of one axis survive)";
  case Survival::one_row:
    return "rows (only the row at hand survives)";
  }
  return {};
}

} // namespace chemora::tiling
