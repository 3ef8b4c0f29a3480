// Looks for each row among those read one or more iterations earlier.
#include "codegen/emit/leading_rows.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace chemora::emit {

namespace {

/// A row relative to the point: steps along the loop outside of the rows' one, then along that.
using Row = std::pair<int, int>;
using RowsOfVariables = std::map<std::string, std::set<Row>>;

std::size_t axis_of(ir::Loop const& loop) { return static_cast<std::size_t>(loop.axis); }

bool is_at_point(ir::Access const& access) {
  return access ==
         ir::access_at(access.variable, {access.index[0].constant, access.index[1].constant, access.index[2].constant});
}

RowsOfVariables rows_read(ir::Loops const& loops, std::vector<PointCopy> const& copies) {
  auto const [outer, inner] = loops_over_rows(loops);
  RowsOfVariables read;
  for (ir::Statement const& statement : loops.nest.back().body) {
    if (statement.is_store || statement.op != ir::Op::load || !is_at_point(statement.access)) continue;
    auto const& index = statement.access.index;
    for (PointCopy const& copy : copies)
      read[statement.access.variable].emplace(index[axis_of(outer)].constant + copy.offset[axis_of(outer)],
                                              index[axis_of(inner)].constant + copy.offset[axis_of(inner)]);
  }
  return read;
}

bool was_read_before(Row const& row, std::set<Row> const& rows, int outer_step, int inner_step) {
  return std::any_of(rows.begin(), rows.end(), [&](Row const& other) {
    int const outer = other.first - row.first, inner = other.second - row.second;
    if (outer == 0) return inner > 0 && inner % inner_step == 0;
    return outer > 0 && outer % outer_step == 0;
  });
}

} // namespace

RowLoops loops_over_rows(ir::Loops const& loops) {
  std::vector<ir::Loop const*> found;
  for (ir::Loop const& loop : loops.nest)
    if (!loop.over_tiles && loop.axis != 0) found.push_back(&loop);
  return {*found.at(0), *found.at(1)};
}

int step_of(ir::Loop const& loop, std::vector<PointCopy> const& copies) {
  bool const is_unrolled =
      std::any_of(copies.begin(), copies.end(), [&](PointCopy const& copy) { return copy.offset[axis_of(loop)] != 0; });
  return is_unrolled ? loop.unroll : 1;
}

std::vector<ir::Access> leading_rows(ir::Loops const& loops, std::vector<PointCopy> const& copies) {
  auto const [outer, inner] = loops_over_rows(loops);
  int const outer_step = step_of(outer, copies), inner_step = step_of(inner, copies);
  std::vector<ir::Access> leading;
  for (auto const& [variable, rows] : rows_read(loops, copies))
    for (Row const& row : rows) {
      if (was_read_before(row, rows, outer_step, inner_step)) continue;
      ir::Offset offset{0, 0, 0};
      offset[axis_of(outer)] = row.first;
      offset[axis_of(inner)] = row.second;
      leading.push_back(ir::access_at(variable, offset));
    }
  return leading;
}

/// A row beside the tile is read through displacements along the inner loop; of the planes in which there are such, the
/// furthest is the one that is new.
EdgeRows edge_rows(ir::Loops const& loops, std::vector<PointCopy> const& copies) {
  auto const [outer, inner] = loops_over_rows(loops);
  int const step = step_of(outer, copies);
  EdgeRows edges;
  for (auto const& [variable, rows] : rows_read(loops, {PointCopy{}})) {
    int furthest = 0;
    bool has_edges = false;
    for (auto const& [plane, row] : rows) {
      if (row == 0) continue;
      furthest = has_edges ? std::max(furthest, plane) : plane;
      has_edges = true;
      edges.before = std::max(edges.before, -row);
      edges.behind = std::max(edges.behind, row);
    }
    for (int n = 0; has_edges && n < step; ++n) {
      ir::Offset offset{0, 0, 0};
      offset[axis_of(outer)] = furthest + step + n;
      edges.leading.push_back(ir::access_at(variable, offset));
    }
  }
  return edges;
}

} // namespace chemora::emit
