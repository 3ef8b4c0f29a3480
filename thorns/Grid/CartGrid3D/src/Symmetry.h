/* Parities of variables at the mirror faces of the grid. Thorns set the parities of their variables at BASEGRID. */
#ifndef SYMMETRY_H
#define SYMMETRY_H

#include "cctk.h"

/* Symmetry of a face of the domain. */
#define GFSYM_UNKNOWN 0
#define GFSYM_REFLECTION 1
#define GFSYM_ROTATION_X 2
#define GFSYM_ROTATION_Y 3
#define GFSYM_ROTATION_Z 4

/* Parity of a variable at a face: +1, -1, or one of these. */
#define GFSYM_UNSET -41 /* no thorn has set it */
#define GFSYM_NOSYM -42 /* the face has no symmetry */

#define MAX_DIM 3
#define MAX_FACE 6

/* The extension "Symmetry" of the grid hierarchy: GFSym[variable][face]. */
typedef struct Symmetry {
  int** GFSym;
} SymmetryGHex;

#ifdef __cplusplus
extern "C" {
#endif

/* `sym` contains the parity (+1 or -1) of the variable, or of all variables of the group, in x, y and z.
   Returns 0, or -1 if there is no such variable or group. */
int SetCartSymVI(const cGH* GH, const int* sym, int varindex);
int SetCartSymVN(const cGH* GH, const int* sym, const char* varname);
int SetCartSymGI(const cGH* GH, const int* sym, int groupindex);
int SetCartSymGN(const cGH* GH, const int* sym, const char* groupname);

/* The parities in x, y and z; GFSYM_UNKNOWN in directions without symmetry. */
int GetCartSymVI(const cGH* GH, int* sym, int varindex);
int GetCartSymVN(const cGH* GH, int* sym, const char* varname);

/* Set the points outside of the mirrors of a variable or group. */
int CartSymVI(const cGH* GH, int varindex);
int CartSymVN(const cGH* GH, const char* varname);
int CartSymGI(const cGH* GH, int groupindex);
int CartSymGN(const cGH* GH, const char* groupname);

/* The symmetry of each face of the domain: 0 or GFSYM_*. */
void DecodeSymParameters3D(int sym[6]);

#ifdef __cplusplus
}
#endif
#endif
