// Ghost zones and outer boundary of the variables that nobody evolves.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "stays.hpp"

#include <algorithm>

namespace admbase {
namespace {

bool coordinates_follow_coordbase() {
  char const* const grid = CCTK_ActivatingThorn("grid");
  if (!grid || !CCTK_IsFunctionAliased("GetBoundarySpecification")) return false;
  int type = 0;
  void const* const value = CCTK_ParameterGet("type", grid, &type);
  return value && CCTK_EQUALS(*static_cast<char const* const*>(value), "coordbase");
}

// As many points as ghost zones, unless CoordBase says how many.
CCTK_INT boundary_width(cGH const* cctkGH) {
  if (!coordinates_follow_coordbase())
    return *std::max_element(cctkGH->cctk_nghostzones, cctkGH->cctk_nghostzones + cctkGH->cctk_dim);
  CCTK_INT zones[6], is_internal[6], is_staggered[6], shift_out[6];
  if (GetBoundarySpecification(6, zones, is_internal, is_staggered, shift_out) != 0)
    CCTK_ERROR("GetBoundarySpecification failed; check CoordBase's parameters.");
  return *std::max_element(zones, zones + 6);
}

void select(cGH const* cctkGH, char const* group, char const* condition) {
  if (CCTK_QueryGroupStorage(cctkGH, group) <= 0) return;
  CCTK_INT const no_table = -1;
  if (Boundary_SelectGroupForBC(cctkGH, CCTK_ALL_FACES, boundary_width(cctkGH), no_table, group, condition) < 0)
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
