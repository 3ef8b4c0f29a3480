/// Reads grid variables from HDF5 files. A checkpoint and initial data may each consist of several files.
#pragma once

#include "checkpoint.hpp"
#include "hdf5_objects.hpp"
#include "names.hpp"
#include "xdmf/xdmf_text.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iohdf5 {

/// A variable in a file at one time level and iteration. The HDF5 object is a dataset, or a group with one dataset per
/// chunk.
struct StoredObject {
  StoredName name;
  std::string link; ///< name in the file
};

/// A dataset that contains the values of a variable in a box.
struct Piece {
  std::unique_ptr<Handle> dataset;
  Box stored;
  std::optional<Box> owned; ///< the points that only this piece owns; empty if the file does not specify them
};

/// An HDF5 file with grid variables. All functions throw Hdf5Error with the path, the object and the reasons.
class InputFile {
public:
  explicit InputFile(std::string path);

  std::string const& path() const { return path_; }
  std::vector<StoredObject> const& objects() const { return objects_; }

  /// Returns the pieces of an object with their boxes. An object that is a single dataset has one piece.
  std::vector<Piece> pieces(StoredObject const& object) const;

  /// Returns the global size of the variable. The result is empty if the file does not contain the size.
  std::optional<std::vector<int>> global_size(StoredObject const& object) const;

  /// Reads the points of `box`, which must be inside the piece, as values of a CCTK_VARIABLE_* type. The index x varies
  /// fastest. Throws if the file stores another kind of value or integers with more bytes, because a conversion would
  /// change the values.
  void read(Piece const& piece, Box const& box, int variable_type, void* values) const;

  int number(std::string const& group, std::string const& attribute) const;
  double real(std::string const& group, std::string const& attribute) const;
  bool has(std::string const& group, std::string const& attribute) const;

  /// All numbers of an attribute.
  std::vector<double> reals(std::string const& object, std::string const& attribute) const;

  bool has_object(std::string const& path) const;

  /// The extent of a dataset, slowest index first, and its type in XDMF.
  std::pair<std::vector<std::size_t>, NumberType> shape_and_type(std::string const& dataset) const;

  /// The text in a dataset, or an empty string if the dataset does not exist.
  std::string text(std::string const& group, std::string const& dataset) const;

private:
  std::string path_;
  Handle file_;
  std::vector<StoredObject> objects_;
};

/// All files of a checkpoint or of initial data.
struct StoredSet {
  std::string folder, name;       ///< set name without file number and extension
  std::vector<std::string> paths; ///< paths of all files, indexed by file number
};

/// Finds the files of a checkpoint. Checks that the manifest is valid and that all files agree with it. Other thorns
/// write checkpoints without a manifest. All files of such a checkpoint must exist. Throws std::runtime_error with the
/// reason on all ranks. Collective.
StoredSet find_checkpoint(std::string const& folder, std::string const& name);

/// Finds `<name>.h5`, or `<name>.file_0.h5`, `<name>.file_1.h5`, ... Throws std::runtime_error on all ranks.
/// Collective.
StoredSet find_data_files(std::string const& folder, std::string const& name);

/// Reads variables from a set of files into the memory of this process. Processes and files may divide the grid
/// differently.
class StoredFields {
public:
  /// Opens the first file. All other files are opened when they are needed.
  explicit StoredFields(StoredSet set);

  InputFile const& first() { return file(0); }

  /// Fills one time level of a variable, including ghost zones, with the values of an object. A piece with the same box
  /// as this process has precedence. Otherwise, each point is read from the piece that owns it. Throws
  /// std::runtime_error if the sizes of variable and object differ or points are missing.
  void read(cGH const* cctkGH, int variable, int time_level, StoredObject const& object);

private:
  InputFile& file(std::size_t number);
  std::vector<Piece> pieces(std::size_t number, StoredObject const& object);

  StoredSet set_;
  std::map<std::size_t, std::unique_ptr<InputFile>> files_;
};

} // namespace iohdf5
