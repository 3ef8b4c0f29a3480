// Sets the origin and spacing of the grid and the coordinates of its points, and registers the coordinates with
// CoordBase and the flesh.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "domain.hpp"
#include "layout.hpp"
#include "util_Table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace cartgrid {
namespace {

/// Returns the value of the parameter of a direction if the parameter file sets it, and 0 otherwise.
CCTK_REAL value_if_set(char const* thorn, std::string const& parameter, CCTK_REAL value) {
  return CCTK_ParameterQueryTimesSet(parameter.c_str(), thorn) > 0 ? value : 0;
}

Direction describe(cGH const* cctkGH, int d, DomainSymmetry const& symmetry) {
  DECLARE_CCTK_PARAMETERS;
  bool const by_spacing = CCTK_Equals(type, "byspacing"), box = CCTK_Equals(type, "box");
  Range const range = range_of(d);
  CCTK_REAL const spacing[] = {dx, dy, dz};
  CCTK_REAL const min[] = {xmin, ymin, zmin};
  bool const is_periodic[] = {periodic_x != 0, periodic_y != 0, periodic_z != 0};
  bool const by_range = CCTK_Equals(type, "byrange");
  return {.type = by_spacing ? Direction::Type::by_spacing : Direction::Type::by_range,
          .n_points = cctkGH->cctk_gsh[d],
          .n_ghosts = cctkGH->cctk_nghostzones[d],
          .mirror_lower = symmetry.mirror[2 * d],
          .mirror_upper = symmetry.mirror[2 * d + 1],
          .periodic = periodic && is_periodic[d],
          .avoid_origin = symmetry.avoids_origin[d],
          .min = box ? -0.5 : range.lower.value,
          .max = box ? 0.5 : range.upper.value,
          .spacing = dxyz > 0 ? dxyz : spacing[d],
          .only_point = by_range ? value_if_set(CCTK_THORNSTRING, std::string(1, "xyz"[d]) + "min", min[d]) : 0};
}

/// The coordinates of the outermost points, those of the lower physical boundaries, and the spacings that CoordBase
/// specifies.
struct Exterior {
  CCTK_REAL min[3], max[3], physical_min[3], spacing[3];
};

/// Returns the exterior on the convergence level of this run.
Exterior exterior_of_coordbase(cGH const* cctkGH) {
  CCTK_REAL physical_max[3], interior_min[3], interior_max[3];
  Exterior exterior;
  int error = GetDomainSpecification(3, exterior.physical_min, physical_max, interior_min, interior_max, exterior.min,
                                     exterior.max, exterior.spacing);
  for (double& distance : exterior.spacing) distance *= std::pow(cctkGH->cctk_convfac, cctkGH->cctk_convlevel);
  error += ConvertFromPhysicalBoundary(3, exterior.physical_min, physical_max, interior_min, interior_max, exterior.min,
                                       exterior.max, exterior.spacing);
  if (error) CCTK_VERROR("CoordBase could not provide the domain specification: error %d.", error);
  return exterior;
}

void set_from_coordbase(cGH const* cctkGH, std::array<Layout, 3>& layouts) {
  Exterior const exterior = exterior_of_coordbase(cctkGH);
  for (int d = 0; d < 3; ++d) {
    CCTK_REAL const only_point = value_if_set("CoordBase", std::string(1, "xyz"[d]) + "min", exterior.physical_min[d]);
    layouts[d].origin = cctkGH->cctk_gsh[d] == 1 ? only_point : exterior.min[d];
    layouts[d].spacing = exterior.spacing[d];
  }
}

/// Warns if the driver's grid does not end where CoordBase's domain ends.
void check_sizes(cGH const* cctkGH) {
  Exterior const exterior = exterior_of_coordbase(cctkGH);
  for (int d = 0; d < 3; ++d) {
    double const n_spacings = (exterior.max[d] - exterior.min[d]) / exterior.spacing[d];
    int const n_points = cctkGH->cctk_gsh[d];
    if (n_points == 1 || !std::isfinite(n_spacings) || std::abs(n_spacings + 1 - n_points) < 0.5) continue;
    char const axis = "xyz"[d];
    CCTK_VWARN(CCTK_WARN_ALERT,
               "CoordBase specifies %.0f points along %c, but the grid has %d points, so that the grid ends at %c = %g "
               "instead of %g. Change driver::global_n%c or the parameters of CoordBase.",
               n_spacings + 1, axis, n_points, axis, exterior.min[d] + (n_points - 1) * exterior.spacing[d],
               exterior.max[d], axis);
  }
}

std::array<Layout, 3> layout_of_grid(cGH const* cctkGH) {
  DECLARE_CCTK_PARAMETERS;
  DomainSymmetry const symmetry = domain_symmetry();
  std::array<Layout, 3> layouts;
  for (int d = 0; d < 3; ++d) layouts[d] = make_layout(describe(cctkGH, d, symmetry));
  if (CCTK_Equals(type, "coordbase")) set_from_coordbase(cctkGH, layouts);
  return layouts;
}

/// A direction that a rotation reverses must be symmetric about the axis.
void check_rotation(cGH const* cctkGH, std::array<Layout, 3> const& layouts) {
  for (int const turned : domain_symmetry().turned) {
    if (turned < 0) continue;
    Layout const& layout = layouts[turned];
    double const upper = coordinate(layout, cctkGH->cctk_gsh[turned] - 1);
    if (std::abs(layout.origin + upper) > 1e-12 * (std::abs(upper) + layout.spacing))
      CCTK_VERROR("A domain with a rotation symmetry must be symmetric in %c, but %c ranges from %.17g to %.17g.",
                  "xyz"[turned], "xyz"[turned], layout.origin, upper);
  }
}

/// The names of the parameters that determine the coordinates of a direction.
std::string parameters_of(int d) {
  DECLARE_CCTK_PARAMETERS;
  std::string const letter(1, "xyz"[d]);
  if (CCTK_Equals(type, "byspacing")) return dxyz > 0 ? "grid::dxyz" : "grid::d" + letter;
  if (CCTK_Equals(type, "byrange")) return range_of(d).lower.parameter + ", " + range_of(d).upper.parameter;
  if (CCTK_Equals(type, "coordbase")) return "CoordBase::" + letter + "min, CoordBase::" + letter + "max";
  return "grid::type";
}

/// Limits of coordinates and spacings. Thorns compute squares of coordinates and of inverse spacings, which must be
/// finite.
constexpr double max_value = 1e150, min_value = 1 / max_value;

bool is_in_range(Layout const& layout, int n) {
  return std::abs(layout.origin) <= max_value && std::abs(coordinate(layout, n - 1)) <= max_value &&
         std::abs(layout.spacing) <= max_value;
}

/// Spacings of a few units in the last place would differ from point to point.
bool is_resolved(Layout const& layout, int n) {
  constexpr double min_spacing = 8 * std::numeric_limits<double>::epsilon();
  double const farthest = std::max(std::abs(layout.origin), std::abs(coordinate(layout, n - 1)));
  return std::abs(layout.spacing) >= std::max(min_value, min_spacing * farthest);
}

/// An error message about the coordinates of a direction; empty if they are valid.
std::string coordinate_error(Layout const& layout, int n) {
  if (!is_in_range(layout, n))
    return "Coordinates and spacings must be at most 1e150, so that their squares are finite.";
  if (!is_resolved(layout, n))
    return "The spacing must be at least 1e-150 and large enough for neighbours to have different coordinates.";
  return "";
}

/// Reports the coordinate errors of all directions. An error that several directions have in common is reported once.
void check_directions(cGH const* cctkGH, std::array<Layout, 3> const& layouts) {
  std::string reported;
  for (int d = 0; d < 3; ++d) {
    if (layouts[d].spacing <= 0) continue; // ParamCheck_CartGrid3D and CoordBase report it with their parameters
    int const n = cctkGH->cctk_gsh[d];
    std::string const error = coordinate_error(layouts[d], n), parameters = parameters_of(d);
    if (error.empty() || parameters == reported) continue;
    reported = parameters;
    CCTK_VPARAMWARN("%d points along %c from %g to %g have a spacing of %g (%s). %s", n, "xyz"[d], layouts[d].origin,
                    coordinate(layouts[d], n - 1), layouts[d].spacing, parameters.c_str(), error.c_str());
  }
}

void report(cGH const* cctkGH, std::array<Layout, 3> const& layouts) {
  for (int d = 0; d < 3; ++d)
    CCTK_VINFO("%c from %.7g to %.7g, spacing %.7g, physical points %d to %d of %d", "xyz"[d], layouts[d].origin,
               coordinate(layouts[d], cctkGH->cctk_gsh[d] - 1), layouts[d].spacing, layouts[d].first_physical,
               layouts[d].last_physical, cctkGH->cctk_gsh[d]);
}

char const* const names[] = {"x", "y", "z"};

std::string system_name(int dim) { return "cart" + std::to_string(dim) + "d"; }

void register_system(cGH const* cctkGH, int dim) {
  std::string const name = system_name(dim);
  int const system = Coord_SystemRegister(cctkGH, dim, name.c_str());
  if (system < 0) CCTK_VERROR("The coordinate system %s cannot be registered: error %d.", name.c_str(), system);
  for (int d = 0; d < dim; ++d) Coord_CoordRegister(cctkGH, system, d + 1, names[d]);
  Util_TableSetString(system, "uniform", "TYPE");
}

void describe_coordinate(cGH const* cctkGH, int dim, int d, Layout const& layout) {
  int const table = Coord_CoordHandle(cctkGH, names[d], system_name(dim).c_str());
  if (table < 0)
    CCTK_VERROR("The coordinate %s of %s is not registered with CoordBase.", names[d], system_name(dim).c_str());
  CCTK_REAL const lower = layout.origin, upper = coordinate(layout, cctkGH->cctk_gsh[d] - 1);
  if (dim == 3) {
    Util_TableSetInt(table, layout.first_physical, "PHYSICALMIN");
    Util_TableSetInt(table, layout.last_physical, "PHYSICALMAX");
  } else {
    Util_TableSetReal(table, lower, "PHYSICALMIN");
    Util_TableSetReal(table, upper, "PHYSICALMAX");
  }
  Util_TableSetReal(table, lower, "COMPMIN");
  Util_TableSetReal(table, upper, "COMPMAX");
  Util_TableSetReal(table, layout.spacing, "DELTA");
  Util_TableSetString(table, "uniform", "TYPE");
  Util_TableSetString(table, "no", "TIMEDEPENDENT");
  Util_TableSetString(table, "CCTK_REAL", "DATATYPE");
  Util_TableSetInt(table, CCTK_VarIndex((std::string("grid::") + names[d]).c_str()), "GAINDEX");
}

/// Registers the ranges of the systems cart3d, cart2d and cart1d.
void register_ranges(cGH const* cctkGH, std::array<Layout, 3> const& layouts) {
  for (int d = 0; d < 3; ++d) {
    CCTK_REAL const upper = coordinate(layouts[d], cctkGH->cctk_gsh[d] - 1);
    if (CCTK_CoordRegisterRange(cctkGH, layouts[d].origin, upper, d + 1, nullptr, "cart3d") < 0 ||
        CCTK_CoordRegisterRangePhysIndex(cctkGH, layouts[d].first_physical, layouts[d].last_physical, d + 1, nullptr,
                                         "cart3d") < 0)
      CCTK_VERROR("The range of the coordinate %s cannot be registered.", names[d]);
    for (int dim = d + 1; dim <= 3; ++dim) describe_coordinate(cctkGH, dim, d, layouts[d]);
  }
}

} // namespace

