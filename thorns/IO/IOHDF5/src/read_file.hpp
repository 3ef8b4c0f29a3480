/// Reads HDF5 files with grid variables, and sets of such files: checkpoints, or files with initial data.
#pragma once

#include "checkpoint.hpp"
#include "hdf5_objects.hpp"
#include "names.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace iohdf5 {

/// A variable at one time level and iteration: one dataset, or a group of chunks.
struct StoredObject {
  StoredName name;
  std::string link; ///< name in the file
};

/// A dataset with a box of a variable.
struct Piece {
  std::unique_ptr<Handle> dataset;
  Box stored;
  std::optional<Box> owned; ///< the points that no other piece owns, if the file contains this information
};

/// An HDF5 file with grid variables. All functions throw Hdf5Error with the path, the object and the reasons.
class InputFile {
public:
  explicit InputFile(std::string path);

  std::string const& path() const { return path_; }
  std::vector<StoredObject> const& objects() const { return objects_; }

  /// The pieces of an object, each with its box. A dataset has one piece.
  std::vector<Piece> pieces(StoredObject const& object) const;

  /// The global size of the variable, or empty if the file does not contain it.
  std::optional<std::vector<int>> global_size(StoredObject const& object) const;

  /// Reads the points of `box`, a part of the piece, x fastest, as values of a CCTK_VARIABLE_* type. Values of another
  /// kind and integers with more bytes are errors, because the conversion would change them.
  void read(Piece const& piece, Box const& box, int variable_type, void* values) const;

  int number(std::string const& group, std::string const& attribute) const;
  double real(std::string const& group, std::string const& attribute) const;
  bool has(std::string const& group, std::string const& attribute) const;

  /// The text in a dataset, or an empty string if the dataset does not exist.
  std::string text(std::string const& group, std::string const& dataset) const;

private:
  std::string path_;
  Handle file_;
  std::vector<StoredObject> objects_;
};

/// A complete set of files.
struct StoredSet {
  std::string folder, name;       ///< set name without file number and extension
  std::vector<std::string> paths; ///< paths of all files, indexed by file number
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
  /// Opens the first file. All other files are opened when they are needed.
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
