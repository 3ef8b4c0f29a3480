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

/* The functions that apply the conditions of this thorn on the host: BndScalar, ... As in Cactus, their arguments are
   not const; a cast to phys_bc_fn_ptr registers them. */
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
   They return 0, or -1 if the variable or group does not exist. Each line below declares four functions, for example
     int BndScalarVI(const cGH* GH, const int* stencil, CCTK_REAL var0, int to);
     int BndScalarVN(const cGH* GH, const int* stencil, CCTK_REAL var0, const char* to);
   and the same for groups, BndScalarGI and BndScalarGN. */
#define BOUNDARY_TO_(type) type to
#define BOUNDARY_TO_AND_FROM_(type) type to, type from
#define BOUNDARY_DECLARE_FOUR_(name, VARIABLES, ...)                                                                   \
  int name##VI(const cGH* GH, __VA_ARGS__, VARIABLES(int));                                                            \
  int name##VN(const cGH* GH, __VA_ARGS__, VARIABLES(const char*));                                                    \
  int name##GI(const cGH* GH, __VA_ARGS__, VARIABLES(int));                                                            \
  int name##GN(const cGH* GH, __VA_ARGS__, VARIABLES(const char*));

BOUNDARY_DECLARE_FOUR_(BndScalar, BOUNDARY_TO_, const int* stencil, CCTK_REAL var0)
BOUNDARY_DECLARE_FOUR_(BndScalarDir, BOUNDARY_TO_, int stencil_size, int dir, CCTK_REAL var0)
BOUNDARY_DECLARE_FOUR_(BndFlat, BOUNDARY_TO_, const int* stencil)
BOUNDARY_DECLARE_FOUR_(BndFlatDir, BOUNDARY_TO_, int stencil_size, int dir)
BOUNDARY_DECLARE_FOUR_(BndStatic, BOUNDARY_TO_, const int* stencil)
BOUNDARY_DECLARE_FOUR_(BndStaticDir, BOUNDARY_TO_, int stencil_size, int dir)
BOUNDARY_DECLARE_FOUR_(BndCopy, BOUNDARY_TO_AND_FROM_, const int* stencil)
BOUNDARY_DECLARE_FOUR_(BndCopyDir, BOUNDARY_TO_AND_FROM_, int stencil_size, int dir)
/* var0: value at infinity; v0: speed of the waves; `from`: variable or group with the past values */
BOUNDARY_DECLARE_FOUR_(BndRadiative, BOUNDARY_TO_AND_FROM_, const int* stencil, CCTK_REAL var0, CCTK_REAL v0)
BOUNDARY_DECLARE_FOUR_(BndRadiativeDir, BOUNDARY_TO_AND_FROM_, int stencil_size, int dir, CCTK_REAL var0, CCTK_REAL v0)
/* finf: value at infinity; npow: power of 1/r with which the difference from it falls off */
BOUNDARY_DECLARE_FOUR_(BndRobin, BOUNDARY_TO_, const int* stencil, CCTK_REAL finf, int npow)
#undef BOUNDARY_DECLARE_FOUR_
#undef BOUNDARY_TO_AND_FROM_
#undef BOUNDARY_TO_

#ifdef __cplusplus
}
#endif
#endif
