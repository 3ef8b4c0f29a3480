// One line per type.
#include "data_type.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"

#include <cctk.h>

namespace iohdf5 {
namespace {

hid_t real_type(int bytes) {
  return bytes == 4 ? H5T_NATIVE_FLOAT : bytes == 8 ? H5T_NATIVE_DOUBLE : H5T_NATIVE_LDOUBLE;
}

hid_t integer_type(int bytes) {
  switch (bytes) {
  case 1:
    return H5T_NATIVE_INT8;
  case 2:
    return H5T_NATIVE_INT16;
  case 4:
    return H5T_NATIVE_INT32;
  default:
    return H5T_NATIVE_INT64;
  }
}

hid_t complex_type(int bytes) {
  auto const size = static_cast<std::size_t>(bytes);
  hid_t const type = H5Tcreate(H5T_COMPOUND, size);
  H5Tinsert(type, "real", 0, real_type(bytes / 2));
  H5Tinsert(type, "imag", size / 2, real_type(bytes / 2));
  return type;
}

} // namespace

Handle data_type(int variable_type) {
  int const bytes = CCTK_VarTypeSize(variable_type);
  if (variable_type == CCTK_VARIABLE_BYTE) return {H5Tcopy(H5T_NATIVE_UCHAR), H5Tclose};
  if (variable_type == CCTK_VARIABLE_CHAR) return {H5Tcopy(H5T_NATIVE_CHAR), H5Tclose};
  if (thorntools::is_integer_type(variable_type)) return {H5Tcopy(integer_type(bytes)), H5Tclose};
  if (thorntools::is_real_type(variable_type)) return {H5Tcopy(real_type(bytes)), H5Tclose};
  if (thorntools::is_complex_type(variable_type)) return {complex_type(bytes), H5Tclose};
  throw Hdf5Error("HDF5 files have no type for " + std::string(CCTK_VarTypeName(variable_type)) + ".");
}

int type_in_file(int variable_type, bool in_single_precision) {
  bool const is_double = variable_type == CCTK_VARIABLE_REAL || variable_type == CCTK_VARIABLE_REAL8;
  return in_single_precision && is_double ? CCTK_VARIABLE_REAL4 : variable_type;
}

} // namespace iohdf5
