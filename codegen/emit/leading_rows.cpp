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

/// The loops along y and z: the outer one first.
std::array<ir::Loop const*, 2> loops_over_rows(ir::Loops const& loops) {
  std::array<ir::Loop const*, 2> result{};
  std::size_t n = 0;
  for (ir::Loop const& loop : loops.nest)
    if (!loop.over_tiles && loop.axis != 0) result.at(n++) = &loop;
  return result;
}

bool is_at_point(ir::Access const& access) {
  return access ==
         ir::access_at(access.variable, {access.index[0].constant, access.index[1].constant, access.index[2].constant});
}

bool was_read_before(Row const& row, std::set<Row> const& rows, int outer_step, int inner_step) {
  return std::any_of(rows.begin(), rows.end(), [&](Row const& other) {
    int const outer = other.first - row.first, inner = other.second - row.second;
    if (outer == 0) return inner > 0 && inner % inner_step == 0;
    return outer > 0 && outer % outer_step == 0;
  });
}

} // namespace

int step_of(ir::Loop const& loop, std::vector<PointCopy> const& copies) {
  bool const is_unrolled = std::any_of(copies.begin(), copies.end(), [&](PointCopy const& copy) {
    return copy.offset[static_cast<std::size_t>(loop.axis)] != 0;
  });
  return is_unrolled ? loop.unroll : 1;
}

std::vector<ir::Access> leading_rows(ir::Loops const& loops, std::vector<PointCopy> const& copies) {
  auto const [outer, inner] = loops_over_rows(loops);
  auto const outer_axis = static_cast<std::size_t>(outer->axis), inner_axis = static_cast<std::size_t>(inner->axis);
  std::map<std::string, std::set<Row>> read;
  for (ir::Statement const& statement : loops.nest.back().body) {
    if (statement.is_store || statement.op != ir::Op::load || !is_at_point(statement.access)) continue;
    auto const& index = statement.access.index;
    for (PointCopy const& copy : copies)
      read[statement.access.variable].emplace(index[outer_axis].constant + copy.offset[outer_axis],
                                              index[inner_axis].constant + copy.offset[inner_axis]);
  }
  int const outer_step = step_of(*outer, copies), inner_step = step_of(*inner, copies);
  std::vector<ir::Access> leading;
  for (auto const& [variable, rows] : read)
    for (Row const& row : rows) {
      if (was_read_before(row, rows, outer_step, inner_step)) continue;
      ir::Offset offset{0, 0, 0};
      offset[outer_axis] = row.first;
      offset[inner_axis] = row.second;
      leading.push_back(ir::access_at(variable, offset));
    }
  return leading;
}

} // namespace chemora::emit
