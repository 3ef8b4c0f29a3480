/// Writing and removal of checkpoints.
#pragma once

#include <cctk.h>
#include <string>

namespace iohdf5 {

/// The file that this process writes to, and the ranks that share it.
struct Share {
  int writer = 0;    ///< rank that writes for this process
  int n_sharers = 1; ///< ranks writer, writer + 1, ... that share the file
  int number = 0;    ///< number of the file
  int n_files = 1;
  int every = 1; ///< number of ranks per file; the last file may have fewer
};

/// The share of this process from IO::out_mode and IO::out_proc_every.
Share my_share(cGH const* cctkGH);

/// Writes one file of a checkpoint and synchronises it with the disk. Returns an empty text on success and on processes
/// that do not write. Otherwise returns the reason and removes the file. Collective.
std::string write_checkpoint_file(cGH const* cctkGH, Share const& share, std::string const& path);

/// Writes the set `<base>.it_<iteration>` into the existing `folder`. On return the set is either complete on disk, or
/// it is not counted and an older set of that name is unchanged. Returns an empty text, or the reasons of the failure.
/// Collective.
std::string write_checkpoint(cGH const* cctkGH, std::string const& folder, std::string const& base);

/// Removes a set, starting with its manifest, so that a partly removed set never counts as complete. Only for rank 0.
void remove_checkpoint(std::string const& folder, std::string const& set);

/// The checkpoint from which this run continues.
struct Recovered {
  std::string folder, set;
  int iteration = 0;
};

/// Called after its variables were read. It then counts as the newest checkpoint and may be removed later.
void record_recovered(Recovered const& recovered);

} // namespace iohdf5
