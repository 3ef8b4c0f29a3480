/// Converts a type code CCTK_VARIABLE_* to the C++ type T. Each with_...() function calls `visit` with Type<T>{} and
/// returns true if the code belongs to its kind of types. Otherwise it returns false. Example:
///
///   with_number(CCTK_VarTypeI(variable), [&](auto t) { fill(static_cast<typename decltype(t)::type*>(data)); });
#pragma once

#include "cctk.h"

#include <complex>

namespace thorntools {

template <typename T>
struct Type {
  using type = T;
};

template <typename T>
constexpr bool is_complex = false;
template <typename T>
constexpr bool is_complex<std::complex<T>> = true;

/// The type of the real and imaginary part of a complex type T; T for all other types.
template <typename T>
struct PartType {
  using type = T;
};
template <typename T>
struct PartType<std::complex<T>> {
  using type = T;
};
template <typename T>
using Part = typename PartType<T>::type;

template <typename Visit>
bool with_integer(int type, Visit&& visit) {
  switch (type) {
  case CCTK_VARIABLE_BYTE:
    return visit(Type<CCTK_BYTE>{}), true;
  case CCTK_VARIABLE_INT:
    return visit(Type<CCTK_INT>{}), true;
  case CCTK_VARIABLE_INT1:
    return visit(Type<CCTK_INT1>{}), true;
  case CCTK_VARIABLE_INT2:
    return visit(Type<CCTK_INT2>{}), true;
  case CCTK_VARIABLE_INT4:
    return visit(Type<CCTK_INT4>{}), true;
  case CCTK_VARIABLE_INT8:
    return visit(Type<CCTK_INT8>{}), true;
  }
  return false;
}

template <typename Visit>
bool with_real(int type, Visit&& visit) {
  switch (type) {
  case CCTK_VARIABLE_REAL:
    return visit(Type<CCTK_REAL>{}), true;
  case CCTK_VARIABLE_REAL4:
    return visit(Type<CCTK_REAL4>{}), true;
  case CCTK_VARIABLE_REAL8:
    return visit(Type<CCTK_REAL8>{}), true;
  case CCTK_VARIABLE_REAL16:
    return visit(Type<CCTK_REAL16>{}), true;
  }
  return false;
}

template <typename Visit>
bool with_complex(int type, Visit&& visit) {
  switch (type) {
  case CCTK_VARIABLE_COMPLEX:
    return visit(Type<std::complex<CCTK_REAL>>{}), true;
  case CCTK_VARIABLE_COMPLEX8:
    return visit(Type<std::complex<CCTK_REAL4>>{}), true;
  case CCTK_VARIABLE_COMPLEX16:
    return visit(Type<std::complex<CCTK_REAL8>>{}), true;
  case CCTK_VARIABLE_COMPLEX32:
    return visit(Type<std::complex<CCTK_REAL16>>{}), true;
  }
  return false;
}

template <typename Visit>
bool with_number(int type, Visit&& visit) {
  return with_integer(type, visit) || with_real(type, visit) || with_complex(type, visit);
}

inline bool is_integer_type(int type) {
  return with_integer(type, [](auto) {});
}
inline bool is_real_type(int type) {
  return with_real(type, [](auto) {});
}
inline bool is_complex_type(int type) {
  return with_complex(type, [](auto) {});
}

} // namespace thorntools
