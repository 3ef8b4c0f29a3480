// From the loads' displacements, which the points of a box keep within the arrays.
#include "codegen/emit/narrow_rows.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace chemora::emit {

namespace {

/// None for elements that are not at a constant distance from the point.
std::optional<long> distance(ir::Access const& access, base::Index3 const& allocated) {
  ir::Offset const offset{access.index[0].constant, access.index[1].constant, access.index[2].constant};
  if (access != ir::access_at(access.variable, offset)) return {};
  return offset[0] + allocated[0] * (offset[1] + static_cast<long>(allocated[1]) * offset[2]);
}

bool takes_points_by_themselves(ir::Loop const& loop) { return loop.unroll == 1 && loop.buffers.empty(); }

} // namespace

std::optional<long> last_place_of_vector(ir::Loops const& loops) {
  if (loops.allocated == ir::told_at_launch ||
      !std::all_of(loops.nest.begin(), loops.nest.end(), takes_points_by_themselves))
    return {};
  long least = 0, most = 0;
  std::set<std::string> stored;
  for (ir::Statement const& statement : loops.nest.back().body) {
    if (statement.is_store) stored.insert(statement.access.variable);
    if (!statement.is_store && statement.op != ir::Op::load) continue;
    auto const at = distance(statement.access, loops.allocated);
    if (!at) return {};
    least = std::min(least, *at);
    most = std::max(most, *at);
  }
  long const n_points = static_cast<long>(loops.allocated[0]) * loops.allocated[1] * loops.allocated[2];
  long const last = n_points - loops.nest.back().lanes - most;
  if (last + least < 0 || stored.size() < loops.outputs.size()) return {};
  return last;
}

} // namespace chemora::emit
