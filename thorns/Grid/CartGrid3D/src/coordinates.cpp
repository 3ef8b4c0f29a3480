// Origin and spacing of the grid, and the coordinates of its points.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "domain_symmetry.hpp"
#include "layout/layout.hpp"
#include "range.hpp"
#include "register_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace cartgrid {
namespace {

Direction describe(cGH const* cctkGH, int d, DomainSymmetry const& symmetry) {
  DECLARE_CCTK_PARAMETERS;
  bool const by_spacing = CCTK_Equals(type, "byspacing"), box = CCTK_Equals(type, "box");
  Range const range = range_of(d);
  CCTK_REAL const spacing[] = {dx, dy, dz};
  bool const is_periodic[] = {periodic_x != 0, periodic_y != 0, periodic_z != 0};
  return {.type = by_spacing ? Direction::Type::by_spacing : Direction::Type::by_range,
          .n_points = cctkGH->cctk_gsh[d],
          .n_ghosts = cctkGH->cctk_nghostzones[d],
          .mirror_lower = symmetry.mirror[2 * d],
          .mirror_upper = symmetry.mirror[2 * d + 1],
          .periodic = periodic && is_periodic[d],
          .avoid_origin = symmetry.avoids_origin[d],
          .min = box ? -0.5 : range.lower.value,
          .max = box ? 0.5 : range.upper.value,
          .spacing = dxyz > 0 ? dxyz : spacing[d]};
}

// Origin and spacing of the domain that CoordBase specifies, on the convergence level of this run.
void take_from_coordbase(cGH const* cctkGH, std::array<Layout, 3>& layouts) {
  CCTK_REAL physical_min[3], physical_max[3], interior_min[3], interior_max[3], exterior_min[3], exterior_max[3],
      spacing[3];
  int error = GetDomainSpecification(3, physical_min, physical_max, interior_min, interior_max, exterior_min,
                                     exterior_max, spacing);
  for (double& distance : spacing) distance *= std::pow(cctkGH->cctk_convfac, cctkGH->cctk_convlevel);
  error += ConvertFromPhysicalBoundary(3, physical_min, physical_max, interior_min, interior_max, exterior_min,
                                       exterior_max, spacing);
  if (error) CCTK_VERROR("The domain specification cannot be had: error %d.", error);
  for (int d = 0; d < 3; ++d) layouts[d].origin = exterior_min[d], layouts[d].spacing = spacing[d];
}

std::array<Layout, 3> layout_of_grid(cGH const* cctkGH) {
  DECLARE_CCTK_PARAMETERS;
  DomainSymmetry const symmetry = domain_symmetry();
  std::array<Layout, 3> layouts;
  for (int d = 0; d < 3; ++d) layouts[d] = make_layout(describe(cctkGH, d, symmetry));
  if (CCTK_Equals(type, "coordbase")) take_from_coordbase(cctkGH, layouts);
  return layouts;
}

// What turns about an axis must reach equally far to both sides of it.
void check_rotation(cGH const* cctkGH, std::array<Layout, 3> const& layouts) {
  for (int const turned : domain_symmetry().turned) {
    if (turned < 0) continue;
    Layout const& layout = layouts[turned];
    double const upper = coordinate(layout, cctkGH->cctk_gsh[turned] - 1);
    if (std::abs(layout.origin + upper) > 1e-12 * (std::abs(upper) + layout.spacing))
      CCTK_VERROR("A domain with a rotation must be symmetric in %c, but %c goes from %.17g to %.17g.", "xyz"[turned],
                  "xyz"[turned], layout.origin, upper);
  }
}

// The parameters that place the points of a direction.
std::string parameters_of(int d) {
  DECLARE_CCTK_PARAMETERS;
  std::string const letter(1, "xyz"[d]);
  if (CCTK_Equals(type, "byspacing")) return dxyz > 0 ? "grid::dxyz" : "grid::d" + letter;
  if (CCTK_Equals(type, "byrange")) return range_of(d).lower.parameter + ", " + range_of(d).upper.parameter;
  if (CCTK_Equals(type, "coordbase")) return "CoordBase::" + letter + "min, CoordBase::" + letter + "max";
  return "grid::type";
}

// Thorns compute squares of coordinates and of inverse spacings, which must be finite.
constexpr double largest = 1e150, smallest = 1 / largest;

bool is_in_range(Layout const& layout, int n) {
  return std::abs(layout.origin) <= largest && std::abs(coordinate(layout, n - 1)) <= largest &&
         std::abs(layout.spacing) <= largest;
}

// Spacings of a few units in the last place differ by rounding.
bool is_resolved(Layout const& layout, int n) {
  constexpr double min_spacing = 8 * std::numeric_limits<double>::epsilon();
  double const farthest = std::max(std::abs(layout.origin), std::abs(coordinate(layout, n - 1)));
  return std::abs(layout.spacing) >= std::max(smallest, min_spacing * farthest);
}

// What is wrong with the coordinates of a direction; empty if nothing is.
std::string why_unusable(Layout const& layout, int n) {
  if (!is_in_range(layout, n))
    return "Coordinates and spacings must be at most 1e150, so that their squares are finite.";
  if (!is_resolved(layout, n))
    return "The spacing must be at least 1e-150 and large enough for neighbours to have different coordinates.";
  return "";
}

// Directions with the same parameters have the same error, which is reported once.
void check_directions(cGH const* cctkGH, std::array<Layout, 3> const& layouts) {
  std::string reported;
  for (int d = 0; d < 3; ++d) {
    if (layouts[d].spacing <= 0) continue; // ParamCheck_CartGrid3D and CoordBase report it with their parameters
    int const n = cctkGH->cctk_gsh[d];
    std::string const reason = why_unusable(layouts[d], n), parameters = parameters_of(d);
    if (reason.empty() || parameters == reported) continue;
    reported = parameters;
    CCTK_VPARAMWARN("%d points along %c from %g to %g have a spacing of %g (%s). %s", n, "xyz"[d], layouts[d].origin,
                    coordinate(layouts[d], n - 1), layouts[d].spacing, parameters.c_str(), reason.c_str());
  }
}

void report(cGH const* cctkGH, std::array<Layout, 3> const& layouts) {
  for (int d = 0; d < 3; ++d)
    CCTK_VINFO("%c from %.7g to %.7g, spacing %.7g, physical points %d to %d of %d", "xyz"[d], layouts[d].origin,
               coordinate(layouts[d], cctkGH->cctk_gsh[d] - 1), layouts[d].spacing, layouts[d].first_physical,
               layouts[d].last_physical, cctkGH->cctk_gsh[d]);
}

} // namespace

extern "C" {

void CartGrid3D_CheckSpacings(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  if (CCTK_Equals(type, "coordbase") && !CCTK_IsFunctionAliased("GetDomainSpecification")) return;
  auto const layouts = layout_of_grid(cctkGH);
  check_directions(cctkGH, layouts);
  for (int d = 0; d < 3; ++d) {
    cctkGH->cctk_origin_space[d] = layouts[d].origin;
    cctkGH->cctk_delta_space[d] = layouts[d].spacing;
  }
}

// With mesh refinement this is done once, on the base level.
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

// x = origin + (global index) * spacing: the same bits on any process. r = sqrt(x^2 + y^2 + z^2).
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
