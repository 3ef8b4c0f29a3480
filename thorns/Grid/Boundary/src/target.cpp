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

/// Whether a face of the grid is an outer boundary without symmetry. A process without points at that face (its bbox is
/// 0 there) may have ghost points in the boundary. Faces of finer refinement levels may be inside the grid, so that
/// only bbox is used for them.
bool is_outer(cGH const* cctkGH, cGroupDynamicData const& data, int face, bool is_symmetry) {
  bool const is_refined = cctkGH->cctk_levfac[face / 2] != 1;
  return !is_symmetry && !is_periodic(face / 2) && (!is_refined || data.bbox[face]);
}

std::array<int, max_faces> widths_of(cGH const* cctkGH, Request const& request, char const* condition) {
  std::array<int, max_faces> widths{};
  if (request.width >= 0) {
    widths.fill(request.width);
    return widths;
  }
  int const n_faces = 2 * std::min(CCTK_GroupDimFromVarI(request.variable), max_dim);
  CCTK_INT from_table[max_faces];
  int const n = request.table >= 0 ? Util_TableGetIntArray(request.table, n_faces, from_table, "BOUNDARY_WIDTH")
                                   : UTIL_ERROR_TABLE_NO_SUCH_KEY;
  if (n != n_faces && n != UTIL_ERROR_TABLE_NO_SUCH_KEY)
    CCTK_VERROR("BOUNDARY_WIDTH of the boundary condition %s of %s must be %d integers, one for each face; the table "
                "contains %d.",
                condition, CCTK_FullVarName(request.variable), n_faces, n);
  for (int face = 0; face < n_faces; ++face)
    widths[face] = n == n_faces ? static_cast<int>(from_table[face]) : cctkGH->cctk_nghostzones[face / 2];
  return widths;
}

cGroupDynamicData group_data(cGH const* cctkGH, int variable) {
  cGroupDynamicData data;
  if (CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndexFromVarI(variable), &data) < 0)
    CCTK_VERROR("The driver provides no size of %s.", CCTK_FullVarName(variable));
  if (data.dim > max_dim)
    CCTK_VERROR("%s has %d dimensions; thorn Boundary sets boundaries of up to %d.", CCTK_FullVarName(variable),
                data.dim, max_dim);
  return data;
}

Box make_box(cGroupDynamicData const& data) {
  Box box;
  box.dim = data.dim;
  std::copy_n(data.gsh, data.dim, box.gsh.begin());
  std::copy_n(data.lsh, data.dim, box.lsh.begin());
  std::copy_n(data.ash, data.dim, box.ash.begin());
  std::copy_n(data.lbnd, data.dim, box.lbnd.begin());
  return box;
}

std::array<bool, max_faces> choose_faces(cGH const* cctkGH, Request const& request, cGroupDynamicData const& data) {
  bool const is_on_grid = CCTK_GroupTypeFromVarI(request.variable) == CCTK_GF;
  auto const symmetry = is_on_grid ? thorntools::symmetry_faces(cctkGH, data.dim) : std::array<bool, max_faces>{};
  std::array<bool, max_faces> chosen{};
  for (int face = 0; face < 2 * data.dim; ++face)
    chosen[face] = (request.faces == CCTK_ALL_FACES || (request.faces >> face & 1)) &&
                   (is_on_grid ? is_outer(cctkGH, data, face, symmetry[face]) : data.bbox[face] != 0);
  return chosen;
}

/// The index of a coordinate that has storage; it is looked up once and stored in `variable`.
CCTK_INT coordinate(Target const& target, char const* name, char const* system, char const* condition, int& variable) {
  if (variable < 0) variable = CCTK_CoordIndex(-1, name, system);
  if (variable < 0 || !CCTK_VarDataPtrI(target.cctkGH, 0, variable))
    CCTK_VERROR("The boundary condition %s of %s needs the coordinate %s of the system %s, which no thorn provides. "
                "Activate CartGrid3D.",
                condition, CCTK_FullVarName(target.variable), name, system);
  return variable;
}

} // namespace

