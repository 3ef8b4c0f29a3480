/// Sets of files to read, checkpoints or files with initial data, and the fields in them.
#pragma once

#include "read_file.hpp"

#include <map>
#include <string>
#include <vector>

namespace iohdf5 {

/// A complete set of files.
struct StoredSet {
  std::string folder, name;       ///< name without extension and number of file
  std::vector<std::string> paths; ///< of all files, by number
};

/// Finds the files of a checkpoint. Checks that the manifest is valid and that all files agree with it. A set without a
/// manifest, which other thorns write, must have all its files. Throws std::runtime_error with the reason on all ranks.
/// Collective.
StoredSet find_checkpoint(std::string const& folder, std::string const& name);

/// Finds `<name>.h5`, or `<name>.file_0.h5`, `<name>.file_1.h5`, ... Throws std::runtime_error on all ranks.
/// Collective.
StoredSet find_data_files(std::string const& folder, std::string const& name);

/// Reads variables from a set of files into this process' part of them, for any distribution over the files.
class StoredFields {
public:
  /// Opens the first file. The others are opened when they are needed.
  explicit StoredFields(StoredSet set);

  InputFile const& first() { return file(0); }

  /// Fills one time level of a variable, including ghost zones, with the values of an object. A piece with the same box
  /// as this process has precedence; otherwise points come from their owners. Throws std::runtime_error if sizes differ
  /// or points are missing.
  void read(cGH const* cctkGH, int variable, int time_level, StoredObject const& object);

private:
  InputFile& file(std::size_t number);
  std::vector<Piece> pieces(std::size_t number, StoredObject const& object);

  StoredSet set_;
  std::map<std::size_t, std::unique_ptr<InputFile>> files_;
};

} // namespace iohdf5
