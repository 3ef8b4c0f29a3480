// Variables from a set of files into this process' part of them, whoever wrote which part.
#pragma once

#include "read_file.hpp"
#include "stored_set.hpp"

#include <map>

namespace iohdf5 {

class StoredFields {
public:
  /// Opens the first file; the others are opened when they are needed.
  explicit StoredFields(StoredSet set);

  InputFile const& first() { return file(0); }

  /// Fills one time level of a variable, ghost zones included, with the values of an object of the first file. Points
  /// come from the piece with exactly our box if there is one, else from their owners. Throws std::runtime_error when
  /// sizes differ or points are missing.
  void read(cGH const* cctkGH, int variable, int time_level, StoredObject const& object);

private:
  InputFile& file(std::size_t number);
  std::vector<Piece> pieces(std::size_t number, StoredObject const& object);

  StoredSet set_;
  std::map<std::size_t, std::unique_ptr<InputFile>> files_;
};

} // namespace iohdf5
