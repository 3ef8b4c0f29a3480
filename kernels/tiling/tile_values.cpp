#include "kernels/tiling/tile_values.hpp"

#include "codegen/plan/buffered_values.hpp"
#include "codegen/plan/lower.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace chemora::tiling {

namespace {

using ir::Op;
using ir::ValueId;

constexpr unsigned all_axes = 7;
constexpr int min_saved_operations = 2; ///< per point; a buffer must save more than its store and its load

/// Values of one expression at several displacements.
using Copies = std::vector<ValueId>;

/// Finds the values that several points need.
class RepeatedValues {
public:
  explicit RepeatedValues(ir::Graph const& graph)
      : graph_(graph), shifted_(ir::shifted_equivalents(graph)), axes_(ir::axes_of_variation(graph)),
        users_(graph.values.size()), is_stored_(graph.values.size(), false) {
    for (std::size_t id = 0; id < graph.values.size(); ++id) {
      for (ValueId operand : graph.values[id].operands) users_[operand].push_back(static_cast<ValueId>(id));
      if (is_computed(static_cast<ValueId>(id)) && axes_[id] == all_axes)
        copies_[shifted_[id].expression].push_back(static_cast<ValueId>(id));
    }
    for (ir::Store const& store : graph.stores) is_stored_[store.value] = true;
  }

  /// Returns the names of the values that are worth a buffer and are displaced only along `axes` (bits).
  std::vector<std::string> names(unsigned axes) const {
    std::vector<std::string> names;
    for (auto const& [expression, copies] : copies_)
      if (copies.size() > 1 && graph_.values[copies.front()].type == graph_.real &&
          (displaced_along(copies) & ~axes) == 0 && has_single_users(copies) &&
          (static_cast<int>(copies.size()) - 1) * (n_operations(copies.front()) - 1) > min_saved_operations)
        names.push_back(plan::grid_name(copies.front()));
    return names;
  }

private:
  bool is_computed(ValueId id) const { return graph_.values[id].op != Op::load && graph_.values[id].op != Op::shift; }

  unsigned displaced_along(Copies const& copies) const {
    unsigned axes = 0;
    for (ValueId id : copies)
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (shifted_[id].offset[axis] != shifted_[copies.front()].offset[axis]) axes |= 1u << axis;
    return axes;
  }

  /// Returns whether a copy has a user that each point computes only once. Otherwise, a buffer for the users saves
  /// more.
  bool has_single_users(Copies const& copies) const {
    return std::any_of(copies.begin(), copies.end(), [&](ValueId id) {
      return is_stored_[id] || std::any_of(users_[id].begin(), users_[id].end(), [&](ValueId user) {
               auto const of_user = copies_.find(shifted_[user].expression);
               return of_user == copies_.end() || of_user->second.size() == 1;
             });
    });
  }

  /// Returns the number of operations that compute a value from elements of arrays.
  int n_operations(ValueId root) const {
    std::set<ValueId> visited;
    std::vector<ValueId> pending{root};
    while (!pending.empty()) {
      ValueId const id = pending.back();
      pending.pop_back();
      if (axes_[id] == 0 || !is_computed(id) || !visited.insert(id).second) continue;
      for (ValueId operand : graph_.values[id].operands) pending.push_back(operand);
    }
    return static_cast<int>(visited.size());
  }

  ir::Graph const& graph_;
  std::vector<ir::ShiftedExpression> shifted_;
  std::vector<unsigned> axes_;
  std::vector<std::vector<ValueId>> users_;
  std::vector<bool> is_stored_;
  std::map<int, Copies> copies_; ///< computed values of each expression
};

/// Returns the number of elements of a buffer that the points of a tile need, per point.
double elements_per_point(ir::Halo const& halo, base::Index3 const& tile) {
  double elements = 1;
  for (std::size_t axis = 0; axis < 3; ++axis)
    elements *= 1 + static_cast<double>(halo.to[axis] - halo.from[axis]) / tile[axis];
  return elements;
}

double statements_per_point(ir::Loops const& loops, plan::KernelPlan const& kernel) {
  auto statements = static_cast<double>(loops.nest.back().body.size());
  for (ir::Loop const& loop : loops.nest)
    for (ir::Buffer const& buffer : loop.buffers)
      statements += elements_per_point(buffer.halo, kernel.tile) * static_cast<double>(buffer.body.size());
  return statements;
}

} // namespace

double statements_per_point(ir::Graph const& graph, plan::KernelPlan const& kernel, base::Index3 const& allocated) {
  return statements_per_point(plan::lower(graph, kernel, {allocated}), kernel);
}

std::optional<plan::KernelPlan> with_values_in_tile(ir::Graph const& graph, plan::KernelPlan const& kernel,
                                                    base::Index3 const& allocated) {
  if (kernel.unroll[1] != 1 || kernel.unroll[2] != 1 || kernel.stream == 0) return {};
  RepeatedValues const repeated(graph);
  std::optional<plan::KernelPlan> best;
  double min_statements = 0;
  std::vector<std::string> previous;
  for (unsigned const axes : {1u, 3u, all_axes}) {
    plan::KernelPlan candidate = kernel;
    candidate.in_tile = repeated.names(axes);
    if (candidate.in_tile == previous) continue;
    previous = candidate.in_tile;
    if (plan::bytes_in_tile(graph, candidate, {allocated}) > plan::max_tile_bytes) continue;
    double const statements = statements_per_point(graph, candidate, allocated);
    if (best && statements >= min_statements) continue;
    best = std::move(candidate);
    min_statements = statements;
  }
  return best;
}

} // namespace chemora::tiling
