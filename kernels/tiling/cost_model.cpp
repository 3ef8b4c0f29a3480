#include "kernels/tiling/cost_model.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace chemora::tiling {

namespace {

/// Reuse is uncertain if the relative difference of footprint and cache capacity is at most this value. Conflicts
/// reduce the capacity by about a tenth, and lines beyond the capacity do not evict all other lines.
constexpr double uncertainty = 0.1;

/// Returns the axis to which an offset belongs; -1 for the zero offset.
int axis_of(ir::Offset const& o) { return o[2] != 0 ? 2 : o[1] != 0 ? 1 : o[0] != 0 ? 0 : -1; }

/// Groups the offsets by axis. Axes without offsets are omitted, and the zero offset belongs to the first group.
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

/// Groups the offsets by row of the stencil: offsets with equal y and z form a group.
std::vector<std::vector<ir::Offset>> by_row(std::vector<ir::Offset> const& offsets) {
  std::map<std::pair<int, int>, std::vector<ir::Offset>> rows;
  for (auto const& o : offsets) rows[{o[2], o[1]}].push_back(o);
  std::vector<std::vector<ir::Offset>> parts;
  for (auto& [y_and_z, row] : rows) parts.push_back(std::move(row));
  return parts;
}

std::vector<std::vector<ir::Offset>> parts_of(std::vector<ir::Offset> const& offsets, ReuseAssumption assumption) {
  if (assumption == ReuseAssumption::one_dimension) return by_axis(offsets);
  if (assumption == ReuseAssumption::one_row) return by_row(offsets);
  return {offsets};
}

/// Sets the reuse assumption, its footprint and `averaged_with` from the footprints of all assumptions.
void choose_assumptions(TileCost& cost, bool is_swept, double capacity) {
  struct Step {
    ReuseAssumption assumption;
    std::int64_t footprint;
    ReuseAssumption weaker;
  };
  std::array<Step, 3> const strongest_first{{
      {ReuseAssumption::iterations, cost.footprint_iterations, ReuseAssumption::all},
      {ReuseAssumption::all, cost.footprint_all, ReuseAssumption::one_dimension},
      {ReuseAssumption::one_dimension, cost.footprint_one, ReuseAssumption::one_row},
  }};
  cost.assumption = ReuseAssumption::one_row;
  for (auto const& [assumption, footprint, weaker] : strongest_first) {
    auto const lines = static_cast<double>(footprint);
    if ((assumption == ReuseAssumption::iterations && !is_swept) || lines > (1 + uncertainty) * capacity) continue;
    cost.assumption = assumption;
    cost.footprint = footprint;
    if (lines >= (1 - uncertainty) * capacity) cost.averaged_with = weaker;
    return;
  }
}

} // namespace

std::vector<AccessGroup> accesses_of(ir::Graph const& graph) {
  // The stencil offsets of a load are determined by the shift operations between the load and the stores.
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
                             ReuseAssumption assumption) {
  bool const is_swept = assumption == ReuseAssumption::iterations;
  std::int64_t lines = 0;
  for (auto const& group : accesses)
    for (auto const& part : parts_of(group.offsets, assumption))
      lines += group.n_arrays * count_lines(layout, is_swept ? tile.whole() : tile.block, part);
  return is_swept ? lines : lines * tile.iterations;
}

std::int64_t footprint_lines(ArrayLayout const& layout, Tile const& tile, std::vector<AccessGroup> const& accesses,
                             ReuseAssumption assumption) {
  std::int64_t sum = 0, largest = 0;
  for (auto const& group : accesses)
    for (auto const& part : parts_of(group.offsets, assumption)) {
      std::int64_t const lines = count_lines(layout, tile.block, part);
      sum += group.n_arrays * lines;
      largest = std::max(largest, lines);
    }
  return assumption == ReuseAssumption::iterations ? sum : largest;
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
  cost.footprint_iterations = footprint_lines(layout, tile, accesses, ReuseAssumption::iterations);
  cost.footprint_all = footprint_lines(layout, tile, accesses, ReuseAssumption::all);
  cost.footprint_one = footprint_lines(layout, tile, accesses, ReuseAssumption::one_dimension);
  choose_assumptions(cost, tile.iterations > 1, static_cast<double>(processor.capacity_lines));
  if (cost.assumption == ReuseAssumption::one_row)
    cost.footprint = footprint_lines(layout, tile, accesses, ReuseAssumption::one_row);
  auto const requested = [&](ReuseAssumption assumption) {
    return static_cast<double>(requested_lines(layout, tile, accesses, assumption));
  };
  cost.requested = requested(cost.assumption);
  if (cost.averaged_with) cost.requested = (cost.requested + requested(*cost.averaged_with)) / 2;
  cost.sigma = sigma(cost.requested, tile.iterations, static_cast<double>(tile.block.n_points()), processor.formula);
  return cost;
}

std::string to_text(ReuseAssumption assumption) {
  switch (assumption) {
  case ReuseAssumption::iterations:
    return "lines of all arrays stay for the next iterations";
  case ReuseAssumption::all:
    return "A (lines of an array stay)";
  case ReuseAssumption::one_dimension:
    return "B (lines of one axis stay)";
  case ReuseAssumption::one_row:
    return "rows (lines of one row stay)";
  }
  return {};
}

} // namespace chemora::tiling
