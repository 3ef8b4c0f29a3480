// Checks the parameters of the domain, and defines the aliased functions that return the domain.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "domain.hpp"
#include "util_Table.h"

#include <array>

namespace coordbase {
namespace {

constexpr int dim = 3;

void check_size(char const* function, int size, int expected) {
  if (size != expected)
    CCTK_VERROR("%s is called with arrays of %d elements; it requires %d.", function, size, expected);
}

std::array<Face, 2 * dim> faces() {
  DECLARE_CCTK_PARAMETERS;
  return {{
      {boundary_size_x_lower, boundary_internal_x_lower != 0, boundary_staggered_x_lower != 0,
       boundary_shiftout_x_lower},
      {boundary_size_x_upper, boundary_internal_x_upper != 0, boundary_staggered_x_upper != 0,
       boundary_shiftout_x_upper},
      {boundary_size_y_lower, boundary_internal_y_lower != 0, boundary_staggered_y_lower != 0,
       boundary_shiftout_y_lower},
      {boundary_size_y_upper, boundary_internal_y_upper != 0, boundary_staggered_y_upper != 0,
       boundary_shiftout_y_upper},
      {boundary_size_z_lower, boundary_internal_z_lower != 0, boundary_staggered_z_lower != 0,
       boundary_shiftout_z_lower},
      {boundary_size_z_upper, boundary_internal_z_upper != 0, boundary_staggered_z_upper != 0,
       boundary_shiftout_z_upper},
  }};
}

std::array<Direction, dim> domain() {
  DECLARE_CCTK_PARAMETERS;
  using Size = Specification::Size;
  Size const size = CCTK_Equals(domainsize, "extent")    ? Size::extent
                    : CCTK_Equals(domainsize, "spacing") ? Size::spacing
                                                         : Size::minmax;
  bool const by_cells = CCTK_Equals(spacing, "numcells");
  return {physical_domain({size, by_cells, zero_origin_x != 0, xmin, xmax, xextent, dx, ncells_x}),
          physical_domain({size, by_cells, zero_origin_y != 0, ymin, ymax, yextent, dy, ncells_y}),
          physical_domain({size, by_cells, zero_origin_z != 0, zmin, zmax, zextent, dz, ncells_z})};
}

/// Calls convert(range, spacing, lower face, upper face) in each direction. Stores each result whose output array is
/// not null.
template <class Convert>
CCTK_INT convert_all(Convert const& convert, CCTK_REAL const* given_min, CCTK_REAL const* given_max,
                     CCTK_REAL const* spacing, std::array<CCTK_REAL*, 6> const& results) {
  auto const face = faces();
  for (int d = 0; d < dim; ++d) {
    Ranges const ranges = convert(Range{given_min[d], given_max[d]}, spacing[d], face[2 * d], face[2 * d + 1]);
    double const values[] = {ranges.physical.min, ranges.physical.max, ranges.interior.min,
                             ranges.interior.max, ranges.exterior.min, ranges.exterior.max};
    for (int i = 0; i < 6; ++i)
      if (results[i]) results[i][d] = values[i];
  }
  return 0;
}

} // namespace

extern "C" {

void CoordBase_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  (void)cctkGH;
  bool const by_cells = CCTK_Equals(spacing, "numcells") && !CCTK_Equals(domainsize, "spacing");
  CCTK_INT const n_cells[] = {ncells_x, ncells_y, ncells_z};
  for (int d = 0; d < 3; ++d)
    if (by_cells && n_cells[d] == 0)
      CCTK_VPARAMWARN("CoordBase::ncells_%c = 0 determines no grid spacing. Set at least 1 cell.", "xyz"[d]);
  if (!CCTK_Equals(domainsize, "minmax")) return;
  // If the grid spacing is specified, an extent of 0 is allowed: symmetries may define the other points.
  CCTK_REAL const min[] = {xmin, ymin, zmin}, max[] = {xmax, ymax, zmax};
  for (int d = 0; d < 3; ++d)
    if (max[d] < min[d] || (by_cells && max[d] == min[d]))
      CCTK_VPARAMWARN("CoordBase::%cmin = %g must %s CoordBase::%cmax = %g.", "xyz"[d], static_cast<double>(min[d]),
                      by_cells ? "be less than" : "not be greater than", "xyz"[d], static_cast<double>(max[d]));
}

CCTK_INT CoordBase_GetBoundarySpecification(CCTK_INT size, CCTK_INT* nboundaryzones, CCTK_INT* is_internal,
                                            CCTK_INT* is_staggered, CCTK_INT* shiftout) {
  check_size("GetBoundarySpecification", size, 2 * dim);
  auto const face = faces();
  for (int i = 0; i < 2 * dim; ++i) {
    nboundaryzones[i] = face[i].width;
    is_internal[i] = face[i].internal;
    is_staggered[i] = face[i].staggered;
    shiftout[i] = face[i].shiftout;
  }
  return 0;
}

CCTK_INT CoordBase_GetDomainSpecification(CCTK_INT size, CCTK_REAL* physical_min, CCTK_REAL* physical_max,
                                          CCTK_REAL* interior_min, CCTK_REAL* interior_max, CCTK_REAL* exterior_min,
                                          CCTK_REAL* exterior_max, CCTK_REAL* spacing) {
  check_size("GetDomainSpecification", size, dim);
  auto const directions = domain();
  for (int d = 0; d < dim; ++d) {
    physical_min[d] = directions[d].physical.min;
    physical_max[d] = directions[d].physical.max;
    spacing[d] = directions[d].spacing;
  }
  return convert_all(from_physical, physical_min, physical_max, spacing,
                     {nullptr, nullptr, interior_min, interior_max, exterior_min, exterior_max});
}

CCTK_INT CoordBase_ConvertFromPhysicalBoundary(CCTK_INT size, CCTK_REAL const* physical_min,
                                               CCTK_REAL const* physical_max, CCTK_REAL* interior_min,
                                               CCTK_REAL* interior_max, CCTK_REAL* exterior_min,
                                               CCTK_REAL* exterior_max, CCTK_REAL const* spacing) {
  check_size("ConvertFromPhysicalBoundary", size, dim);
  return convert_all(from_physical, physical_min, physical_max, spacing,
                     {nullptr, nullptr, interior_min, interior_max, exterior_min, exterior_max});
}

CCTK_INT CoordBase_ConvertFromInteriorBoundary(CCTK_INT size, CCTK_REAL* physical_min, CCTK_REAL* physical_max,
                                               CCTK_REAL const* interior_min, CCTK_REAL const* interior_max,
                                               CCTK_REAL* exterior_min, CCTK_REAL* exterior_max,
                                               CCTK_REAL const* spacing) {
  check_size("ConvertFromInteriorBoundary", size, dim);
  return convert_all(from_interior, interior_min, interior_max, spacing,
                     {physical_min, physical_max, nullptr, nullptr, exterior_min, exterior_max});
}

CCTK_INT CoordBase_ConvertFromExteriorBoundary(CCTK_INT size, CCTK_REAL* physical_min, CCTK_REAL* physical_max,
                                               CCTK_REAL* interior_min, CCTK_REAL* interior_max,
                                               CCTK_REAL const* exterior_min, CCTK_REAL const* exterior_max,
                                               CCTK_REAL const* spacing) {
  check_size("ConvertFromExteriorBoundary", size, dim);
  return convert_all(from_exterior, exterior_min, exterior_max, spacing,
                     {physical_min, physical_max, interior_min, interior_max, nullptr, nullptr});
}

} // extern "C"
} // namespace coordbase
