// The older interface for Fortran: conditions that take values from a second variable or group: an error code first,
// all else by address.
#include "Boundary.h"
#include "fortran_text.hpp"

#include "cctk_FortranString.h"

using boundary::text;

extern "C" {

void CCTK_FCALL CCTK_FNAME(BndCopyVI)(int* error, cGH const** GH, int const* stencil, int const* to, int const* from) {
  *error = BndCopyVI(*GH, stencil, *to, *from);
}

void CCTK_FCALL CCTK_FNAME(BndCopyVN)(int* error, cGH const** GH, int const* stencil, TWO_FORTSTRING_ARG) {
  *error = BndCopyVN(*GH, stencil, text(cctk_str1, cctk_strlen1).c_str(), text(cctk_str2, cctk_strlen2).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndCopyGI)(int* error, cGH const** GH, int const* stencil, int const* to, int const* from) {
  *error = BndCopyGI(*GH, stencil, *to, *from);
}

void CCTK_FCALL CCTK_FNAME(BndCopyGN)(int* error, cGH const** GH, int const* stencil, TWO_FORTSTRING_ARG) {
  *error = BndCopyGN(*GH, stencil, text(cctk_str1, cctk_strlen1).c_str(), text(cctk_str2, cctk_strlen2).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndCopyDirVI)(int* error, cGH const** GH, int const* width, int const* direction,
                                         int const* to, int const* from) {
  *error = BndCopyDirVI(*GH, *width, *direction, *to, *from);
}

void CCTK_FCALL CCTK_FNAME(BndCopyDirVN)(int* error, cGH const** GH, int const* width, int const* direction,
                                         TWO_FORTSTRING_ARG) {
  *error = BndCopyDirVN(*GH, *width, *direction, text(cctk_str1, cctk_strlen1).c_str(),
                        text(cctk_str2, cctk_strlen2).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndCopyDirGI)(int* error, cGH const** GH, int const* width, int const* direction,
                                         int const* to, int const* from) {
  *error = BndCopyDirGI(*GH, *width, *direction, *to, *from);
}

void CCTK_FCALL CCTK_FNAME(BndCopyDirGN)(int* error, cGH const** GH, int const* width, int const* direction,
                                         TWO_FORTSTRING_ARG) {
  *error = BndCopyDirGN(*GH, *width, *direction, text(cctk_str1, cctk_strlen1).c_str(),
                        text(cctk_str2, cctk_strlen2).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndRadiativeVI)(int* error, cGH const** GH, int const* stencil, CCTK_REAL const* value,
                                           CCTK_REAL const* speed, int const* to, int const* from) {
  *error = BndRadiativeVI(*GH, stencil, *value, *speed, *to, *from);
}

void CCTK_FCALL CCTK_FNAME(BndRadiativeVN)(int* error, cGH const** GH, int const* stencil, CCTK_REAL const* value,
                                           CCTK_REAL const* speed, TWO_FORTSTRING_ARG) {
  *error = BndRadiativeVN(*GH, stencil, *value, *speed, text(cctk_str1, cctk_strlen1).c_str(),
                          text(cctk_str2, cctk_strlen2).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndRadiativeGI)(int* error, cGH const** GH, int const* stencil, CCTK_REAL const* value,
                                           CCTK_REAL const* speed, int const* to, int const* from) {
  *error = BndRadiativeGI(*GH, stencil, *value, *speed, *to, *from);
}

void CCTK_FCALL CCTK_FNAME(BndRadiativeGN)(int* error, cGH const** GH, int const* stencil, CCTK_REAL const* value,
                                           CCTK_REAL const* speed, TWO_FORTSTRING_ARG) {
  *error = BndRadiativeGN(*GH, stencil, *value, *speed, text(cctk_str1, cctk_strlen1).c_str(),
                          text(cctk_str2, cctk_strlen2).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndRadiativeDirVI)(int* error, cGH const** GH, int const* width, int const* direction,
                                              CCTK_REAL const* value, CCTK_REAL const* speed, int const* to,
                                              int const* from) {
  *error = BndRadiativeDirVI(*GH, *width, *direction, *value, *speed, *to, *from);
}

void CCTK_FCALL CCTK_FNAME(BndRadiativeDirVN)(int* error, cGH const** GH, int const* width, int const* direction,
                                              CCTK_REAL const* value, CCTK_REAL const* speed, TWO_FORTSTRING_ARG) {
  *error = BndRadiativeDirVN(*GH, *width, *direction, *value, *speed, text(cctk_str1, cctk_strlen1).c_str(),
                             text(cctk_str2, cctk_strlen2).c_str());
}

void CCTK_FCALL CCTK_FNAME(BndRadiativeDirGI)(int* error, cGH const** GH, int const* width, int const* direction,
                                              CCTK_REAL const* value, CCTK_REAL const* speed, int const* to,
                                              int const* from) {
  *error = BndRadiativeDirGI(*GH, *width, *direction, *value, *speed, *to, *from);
}

void CCTK_FCALL CCTK_FNAME(BndRadiativeDirGN)(int* error, cGH const** GH, int const* width, int const* direction,
                                              CCTK_REAL const* value, CCTK_REAL const* speed, TWO_FORTSTRING_ARG) {
  *error = BndRadiativeDirGN(*GH, *width, *direction, *value, *speed, text(cctk_str1, cctk_strlen1).c_str(),
                             text(cctk_str2, cctk_strlen2).c_str());
}

} // extern "C"
