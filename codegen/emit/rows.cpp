#include "codegen/emit/rows.hpp"

#include "framework/base/text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace chemora::emit {

namespace {

/// The displacements of a row from the row of the point, along the outer and the inner loop over rows.
using RowOffset = std::pair<int, int>;
using RowsOfVariables = std::map<std::string, std::set<RowOffset>>;

bool is_access_at_point(ir::Access const& access) {
  return access ==
         ir::access_at(access.variable, {access.index[0].constant, access.index[1].constant, access.index[2].constant});
}

/// Returns the statements of the innermost loop and those that fill buffers of the current row.
std::vector<ir::Statement> statements_of_row(ir::Loops const& loops) {
  auto statements = loops.nest.back().body;
  for (ir::Buffer const& buffer : loops.nest[loops.nest.size() - 2].buffers)
    statements.insert(statements.end(), buffer.body.begin(), buffer.body.end());
  return statements;
}

RowsOfVariables rows_read(ir::Loops const& loops, std::vector<PointCopy> const& copies) {
  auto const [outer, inner] = loops_over_rows(loops);
  RowsOfVariables read;
  for (ir::Statement const& statement : statements_of_row(loops)) {
    bool const is_array =
        !statement.is_store && statement.op == ir::Op::load &&
        std::find(loops.inputs.begin(), loops.inputs.end(), statement.access.variable) != loops.inputs.end();
    if (!is_array || !is_access_at_point(statement.access)) continue;
    auto const& index = statement.access.index;
    for (PointCopy const& copy : copies)
      read[statement.access.variable].emplace(index[outer.axis].constant + copy.offset[outer.axis],
                                              index[inner.axis].constant + copy.offset[inner.axis]);
  }
  return read;
}

bool was_read_before(RowOffset const& row, std::set<RowOffset> const& rows, int outer_step, int inner_step) {
  return std::any_of(rows.begin(), rows.end(), [&](RowOffset const& other) {
    int const outer = other.first - row.first, inner = other.second - row.second;
    if (outer == 0) return inner > 0 && inner % inner_step == 0;
    return outer > 0 && outer % outer_step == 0;
  });
}

} // namespace

RowLoops loops_over_rows(ir::Loops const& loops) {
  std::vector<ir::Loop const*> over_rows;
  for (ir::Loop const& loop : loops.nest)
    if (!loop.over_tiles && loop.axis != 0) over_rows.push_back(&loop);
  return {*over_rows.at(0), *over_rows.at(1)};
}

int step_of(ir::Loop const& loop, std::vector<PointCopy> const& copies) {
  bool const is_unrolled =
      std::any_of(copies.begin(), copies.end(), [&](PointCopy const& copy) { return copy.offset[loop.axis] != 0; });
  return is_unrolled ? loop.unroll : 1;
}

std::vector<ir::Access> leading_rows(ir::Loops const& loops, std::vector<PointCopy> const& copies) {
  auto const [outer, inner] = loops_over_rows(loops);
  int const outer_step = step_of(outer, copies), inner_step = step_of(inner, copies);
  std::vector<ir::Access> leading;
  for (auto const& [variable, rows] : rows_read(loops, copies))
    for (RowOffset const& row : rows) {
      if (was_read_before(row, rows, outer_step, inner_step)) continue;
      ir::Offset offset{0, 0, 0};
      offset[outer.axis] = row.first;
      offset[inner.axis] = row.second;
      leading.push_back(ir::access_at(variable, offset));
    }
  return leading;
}

/// Displacements along the inner loop read rows outside the tile. Of the planes that contain such rows, only the plane
/// farthest ahead is read for the first time.
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
      edges.after = std::max(edges.after, row);
    }
    for (int n = 0; has_edges && n < step; ++n) {
      ir::Offset offset{0, 0, 0};
      offset[outer.axis] = furthest + step + n;
      edges.leading.push_back(ir::access_at(variable, offset));
    }
  }
  return edges;
}

namespace {

using ir::Op;
using ir::RegisterId;
using ir::Statement;

/// Analyses which values of a row depend on the position along x.
class RowValues {
public:
  explicit RowValues(ir::Loops const& loops) {
    for (Statement const& statement : loops.before) uniform_.insert(statement.target);
    for (Statement const& statement : loops.nest.back().body)
      if (!statement.is_store) definitions_[statement.target] = &statement;
  }

  /// Returns the bounds of the first condition `lower <= x and x < upper`.
  std::optional<RowWraparound> find_bounds(std::vector<Statement> const& body) const {
    for (Statement const& statement : body)
      if (auto const bounds = bounds_of(statement)) return bounds;
    return {};
  }

  /// Marks the values that, at points outside `bounds`, depend only on the point itself and on uniform values. They do
  /// not depend on the row in which the vector started.
  void mark_independent(std::vector<Statement> const& body, RowWraparound const& bounds) {
    for (Statement const& statement : body)
      if (!statement.is_store && is_independent(statement, bounds)) independent_.insert(statement.target);
  }

  bool is_independent(RegisterId id) const { return uniform_.contains(id) || independent_.contains(id); }

private:
  Statement const* find(RegisterId id, Op op) const {
    auto const definition = definitions_.find(id);
    return definition != definitions_.end() && definition->second->op == op ? definition->second : nullptr;
  }

