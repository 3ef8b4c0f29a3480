/// Legality of the tags of loops.
#pragma once

#include "codegen/transform/transform.hpp"

#include <string>
#include <vector>

namespace chemora::transform {

/// Sets the tag of a loop to that of `tag`, with its axis. require_legal_tags() checks it.
void set_tag(loops::LoopKernel& kernel, std::string const& loop, loops::Loop const& tag);

/// Throws base::UserError if the tag of one of the loops would change the result, or if an instruction is within two
/// loops of the same hardware axis. The first part of the message is "`i` cannot be tagged `l.0`".
///
/// - `g.N`: different iterations of the loop do not depend on each other, except where a barrier of the grid separates
///   them.
/// - `l.N`: all dependences remain if each instruction is executed by all threads before the next one starts. Threads
///   do not exchange values in registers.
/// - `vec`, `ilp`: different iterations do not depend on each other for the same iteration of the loops outside.
void require_legal_tags(loops::LoopKernel const& kernel, std::vector<std::string> const& loops,
                        Arguments const& arguments);

} // namespace chemora::transform
