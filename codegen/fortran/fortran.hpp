/// Reads a subset of Fortran into loop kernels.
///
/// The subset has subroutines with `do`, `if`, assignments, the types `real`, `real*4`, `real*8`, `integer` and
/// `integer*4`, array arguments with explicit shapes, and intrinsic functions. Comments `!$loopy begin tagged: NAME`
/// and
/// `!$loopy end tagged: NAME` tag the instructions between them. Comments between `!$loopy begin` and `!$loopy end` are
/// the script of the file (codegen/script).
#pragma once

#include "codegen/loops/loop_kernel.hpp"
#include "framework/base/source_text.hpp"

#include <string>
#include <vector>

namespace chemora::fortran {

struct Options {
  ir::Type real = ir::Type::real32;       ///< type of `real` without a size
  std::vector<std::string> definitions{}; ///< macros `NAME VALUE` that replace identifiers
};

/// Returns one kernel per subroutine. Subscripts of the kernels start at 0. Throws base::UserError with all errors.
std::vector<loops::LoopKernel> parse(base::SourceText const& source, Options const& options = {});

/// The script of a file: its lines without comment markers, and their positions.
struct Script {
  std::vector<std::string> lines{};
  std::vector<base::SourcePosition> positions{};
};
Script script_of(base::SourceText const& source);

} // namespace chemora::fortran
