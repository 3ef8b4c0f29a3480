// The coordinates of the grid points, for conditions that speak of distances.
#include "coordinates.hpp"

#include <map>
#include <string>
#include <utility>

namespace boundary {
namespace {

// Looked up by name until it is found: coordinates that are there stay.
int index_of(char const* name, char const* system) {
  static std::map<std::pair<std::string, std::string>, int> known;
  auto const found = known.find({name, system});
  if (found != known.end()) return found->second;
  int const variable = CCTK_CoordIndex(-1, name, system);
  if (variable >= 0) known[{name, system}] = variable;
  return variable;
}

CCTK_REAL const* coordinate(Target const& target, char const* name, char const* system, char const* condition,
                            CCTK_INT& number) {
  int const variable = index_of(name, system);
  auto const* const data =
      variable < 0 ? nullptr : static_cast<CCTK_REAL const*>(CCTK_VarDataPtrI(target.cctkGH, 0, variable));
  if (!data)
    CCTK_VERROR("The boundary condition %s of %s needs the coordinate %s of the system %s, which no thorn has set. Is "
                "CartGrid3D active?",
                condition, CCTK_FullVarName(target.variable), name, system);
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
  char const* const names[] = {"x", "y", "z"};
  for (int d = 0; d < 3; ++d) {
    found.x[d] = coordinate(target, names[d], "cart3d", condition, found.variables[d]);
    found.spacing[d] = target.cctkGH->cctk_delta_space[d] / target.cctkGH->cctk_levfac[d];
  }
  found.r = coordinate(target, "r", "spher3d", condition, found.variables[3]);
  return found;
}

} // namespace boundary
