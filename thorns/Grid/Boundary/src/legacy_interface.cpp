// The functions of Boundary.h that apply a condition at once, for C and for Fortran. Each creates a table of options
// and applies the condition of that name on the host. Fortran passes all arguments by address, and an error code first.
#include "Boundary.h"
#include "condition.hpp"

#include "Numerics/ThornTools/src/fortran_string.hpp"

#include "cctk_FortranString.h"
#include "util_Table.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace boundary {
namespace {

using thorntools::fortran_string;

/// A variable, or the variables of a group; n = 0 if it does not exist.
struct Variables {
  int first = -1, n = 0;
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

using Options = std::vector<std::pair<char const*, double>>;

/// Applies a condition to variables; the variables in `sources` are passed as the option `source_key`, unless
/// `source_key` is null.
/// Returns 0, or -1 if there are no such variables.
int apply(cGH const* cctkGH, char const* condition, Extent const& extent, Options const& options,
          Variables const& variables, char const* source_key = nullptr, Variables const& sources = {}) {
  if (variables.n == 0)
    CCTK_VWARN(CCTK_WARN_COMPLAIN, "the boundary condition %s is applied to a variable or group that does not exist",
               condition);
  if (variables.n == 0 || (source_key && sources.n < variables.n)) return -1;
  int const table = Util_TableCreate(UTIL_TABLE_FLAGS_DEFAULT);
  for (auto const& [key, value] : options) Util_TableSetReal(table, value, key);
  for (int i = 0; i < variables.n; ++i) {
    int const variable = variables.first + i, dim = std::min(CCTK_GroupDimFromVarI(variable), max_dim);
    if (extent.widths) {
      CCTK_INT widths[max_faces] = {};
      for (int face = 0; face < 2 * dim; ++face) widths[face] = extent.widths[face / 2];
      Util_TableSetIntArray(table, 2 * dim, widths, "BOUNDARY_WIDTH");
    }
    if (source_key) Util_TableSetInt(table, sources.first + i, source_key);
    apply_on_host(cctkGH, *find_condition(condition),
                  {{variable, extent.faces, extent.widths ? -1 : extent.width, table}});
  }
  Util_TableDestroy(table);
  return 0;
}

} // namespace

// The functions differ only in their arguments. Each argument list has four macros: the parameters of the C function
// (_C), the parameters of the Fortran procedure (_FORTRAN), the arguments passed from Fortran to C (_PASS), and the
// arguments passed from C to apply().
#define STENCIL_C int const* stencil
#define STENCIL_FORTRAN int const* stencil
#define STENCIL_PASS stencil
#define STENCIL_EXTENT all_faces(stencil)
#define FACE_C int width, int direction
#define FACE_FORTRAN int const *width, int const *direction
#define FACE_PASS *width, *direction
#define FACE_EXTENT one_face(width, direction)

#define NONE_C
#define NONE_FORTRAN
#define NONE_PASS
#define NONE_OPTIONS Options()
#define VALUE_C CCTK_REAL value,
#define VALUE_FORTRAN CCTK_REAL const *value,
#define VALUE_PASS *value,
#define VALUE_OPTIONS Options({{"SCALAR", value}})
#define SPEED_C CCTK_REAL value, CCTK_REAL speed,
#define SPEED_FORTRAN CCTK_REAL const *value, CCTK_REAL const *speed,
#define SPEED_PASS *value, *speed,
#define SPEED_OPTIONS Options({{"LIMIT", value}, {"SPEED", speed}})
#define POWER_C CCTK_REAL value, int power,
#define POWER_FORTRAN CCTK_REAL const *value, int const *power,
#define POWER_PASS *value, *power,
#define POWER_OPTIONS Options({{"FINF", value}, {"DECAY_POWER", double(power)}})

#define ONE_INDEX_C int to
#define ONE_INDEX_FORTRAN int const* to
#define ONE_INDEX_PASS *to
#define ONE_NAME_C char const* to
#define ONE_NAME_FORTRAN ONE_FORTSTRING_ARG
#define ONE_NAME_PASS fortran_string(cctk_str1, cctk_strlen1).c_str()
#define ONE_VARIABLES(find, source_key) find(to)
#define TWO_INDEX_C int to, int from
#define TWO_INDEX_FORTRAN int const *to, int const *from
#define TWO_INDEX_PASS *to, *from
#define TWO_NAME_C char const *to, char const *from
#define TWO_NAME_FORTRAN TWO_FORTSTRING_ARG
#define TWO_NAME_PASS fortran_string(cctk_str1, cctk_strlen1).c_str(), fortran_string(cctk_str2, cctk_strlen2).c_str()
#define TWO_VARIABLES(find, source_key) find(to), source_key, find(from)

/// Defines a C function and the Fortran procedure that calls it. The last arguments select the variables.
#define DEFINE(name, fortran_name, condition, EXTENT, OPTIONS, FORM, ...)                                              \
  int name(cGH const* cctkGH, EXTENT##_C, OPTIONS##_C FORM##_C) {                                                      \
    return apply(cctkGH, condition, EXTENT##_EXTENT, OPTIONS##_OPTIONS, __VA_ARGS__);                                  \
  }                                                                                                                    \
  void CCTK_FCALL fortran_name(int* error, cGH const** cctkGH, EXTENT##_FORTRAN, OPTIONS##_FORTRAN FORM##_FORTRAN) {   \
    *error = name(*cctkGH, EXTENT##_PASS, OPTIONS##_PASS FORM##_PASS);                                                 \
  }

/// Defines the functions for variables and groups, by index and name.
#define DEFINE_FOUR(name, fVI, fVN, fGI, fGN, condition, EXTENT, OPTIONS, FORM, source_key)                            \
  DEFINE(name##VI, fVI, condition, EXTENT, OPTIONS, FORM##_INDEX, FORM##_VARIABLES(variable_with, source_key))         \
  DEFINE(name##VN, fVN, condition, EXTENT, OPTIONS, FORM##_NAME, FORM##_VARIABLES(variable_with, source_key))          \
  DEFINE(name##GI, fGI, condition, EXTENT, OPTIONS, FORM##_INDEX, FORM##_VARIABLES(group_with, source_key))            \
  DEFINE(name##GN, fGN, condition, EXTENT, OPTIONS, FORM##_NAME, FORM##_VARIABLES(group_with, source_key))

extern "C" {

DEFINE_FOUR(BndScalar, CCTK_FNAME(BndScalarVI), CCTK_FNAME(BndScalarVN), CCTK_FNAME(BndScalarGI),
            CCTK_FNAME(BndScalarGN), "Scalar", STENCIL, VALUE, ONE, nullptr)
DEFINE_FOUR(BndScalarDir, CCTK_FNAME(BndScalarDirVI), CCTK_FNAME(BndScalarDirVN), CCTK_FNAME(BndScalarDirGI),
            CCTK_FNAME(BndScalarDirGN), "Scalar", FACE, VALUE, ONE, nullptr)
DEFINE_FOUR(BndFlat, CCTK_FNAME(BndFlatVI), CCTK_FNAME(BndFlatVN), CCTK_FNAME(BndFlatGI), CCTK_FNAME(BndFlatGN), "Flat",
            STENCIL, NONE, ONE, nullptr)
DEFINE_FOUR(BndFlatDir, CCTK_FNAME(BndFlatDirVI), CCTK_FNAME(BndFlatDirVN), CCTK_FNAME(BndFlatDirGI),
            CCTK_FNAME(BndFlatDirGN), "Flat", FACE, NONE, ONE, nullptr)
DEFINE_FOUR(BndStatic, CCTK_FNAME(BndStaticVI), CCTK_FNAME(BndStaticVN), CCTK_FNAME(BndStaticGI),
            CCTK_FNAME(BndStaticGN), "Static", STENCIL, NONE, ONE, nullptr)
DEFINE_FOUR(BndStaticDir, CCTK_FNAME(BndStaticDirVI), CCTK_FNAME(BndStaticDirVN), CCTK_FNAME(BndStaticDirGI),
            CCTK_FNAME(BndStaticDirGN), "Static", FACE, NONE, ONE, nullptr)
DEFINE_FOUR(BndCopy, CCTK_FNAME(BndCopyVI), CCTK_FNAME(BndCopyVN), CCTK_FNAME(BndCopyGI), CCTK_FNAME(BndCopyGN), "Copy",
            STENCIL, NONE, TWO, "COPY_FROM")
DEFINE_FOUR(BndCopyDir, CCTK_FNAME(BndCopyDirVI), CCTK_FNAME(BndCopyDirVN), CCTK_FNAME(BndCopyDirGI),
            CCTK_FNAME(BndCopyDirGN), "Copy", FACE, NONE, TWO, "COPY_FROM")
DEFINE_FOUR(BndRadiative, CCTK_FNAME(BndRadiativeVI), CCTK_FNAME(BndRadiativeVN), CCTK_FNAME(BndRadiativeGI),
            CCTK_FNAME(BndRadiativeGN), "Radiation", STENCIL, SPEED, TWO, "PAST_FROM")
DEFINE_FOUR(BndRadiativeDir, CCTK_FNAME(BndRadiativeDirVI), CCTK_FNAME(BndRadiativeDirVN),
            CCTK_FNAME(BndRadiativeDirGI), CCTK_FNAME(BndRadiativeDirGN), "Radiation", FACE, SPEED, TWO, "PAST_FROM")
DEFINE_FOUR(BndRobin, CCTK_FNAME(BndRobinVI), CCTK_FNAME(BndRobinVN), CCTK_FNAME(BndRobinGI), CCTK_FNAME(BndRobinGN),
            "Robin", STENCIL, POWER, ONE, nullptr)

} // extern "C"
} // namespace boundary
