/// Scheduled functions of ADMBase: they check parameters, register variables with other thorns, set flat space, and
/// treat variables that no thorn evolves.
#include "Slicing.h" // this header is empty if no thorn provides it
#include "Symmetry.h"

#include "Numerics/ThornTools/src/grid.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace admbase {
namespace {

/// Whether `method` is a value of an evolution parameter with which a variable is not evolved.
bool is_static(char const* method) {
  return CCTK_EQUALS(method, "none") || CCTK_EQUALS(method, "static") || CCTK_EQUALS(method, "ID-apply-regrid") ||
         CCTK_EQUALS(method, "ID-apply-always");
}

/// Reports a parameter error if initial data is selected for variables without a time level.
void require_level(char const* parameter, CCTK_INT levels, char const* data, char const* setting) {
  if (levels > 0) return;
  CCTK_VPARAMWARN("ADMBase::%s is 0, but ADMBase::%s = \"%s\" needs a time level: set it to 1 or more.", parameter,
                  data, setting);
}

/// Reports a parameter error if an evolved variable has no storage because its initial value is `none`.
void require_storage(char const* variable, char const* method, char const* initial) {
  if (is_static(method) || !CCTK_EQUALS(initial, "none")) return;
  CCTK_VPARAMWARN("ADMBase::%s_evolution_method is \"%s\", but ADMBase::initial_%s = \"none\" leaves the %s without "
                  "storage: set it to \"zero\", or to a value of an active thorn.",
                  variable, method, variable, variable);
}

/// Registers the signs of a tensor component under reflection. Each index normal to the mirror changes the sign.
void register_parities(cGH const* cctkGH, std::string const& tensor, std::string const& indices) {
  int parity[3];
  for (int d = 0; d < 3; ++d) {
    parity[d] = 1;
    for (char const index : indices)
      if (index == "xyz"[d]) parity[d] = -parity[d];
  }
  SetCartSymVN(cctkGH, parity, ("ADMBase::" + tensor + indices).c_str());
}

} // namespace

extern "C" void ADMBase_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  require_level("metric_timelevels", metric_timelevels, "initial_data", initial_data);
  require_level("lapse_timelevels", lapse_timelevels, "initial_lapse", initial_lapse);
  if (!CCTK_EQUALS(initial_shift, "none"))
    require_level("shift_timelevels", shift_timelevels, "initial_shift", initial_shift);
  require_storage("shift", shift_evolution_method, initial_shift);
  require_storage("dtlapse", dtlapse_evolution_method, initial_dtlapse);
  require_storage("dtshift", dtshift_evolution_method, initial_dtshift);
}

extern "C" void ADMBase_SetStates(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  DECLARE_CCTK_PARAMETERS;
  *shift_state = !CCTK_EQUALS(initial_shift, "none");
  *dtlapse_state = !CCTK_EQUALS(initial_dtlapse, "none");
  *dtshift_state = !CCTK_EQUALS(initial_dtshift, "none");
}

extern "C" void ADMBase_RegisterParities(CCTK_ARGUMENTS) {
  for (char const* const scalar : {"alp", "dtalp"}) register_parities(cctkGH, scalar, "");
  for (char const* const vector : {"beta", "dtbeta"})
    for (char const* const index : {"x", "y", "z"}) register_parities(cctkGH, vector, index);
  for (char const* const tensor : {"g", "k"})
    for (char const* const indices : {"xx", "xy", "xz", "yy", "yz", "zz"}) register_parities(cctkGH, tensor, indices);
}

/// Registers the evolution method of the lapse as a slicing of thorn CoordGauge, unless a thorn has registered it at
/// start-up. CoordGauge ends the run if the method is not registered, or registered twice.
extern "C" void ADMBase_RegisterSlicing(CCTK_ARGUMENTS) {
#ifdef SLICING_YES
  DECLARE_CCTK_PARAMETERS;
  bool const is_own_method = CCTK_EQUALS(lapse_evolution_method, "coordgauge");
  if (CCTK_IsImplementationActive("CoordGauge") && !is_own_method &&
      Einstein_GetSlicingHandle(lapse_evolution_method) < 0)
    Einstein_RegisterSlicing(lapse_evolution_method);
#endif
}

namespace {

std::size_t n_points(cGH const* cctkGH) {
  std::size_t product = 1;
  for (int d = 0; d < cctkGH->cctk_dim; ++d) product *= static_cast<std::size_t>(cctkGH->cctk_ash[d]);
  return product;
}

CCTK_REAL* values(cGH const* cctkGH, int variable, int time_level) {
  return static_cast<CCTK_REAL*>(CCTK_VarDataPtrI(cctkGH, time_level, variable));
}

void fill(cGH const* cctkGH, char const* variable, CCTK_REAL value) {
  int const index = CCTK_VarIndex(variable);
  for (int level = 0; level < CCTK_ActiveTimeLevelsVI(cctkGH, index); ++level)
    std::fill_n(values(cctkGH, index, level), n_points(cctkGH), value);
}

/// Copies a group of variables from the past time level to the current one.
void copy_past_level(cGH const* cctkGH, char const* group) {
  int const first = CCTK_FirstVarIndex(group);
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(CCTK_GroupIndex(group)); ++variable)
    std::copy_n(values(cctkGH, variable, 1), n_points(cctkGH), values(cctkGH, variable, 0));
}

} // namespace

