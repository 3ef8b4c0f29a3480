// The functions of Symmetry.h for Fortran, which passes all arguments by address and an error code first.
#include "Symmetry.h"

#include "Numerics/ThornTools/src/fortran_string.hpp"
#include "cctk_FortranString.h"

using thorntools::fortran_string;

extern "C" {

void CCTK_FCALL CCTK_FNAME(SetCartSymVI)(int* error, cGH const** cctkGH, int const* sym, int const* variable) {
  *error = SetCartSymVI(*cctkGH, sym, *variable);
}

void CCTK_FCALL CCTK_FNAME(SetCartSymVN)(int* error, cGH const** cctkGH, int const* sym, ONE_FORTSTRING_ARG) {
  *error = SetCartSymVN(*cctkGH, sym, fortran_string(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(SetCartSymGI)(int* error, cGH const** cctkGH, int const* sym, int const* group) {
  *error = SetCartSymGI(*cctkGH, sym, *group);
}

void CCTK_FCALL CCTK_FNAME(SetCartSymGN)(int* error, cGH const** cctkGH, int const* sym, ONE_FORTSTRING_ARG) {
  *error = SetCartSymGN(*cctkGH, sym, fortran_string(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(GetCartSymVI)(int* error, cGH const** cctkGH, int* sym, int const* variable) {
  *error = GetCartSymVI(*cctkGH, sym, *variable);
}

void CCTK_FCALL CCTK_FNAME(GetCartSymVN)(int* error, cGH const** cctkGH, int* sym, ONE_FORTSTRING_ARG) {
  *error = GetCartSymVN(*cctkGH, sym, fortran_string(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(CartSymVI)(int* error, cGH const** cctkGH, int const* variable) {
  *error = CartSymVI(*cctkGH, *variable);
}

void CCTK_FCALL CCTK_FNAME(CartSymVN)(int* error, cGH const** cctkGH, ONE_FORTSTRING_ARG) {
  *error = CartSymVN(*cctkGH, fortran_string(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(CartSymGI)(int* error, cGH const** cctkGH, int const* group) {
  *error = CartSymGI(*cctkGH, *group);
}

void CCTK_FCALL CCTK_FNAME(CartSymGN)(int* error, cGH const** cctkGH, ONE_FORTSTRING_ARG) {
  *error = CartSymGN(*cctkGH, fortran_string(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(DecodeSymParameters3D)(int* sym) { DecodeSymParameters3D(sym); }

} // extern "C"
