/// Legality of executing instructions of one loop in separate loops, and those of separate loops in one loop.
#pragma once

#include "codegen/transform/transform.hpp"

#include <set>
#include <string>
#include <vector>

namespace chemora::transform {

/// Instructions that are within `new_loop` instead of `old_loop`.
struct Move {
  std::set<std::string> instructions{};
  std::string old_loop{};
  std::string new_loop{};
};

/// Throws base::UserError if `before` has a schedule and `after` has none. The schedules are determined only if there
/// may be a cycle of dependences between the moved instructions and others in the old or in the new loop, so that small
/// changes of large kernels take little time. `request` is the first part of the message.
void require_legal_moves(loops::LoopKernel const& before, loops::LoopKernel const& after,
                         std::vector<Move> const& moves, Arguments const& arguments, std::string const& request);

} // namespace chemora::transform
