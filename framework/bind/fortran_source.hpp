// What a Fortran compiler reads of a thorn's preprocessed source.
#pragma once

#include <string>

namespace chemora::bind {

enum class FortranForm { fixed, free };

/// The output of a C preprocessor with line markers -> lines of Fortran with line markers (`# 12 "wave.F"`):
///
///     DECLARE_X && integer i  ! why        ->  DECLARE_X
///                                                    integer i
///
/// `&&` outside strings ends a statement. Comments go, since they may hold anything that macros made of them;
/// directives (`!$omp`, `!GCC$`) stay and begin in the first column of fixed form. Lines are not folded: the compiler
/// is told that they may be long. Every line keeps the file and line it came from.
std::string fortran_to_compile(std::string const& preprocessed, FortranForm form);

} // namespace chemora::bind
