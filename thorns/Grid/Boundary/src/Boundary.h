/* Functions that apply boundary conditions. New code selects variables with Boundary_SelectVarForBC instead. */
#ifndef BOUNDARY_H
#define BOUNDARY_H

#include "cctk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function for Boundary_RegisterPhysicalBC. Arguments: cctkGH, number of variables, and for each variable its index,
   its faces (bits), its boundary width (negative: BOUNDARY_WIDTH in the table), and a table of options. */
typedef CCTK_INT (*phys_bc_fn_ptr)(CCTK_POINTER_TO_CONST, const CCTK_INT, const CCTK_INT*, const CCTK_INT*,
                                   const CCTK_INT*, const CCTK_INT*);

/* Ends the run if a width is negative or larger than 100. */
void BndSanityCheckWidths(const cGH* GH, CCTK_INT varindex, CCTK_INT dim, const CCTK_INT* boundary_widths,
                          const char* bcname);

/* Functions with this interface that apply the conditions of this thorn: BndScalar, ... */
#define BOUNDARY_DECLARE_CONDITION_(condition)                                                                         \
  CCTK_INT Bnd##condition(const cGH* GH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces,                    \
                          CCTK_INT* boundary_widths, CCTK_INT* table_handles);
BOUNDARY_DECLARE_CONDITION_(None)
BOUNDARY_DECLARE_CONDITION_(Scalar)
BOUNDARY_DECLARE_CONDITION_(Flat)
BOUNDARY_DECLARE_CONDITION_(Extrapolation)
BOUNDARY_DECLARE_CONDITION_(Copy)
BOUNDARY_DECLARE_CONDITION_(Static)
BOUNDARY_DECLARE_CONDITION_(Radiative)
BOUNDARY_DECLARE_CONDITION_(Robin)
#undef BOUNDARY_DECLARE_CONDITION_

/* The older interface applies a condition at once to one variable (V) or group (G), given by its index (I) or name (N).
   `stencil` contains one width per direction. Functions with Dir set only the face in direction dir = -3 .. -1, 1 .. 3.
   They return 0, or -1 if the variable or group does not exist. */
int BndScalarVI(const cGH* GH, const int* stencil, CCTK_REAL var0, int vi);
int BndScalarVN(const cGH* GH, const int* stencil, CCTK_REAL var0, const char* vname);
int BndScalarGI(const cGH* GH, const int* stencil, CCTK_REAL var0, int gi);
int BndScalarGN(const cGH* GH, const int* stencil, CCTK_REAL var0, const char* gname);
int BndScalarDirVI(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, int vi);
int BndScalarDirVN(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, const char* vname);
int BndScalarDirGI(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, int gi);
int BndScalarDirGN(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, const char* gname);

int BndFlatVI(const cGH* GH, const int* stencil, int vi);
int BndFlatVN(const cGH* GH, const int* stencil, const char* vname);
int BndFlatGI(const cGH* GH, const int* stencil, int gi);
int BndFlatGN(const cGH* GH, const int* stencil, const char* gname);
int BndFlatDirVI(const cGH* GH, int stencil_size, int dir, int vi);
int BndFlatDirVN(const cGH* GH, int stencil_size, int dir, const char* vname);
int BndFlatDirGI(const cGH* GH, int stencil_size, int dir, int gi);
int BndFlatDirGN(const cGH* GH, int stencil_size, int dir, const char* gname);

int BndStaticVI(const cGH* GH, const int* stencil, int vi);
int BndStaticVN(const cGH* GH, const int* stencil, const char* vname);
int BndStaticGI(const cGH* GH, const int* stencil, int gi);
int BndStaticGN(const cGH* GH, const int* stencil, const char* gname);
int BndStaticDirVI(const cGH* GH, int stencil_size, int dir, int vi);
int BndStaticDirVN(const cGH* GH, int stencil_size, int dir, const char* vname);
int BndStaticDirGI(const cGH* GH, int stencil_size, int dir, int gi);
int BndStaticDirGN(const cGH* GH, int stencil_size, int dir, const char* gname);

int BndCopyVI(const cGH* GH, const int* stencil, int vi_to, int vi_from);
int BndCopyVN(const cGH* GH, const int* stencil, const char* vname_to, const char* vname_from);
int BndCopyGI(const cGH* GH, const int* stencil, int gi_to, int gi_from);
int BndCopyGN(const cGH* GH, const int* stencil, const char* gname_to, const char* gname_from);
int BndCopyDirVI(const cGH* GH, int stencil_size, int dir, int vi_to, int vi_from);
int BndCopyDirVN(const cGH* GH, int stencil_size, int dir, const char* vname_to, const char* vname_from);
int BndCopyDirGI(const cGH* GH, int stencil_size, int dir, int gi_to, int gi_from);
int BndCopyDirGN(const cGH* GH, int stencil_size, int dir, const char* gname_to, const char* gname_from);

/* var0: value at infinity; v0: speed of the waves; the past values are those of vi_p, gi_p, ... */
int BndRadiativeVI(const cGH* GH, const int* stencil, CCTK_REAL var0, CCTK_REAL v0, int vi, int vi_p);
int BndRadiativeVN(const cGH* GH, const int* stencil, CCTK_REAL var0, CCTK_REAL v0, const char* vname_to,
                   const char* vname_from);
int BndRadiativeGI(const cGH* GH, const int* stencil, CCTK_REAL var0, CCTK_REAL v0, int gi, int gi_p);
int BndRadiativeGN(const cGH* GH, const int* stencil, CCTK_REAL var0, CCTK_REAL v0, const char* gname_to,
                   const char* gname_from);
int BndRadiativeDirVI(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, CCTK_REAL v0, int vi, int vi_p);
int BndRadiativeDirVN(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, CCTK_REAL v0, const char* vname_to,
                      const char* vname_from);
int BndRadiativeDirGI(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, CCTK_REAL v0, int gi, int gi_p);
int BndRadiativeDirGN(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, CCTK_REAL v0, const char* gname_to,
                      const char* gname_from);

/* finf: value at infinity; npow: power of 1/r with which the difference from it falls off */
int BndRobinVI(const cGH* GH, const int* stencil, CCTK_REAL finf, int npow, int vi);
int BndRobinVN(const cGH* GH, const int* stencil, CCTK_REAL finf, int npow, const char* vname);
int BndRobinGI(const cGH* GH, const int* stencil, CCTK_REAL finf, int npow, int gi);
int BndRobinGN(const cGH* GH, const int* stencil, CCTK_REAL finf, int npow, const char* gname);

#ifdef __cplusplus
}
#endif
#endif
