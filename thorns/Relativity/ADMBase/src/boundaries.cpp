// Ghost zones and outer boundary of the variables that nobody evolves.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "stays.hpp"
#include "util_Table.h"

#include "Numerics/ThornTools/src/boundary_widths.hpp"

#include <array>

namespace admbase {
namespace {

// Each face as wide as CoordBase says, or as the ghost zones. It stays: conditions are applied later.
int table_of_widths(cGH const* cctkGH) {
  static int const table = [&] {
    std::array<CCTK_INT, 6> widths;
    for (int face = 0; face < 6; ++face) widths[face] = cctkGH->cctk_nghostzones[face / 2];
    widths = thorntools::coordbase_widths().value_or(widths);
    int const made = Util_TableCreate(UTIL_TABLE_FLAGS_DEFAULT);
    Util_TableSetIntArray(made, 6, widths.data(), "BOUNDARY_WIDTH");
    return made;
  }();
  return table;
}

void select(cGH const* cctkGH, char const* group, char const* condition) {
  if (CCTK_QueryGroupStorage(cctkGH, group) <= 0) return;
  CCTK_INT const width_from_table = -1;
  if (Boundary_SelectGroupForBC(cctkGH, CCTK_ALL_FACES, width_from_table, table_of_widths(cctkGH), group, condition) <
      0)
    CCTK_VERROR("The boundary condition %s (ADMBase::admbase_boundary_condition) was not accepted for %s.", condition,
                group);
}

} // namespace

extern "C" void ADMBase_SelectBoundaries(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  if (!CCTK_IsFunctionAliased("Boundary_SelectGroupForBC"))
    CCTK_ERROR("ADMBase needs thorn Boundary where MoL runs. Add it to ActiveThorns.");
  char const* const condition = admbase_boundary_condition;
  if (stays(evolution_method))
    for (char const* const group : {"ADMBase::metric", "ADMBase::curv"}) select(cctkGH, group, condition);
  if (stays(lapse_evolution_method)) select(cctkGH, "ADMBase::lapse", condition);
  if (stays(shift_evolution_method)) select(cctkGH, "ADMBase::shift", condition);
  if (stays(dtlapse_evolution_method)) select(cctkGH, "ADMBase::dtlapse", condition);
  if (stays(dtshift_evolution_method)) select(cctkGH, "ADMBase::dtshift", condition);
}

} // namespace admbase
