/// Compiles the sweeps of a thorn (docs/sweeps.md).
#pragma once

#include "codegen/app/options.hpp"

#include <string>

namespace chemora::app {

/// Checks the files `recursions/*.rec` of the thorn in the folder Options::recursions_folder. If Options::thorn_folder
/// is given, writes there the files that the build needs:
/// - `recursions.txt`: the grid functions and scalars of each function, for chemora-bind, in the form of `loops.txt`
///   (codegen/loop_functions). The last field of an array is its grid function, and scalars may keep the value of the
///   file.
/// - `THORN_recursions.cpp`: registers the texts of the files with Recursions and defines the scheduled functions.
/// Throws base::UserError with all errors of all files.
void compile_sweeps(Options const& options);

/// Checks one file, and prints its passes if Options::emit is `schedule`. A file without statements `sweep` may have
/// statements `print`.
void check_sweeps(Options const& options);

} // namespace chemora::app
