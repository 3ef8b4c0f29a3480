// One variable at one iteration as a dataset.
#pragma once

#include "attributes.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace iohdf5 {

struct Compression {
  int level = 0;                 ///< 0: none, to 9
  std::size_t minimum_bytes = 0; ///< smaller datasets are stored as they are
  bool has_checksums = false;
};

struct Dataset {
  std::string name;
  int variable_type = 0;           ///< CCTK_VARIABLE_* of the bytes
  std::vector<std::size_t> extent; ///< x first; stored with x last, as C arrays are; empty for a scalar
  std::byte const* data = nullptr;
  std::size_t bytes = 0;
  std::vector<Attribute> attributes;
  Compression compression;
};

/// A dataset of the same name is replaced. Throws Hdf5Error.
void write_dataset(hid_t file, Dataset const& dataset);

} // namespace iohdf5
