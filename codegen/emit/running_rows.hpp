// Whether a vector may go on from the end of a row to the beginning of the next one.
#pragma once

#include "codegen/ir/loops.hpp"

#include <optional>

namespace chemora::emit {

/// Registers of the bounds along x, global indices, between which a kernel makes a difference between points.
struct BoundsOfRows {
  ir::RegisterId lower, upper;
};

/// The bounds, where all that is stored at points beyond them, on either side, takes nothing but what lies at the point
/// and what is the same everywhere. There a vector that begins in a row of an array and ends in the next one stores in
/// all lanes what each row would have stored by itself. Rows must be the inner loop, and not several at a time.
std::optional<BoundsOfRows> bounds_of_running_rows(ir::Loops const& loops);

} // namespace chemora::emit
