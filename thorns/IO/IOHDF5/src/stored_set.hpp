// A set of files to read from: a checkpoint, or files with initial data.
#pragma once

#include <string>
#include <vector>

namespace iohdf5 {

struct StoredSet {
  std::string folder, name;       ///< name without extension and number of file
  std::vector<std::string> paths; ///< of all files, by number
};

/// Collective. The files of the set, if it is complete: its manifest is whole and all files are as it says; sets
/// without a manifest, which other thorns write, must have all files. Throws std::runtime_error on all ranks with the
/// reason.
StoredSet find_checkpoint(std::string const& folder, std::string const& name);

/// Collective. `<name>.h5`, or `<name>.file_0.h5` and on.
StoredSet find_data_files(std::string const& folder, std::string const& name);

} // namespace iohdf5
