/// A file `recursions/NAME.rec` of a thorn as a scheduled function (docs/sweeps.md): its sweeps over the grid, and the
/// grid functions and scalars that they access.
#pragma once

#include "codegen/wavefront/sweep_passes.hpp"

namespace chemora::wavefront {

/// A grid function of the file. Sweeps write all points.
struct SweepVariable {
  std::string name{}, variable{};           ///< in the file, and in the framework: `phi`, `Eikonal::phi`
  bool is_read = false, is_written = false; ///< whether a sweep reads values from before the function
  base::SourcePosition where{};
};

struct SweepFunction {
  std::string name{};
  base::SourceText source{};
  std::vector<recursion::Sweep> sweeps{};
  std::vector<SweepPasses> passes{}; ///< of each sweep
  std::vector<SweepVariable> variables{};
  std::vector<recursion::Scalar> scalars{}; ///< statements `let` whose values the sweeps use
  std::vector<base::Diagnostic> warnings{};
};

/// Reads a file. The name of the function is the name of the file without folder and ending. Throws base::UserError
/// with all errors: those of the language, statements that are not sweeps, and sweeps without a common direction.
SweepFunction read_sweep_function(base::SourceText const& source);

/// Returns a readable text of the sweeps: passes, directions, and the functions that each pass computes.
std::string to_text(SweepFunction const& function);

} // namespace chemora::wavefront
