// The functions of Symmetry.h for Fortran: an error code first, the grid hierarchy by the address of its pointer.
#include "Symmetry.h"

#include "cctk_FortranString.h"

#include <string>

namespace {

std::string text(char const* characters, std::size_t length) {
  std::string const all(characters, length);
  return all.substr(0, all.find_last_not_of(' ') + 1); // npos + 1 is 0: all blanks
}

} // namespace

extern "C" {

void CCTK_FCALL CCTK_FNAME(SetCartSymVI)(int* error, cGH const** GH, int const* sym, int const* variable) {
  *error = SetCartSymVI(*GH, sym, *variable);
}

void CCTK_FCALL CCTK_FNAME(SetCartSymVN)(int* error, cGH const** GH, int const* sym, ONE_FORTSTRING_ARG) {
  *error = SetCartSymVN(*GH, sym, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(SetCartSymGI)(int* error, cGH const** GH, int const* sym, int const* group) {
  *error = SetCartSymGI(*GH, sym, *group);
}

void CCTK_FCALL CCTK_FNAME(SetCartSymGN)(int* error, cGH const** GH, int const* sym, ONE_FORTSTRING_ARG) {
  *error = SetCartSymGN(*GH, sym, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(GetCartSymVI)(int* error, cGH const** GH, int* sym, int const* variable) {
  *error = GetCartSymVI(*GH, sym, *variable);
}

void CCTK_FCALL CCTK_FNAME(GetCartSymVN)(int* error, cGH const** GH, int* sym, ONE_FORTSTRING_ARG) {
  *error = GetCartSymVN(*GH, sym, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(CartSymVI)(int* error, cGH const** GH, int const* variable) {
  *error = CartSymVI(*GH, *variable);
}

void CCTK_FCALL CCTK_FNAME(CartSymVN)(int* error, cGH const** GH, ONE_FORTSTRING_ARG) {
  *error = CartSymVN(*GH, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(CartSymGI)(int* error, cGH const** GH, int const* group) { *error = CartSymGI(*GH, *group); }

void CCTK_FCALL CCTK_FNAME(CartSymGN)(int* error, cGH const** GH, ONE_FORTSTRING_ARG) {
  *error = CartSymGN(*GH, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(DecodeSymParameters3D)(int* sym) { DecodeSymParameters3D(sym); }

} // extern "C"
