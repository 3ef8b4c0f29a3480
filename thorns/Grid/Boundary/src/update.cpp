#include "update.hpp"

#include "Boundary.h"

#include "Numerics/ThornTools/src/grid.hpp"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <algorithm>

namespace boundary {
namespace {

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

/// Arrays other than grid functions have neither symmetries nor periodic directions.
std::array<bool, max_faces> choose_faces(cGH const* cctkGH, Request const& request, cGroupDynamicData const& data) {
  DECLARE_CCTK_PARAMETERS;
  std::array<bool, max_faces> chosen{};
  if (CCTK_GroupTypeFromVarI(request.variable) == CCTK_GF)
    chosen = thorntools::outer_faces(cctkGH, data.dim, data.bbox,
                                     {periodic && periodic_x, periodic && periodic_y, periodic && periodic_z});
  else
    std::copy_n(data.bbox, 2 * data.dim, chosen.begin());
  for (int face = 0; face < 2 * data.dim; ++face)
    chosen[face] = chosen[face] && (request.faces == CCTK_ALL_FACES || (request.faces >> face & 1));
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

bool is_real(int type) { return type == CCTK_VARIABLE_REAL || type == CCTK_VARIABLE_REAL4; }

bool is_real_grid_function(int variable) {
  return is_real(CCTK_VarTypeI(variable)) && CCTK_GroupTypeFromVarI(variable) == CCTK_GF;
}

/// Kernels require real grid functions of three dimensions, and may not read a point that they write.
bool can_use_kernel(Method const& method, Target const& target, std::vector<Input> const& inputs) {
  if (!method.graph || target.box.dim != 3 || !is_real_grid_function(target.variable)) return false;
  return std::all_of(inputs.begin(), inputs.end(), [&](Input const& input) {
    CCTK_INT const variable = input.variables[0];
    return is_real_grid_function(variable) &&
           !(variable == target.variable && input.time_level == 0 && input.at_boundary);
  });
}

void check_type(char const* condition, Types types, int variable) {
  int const type = CCTK_VarTypeI(variable);
  bool const is_number = thorntools::with_number(type, [](auto) {});
  if (types == Types::numbers ? !is_number : types == Types::real && !is_real(type))
    CCTK_VERROR("The boundary condition %s is for variables of %s; %s is of type %s.", condition,
                types == Types::real ? "types CCTK_REAL and CCTK_REAL4" : "numeric types", CCTK_FullVarName(variable),
                CCTK_VarTypeName(type));
}

void check_input(char const* condition, Target const& target, Input const& input) {
  int const variable = static_cast<int>(input.variables[0]), level = static_cast<int>(input.time_level);
  if (!CCTK_VarDataPtrI(target.cctkGH, level, variable))
    CCTK_VERROR("The boundary condition %s of %s reads time level %d of %s, which has no storage. Allocate at least %d "
                "time levels.",
                condition, CCTK_FullVarName(target.variable), level, CCTK_FullVarName(variable), level + 1);
  if (!input.is_constant && CCTK_VarTypeI(variable) != CCTK_VarTypeI(target.variable))
    CCTK_VERROR("The boundary condition %s of %s (type %s) reads %s, which is of type %s. The types must be equal.",
                condition, CCTK_FullVarName(target.variable), CCTK_VarTypeName(CCTK_VarTypeI(target.variable)),
                CCTK_FullVarName(variable), CCTK_VarTypeName(CCTK_VarTypeI(variable)));
}

void check_depth(char const* condition, Target const& target, int depth) {
  int const available = min_interior_points(target.box, target.zones);
  if (available < depth)
    CCTK_VERROR("The boundary condition %s of %s reads %d interior points next to each boundary point; a process has "
                "%d. Use more grid points or fewer processes.",
                condition, CCTK_FullVarName(target.variable), depth, available);
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

  Target target{cctkGH,
                thorntools::refinement_level(cctkGH),
                request.variable,
                make_box(data),
                request.faces,
                {widths, choose_faces(cctkGH, request, data)},
                {},
                {}};
  Zones zones = find_zones(target.box, target.faces);
  if (!zones.error.empty())
    CCTK_VERROR("The boundary condition %s cannot be applied to %s: %s.", condition, CCTK_FullVarName(request.variable),
                zones.error.c_str());
  target.zones = std::move(zones.zones);
  target.region.upper = target.box.lsh;
  return target;
}

std::string graph_for_type(Method const& method, int face, int type) {
  std::string text = method.graph(face);
  if (type != CCTK_VARIABLE_REAL4) return text;
  std::string elements = "  elements real32";
  for (int array = 0; array <= method.n_fields; ++array) elements += " array" + std::to_string(array);
  std::string const grid = "  grid 3\n";
  text.insert(text.find(grid) + grid.size(), elements + "\n");
  return text.insert(text.find(" {"), "_real32");
}

bool Update::reads_other_variables() const {
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](Input const& input) { return !input.is_constant && input.variables[0] != target.variable; });
}

bool Update::operator==(Update const& other) const {
  return target.variable == other.target.variable && target.level == other.target.level &&
         method.name == other.method.name && has_kernel == other.has_kernel && target.box == other.target.box &&
         inputs == other.inputs && target.zones == other.target.zones;
}

Update make_update(char const* condition, Method method, Target target, std::vector<Input> inputs,
                   std::function<std::vector<CCTK_REAL>(int face)> parameters) {
  check_type(condition, method.types, target.variable);
  for (Input const& input : inputs) check_input(condition, target, input);
  check_depth(condition, target, method.depth);
  bool const has_kernel = can_use_kernel(method, target, inputs);
  return {std::move(method), std::move(target), std::move(inputs), std::move(parameters), has_kernel};
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
    std::string name(n, '\0');
    Util_TableGetString(table, n + 1, name.data(), key);
    variable = CCTK_VarIndex(name.c_str());
  } else {
    Util_TableGetInt(table, &variable, key);
  }
  return variable < CCTK_NumVars() ? variable : -1;
}

Coordinates coordinates_for(Target const& target, char const* condition) {
  int const type = CCTK_VarTypeI(target.variable);
  if (target.box.dim != 3 || !is_real(type))
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
  constexpr int max_width = 100; // in points; a larger width is most probably an uninitialised value
  for (int face = 0; face < 2 * dim; ++face)
    if (boundary_widths[face] < 0 || boundary_widths[face] > max_width)
      CCTK_VERROR("The boundary condition %s of %s has a width of %d points at the %s %c face; 0 to %d are allowed.",
                  bcname, CCTK_FullVarName(varindex), static_cast<int>(boundary_widths[face]),
                  face % 2 ? "upper" : "lower", "xyz"[face / 2 % 3], max_width);
}

} // namespace boundary
