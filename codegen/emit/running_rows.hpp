// Whether a vector may go on from the end of a row to the beginning of the next one.
#pragma once

#include "codegen/ir/loops.hpp"

#include <optional>

namespace chemora::emit {

/// Registers of the bounds along x, global indices, between which a kernel makes a difference between points.
struct RunningRows {
  ir::RegisterId lower, upper;
  /// Points between the bounds make no difference between rows either: a vector may go on into them, too, if indices
  /// along x begin anew in the next row.
  bool are_alike;
};

/// Where all that is stored at points beyond bounds, on either side, takes nothing but what lies at the point and what
/// is the same everywhere. There a vector that begins in a row of an array and ends beyond the bounds of the next one
/// stores in all lanes what each row would have stored by itself. Rows must be the inner loop, and not several at a
/// time.
std::optional<RunningRows> find_running_rows(ir::Loops const& loops);

} // namespace chemora::emit
