// The older interface for Fortran: conditions of one variable or group: an error code first, all else by address.
#include "Boundary.h"
#include "fortran_text.hpp"

#include "cctk_FortranString.h"

using boundary::text;

extern "C" {

void CCTK_FCALL CCTK_FNAME(BndScalarVI)(int* error, cGH const** GH, int const* stencil, CCTK_REAL const* value,
                                        int const* index) {
  *error = BndScalarVI(*GH, stencil, *value, *index);
}

void CCTK_FCALL CCTK_FNAME(BndScalarVN)(int* error, cGH const** GH, int const* stencil, CCTK_REAL const* value,
                                        ONE_FORTSTRING_ARG) {
  *error = BndScalarVN(*GH, stencil, *value, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndScalarGI)(int* error, cGH const** GH, int const* stencil, CCTK_REAL const* value,
                                        int const* index) {
  *error = BndScalarGI(*GH, stencil, *value, *index);
}

void CCTK_FCALL CCTK_FNAME(BndScalarGN)(int* error, cGH const** GH, int const* stencil, CCTK_REAL const* value,
                                        ONE_FORTSTRING_ARG) {
  *error = BndScalarGN(*GH, stencil, *value, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndScalarDirVI)(int* error, cGH const** GH, int const* width, int const* direction,
                                           CCTK_REAL const* value, int const* index) {
  *error = BndScalarDirVI(*GH, *width, *direction, *value, *index);
}

void CCTK_FCALL CCTK_FNAME(BndScalarDirVN)(int* error, cGH const** GH, int const* width, int const* direction,
                                           CCTK_REAL const* value, ONE_FORTSTRING_ARG) {
  *error = BndScalarDirVN(*GH, *width, *direction, *value, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndScalarDirGI)(int* error, cGH const** GH, int const* width, int const* direction,
                                           CCTK_REAL const* value, int const* index) {
  *error = BndScalarDirGI(*GH, *width, *direction, *value, *index);
}

void CCTK_FCALL CCTK_FNAME(BndScalarDirGN)(int* error, cGH const** GH, int const* width, int const* direction,
                                           CCTK_REAL const* value, ONE_FORTSTRING_ARG) {
  *error = BndScalarDirGN(*GH, *width, *direction, *value, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndFlatVI)(int* error, cGH const** GH, int const* stencil, int const* index) {
  *error = BndFlatVI(*GH, stencil, *index);
}

void CCTK_FCALL CCTK_FNAME(BndFlatVN)(int* error, cGH const** GH, int const* stencil, ONE_FORTSTRING_ARG) {
  *error = BndFlatVN(*GH, stencil, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndFlatGI)(int* error, cGH const** GH, int const* stencil, int const* index) {
  *error = BndFlatGI(*GH, stencil, *index);
}

void CCTK_FCALL CCTK_FNAME(BndFlatGN)(int* error, cGH const** GH, int const* stencil, ONE_FORTSTRING_ARG) {
  *error = BndFlatGN(*GH, stencil, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndFlatDirVI)(int* error, cGH const** GH, int const* width, int const* direction,
                                         int const* index) {
  *error = BndFlatDirVI(*GH, *width, *direction, *index);
}

void CCTK_FCALL CCTK_FNAME(BndFlatDirVN)(int* error, cGH const** GH, int const* width, int const* direction,
                                         ONE_FORTSTRING_ARG) {
  *error = BndFlatDirVN(*GH, *width, *direction, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndFlatDirGI)(int* error, cGH const** GH, int const* width, int const* direction,
                                         int const* index) {
  *error = BndFlatDirGI(*GH, *width, *direction, *index);
}

void CCTK_FCALL CCTK_FNAME(BndFlatDirGN)(int* error, cGH const** GH, int const* width, int const* direction,
                                         ONE_FORTSTRING_ARG) {
  *error = BndFlatDirGN(*GH, *width, *direction, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndStaticVI)(int* error, cGH const** GH, int const* stencil, int const* index) {
  *error = BndStaticVI(*GH, stencil, *index);
}

void CCTK_FCALL CCTK_FNAME(BndStaticVN)(int* error, cGH const** GH, int const* stencil, ONE_FORTSTRING_ARG) {
  *error = BndStaticVN(*GH, stencil, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndStaticGI)(int* error, cGH const** GH, int const* stencil, int const* index) {
  *error = BndStaticGI(*GH, stencil, *index);
}

void CCTK_FCALL CCTK_FNAME(BndStaticGN)(int* error, cGH const** GH, int const* stencil, ONE_FORTSTRING_ARG) {
  *error = BndStaticGN(*GH, stencil, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndStaticDirVI)(int* error, cGH const** GH, int const* width, int const* direction,
                                           int const* index) {
  *error = BndStaticDirVI(*GH, *width, *direction, *index);
}

void CCTK_FCALL CCTK_FNAME(BndStaticDirVN)(int* error, cGH const** GH, int const* width, int const* direction,
                                           ONE_FORTSTRING_ARG) {
  *error = BndStaticDirVN(*GH, *width, *direction, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndStaticDirGI)(int* error, cGH const** GH, int const* width, int const* direction,
                                           int const* index) {
  *error = BndStaticDirGI(*GH, *width, *direction, *index);
}

void CCTK_FCALL CCTK_FNAME(BndStaticDirGN)(int* error, cGH const** GH, int const* width, int const* direction,
                                           ONE_FORTSTRING_ARG) {
  *error = BndStaticDirGN(*GH, *width, *direction, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndRobinVI)(int* error, cGH const** GH, int const* stencil, CCTK_REAL const* value,
                                       int const* power, int const* index) {
  *error = BndRobinVI(*GH, stencil, *value, *power, *index);
}

void CCTK_FCALL CCTK_FNAME(BndRobinVN)(int* error, cGH const** GH, int const* stencil, CCTK_REAL const* value,
                                       int const* power, ONE_FORTSTRING_ARG) {
  *error = BndRobinVN(*GH, stencil, *value, *power, text(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndRobinGI)(int* error, cGH const** GH, int const* stencil, CCTK_REAL const* value,
                                       int const* power, int const* index) {
  *error = BndRobinGI(*GH, stencil, *value, *power, *index);
}

void CCTK_FCALL CCTK_FNAME(BndRobinGN)(int* error, cGH const** GH, int const* stencil, CCTK_REAL const* value,
                                       int const* power, ONE_FORTSTRING_ARG) {
  *error = BndRobinGN(*GH, stencil, *value, *power, text(cctk_str1, cctk_strlen1).c_str());
}

} // extern "C"
