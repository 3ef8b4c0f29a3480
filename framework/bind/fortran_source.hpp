/// Fortran sources: preparation for the compiler, and Fortran procedures that C sources call.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace chemora::bind {

enum class FortranForm { fixed, free };

/// Converts the output of a C preprocessor with line markers to lines of Fortran with line markers (`# 12 "wave.F"`):
///
///     DECLARE_X && integer i  ! comment    ->  DECLARE_X
///                                                    integer i
///
/// `&&` outside of strings ends a statement. Comments are removed, because macros may have been expanded in them.
/// Directives (`!$omp`, `!GCC$`) are kept and begin in the first column of fixed form. Lines are not folded; the
/// compiler has options for long lines. Every line keeps its file and line number.
std::string fortran_to_compile(std::string const& preprocessed, FortranForm form);

/// Names in CCTK_FNAME(...) and CCTK_FORTRAN_COMMON_NAME(...) of one C or C++ source.
std::set<std::string> fortran_names_in(std::string const& source);

/// Names in all C and C++ files below the folders, and the files and folders that were searched.
struct FortranNames {
  std::set<std::string> names;
  std::vector<std::string> searched;
};
FortranNames find_fortran_names(std::vector<std::string> const& folders);

/// chemora_fortran_names.h: `#define CHEMORA_FORTRAN_NAME_WaveInit waveinit_` for each.
std::string fortran_names_header(std::set<std::string> const& names);

} // namespace chemora::bind
