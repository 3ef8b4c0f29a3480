/// Changes of the loops of a kernel that several transformations share.
#pragma once

#include "codegen/transform/transform.hpp"

#include <set>
#include <string>
#include <vector>

namespace chemora::transform {

/// The loops `loops`, outermost first, with `old = value` in place of the loop `old`.
struct LoopReplacement {
  std::string old{};
  std::vector<std::string> loops{};
  ir::LinearExpression value{}; ///< of the new loops
};

/// Applies the replacement to the instructions `ids`, to the constraints, to the copies of temporaries and to the
/// priorities. The new loops must exist. Removes the old loop if no instruction uses it any more. Throws
/// base::UserError if other instructions use a temporary that has a copy for each iteration of the old loop.
void replace_loop(loops::LoopKernel& kernel, std::set<std::string> const& ids, LoopReplacement const& replacement,
                  Arguments const& arguments);

/// Returns the instructions of `ids` that are within the loop or reduce over it. Throws base::UserError if there are
/// none.
std::set<std::string> instructions_of_loop(loops::LoopKernel const& kernel, std::set<std::string> const& ids,
                                           std::string const& loop, Arguments const& arguments);

/// Returns the loops over which the instruction reduces, also in the rules that it uses.
std::set<std::string> reduction_loops(loops::LoopKernel const& kernel, loops::Instruction const& instruction);

/// Returns the loops that instructions are within, that reductions have, or of which temporaries have copies.
std::set<std::string> used_loops(loops::LoopKernel const& kernel);

/// Removes a loop, its constraints, and its name from the priorities.
void remove_loop(loops::LoopKernel& kernel, std::string const& loop);

/// Nests the loops in this order, outermost first, at their present places in the nests of instructions. Throws
/// base::UserError if an instruction is only within some of them, if they have different places in other instructions,
/// or with the dependence that the order breaks. `request` is the first part of the last message.
loops::LoopKernel with_nesting(loops::LoopKernel const& kernel, std::vector<std::string> const& loops,
                               Arguments const& arguments, std::string const& request);

/// Returns a kernel with all accesses to one array in the same order, and no other accesses that depend on each other.
/// Its values are not those of `kernel`; its dependences because of the array are. An instruction that only reads the
/// array assigns a variable of its own.
loops::LoopKernel accesses_to(loops::LoopKernel const& kernel, std::string const& array);

} // namespace chemora::transform