extern "C" {

void RegisterCartGrid3DCoords(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  for (int dim = 3; dim >= 1; --dim) {
    register_system(cctkGH, dim);
    if (register_default_coordinate_systems) Coord_SetDefaultSystem(cctkGH, system_name(dim).c_str());
  }
  CCTK_CoordRegisterSystem(3, "cart3d");
  CCTK_CoordRegisterSystem(3, "spher3d");
  for (int d = 0; d < 3; ++d)
    CCTK_CoordRegisterData(d + 1, (std::string("grid::") + names[d]).c_str(), names[d], "cart3d");
  CCTK_CoordRegisterData(1, "grid::r", "r", "spher3d");
}

void CartGrid3D_CheckSpacings(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  if (CCTK_Equals(type, "coordbase") && !CCTK_IsFunctionAliased("GetDomainSpecification")) return;
  auto const layouts = layout_of_grid(cctkGH);
  check_directions(cctkGH, layouts);
  if (CCTK_Equals(type, "coordbase")) check_sizes(cctkGH);
  for (int d = 0; d < 3; ++d) {
    cctkGH->cctk_origin_space[d] = layouts[d].origin;
    cctkGH->cctk_delta_space[d] = layouts[d].spacing;
  }
}

/// With mesh refinement, the ranges are set on the base level only.
void CartGrid3D_SetRanges(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(CartGrid3D_SetRanges);
  for (int d = 0; d < 3; ++d)
    if (cctk_levfac[d] != 1) return;
  auto const layouts = layout_of_grid(cctkGH);
  for (int d = 0; d < 3; ++d) {
    cctkGH->cctk_origin_space[d] = layouts[d].origin;
    cctkGH->cctk_delta_space[d] = layouts[d].spacing;
  }
  *coarse_dx = layouts[0].spacing;
  *coarse_dy = layouts[1].spacing;
  *coarse_dz = layouts[2].spacing;
  check_rotation(cctkGH, layouts);
  register_ranges(cctkGH, layouts);
  report(cctkGH, layouts);
}

/// x = origin + (global index) * spacing has the same bits on all processes. r = sqrt(x^2 + y^2 + z^2).
void CartGrid3D_SetCoordinates(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(CartGrid3D_SetCoordinates);
  CCTK_REAL const origin[] = {CCTK_ORIGIN_SPACE(0), CCTK_ORIGIN_SPACE(1), CCTK_ORIGIN_SPACE(2)};
  CCTK_REAL const spacing[] = {CCTK_DELTA_SPACE(0), CCTK_DELTA_SPACE(1), CCTK_DELTA_SPACE(2)};
#pragma omp parallel for
  for (int k = 0; k < cctk_lsh[2]; ++k)
    for (int j = 0; j < cctk_lsh[1]; ++j)
      for (int i = 0; i < cctk_lsh[0]; ++i) {
        int const point = CCTK_GFINDEX3D(cctkGH, i, j, k);
        x[point] = origin[0] + (i + cctk_lbnd[0]) * spacing[0];
        y[point] = origin[1] + (j + cctk_lbnd[1]) * spacing[1];
        z[point] = origin[2] + (k + cctk_lbnd[2]) * spacing[2];
        r[point] = std::sqrt(x[point] * x[point] + y[point] * y[point] + z[point] * z[point]);
      }
}

} // extern "C"
} // namespace cartgrid
