// Looks for `lower <= x and x < upper`, then follows what is stored back to where it comes from.
#include "codegen/emit/running_rows.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace chemora::emit {

namespace {

using ir::Op;
using ir::RegisterId;
using ir::Statement;

/// The statements of a row's points.
class Row {
public:
  explicit Row(ir::Loops const& loops) {
    for (Statement const& statement : loops.before) uniform_.insert(statement.target);
    for (Statement const& statement : loops.nest.back().body)
      if (!statement.is_store) made_[statement.target] = &statement;
  }

  /// The bounds of the first such condition.
  std::optional<RunningRows> find_bounds(std::vector<Statement> const& body) const {
    for (Statement const& statement : body)
      if (auto const bounds = bounds_of(statement)) return bounds;
    return {};
  }

  /// Marks what has, beyond the bounds, the same value whichever row a vector began in.
  void follow(std::vector<Statement> const& body, RunningRows const& bounds) {
    for (Statement const& statement : body)
      if (!statement.is_store && is_same(statement, bounds)) same_.insert(statement.target);
  }

  bool is_same(RegisterId id) const { return uniform_.contains(id) || same_.contains(id); }

private:
  Statement const* find(RegisterId id, Op op) const {
    auto const found = made_.find(id);
    return found != made_.end() && found->second->op == op ? found->second : nullptr;
  }

  bool is_x(RegisterId id) const {
    Statement const* const index = find(id, Op::index);
    return index && index->axis == 0;
  }

  std::optional<RunningRows> bounds_of(Statement const& statement) const {
    if (statement.is_store || statement.op != Op::logical_and) return {};
    for (std::size_t first : {0u, 1u}) {
      Statement const* const above = find(statement.operands[first], Op::less_equal);
      Statement const* const below = find(statement.operands[1 - first], Op::less);
      if (above && below && is_x(above->operands[1]) && is_x(below->operands[0]) &&
          uniform_.contains(above->operands[0]) && uniform_.contains(below->operands[1]))
        return RunningRows{above->operands[0], below->operands[1], false};
    }
    return {};
  }

  bool is_inside(RegisterId id, RunningRows const& bounds) const {
    auto const found = made_.find(id);
    if (found == made_.end()) return false;
    auto const its = bounds_of(*found->second);
    return its && its->lower == bounds.lower && its->upper == bounds.upper;
  }

  bool is_same(Statement const& statement, RunningRows const& bounds) const {
    if (statement.op == Op::load) return statement.access == ir::access_at(statement.access.variable, {0, 0, 0});
    if (statement.op == Op::select && is_inside(statement.operands[0], bounds)) return is_same(statement.operands[2]);
    return !statement.operands.empty() && std::all_of(statement.operands.begin(), statement.operands.end(),
                                                      [&](RegisterId id) { return is_same(id); });
  }

  std::map<RegisterId, Statement const*> made_;
  std::set<RegisterId> uniform_, same_;
};

/// Nothing says where a row is.
bool are_alike(ir::Loops const& loops) {
  return std::all_of(loops.nest.begin(), loops.nest.end(), [&](ir::Loop const& loop) {
    return std::none_of(loop.body.begin(), loop.body.end(), [&](Statement const& statement) {
      if (statement.is_store) return false;
      return &loop != &loops.nest.back() || statement.op == Op::coordinate ||
             (statement.op == Op::index && statement.axis != 0);
    });
  });
}

} // namespace

std::optional<RunningRows> find_running_rows(ir::Loops const& loops) {
  if (loops.nest.size() < 2) return {};
  ir::Loop const &points = loops.nest.back(), &rows = loops.nest[loops.nest.size() - 2];
  if (points.unroll > 1 || rows.over_tiles || rows.axis != 1 || rows.unroll > 1) return {};
  Row row(loops);
  auto bounds = row.find_bounds(points.body);
  if (!bounds) return {};
  bounds->are_alike = are_alike(loops);
  row.follow(points.body, *bounds);
  bool const may_run_on = std::all_of(points.body.begin(), points.body.end(), [&](Statement const& statement) {
    return !statement.is_store || row.is_same(statement.operands[0]);
  });
  return may_run_on ? bounds : std::nullopt;
}

} // namespace chemora::emit
