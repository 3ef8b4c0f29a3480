/// Variables that are not evolved: their storage, ghost zones and outer boundary. Check of parameters.
#include "Numerics/ThornTools/src/grid.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <array>

namespace admbase {

/// Whether this is one of the methods with which a variable is not evolved.
bool is_static(char const* method) {
  return CCTK_EQUALS(method, "none") || CCTK_EQUALS(method, "static") || CCTK_EQUALS(method, "ID-apply-regrid") ||
         CCTK_EQUALS(method, "ID-apply-always");
}

namespace {

/// Initial data requires storage.
void require_level(char const* parameter, CCTK_INT levels, char const* data, char const* setting) {
  if (levels > 0) return;
  CCTK_VPARAMWARN("ADMBase::%s is 0, but ADMBase::%s = \"%s\" needs a time level: set it to 1 or more.", parameter,
                  data, setting);
}

/// An evolved variable requires storage, which the initial value `none` does not provide.
void require_storage(char const* variable, char const* method, char const* initial) {
  if (is_static(method) || !CCTK_EQUALS(initial, "none")) return;
  CCTK_VPARAMWARN("ADMBase::%s_evolution_method is \"%s\", but ADMBase::initial_%s = \"none\" leaves the %s without "
                  "storage: set it to \"zero\", or to a value of an active thorn.",
                  variable, method, variable, variable);
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

namespace {

/// A table with the width of each face, from CoordBase or else the width of the ghost zones. It is not destroyed,
/// because the conditions are applied later.
int table_of_widths(cGH const* cctkGH) {
  static int const table = [&] {
    std::array<CCTK_INT, 6> widths;
    for (int face = 0; face < 6; ++face) widths[face] = cctkGH->cctk_nghostzones[face / 2];
    widths = thorntools::coordbase_widths().value_or(widths);
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
