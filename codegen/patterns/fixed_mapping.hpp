/// Mappings that a user requests instead of that of the search: fixed strategies by name, and texts of mappings.
#pragma once

#include "codegen/patterns/machine_shape.hpp"
#include "codegen/patterns/mapping.hpp"

#include <string>
#include <vector>

namespace chemora::patterns {

/// Names of mappings that do not follow from the nest: "1D", "thread-block/thread" and "warp-based" of the paper.
std::vector<std::string> fixed_strategies();

/// Returns the mapping of a fixed strategy:
/// - `1D`: threads along the outermost level in blocks of 256; all other levels are sequential.
/// - `thread-block/thread`: an iteration of the outermost level per block, and the threads of the largest possible
/// block
///   along the next level.
/// - `warp-based`: an iteration of the outermost level per warp, 16 warps in a block, and the threads of a warp along
///   the next level.
/// Levels inside these are sequential. For a nest of one level, all of them are `1D`. Levels that must span all
/// iterations do so, and levels that can use only some threads have these.
Mapping fixed_mapping(std::string const& strategy, Nest const& nest, MachineShape const& machine);

/// Tests the value of a parameter that requests a mapping: `automatic`, the name of a fixed strategy, or the text of a
/// mapping. Throws base::UserError for other texts.
void check_request(base::SourceText const& text);

/// Returns the mapping that the value of a parameter requests. Throws base::UserError as check_request(), and for
/// mappings that violate a hard constraint.
Mapping requested_mapping(base::SourceText const& text, Nest const& nest, MachineShape const& machine);

} // namespace chemora::patterns
