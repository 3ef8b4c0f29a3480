// The group `Parameters and Global Attributes` of each file.
#pragma once

#include "hdf5_handle.hpp"

#include <cctk.h>

#include <cstddef>
#include <string>
#include <vector>

namespace iohdf5 {

/// `variables`: the full names of what this file will hold. Does nothing when the group is there.
void write_metadata(hid_t file, cGH const* cctkGH, std::vector<std::string> const& variables);

/// An upper bound of the size of what write_metadata() writes.
std::size_t metadata_bytes();

} // namespace iohdf5
