/// Reads a subset of Fortran into loop kernels.
///
///     subroutine scale(n, a, x)
///       integer n, i
///       real*8 a, x(n)
///       do i = 1, n
///         x(i) = a*x(i)
///       end do
///     end subroutine
///
/// **Subset.** Subroutines in free form with `do`, `if`, assignments, `real`, `real*4`, `real*8`, `double precision`,
/// `integer`, `integer*4`, named constants, arrays with explicit shapes, and the intrinsic functions of
/// typed_expressions.cpp. Extents are linear in integer arguments. Types and conversions are those of Fortran.
///
/// **Directives.** `!$loopy begin tagged: NAME` and `!$loopy end tagged: NAME` tag the instructions between them. The
/// comments between `!$loopy begin` and `!$loopy end` are the script of the file (codegen/script).
///
/// **Names.** A name has the spelling of its declaration. Names without a declaration in shapes and bounds are integer
/// parameters. Each loop has its own variable: `i` for the first loop over `i`, then `i_1`, `i_2`. The id of an
/// instruction is `update_x` if it has the form `x = x + ...`, else `set_x`, with `_1`, `_2` for further ones.
///
/// **Numbering.** Subscripts start at 0. A loop with step 1 from a constant or parameter, and any loop with another
/// step, also starts at 0; other loops start at the first value of Fortran minus 1.
///
/// **Variables.** Scalar arguments are parameters and must not be assigned. Local variables are temporaries. They have
/// a separate copy for each iteration of the loops around all their uses in which they are written before they are
/// read. Local scalars, and local arrays with at most 32 elements, are in registers. Larger local arrays are in the
/// memory of a block of threads (scope tile), or in that of the grid if they have no copies.
///
/// **Powers.** `x**n` with a constant integer `n` of at most 64 is a product, which has the same bits on all devices.
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