Target make_target(cGH const* cctkGH, Request const& request, char const* condition, Target const* similar) {
  auto const widths = widths_of(cctkGH, request, condition);
  bool const is_same = similar && request.faces == similar->requested_faces && widths == similar->faces.width &&
                       CCTK_GroupIndexFromVarI(request.variable) == CCTK_GroupIndexFromVarI(similar->variable);
  if (is_same) {
    Target target = *similar;
    target.variable = request.variable;
    return target;
  }
  cGroupDynamicData const data = group_data(cctkGH, request.variable);
  std::array<CCTK_INT, max_faces> checked;
  std::copy(widths.begin(), widths.end(), checked.begin());
  BndSanityCheckWidths(cctkGH, request.variable, data.dim, checked.data(), condition);

  Target target{cctkGH, request.variable, make_box(data), request.faces, {widths, {}}, {}, {}};
  target.faces.chosen = choose_faces(cctkGH, request, data);
  Zones zones = find_zones(target.box, target.faces);
  if (!zones.error.empty())
    CCTK_VERROR("The boundary condition %s cannot be applied to %s: %s.", condition, CCTK_FullVarName(request.variable),
                zones.error.c_str());
  target.zones = std::move(zones.zones);
  target.region.upper = target.box.lsh;
  return target;
}

Target within(Target target, Region const& region) {
  target.zones = zones_within(target.zones, region);
  target.region = region;
  return target;
}

double real_option(int table, char const* key, double default_value) {
  CCTK_REAL value = default_value;
  CCTK_INT integer = 0;
  if (table < 0 || Util_TableGetReal(table, &value, key) != UTIL_ERROR_TABLE_WRONG_DATA_TYPE) return value;
  if (Util_TableGetInt(table, &integer, key) == 1) return integer;
  CCTK_VERROR("The option %s of a boundary condition must be a real or integer number.", key);
}

int variable_option(int table, char const* key) {
  CCTK_INT type = 0, n = 0, variable = -1;
  if (table < 0 || Util_TableQueryValueInfo(table, &type, &n, key) != 1) return -1;
  if (type == CCTK_VARIABLE_CHAR) {
    std::vector<char> name(n + 1);
    Util_TableGetString(table, n + 1, name.data(), key);
    variable = CCTK_VarIndex(name.data());
  } else {
    Util_TableGetInt(table, &variable, key);
  }
  return variable < CCTK_NumVars() ? variable : -1;
}

Coordinates coordinates_for(Target const& target, char const* condition) {
  int const type = CCTK_VarTypeI(target.variable);
  if (target.box.dim != 3 || type != CCTK_VARIABLE_REAL)
    CCTK_VERROR(
        "The boundary condition %s is for real grid functions of three dimensions; %s has %d and is of type %s.",
        condition, CCTK_FullVarName(target.variable), target.box.dim, CCTK_VarTypeName(type));
  Coordinates result{};
  static char const* const names[] = {"x", "y", "z"};
  static int variables[] = {-1, -1, -1}, radius = -1;
  for (int d = 0; d < 3; ++d) {
    result.x[d] = coordinate(target, names[d], "cart3d", condition, variables[d]);
    result.spacing[d] = target.cctkGH->cctk_delta_space[d] / target.cctkGH->cctk_levfac[d];
  }
  result.r = coordinate(target, "r", "spher3d", condition, radius);
  return result;
}

extern "C" void BndSanityCheckWidths(const cGH*, CCTK_INT varindex, CCTK_INT dim, const CCTK_INT* boundary_widths,
                                     const char* bcname) {
  constexpr int max_width = 100; // points; a larger width is most probably an uninitialised number
  for (int face = 0; face < 2 * dim; ++face)
    if (boundary_widths[face] < 0 || boundary_widths[face] > max_width)
      CCTK_VERROR("The boundary condition %s of %s has a width of %d points at the %s %c face; 0 to %d are allowed.",
                  bcname, CCTK_FullVarName(varindex), static_cast<int>(boundary_widths[face]),
                  face % 2 ? "upper" : "lower", "xyz"[face / 2 % 3], max_width);
}

} // namespace boundary
