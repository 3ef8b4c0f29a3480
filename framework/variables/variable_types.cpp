#include "framework/variables/variable_table.hpp"

#include "framework/include/cctk_Constants.h"
#include "framework/include/cctk_Types.h"

namespace chemora::variables {

namespace {

struct Type {
  int code;
  char const* name;
  int size;
};

template <class T>
constexpr int bytes = static_cast<int>(sizeof(T));

constexpr Type types[] = {
    {CCTK_VARIABLE_VOID, "CCTK_VARIABLE_VOID", 0},
    {CCTK_VARIABLE_BYTE, "CCTK_VARIABLE_BYTE", bytes<CCTK_BYTE>},
    {CCTK_VARIABLE_INT, "CCTK_VARIABLE_INT", bytes<CCTK_INT>},
    {CCTK_VARIABLE_INT1, "CCTK_VARIABLE_INT1", bytes<CCTK_INT1>},
    {CCTK_VARIABLE_INT2, "CCTK_VARIABLE_INT2", bytes<CCTK_INT2>},
    {CCTK_VARIABLE_INT4, "CCTK_VARIABLE_INT4", bytes<CCTK_INT4>},
    {CCTK_VARIABLE_INT8, "CCTK_VARIABLE_INT8", bytes<CCTK_INT8>},
    {CCTK_VARIABLE_INT16, "CCTK_VARIABLE_INT16", bytes<CCTK_INT16>},
    {CCTK_VARIABLE_REAL, "CCTK_VARIABLE_REAL", bytes<CCTK_REAL>},
    {CCTK_VARIABLE_REAL4, "CCTK_VARIABLE_REAL4", bytes<CCTK_REAL4>},
    {CCTK_VARIABLE_REAL8, "CCTK_VARIABLE_REAL8", bytes<CCTK_REAL8>},
    {CCTK_VARIABLE_REAL16, "CCTK_VARIABLE_REAL16", bytes<CCTK_REAL16>},
    {CCTK_VARIABLE_COMPLEX, "CCTK_VARIABLE_COMPLEX", bytes<CCTK_COMPLEX>},
    {CCTK_VARIABLE_COMPLEX8, "CCTK_VARIABLE_COMPLEX8", bytes<CCTK_COMPLEX8>},
    {CCTK_VARIABLE_COMPLEX16, "CCTK_VARIABLE_COMPLEX16", bytes<CCTK_COMPLEX16>},
    {CCTK_VARIABLE_COMPLEX32, "CCTK_VARIABLE_COMPLEX32", bytes<CCTK_COMPLEX32>},
    {CCTK_VARIABLE_CHAR, "CCTK_VARIABLE_CHAR", bytes<CCTK_CHAR>},
    {CCTK_VARIABLE_STRING, "CCTK_VARIABLE_STRING", bytes<CCTK_STRING>},
    {CCTK_VARIABLE_POINTER, "CCTK_VARIABLE_POINTER", bytes<CCTK_POINTER>},
    {CCTK_VARIABLE_POINTER_TO_CONST, "CCTK_VARIABLE_POINTER_TO_CONST", bytes<CCTK_POINTER_TO_CONST>},
    {CCTK_VARIABLE_FPOINTER, "CCTK_VARIABLE_FPOINTER", bytes<CCTK_FPOINTER>},
};

} // namespace

int type_code(std::string const& name) {
  std::string wanted = ccl::upper_case(name);
  if (wanted.starts_with("CCTK_")) wanted.erase(0, 5);
  if (!wanted.starts_with("VARIABLE_")) wanted.insert(0, "VARIABLE_");
  for (auto const& type : types)
    if (wanted == type.name + 5) return type.code;
  return -1;
}

char const* type_name(int code) {
  for (auto const& type : types)
    if (type.code == code) return type.name;
  return nullptr;
}

int type_size(int code) {
  for (auto const& type : types)
    if (type.code == code) return type.size;
  return -1;
}

int group_type_code(ccl::GroupType type) {
  switch (type) {
  case ccl::GroupType::grid_function:
    return CCTK_GF;
  case ccl::GroupType::array:
    return CCTK_ARRAY;
  case ccl::GroupType::scalar:
    return CCTK_SCALAR;
  }
  return -1;
}

int distribution_code(ccl::Distribution distribution) {
  return distribution == ccl::Distribution::constant ? CCTK_DISTRIB_CONSTANT : CCTK_DISTRIB_DEFAULT;
}

} // namespace chemora::variables
