// Rows narrower than a vector, done by a whole one: where it may begin.
#pragma once

#include "codegen/ir/loops.hpp"

#include <optional>

namespace chemora::emit {

/// The last place, as a linear index, at which a vector of the innermost loop may begin: its lanes' loads lie in the
/// arrays then, beyond the row though they may. So do those of a vector that begins at any earlier point of a box, and
/// none of a row's points lies behind the vector that begins at the last place. Nothing where that is not certain:
/// distances are told at launch, the arrays have hardly more points than a vector's loads span, values are kept in
/// buffers, one body does several points, or not all outputs are stored there.
std::optional<long> last_place_of_vector(ir::Loops const& loops);

} // namespace chemora::emit
