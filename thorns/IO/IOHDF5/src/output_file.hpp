// One HDF5 file of the run, which grows by a dataset per output.
#pragma once

#include "dataset.hpp"

#include <cctk.h>

#include <string>
#include <vector>

namespace iohdf5 {

/// Opens, writes, flushes, closes: what was written stays readable whatever happens to the run later. The first time in
/// a run, an older file of that name is replaced (unless IO says to continue files) and gets its metadata; then the
/// result is true. `variables`: the full names of all that the file will hold. Throws Hdf5Error.
bool append_to_file(cGH const* cctkGH, std::string const& path, std::vector<std::string> const& variables,
                    Dataset const& dataset);

} // namespace iohdf5
