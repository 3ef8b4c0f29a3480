// Requested lines under assumptions of survival, and the cost formula.
#include "kernels/tiling/cost_model.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace chemora::tiling {

namespace {

/// Nine tenths: other data and conflicts take the rest.
constexpr double tight_fit = 0.9;

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
        needed[static_cast<std::size_t>(operand)].insert({o[0] + value.offset[0], o[1] + value.offset[1], o[2] + value.offset[2]});
  }
  std::map<std::vector<ir::Offset>, int> groups;
  for (auto const& [name, set] : offsets)
    if (!set.empty()) ++groups[{set.begin(), set.end()}];
  std::vector<AccessGroup> accesses;
  for (auto const& [list, n] : groups) accesses.push_back({list, n});
  accesses.push_back({{{0, 0, 0}}, static_cast<int>(graph.outputs.size())});
  return accesses;
}

std::int64_t requested_lines(ArrayLayout const& layout, base::Box const& tile, std::vector<AccessGroup> const& accesses,
                             Survival survival) {
  std::int64_t lines = 0;
  for (auto const& group : accesses)
    for (auto const& part : parts_of(group.offsets, survival)) lines += group.n_arrays * count_lines(layout, tile, part);
  return lines;
}

std::int64_t footprint_lines(ArrayLayout const& layout, base::Box const& tile, std::vector<AccessGroup> const& accesses,
                             Survival survival) {
  if (survival == Survival::all) return requested_lines(layout, tile, accesses, survival);
  std::int64_t most = 0;
  for (auto const& group : accesses)
    for (auto const& part : parts_of(group.offsets, survival)) most = std::max(most, count_lines(layout, tile, part));
  return most;
}

double sigma(double r, double iterations, double points, Formula formula) {
  constexpr double small_tile_points = 256; // determined empirically in the paper
  double const per_point = r / (iterations * points), factor = 1 + small_tile_points / points;
  return formula == Formula::corrected ? per_point * factor : per_point / factor;
}

TileCost cost_of_tile(ArrayLayout const& layout, base::Box const& tile, std::vector<AccessGroup> const& accesses,
                      Processor const& processor) {
  TileCost cost;
  cost.tile = {tile.extent(0), tile.extent(1), tile.extent(2)};
  base::Box in_flight = tile;
  if (processor.sweeps_along_z) in_flight.upper[2] = std::min(tile.upper[2], tile.lower[2] + 1);
  cost.footprint_all = footprint_lines(layout, in_flight, accesses, Survival::all);
  cost.footprint_one = footprint_lines(layout, in_flight, accesses, Survival::one_dimension);
  cost.survival = cost.footprint_all <= processor.capacity_lines   ? Survival::all
                  : cost.footprint_one <= processor.capacity_lines ? Survival::one_dimension
                                                                   : Survival::one_row;
  cost.requested = static_cast<double>(requested_lines(layout, tile, accesses, cost.survival));
  cost.is_mean_of_two = cost.survival == Survival::all &&
                        static_cast<double>(cost.footprint_all) > tight_fit * static_cast<double>(processor.capacity_lines);
  if (cost.is_mean_of_two)
    cost.requested = (cost.requested + static_cast<double>(requested_lines(layout, tile, accesses, Survival::one_dimension))) / 2;
  cost.sigma = sigma(cost.requested, 1, static_cast<double>(tile.n_points()), processor.formula);
  return cost;
}

std::string to_text(Survival survival) {
  switch (survival) {
  case Survival::all: return "A (all lines survive)";
  case Survival::one_dimension: return "B (lines of one axis survive)";
  case Survival::one_row: return "rows (only the row at hand survives)";
  }
  return {};
}

} // namespace chemora::tiling
