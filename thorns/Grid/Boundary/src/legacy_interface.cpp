// The functions of Boundary.h that apply a condition at once, for C and for Fortran. Each creates a table of options
// and applies the condition of that name on the host. Fortran passes all arguments by address, and an error code first.
#include "Boundary.h"
#include "conditions/conditions.hpp"

#include "Numerics/ThornTools/src/fortran_string.hpp"

#include "cctk_FortranString.h"
#include "util_Table.h"

#include <algorithm>
#include <cstdlib>

namespace boundary {
namespace {

using thorntools::fortran_string;

/// A variable, or the variables of a group; n = 0 if it does not exist.
struct Variables {
  int first, n;
};
Variables variable_with(int index) { return {index, index >= 0 && index < CCTK_NumVars() ? 1 : 0}; }
Variables variable_with(char const* name) { return variable_with(CCTK_VarIndex(name)); }
Variables group_with(int index) {
  int const n = index >= 0 ? CCTK_NumVarsInGroupI(index) : 0;
  return {n > 0 ? CCTK_FirstVarIndexI(index) : -1, n > 0 ? n : 0};
}
Variables group_with(char const* name) { return group_with(CCTK_GroupIndex(name)); }

/// The faces of a call and their widths: all faces with one width per direction, or the face in direction -3 .. -1 or
/// 1 .. 3.
struct Extent {
  int faces;
  int const* widths; ///< one per direction; null: `width`
  int width;
};
Extent all_faces(int const* stencil) { return {CCTK_ALL_FACES, stencil, 0}; }
Extent one_face(int width, int direction) {
  int const d = std::abs(direction);
  return {d == 0 || d > max_dim ? 0 : 1 << (2 * (d - 1) + (direction > 0)), nullptr, width};
}

/// Applies a condition to variables; those in `sources`, if any, are passed as option `source_key`. Returns 0, or -1 if
/// there are no such variables.
int apply(cGH const* cctkGH, char const* name, Extent const& extent, Variables const& variables, int table,
          char const* source_key = nullptr, Variables const& sources = {}) {
  int result = 0;
  if (variables.n == 0) {
    CCTK_VWARN(CCTK_WARN_COMPLAIN, "the boundary condition %s is applied to a variable or group that does not exist",
               name);
    result = -1;
  }
  if (source_key && sources.n < variables.n) result = -1;
  for (int i = 0; i < variables.n && result == 0; ++i) {
    int const variable = variables.first + i, dim = std::min(CCTK_GroupDimFromVarI(variable), max_dim);
    if (extent.widths) {
      CCTK_INT widths[2 * max_dim] = {};
      for (int d = 0; d < dim; ++d) widths[2 * d] = widths[2 * d + 1] = extent.widths[d];
      Util_TableSetIntArray(table, 2 * dim, widths, "BOUNDARY_WIDTH");
    }
    if (source_key) Util_TableSetInt(table, sources.first + i, source_key);
    apply_on_host(cctkGH, *find_condition(name), {{variable, extent.faces, extent.widths ? -1 : extent.width, table}});
  }
  Util_TableDestroy(table);
  return result;
}

int make_table() { return Util_TableCreate(UTIL_TABLE_FLAGS_DEFAULT); }
int make_table(char const* key, double value) {
  int const table = make_table();
  Util_TableSetReal(table, value, key);
  return table;
}

int apply_radiation(cGH const* cctkGH, Extent const& extent, double limit, double speed, Variables const& to,
                    Variables const& from) {
  int const table = make_table("LIMIT", limit);
  Util_TableSetReal(table, speed, "SPEED");
  return apply(cctkGH, "Radiation", extent, to, table, "PAST_FROM", from);
}

int apply_robin(cGH const* cctkGH, Extent const& extent, double limit, int power, Variables const& to) {
  int const table = make_table("FINF", limit);
  Util_TableSetInt(table, power, "DECAY_POWER");
  return apply(cctkGH, "Robin", extent, to, table);
}

} // namespace

extern "C" {

// One line defines the C function and the Fortran procedure: 44 of each differ in the arguments only. An argument list
// is given in three forms: _C, _FORTRAN (addresses), and _PASS (from Fortran to C).
#define STENCIL_C int const* stencil
#define STENCIL_FORTRAN int const* stencil
#define STENCIL_PASS stencil
#define STENCIL_EXTENT all_faces(stencil)
#define FACE_C int width, int direction
#define FACE_FORTRAN int const *width, int const *direction
#define FACE_PASS *width, *direction
#define FACE_EXTENT one_face(width, direction)

#define NOTHING_C
#define NOTHING_FORTRAN
#define NOTHING_PASS
#define VALUE_C CCTK_REAL value,
#define VALUE_FORTRAN CCTK_REAL const *value,
#define VALUE_PASS *value,
#define VALUE_AND_SPEED_C CCTK_REAL value, CCTK_REAL speed,
#define VALUE_AND_SPEED_FORTRAN CCTK_REAL const *value, CCTK_REAL const *speed,
#define VALUE_AND_SPEED_PASS *value, *speed,
#define VALUE_AND_POWER_C CCTK_REAL value, int power,
#define VALUE_AND_POWER_FORTRAN CCTK_REAL const *value, int const *power,
#define VALUE_AND_POWER_PASS *value, *power,

#define INDEX_C int to
#define INDEX_FORTRAN int const* to
#define INDEX_PASS *to
#define NAME_C char const* to
#define NAME_FORTRAN ONE_FORTSTRING_ARG
#define NAME_PASS fortran_string(cctk_str1, cctk_strlen1).c_str()
#define TWO_INDICES_C int to, int from
#define TWO_INDICES_FORTRAN int const *to, int const *from
#define TWO_INDICES_PASS *to, *from
#define TWO_NAMES_C char const *to, char const *from
#define TWO_NAMES_FORTRAN TWO_FORTSTRING_ARG
#define TWO_NAMES_PASS fortran_string(cctk_str1, cctk_strlen1).c_str(), fortran_string(cctk_str2, cctk_strlen2).c_str()

#define DEFINE(name, fortran_name, EXTENT, OPTIONS, VARIABLES, result)                                                 \
  int name(cGH const* cctkGH, EXTENT##_C, OPTIONS##_C VARIABLES##_C) { return result; }                                \
  void CCTK_FCALL fortran_name(int* error, cGH const** cctkGH, EXTENT##_FORTRAN,                                       \
                               OPTIONS##_FORTRAN VARIABLES##_FORTRAN) {                                                \
    *error = name(*cctkGH, EXTENT##_PASS, OPTIONS##_PASS VARIABLES##_PASS);                                            \
  }

#define SCALAR(name, fortran_name, EXTENT, VARIABLES, find)                                                            \
  DEFINE(name, fortran_name, EXTENT, VALUE, VARIABLES,                                                                 \
         apply(cctkGH, "Scalar", EXTENT##_EXTENT, find(to), make_table("SCALAR", value)))
SCALAR(BndScalarVI, CCTK_FNAME(BndScalarVI), STENCIL, INDEX, variable_with)
SCALAR(BndScalarVN, CCTK_FNAME(BndScalarVN), STENCIL, NAME, variable_with)
SCALAR(BndScalarGI, CCTK_FNAME(BndScalarGI), STENCIL, INDEX, group_with)
SCALAR(BndScalarGN, CCTK_FNAME(BndScalarGN), STENCIL, NAME, group_with)
SCALAR(BndScalarDirVI, CCTK_FNAME(BndScalarDirVI), FACE, INDEX, variable_with)
SCALAR(BndScalarDirVN, CCTK_FNAME(BndScalarDirVN), FACE, NAME, variable_with)
SCALAR(BndScalarDirGI, CCTK_FNAME(BndScalarDirGI), FACE, INDEX, group_with)
SCALAR(BndScalarDirGN, CCTK_FNAME(BndScalarDirGN), FACE, NAME, group_with)

#define FLAT(name, fortran_name, EXTENT, VARIABLES, find)                                                              \
  DEFINE(name, fortran_name, EXTENT, NOTHING, VARIABLES, apply(cctkGH, "Flat", EXTENT##_EXTENT, find(to), make_table()))
FLAT(BndFlatVI, CCTK_FNAME(BndFlatVI), STENCIL, INDEX, variable_with)
FLAT(BndFlatVN, CCTK_FNAME(BndFlatVN), STENCIL, NAME, variable_with)
FLAT(BndFlatGI, CCTK_FNAME(BndFlatGI), STENCIL, INDEX, group_with)
FLAT(BndFlatGN, CCTK_FNAME(BndFlatGN), STENCIL, NAME, group_with)
FLAT(BndFlatDirVI, CCTK_FNAME(BndFlatDirVI), FACE, INDEX, variable_with)
FLAT(BndFlatDirVN, CCTK_FNAME(BndFlatDirVN), FACE, NAME, variable_with)
FLAT(BndFlatDirGI, CCTK_FNAME(BndFlatDirGI), FACE, INDEX, group_with)
FLAT(BndFlatDirGN, CCTK_FNAME(BndFlatDirGN), FACE, NAME, group_with)

#define STATIC(name, fortran_name, EXTENT, VARIABLES, find)                                                            \
  DEFINE(name, fortran_name, EXTENT, NOTHING, VARIABLES,                                                               \
         apply(cctkGH, "Static", EXTENT##_EXTENT, find(to), make_table()))
STATIC(BndStaticVI, CCTK_FNAME(BndStaticVI), STENCIL, INDEX, variable_with)
STATIC(BndStaticVN, CCTK_FNAME(BndStaticVN), STENCIL, NAME, variable_with)
STATIC(BndStaticGI, CCTK_FNAME(BndStaticGI), STENCIL, INDEX, group_with)
STATIC(BndStaticGN, CCTK_FNAME(BndStaticGN), STENCIL, NAME, group_with)
STATIC(BndStaticDirVI, CCTK_FNAME(BndStaticDirVI), FACE, INDEX, variable_with)
STATIC(BndStaticDirVN, CCTK_FNAME(BndStaticDirVN), FACE, NAME, variable_with)
STATIC(BndStaticDirGI, CCTK_FNAME(BndStaticDirGI), FACE, INDEX, group_with)
STATIC(BndStaticDirGN, CCTK_FNAME(BndStaticDirGN), FACE, NAME, group_with)

#define COPY(name, fortran_name, EXTENT, VARIABLES, find)                                                              \
  DEFINE(name, fortran_name, EXTENT, NOTHING, VARIABLES,                                                               \
         apply(cctkGH, "Copy", EXTENT##_EXTENT, find(to), make_table(), "COPY_FROM", find(from)))
COPY(BndCopyVI, CCTK_FNAME(BndCopyVI), STENCIL, TWO_INDICES, variable_with)
COPY(BndCopyVN, CCTK_FNAME(BndCopyVN), STENCIL, TWO_NAMES, variable_with)
COPY(BndCopyGI, CCTK_FNAME(BndCopyGI), STENCIL, TWO_INDICES, group_with)
COPY(BndCopyGN, CCTK_FNAME(BndCopyGN), STENCIL, TWO_NAMES, group_with)
COPY(BndCopyDirVI, CCTK_FNAME(BndCopyDirVI), FACE, TWO_INDICES, variable_with)
COPY(BndCopyDirVN, CCTK_FNAME(BndCopyDirVN), FACE, TWO_NAMES, variable_with)
COPY(BndCopyDirGI, CCTK_FNAME(BndCopyDirGI), FACE, TWO_INDICES, group_with)
COPY(BndCopyDirGN, CCTK_FNAME(BndCopyDirGN), FACE, TWO_NAMES, group_with)

#define RADIATIVE(name, fortran_name, EXTENT, VARIABLES, find)                                                         \
  DEFINE(name, fortran_name, EXTENT, VALUE_AND_SPEED, VARIABLES,                                                       \
         apply_radiation(cctkGH, EXTENT##_EXTENT, value, speed, find(to), find(from)))
RADIATIVE(BndRadiativeVI, CCTK_FNAME(BndRadiativeVI), STENCIL, TWO_INDICES, variable_with)
RADIATIVE(BndRadiativeVN, CCTK_FNAME(BndRadiativeVN), STENCIL, TWO_NAMES, variable_with)
RADIATIVE(BndRadiativeGI, CCTK_FNAME(BndRadiativeGI), STENCIL, TWO_INDICES, group_with)
RADIATIVE(BndRadiativeGN, CCTK_FNAME(BndRadiativeGN), STENCIL, TWO_NAMES, group_with)
RADIATIVE(BndRadiativeDirVI, CCTK_FNAME(BndRadiativeDirVI), FACE, TWO_INDICES, variable_with)
RADIATIVE(BndRadiativeDirVN, CCTK_FNAME(BndRadiativeDirVN), FACE, TWO_NAMES, variable_with)
RADIATIVE(BndRadiativeDirGI, CCTK_FNAME(BndRadiativeDirGI), FACE, TWO_INDICES, group_with)
RADIATIVE(BndRadiativeDirGN, CCTK_FNAME(BndRadiativeDirGN), FACE, TWO_NAMES, group_with)

#define ROBIN(name, fortran_name, EXTENT, VARIABLES, find)                                                             \
  DEFINE(name, fortran_name, EXTENT, VALUE_AND_POWER, VARIABLES,                                                       \
         apply_robin(cctkGH, EXTENT##_EXTENT, value, power, find(to)))
ROBIN(BndRobinVI, CCTK_FNAME(BndRobinVI), STENCIL, INDEX, variable_with)
ROBIN(BndRobinVN, CCTK_FNAME(BndRobinVN), STENCIL, NAME, variable_with)
ROBIN(BndRobinGI, CCTK_FNAME(BndRobinGI), STENCIL, INDEX, group_with)
ROBIN(BndRobinGN, CCTK_FNAME(BndRobinGN), STENCIL, NAME, group_with)

// The functions with the interface of registered functions.
#define REGISTERED(name, condition)                                                                                    \
  CCTK_INT name(const cGH* cctkGH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces,                          \
                CCTK_INT* boundary_widths, CCTK_INT* table_handles) {                                                  \
    return find_condition(condition)->function(cctkGH, num_vars, var_indices, faces, boundary_widths, table_handles);  \
  }
REGISTERED(BndNone, "None")
REGISTERED(BndScalar, "Scalar")
REGISTERED(BndFlat, "Flat")
REGISTERED(BndExtrapolation, "Extrapolation")
REGISTERED(BndCopy, "Copy")
REGISTERED(BndStatic, "Static")
REGISTERED(BndRadiative, "Radiation")
REGISTERED(BndRobin, "Robin")

} // extern "C"
} // namespace boundary
