// The types of variables as types of the HDF5 library.
#pragma once

#include "hdf5_handle.hpp"

namespace iohdf5 {

/// For a CCTK_VARIABLE_* type; complex numbers are compounds of `real` and `imag`. Throws Hdf5Error for others.
Handle data_type(int variable_type);

/// The type in the file: reals of 4 bytes when single precision is wanted.
int type_in_file(int variable_type, bool in_single_precision);

} // namespace iohdf5
