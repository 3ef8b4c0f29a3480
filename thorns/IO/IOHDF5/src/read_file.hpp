// Reading of HDF5 files that hold grid variables.
#pragma once

#include "hdf5_handle.hpp"
#include "local_part.hpp"
#include "text/checkpoint_names.hpp"

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

/// A dataset that holds a box of a variable.
struct Piece {
  std::unique_ptr<Handle> dataset;
  Box held;
  std::optional<Box> owned; ///< the points of it that no other piece owns, if the file says so
};

/// All functions throw Hdf5Error with the path, the object and the library's reasons.
class InputFile {
public:
  explicit InputFile(std::string path);

  std::string const& path() const { return path_; }
  std::vector<StoredObject> const& objects() const { return objects_; }

  /// The boxes of an object, one for a dataset.
  std::vector<Piece> pieces(StoredObject const& object) const;

  /// The size of the whole variable, all its pieces together; nothing where the file does not say it.
  std::optional<std::vector<int>> whole(StoredObject const& object) const;

  /// Reads the points of `box`, which lies in the piece, x fastest, as values of a CCTK_VARIABLE_* type. Values of
  /// another kind, or integers of more bytes, are an error: they would lose their meaning.
  void read(Piece const& piece, Box const& box, int variable_type, void* values) const;

  int number(std::string const& group, std::string const& attribute) const;
  double real(std::string const& group, std::string const& attribute) const;
  bool has(std::string const& group, std::string const& attribute) const;

  /// A text dataset; empty when there is none.
  std::string text(std::string const& group, std::string const& dataset) const;

private:
  std::string path_;
  Handle file_;
  std::vector<StoredObject> objects_;
};

/// Whether a checkpoint file says that its set is complete only with a manifest.
bool has_manifest(std::string const& path);

/// How many files its set has, as the file says; 1 if it does not.
int number_of_files(std::string const& path);

} // namespace iohdf5
