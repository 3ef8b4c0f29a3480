/// Maintains the XDMF files beside HDF5 files: `<parameter file>.xmf` for whole variables and `<parameter
/// file>.xy.xmf`,
/// ... for slices. At any moment of a run, an XDMF file refers only to datasets that are complete. Only rank 0 calls
/// these functions, after it has closed the HDF5 files.
#pragma once

#include "xdmf/xdmf_text.hpp"

#include <cctk.h>
#include <string>

namespace iohdf5 {

/// A dataset that was written in this iteration.
struct WrittenArray {
  std::string folder;   ///< of the HDF5 file
  std::string slice;    ///< "" for a whole variable, or "xy", "x", ...
  std::string variable; ///< see xdmf_name()
  StoredArray array;
};

/// The name of a variable in XDMF files and links: without the implementation, or "wave-rho" if an active thorn has
/// another variable `rho`.
std::string xdmf_name(std::string const& full_name);

/// Prepares the XDMF file before the run replaces the first HDF5 file to which an XDMF file of an earlier run refers:
/// moves the latter to the folder of the previous run, also if this run writes no XDMF files.
void start_xdmf_file(cGH const* cctkGH, std::string const& folder, std::string const& slice);

/// Records an array for write_xdmf_files(). If this run continues output of an earlier run, the first call also records
/// the arrays of that run up to the checkpoint, from the HDF5 files in the folder.
void record(cGH const* cctkGH, WrittenArray const& written);

/// Writes the XDMF files with new arrays: under a temporary name, followed by a renaming. Unless `is_last`, a file is
/// written only if the time since its last writing is at least 100 times the duration of that writing, so that long
/// runs do not spend their time on it. Errors are reported as lost output.
void write_xdmf_files(cGH const* cctkGH, bool is_last);

} // namespace iohdf5