  bool is_x(RegisterId id) const {
    Statement const* const index = find(id, Op::index);
    return index && index->axis == 0;
  }

  std::optional<RowWraparound> bounds_of(Statement const& statement) const {
    if (statement.is_store || statement.op != Op::logical_and) return {};
    for (std::size_t first : {0u, 1u}) {
      Statement const* const above = find(statement.operands[first], Op::less_equal);
      Statement const* const below = find(statement.operands[1 - first], Op::less);
      if (above && below && is_x(above->operands[1]) && is_x(below->operands[0]) &&
          uniform_.contains(above->operands[0]) && uniform_.contains(below->operands[1]))
        return RowWraparound{above->operands[0], below->operands[1], false};
    }
    return {};
  }

  bool is_inside(RegisterId id, RowWraparound const& bounds) const {
    auto const definition = definitions_.find(id);
    if (definition == definitions_.end()) return false;
    auto const condition = bounds_of(*definition->second);
    return condition && condition->lower == bounds.lower && condition->upper == bounds.upper;
  }

  bool is_independent(Statement const& statement, RowWraparound const& bounds) const {
    if (statement.op == Op::load) return statement.access == ir::access_at(statement.access.variable, {0, 0, 0});
    if (statement.op == Op::select && is_inside(statement.operands[0], bounds))
      return is_independent(statement.operands[2]);
    return !statement.operands.empty() && std::all_of(statement.operands.begin(), statement.operands.end(),
                                                      [&](RegisterId id) { return is_independent(id); });
  }

  std::map<RegisterId, Statement const*> definitions_;
  std::set<RegisterId> uniform_, independent_;
};

/// Returns whether all statements are independent of the position of a row.
bool has_equivalent_rows(ir::Loops const& loops) {
  return std::all_of(loops.nest.begin(), loops.nest.end(), [&](ir::Loop const& loop) {
    return std::none_of(loop.body.begin(), loop.body.end(), [&](Statement const& statement) {
      if (statement.is_store) return false;
      return &loop != &loops.nest.back() || statement.op == Op::coordinate ||
             (statement.op == Op::index && statement.axis != 0);
    });
  });
}

} // namespace

std::optional<RowWraparound> find_row_wraparound(ir::Loops const& loops) {
  bool const has_buffers =
      std::any_of(loops.nest.begin(), loops.nest.end(), [](ir::Loop const& loop) { return !loop.buffers.empty(); });
  if (loops.nest.size() < 2 || has_buffers) return {};
  ir::Loop const &points = loops.nest.back(), &rows = loops.nest[loops.nest.size() - 2];
  if (points.unroll > 1 || rows.over_tiles || rows.axis != 1 || rows.unroll > 1) return {};
  RowValues row(loops);
  auto bounds = row.find_bounds(points.body);
  if (!bounds) return {};
  bounds->has_equivalent_rows = has_equivalent_rows(loops);
  row.mark_independent(points.body, *bounds);
  bool const may_wrap = std::all_of(points.body.begin(), points.body.end(), [&](Statement const& statement) {
    return !statement.is_store || row.is_independent(statement.operands[0]);
  });
  return may_wrap ? bounds : std::nullopt;
}

namespace {

/// Returns the distance in memory between an element and the point, or nothing if the distance is not constant.
std::optional<long> distance(ir::Access const& access, base::Index3 const& allocated) {
  ir::Offset const offset{access.index[0].constant, access.index[1].constant, access.index[2].constant};
  if (access != ir::access_at(access.variable, offset)) return {};
  return offset[0] + allocated[0] * (offset[1] + static_cast<long>(allocated[1]) * offset[2]);
}

} // namespace

std::optional<long> last_vector_start(ir::Loops const& loops, std::vector<ir::Statement> const& statements,
                                      ir::Halo const& halo) {
  if (loops.allocated == ir::run_time_extents) return {};
  long min_distance = 0, max_distance = 0;
  for (ir::Statement const& statement : statements) {
    bool const is_array = statement.is_store ? base::contains(loops.outputs, statement.access.variable)
                                             : base::contains(loops.inputs, statement.access.variable);
    if (!is_array || (!statement.is_store && statement.op != ir::Op::load)) continue;
    auto const at = distance(statement.access, loops.allocated);
    if (!at) return {};
    min_distance = std::min(min_distance, *at + halo.from[0]);
    max_distance = std::max(max_distance, *at + halo.to[0]);
  }
  long const n_points = static_cast<long>(loops.allocated[0]) * loops.allocated[1] * loops.allocated[2];
  long const last = n_points - loops.nest.back().lanes - max_distance;
  return last + min_distance < 0 ? std::nullopt : std::optional(last);
}

bool may_exceed_rows(ir::Loops const& loops) {
  std::set<std::string> stored;
  for (ir::Statement const& statement : loops.nest.back().body)
    if (statement.is_store) stored.insert(statement.access.variable);
  auto const is_possible = [&](ir::Loop const& loop) {
    return loop.unroll == 1 && std::all_of(loop.buffers.begin(), loop.buffers.end(), [&](ir::Buffer const& buffer) {
             return last_vector_start(loops, buffer.body, buffer.halo).has_value();
           });
  };
  return stored.size() == loops.outputs.size() && last_vector_start(loops, loops.nest.back().body, {}) &&
         std::all_of(loops.nest.begin(), loops.nest.end(), is_possible);
}

} // namespace chemora::emit