// Functions that set flat space on all time levels with storage, and functions that copy variables which no thorn
// evolves.
extern "C" {

void ADMBase_Minkowski(CCTK_ARGUMENTS) {
  for (char const* const diagonal : {"ADMBase::gxx", "ADMBase::gyy", "ADMBase::gzz"}) fill(cctkGH, diagonal, 1);
  for (char const* const other : {"ADMBase::gxy", "ADMBase::gxz", "ADMBase::gyz", "ADMBase::kxx", "ADMBase::kxy",
                                  "ADMBase::kxz", "ADMBase::kyy", "ADMBase::kyz", "ADMBase::kzz"})
    fill(cctkGH, other, 0);
}

void ADMBase_LapseOne(CCTK_ARGUMENTS) { fill(cctkGH, "ADMBase::alp", 1); }

void ADMBase_ShiftZero(CCTK_ARGUMENTS) {
  for (char const* const component : {"ADMBase::betax", "ADMBase::betay", "ADMBase::betaz"}) fill(cctkGH, component, 0);
}

void ADMBase_DtLapseZero(CCTK_ARGUMENTS) { fill(cctkGH, "ADMBase::dtalp", 0); }

void ADMBase_DtShiftZero(CCTK_ARGUMENTS) {
  for (char const* const component : {"ADMBase::dtbetax", "ADMBase::dtbetay", "ADMBase::dtbetaz"})
    fill(cctkGH, component, 0);
}

void ADMBase_KeepMetric(CCTK_ARGUMENTS) {
  copy_past_level(cctkGH, "ADMBase::metric");
  copy_past_level(cctkGH, "ADMBase::curv");
}

void ADMBase_KeepLapse(CCTK_ARGUMENTS) { copy_past_level(cctkGH, "ADMBase::lapse"); }
void ADMBase_KeepShift(CCTK_ARGUMENTS) { copy_past_level(cctkGH, "ADMBase::shift"); }
void ADMBase_KeepDtLapse(CCTK_ARGUMENTS) { copy_past_level(cctkGH, "ADMBase::dtlapse"); }
void ADMBase_KeepDtShift(CCTK_ARGUMENTS) { copy_past_level(cctkGH, "ADMBase::dtshift"); }

} // extern "C"

namespace {

/// A key-value table with the boundary width at each face: that of CoordBase if it defines the grid, otherwise the
/// width of the ghost zones. The table is not destroyed, because thorn Boundary reads it when it applies the
/// conditions.
int table_of_widths(cGH const* cctkGH) {
  static int const table = [&] {
    auto const& from_coordbase = thorntools::boundary_widths();
    std::array<CCTK_INT, 6> widths;
    for (std::size_t face = 0; face < widths.size(); ++face)
      widths[face] = from_coordbase ? (*from_coordbase)[face / 2][face % 2] : cctkGH->cctk_nghostzones[face / 2];
    int const handle = Util_TableCreate(UTIL_TABLE_FLAGS_DEFAULT);
    Util_TableSetIntArray(handle, 6, widths.data(), "BOUNDARY_WIDTH");
    return handle;
  }();
  return table;
}

void select(cGH const* cctkGH, char const* group, char const* condition) {
  if (CCTK_QueryGroupStorage(cctkGH, group) <= 0) return;
  CCTK_INT const width_from_table = -1;
  if (Boundary_SelectGroupForBC(cctkGH, CCTK_ALL_FACES, width_from_table, table_of_widths(cctkGH), group, condition) <
      0)
    CCTK_VERROR("The boundary condition %s (ADMBase::admbase_boundary_condition) was not accepted for %s. Use the name "
                "of a registered condition.",
                condition, group);
}

} // namespace

extern "C" void ADMBase_SelectBoundaries(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  if (!CCTK_IsFunctionAliased("Boundary_SelectGroupForBC"))
    CCTK_ERROR("ADMBase needs thorn Boundary where MoL runs. Add it to ActiveThorns.");
  char const* const condition = admbase_boundary_condition;
  if (is_static(evolution_method))
    for (char const* const group : {"ADMBase::metric", "ADMBase::curv"}) select(cctkGH, group, condition);
  if (is_static(lapse_evolution_method)) select(cctkGH, "ADMBase::lapse", condition);
  if (is_static(shift_evolution_method)) select(cctkGH, "ADMBase::shift", condition);
  if (is_static(dtlapse_evolution_method)) select(cctkGH, "ADMBase::dtlapse", condition);
  if (is_static(dtshift_evolution_method)) select(cctkGH, "ADMBase::dtshift", condition);
}

} // namespace admbase
