/// Reading of HDF5 files that hold grid variables.
#pragma once

#include "checkpoint_fields.hpp"
#include "hdf5_objects.hpp"
#include "names.hpp"

#include <cstddef>
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

  /// The boxes of an object, one for a dataset.
  std::vector<Piece> pieces(StoredObject const& object) const;

  /// The global size of the variable, or empty if the file does not contain it.
  std::optional<std::vector<int>> global_size(StoredObject const& object) const;

  /// Reads the points of `box`, a part of the piece, x fastest, as values of a CCTK_VARIABLE_* type. Values of another
  /// kind and integers with more bytes are errors, because the conversion would change them.
  void read(Piece const& piece, Box const& box, int variable_type, void* values) const;

  int number(std::string const& group, std::string const& attribute) const;
  double real(std::string const& group, std::string const& attribute) const;
  bool has(std::string const& group, std::string const& attribute) const;

  /// The text of a dataset, or an empty text if there is none.
  std::string text(std::string const& group, std::string const& dataset) const;

private:
  std::string path_;
  Handle file_;
  std::vector<StoredObject> objects_;
};

/// Whether the set of this checkpoint file is complete only with a manifest.
bool has_manifest(std::string const& path);

/// The number of files of the set, or 1 if the file does not contain it.
int number_of_files(std::string const& path);

} // namespace iohdf5
