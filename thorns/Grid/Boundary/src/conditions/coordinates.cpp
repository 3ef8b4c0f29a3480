// The coordinates of the grid points, for conditions that speak of distances.
#include "coordinates.hpp"

namespace boundary {
namespace {

// Coordinates that are there stay.
struct Name {
  char const *name, *system;
  int variable = -1; // found
};

CCTK_REAL const* coordinate(Target const& target, Name& name, char const* condition, CCTK_INT& number) {
  if (name.variable < 0) name.variable = CCTK_CoordIndex(-1, name.name, name.system);
  int const variable = name.variable;
  auto const* const data =
      variable < 0 ? nullptr : static_cast<CCTK_REAL const*>(CCTK_VarDataPtrI(target.cctkGH, 0, variable));
  if (!data)
    CCTK_VERROR("The boundary condition %s of %s needs the coordinate %s of the system %s, which no thorn has set. Is "
                "CartGrid3D active?",
                condition, CCTK_FullVarName(target.variable), name.name, name.system);
  number = variable;
  return data;
}

} // namespace

Coordinates coordinates_for(Target const& target, char const* condition) {
  int const type = CCTK_VarTypeI(target.variable);
  if (target.box.dim != 3 || type != CCTK_VARIABLE_REAL)
    CCTK_VERROR(
        "The boundary condition %s is for real grid functions of three dimensions; %s has %d and is of type %s.",
        condition, CCTK_FullVarName(target.variable), target.box.dim, CCTK_VarTypeName(type));
  Coordinates found{};
  static Name names[] = {{"x", "cart3d"}, {"y", "cart3d"}, {"z", "cart3d"}}, radius{"r", "spher3d"};
  for (int d = 0; d < 3; ++d) {
    found.x[d] = coordinate(target, names[d], condition, found.variables[d]);
    found.spacing[d] = target.cctkGH->cctk_delta_space[d] / target.cctkGH->cctk_levfac[d];
  }
  found.r = coordinate(target, radius, condition, found.variables[3]);
  return found;
}

} // namespace boundary
