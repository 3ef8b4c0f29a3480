// One file of a checkpoint: the variables of the processes that share it.
#pragma once

#include <cctk.h>

#include <string>

namespace iohdf5 {

/// Who writes what.
struct Share {
  int writer = 0;    ///< rank that writes for this process
  int n_sharers = 1; ///< ranks writer, writer + 1, ... whose variables it writes
  int number = 0;    ///< of the file
  int n_files = 1;
  int every = 1; ///< ranks that share a file; fewer share the last one
};

/// As IO::out_mode and IO::out_proc_every say.
Share my_share(cGH const* cctkGH);

/// Collective. Writes the file to `path`, on disk when this returns. Empty on success and on processes that do not
/// write; otherwise the reason, and there is no file.
std::string write_checkpoint_file(cGH const* cctkGH, Share const& share, std::string const& path);

} // namespace iohdf5
