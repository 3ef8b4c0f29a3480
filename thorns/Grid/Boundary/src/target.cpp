// A variable whose boundary points are to be set, and where they are.
#include "target.hpp"

#include "Boundary.h"
#include "Numerics/ThornTools/src/symmetry_faces.hpp"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <algorithm>

namespace boundary {
namespace {

bool is_periodic(int direction) {
  DECLARE_CCTK_PARAMETERS;
  bool const directions[] = {periodic_x != 0, periodic_y != 0, periodic_z != 0};
  return periodic && directions[direction];
}

// Whether a face of the grid is an outer boundary without symmetry. A process that does not own points there (its bbox
// says no) asks too, since some of its ghost points may be boundary points. Finer levels of mesh refinement, whose
// faces may lie inside the grid, go by bbox alone.
bool is_outer(cGH const* cctkGH, cGroupDynamicData const& data, int face, bool symmetry) {
  bool const refined = cctkGH->cctk_levfac[face / 2] != 1;
  return !symmetry && !is_periodic(face / 2) && (!refined || data.bbox[face]);
}

} // namespace

void* Target::raw(int time_level) const { return CCTK_VarDataPtrI(cctkGH, time_level, variable); }

double real_option(int table, char const* key, double otherwise) {
  CCTK_REAL value = otherwise;
  CCTK_INT integer = 0;
  if (table < 0 || Util_TableGetReal(table, &value, key) != UTIL_ERROR_TABLE_WRONG_DATA_TYPE) return value;
  if (Util_TableGetInt(table, &integer, key) == 1) return integer;
  CCTK_VERROR("The option %s of a boundary condition is not a number.", key);
}

std::array<int, 2 * max_dim> widths_of(cGH const* cctkGH, Request const& request, char const* condition) {
  int const dim = CCTK_GroupDimFromVarI(request.variable);
  std::array<int, 2 * max_dim> widths{};
  if (request.width >= 0) {
    widths.fill(request.width);
    return widths;
  }
  CCTK_INT from_table[2 * max_dim];
  int const n = request.table >= 0 ? Util_TableGetIntArray(request.table, 2 * dim, from_table, "BOUNDARY_WIDTH")
                                   : UTIL_ERROR_TABLE_NO_SUCH_KEY;
  if (n != 2 * dim && n != UTIL_ERROR_TABLE_NO_SUCH_KEY)
    CCTK_VERROR("BOUNDARY_WIDTH of the boundary condition %s of %s must be %d integers, one for each face; the table "
                "gives %d.",
                condition, CCTK_FullVarName(request.variable), 2 * dim, n);
  for (int face = 0; face < 2 * dim; ++face)
    widths[face] = n == 2 * dim ? static_cast<int>(from_table[face]) : cctkGH->cctk_nghostzones[face / 2];
  return widths;
}

Target make_target(cGH const* cctkGH, int variable, int faces, std::array<int, 2 * max_dim> const& widths,
                   char const* condition) {
  int const group = CCTK_GroupIndexFromVarI(variable);
  cGroupDynamicData data;
  if (CCTK_GroupDynamicData(cctkGH, group, &data) < 0)
    CCTK_VERROR("The driver does not know the size of %s.", CCTK_FullVarName(variable));
  if (data.dim > max_dim)
    CCTK_VERROR("%s has %d dimensions; thorn Boundary sets boundaries of up to %d.", CCTK_FullVarName(variable),
                data.dim, max_dim);
  std::array<CCTK_INT, 2 * max_dim> checked;
  std::copy(widths.begin(), widths.end(), checked.begin());
  BndSanityCheckWidths(cctkGH, variable, data.dim, checked.data(), condition);

  Target target{cctkGH, variable, {}, {widths, {}}, {}, {}, faces};
  target.box.dim = data.dim;
  for (int d = 0; d < data.dim; ++d) {
    target.box.gsh[d] = data.gsh[d];
    target.box.lsh[d] = data.lsh[d];
    target.box.ash[d] = data.ash[d];
    target.box.lbnd[d] = data.lbnd[d];
  }
  bool const on_grid = CCTK_GroupTypeI(group) == CCTK_GF;
  auto const symmetry = on_grid ? thorntools::symmetry_faces(cctkGH, data.dim) : std::array<bool, 2 * max_dim>{};
  for (int face = 0; face < 2 * data.dim; ++face)
    target.faces.chosen[face] = (faces == CCTK_ALL_FACES || (faces >> face & 1)) &&
                                (on_grid ? is_outer(cctkGH, data, face, symmetry[face]) : data.bbox[face] != 0);
  Zones found = find_zones(target.box, target.faces);
  if (!found.error.empty())
    CCTK_VERROR("The boundary condition %s cannot be applied to %s: %s.", condition, CCTK_FullVarName(variable),
                found.error.c_str());
  target.zones = std::move(found.zones);
  target.part.upper = target.box.lsh;
  return target;
}

Target make_target_like(Target const& other, int variable, int faces, std::array<int, 2 * max_dim> const& widths,
                        char const* condition) {
  bool const is_alike = CCTK_GroupIndexFromVarI(variable) == CCTK_GroupIndexFromVarI(other.variable) &&
                        faces == other.asked_faces && widths == other.faces.width;
  if (!is_alike) return make_target(other.cctkGH, variable, faces, widths, condition);
  Target target = other;
  target.variable = variable;
  return target;
}

Target within(Target target, Part const& part) {
  target.zones = zones_within(target.zones, part);
  target.part = part;
  return target;
}

extern "C" void BndSanityCheckWidths(const cGH*, CCTK_INT varindex, CCTK_INT dim, const CCTK_INT* boundary_widths,
                                     const char* bcname) {
  constexpr int implausible = 100; // points; a width like this is a number that was never set
  for (int face = 0; face < 2 * dim; ++face)
    if (boundary_widths[face] < 0 || boundary_widths[face] > implausible)
      CCTK_VERROR("The boundary condition %s of %s is to be %d points wide at the %s %c face; 0 to %d are possible.",
                  bcname, CCTK_FullVarName(varindex), static_cast<int>(boundary_widths[face]),
                  face % 2 ? "upper" : "lower", "xyz"[face / 2 % 3], implausible);
}

} // namespace boundary
