// Coordinates are origin + index * spacing of the global grid.
#include "grid_axes.hpp"

#include "grid_slab.hpp"

#include <cstdlib>
#include <string>

namespace iotools {
namespace {

/// A boolean parameter of the active driver; false if it has none of this name.
bool driver_parameter(std::string const& name) {
  char const* const driver = CCTK_ActivatingThorn("Driver");
  int type = 0;
  void const* const value = driver == nullptr ? nullptr : CCTK_ParameterGet(name.c_str(), driver, &type);
  return value != nullptr && type == PARAMETER_BOOLEAN && *static_cast<CCTK_INT const*>(value) != 0;
}

/// Points at each end of a periodic direction that are images of points at the other end.
int n_images(cGH const* cctkGH, int direction) {
  bool const wraps = direction < 3 && cctkGH->cctk_gsh[direction] > 1 && driver_parameter("periodic") &&
                     driver_parameter(std::string("periodic_") + "xyz"[direction]);
  return wraps ? cctkGH->cctk_nghostzones[direction] : 0;
}

bool group_has_coordinates(cGH const* cctkGH, int group) {
  if (CCTK_GroupTypeI(group) != CCTK_GF) return false;
  char* const name = CCTK_GroupName(group);
  bool const found = Coord_GroupSystem(cctkGH, name) >= 0;
  std::free(name);
  return found;
}

/// With the flesh or, as thorns for fewer dimensions do, with CoordBase only.
bool are_coordinates_registered(cGH const* cctkGH) {
  if (CCTK_NumCoordSystems() > 0) return true;
  static bool found = false;
  if (CCTK_IsFunctionAliased("Coord_GroupSystem") == 0) return false;
  for (int group = 0; !found && group < CCTK_NumGroups(); ++group) found = group_has_coordinates(cctkGH, group);
  return found;
}

} // namespace

Axis grid_axis(cGH const* cctkGH, int direction) {
  int const points = cctkGH->cctk_gsh[direction], images = n_images(cctkGH, direction);
  // Then nobody has set origin and spacing, and in Cactus' PUGH they are any numbers.
  if (!are_coordinates_registered(cctkGH)) return {.points = points, .images = images};
  auto const* const cctk_origin_space = cctkGH->cctk_origin_space;
  auto const* const cctk_delta_space = cctkGH->cctk_delta_space;
  auto const* const cctk_levfac = cctkGH->cctk_levfac;
  auto const* const cctk_levoff = cctkGH->cctk_levoff;
  auto const* const cctk_levoffdenom = cctkGH->cctk_levoffdenom;
  return {
      .lower = CCTK_ORIGIN_SPACE(direction), .delta = CCTK_DELTA_SPACE(direction), .points = points, .images = images};
}

bool has_coordinates(cGH const* cctkGH, int variable) {
  return CCTK_IsFunctionAliased("Coord_GroupSystem") != 0 &&
         group_has_coordinates(cctkGH, CCTK_GroupIndexFromVarI(variable));
}

std::vector<Axis> axes_of(cGH const* cctkGH, int variable) {
  std::vector<Axis> axes;
  bool const on_grid = CCTK_GroupTypeFromVarI(variable) == CCTK_GF;
  for (int const points : global_size(cctkGH, variable)) {
    int const direction = static_cast<int>(axes.size());
    axes.push_back(on_grid && direction < cctkGH->cctk_dim ? grid_axis(cctkGH, direction) : Axis{.points = points});
  }
  return axes;
}

} // namespace iotools
