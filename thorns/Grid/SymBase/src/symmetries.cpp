// Registers, reports and checks symmetries and their faces, stored in tables of an extension of the grid hierarchy.
// For interpolation, each symmetry maps the points before the driver interpolates.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <algorithm>
#include <string>
#include <vector>

namespace symbase {
namespace {

/// Maps interpolation points by a symmetry, then calls SymmetryInterpolateFaces for the remaining faces.
using Interpolator = CCTK_INT (*)(CCTK_POINTER_TO_CONST, CCTK_INT, CCTK_INT, CCTK_INT, CCTK_INT, CCTK_INT, CCTK_INT,
                                  CCTK_POINTER_TO_CONST const*, CCTK_INT, CCTK_INT const*, CCTK_INT, CCTK_INT const*,
                                  CCTK_POINTER const*, CCTK_INT);

/// Key-value tables with the keys symmetry_handle, symmetry_zone_width and symmetry_interpolate, each with one element
/// per face.
struct Tables {
  int grid;
  std::vector<int> groups; ///< by group index; -1 for grid functions
};

int make_table(int dim) {
  int const table = Util_TableCreate(UTIL_TABLE_FLAGS_CASE_INSENSITIVE);
  std::vector<CCTK_INT> const none(2 * dim, -1), no_width(2 * dim, 0);
  std::vector<CCTK_FPOINTER> const no_function(2 * dim, nullptr);
  if (table < 0 || Util_TableSetIntArray(table, 2 * dim, none.data(), "symmetry_handle") < 0 ||
      Util_TableSetIntArray(table, 2 * dim, no_width.data(), "symmetry_zone_width") < 0 ||
      Util_TableSetFPointerArray(table, 2 * dim, no_function.data(), "symmetry_interpolate") < 0)
    CCTK_ERROR("The key-value table of the symmetries could not be created.");
  return table;
}

void* setup(tFleshConfig*, int, cGH* cctkGH) {
  auto* const result = new Tables;
  result->grid = make_table(cctkGH->cctk_dim);
  for (int group = 0; group < CCTK_NumGroups(); ++group)
    result->groups.push_back(CCTK_GroupTypeI(group) == CCTK_GF ? -1 : make_table(CCTK_GroupDimI(group)));
  return result;
}

[[noreturn]] void report_missing(char const* key) {
  CCTK_VERROR("A symmetry table does not contain one %s for each face. A thorn may have changed the table.", key);
}

Tables const& tables(cGH const* cctkGH) {
  auto const* const extension = static_cast<Tables const*>(CCTK_GHExtension(cctkGH, "SymBase"));
  if (!extension) CCTK_ERROR("A thorn requests symmetries before the grid hierarchy is set up. Schedule it later.");
  return *extension;
}

/// An array of a table with one element per face. Ends the run if the table does not contain it.
std::vector<CCTK_INT> integers(int table, int n_faces, char const* key) {
  std::vector<CCTK_INT> values(n_faces);
  if (Util_TableGetIntArray(table, n_faces, values.data(), key) != n_faces) report_missing(key);
  return values;
}

std::vector<CCTK_FPOINTER> functions(int table, int n_faces, char const* key) {
  std::vector<CCTK_FPOINTER> values(n_faces);
  if (Util_TableGetFPointerArray(table, n_faces, values.data(), key) != n_faces) report_missing(key);
  return values;
}

std::vector<std::string>& names() {
  static std::vector<std::string> list;
  return list;
}

/// Return values of the Cactus interface.
enum Error {
  no_table = -1,
  no_symmetry = -2,
  no_faces = -3,
  no_widths = -4,
  face_taken = -5,
  no_group = -6,
  grid_function_group = -7,
  no_function = -10,
};

bool is_symmetry(int handle) { return handle >= 0 && static_cast<std::size_t>(handle) < names().size(); }

int register_faces(int table, int dim, int symmetry, CCTK_INT const* which_faces, CCTK_INT const* new_widths) {
  constexpr int max_width = 100; // in points; a larger width is most probably an uninitialised value
  if (table < 0) return no_table;
  if (!is_symmetry(symmetry)) return no_symmetry;
  if (!which_faces) return no_faces;
  if (!new_widths) return no_widths;
  int const n_faces = 2 * dim;
  auto handles = integers(table, n_faces, "symmetry_handle"), widths = integers(table, n_faces, "symmetry_zone_width");
  for (int face = 0; face < n_faces; ++face) {
    if (!which_faces[face]) continue;
    if (handles[face] >= 0) return face_taken;
    if (new_widths[face] < 0 || new_widths[face] > max_width)
      CCTK_VERROR("The symmetry %s is registered with a width of %d points at face %d; 0 to %d are allowed.",
                  names()[symmetry].c_str(), static_cast<int>(new_widths[face]), face, max_width);
    handles[face] = symmetry;
    widths[face] = new_widths[face];
  }
  Util_TableSetIntArray(table, n_faces, handles.data(), "symmetry_handle");
  Util_TableSetIntArray(table, n_faces, widths.data(), "symmetry_zone_width");
  return 0;
}

std::string face_name(int face) {
  std::string const direction = face < 6 ? std::string(1, "xyz"[face / 2]) : std::to_string(face / 2);
  return (face % 2 ? "upper " : "lower ") + direction + " face";
}

} // namespace

extern "C" {

int SymBase_Startup() {
  int const handle = CCTK_RegisterGHExtension("SymBase");
  if (handle < 0) CCTK_ERROR("Another thorn has registered an extension of the grid hierarchy with the name SymBase.");
  CCTK_RegisterGHExtensionSetupGH(handle, setup);
  return 0;
}

CCTK_INT SymBase_SymmetryTableHandleForGrid(CCTK_POINTER_TO_CONST cctkGH) {
  return tables(static_cast<cGH const*>(cctkGH)).grid;
}

/// Returns -6 if there is no such group, and -7 for a group of grid functions, which use the table of the grid.
CCTK_INT SymBase_SymmetryTableHandleForGI(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT group_index) {
  if (group_index < 0 || group_index >= CCTK_NumGroups()) return -6;
  if (CCTK_GroupTypeI(group_index) == CCTK_GF) return -7;
  return tables(static_cast<cGH const*>(cctkGH)).groups[group_index];
}

CCTK_INT SymBase_SymmetryTableHandleForGN(CCTK_POINTER_TO_CONST cctkGH, CCTK_STRING group_name) {
  int const group = CCTK_GroupIndex(group_name);
  return group < 0 ? group : SymBase_SymmetryTableHandleForGI(cctkGH, group);
}

/// Sets 1 for each face with a symmetry. Returns -10 if the size is wrong.
CCTK_INT SymBase_GetSymmetryBoundaries(CCTK_POINTER_TO_CONST GH, CCTK_INT size, CCTK_INT* symbnd) {
  auto const* const cctkGH = static_cast<cGH const*>(GH);
  if (size != 2 * cctkGH->cctk_dim) return -10;
  auto const handles = integers(tables(cctkGH).grid, size, "symmetry_handle");
  for (int face = 0; face < size; ++face) symbnd[face] = handles[face] >= 0;
  return 0;
}

/// Returns a handle, or -2 if the name is registered already.
CCTK_INT SymBase_SymmetryRegister(CCTK_STRING sym_name) {
  if (!sym_name) return -1;
  if (std::find(names().begin(), names().end(), sym_name) != names().end()) return -2;
  names().push_back(sym_name);
  return static_cast<CCTK_INT>(names().size() - 1);
}

/// Returns -2 if the name is not registered.
CCTK_INT SymBase_SymmetryHandleOfName(CCTK_STRING sym_name) {
  if (!sym_name) return -1;
  auto const position = std::find(names().begin(), names().end(), sym_name);
  return position == names().end() ? -2 : static_cast<CCTK_INT>(position - names().begin());
}

CCTK_POINTER_TO_CONST SymBase_SymmetryNameOfHandle(CCTK_INT sym_handle) {
  return is_symmetry(sym_handle) ? names()[sym_handle].c_str() : nullptr;
}

CCTK_INT SymBase_SymmetryRegisterGrid(CCTK_POINTER GH, CCTK_INT sym_handle, CCTK_INT const* which_faces,
                                      CCTK_INT const* symmetry_zone_width) {
  auto const* const cctkGH = static_cast<cGH const*>(GH);
  return register_faces(tables(cctkGH).grid, cctkGH->cctk_dim, sym_handle, which_faces, symmetry_zone_width);
}

CCTK_INT SymBase_SymmetryRegisterGI(CCTK_POINTER GH, CCTK_INT sym_handle, CCTK_INT const* which_faces,
                                    CCTK_INT const* symmetry_zone_width, CCTK_INT group_index) {
  if (group_index < 0 || group_index >= CCTK_NumGroups()) return no_group;
  if (CCTK_GroupTypeI(group_index) == CCTK_GF) return grid_function_group;
  return register_faces(tables(static_cast<cGH const*>(GH)).groups[group_index], CCTK_GroupDimI(group_index),
                        sym_handle, which_faces, symmetry_zone_width);
}

CCTK_INT SymBase_SymmetryRegisterGN(CCTK_POINTER GH, CCTK_INT sym_handle, CCTK_INT const* which_faces,
                                    CCTK_INT const* symmetry_zone_width, CCTK_STRING group_name) {
  int const group = CCTK_GroupIndex(group_name);
  return group < 0 ? group : SymBase_SymmetryRegisterGI(GH, sym_handle, which_faces, symmetry_zone_width, group);
}

/// Registers the function for all faces of the symmetry.
CCTK_INT SymBase_SymmetryRegisterGridInterpolator(CCTK_POINTER GH, CCTK_INT sym_handle, Interpolator interpolate) {
  auto const* const cctkGH = static_cast<cGH const*>(GH);
  if (!is_symmetry(sym_handle)) return no_symmetry;
  if (!interpolate) return no_function;
  int const table = tables(cctkGH).grid, n_faces = 2 * cctkGH->cctk_dim;
  auto const handles = integers(table, n_faces, "symmetry_handle");
  auto interpolators = functions(table, n_faces, "symmetry_interpolate");
  for (int face = 0; face < n_faces; ++face)
    if (handles[face] == sym_handle) interpolators[face] = reinterpret_cast<CCTK_FPOINTER>(interpolate);
  Util_TableSetFPointerArray(table, n_faces, interpolators.data(), "symmetry_interpolate");
  return 0;
}

void SymBase_Statistics(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  int const table = tables(cctkGH).grid, n_faces = 2 * cctkGH->cctk_dim;
  auto const handles = integers(table, n_faces, "symmetry_handle");
  auto const interpolators = functions(table, n_faces, "symmetry_interpolate");
  for (int face = 0; face < n_faces; ++face) {
    if (handles[face] < 0) continue;
    std::string const& name = names()[handles[face]];
    if (verbose) CCTK_VINFO("%s has the symmetry %s", face_name(face).c_str(), name.c_str());
    if (!interpolators[face])
      CCTK_VWARN(CCTK_WARN_PICKY, "the symmetry %s of the %s has no interpolation function", name.c_str(),
                 face_name(face).c_str());
  }
}

void SymBase_Check(CCTK_ARGUMENTS) {
  int const table = tables(cctkGH).grid, n_faces = 2 * cctkGH->cctk_dim;
  auto const handles = integers(table, n_faces, "symmetry_handle");
  auto const widths = integers(table, n_faces, "symmetry_zone_width");
  for (int face = 0; face < n_faces; ++face) {
    int const points = cctkGH->cctk_lsh[face / 2] - cctkGH->cctk_nghostzones[face / 2];
    if (handles[face] < 0 || !cctkGH->cctk_bbox[face] || points >= widths[face]) continue;
    CCTK_VERROR("A process has %d points next to the %s, but the symmetry %s requires %d. Use fewer processes in this "
                "direction, or more grid points.",
                points, face_name(face).c_str(), names()[handles[face]].c_str(), static_cast<int>(widths[face]));
  }
}

/// Calls the interpolation function of the first symmetry in `faces` (one bit per face). That function calls
/// SymmetryInterpolateFaces with the remaining faces. Without symmetries the driver interpolates.
CCTK_INT SymBase_SymmetryInterpolateFaces(CCTK_POINTER_TO_CONST GH, CCTK_INT N_dims, CCTK_INT local_interp_handle,
                                          CCTK_INT param_table_handle, CCTK_INT coord_system_handle,
                                          CCTK_INT N_interp_points, CCTK_INT interp_coords_type,
                                          CCTK_POINTER_TO_CONST const* interp_coords, CCTK_INT N_input_arrays,
                                          CCTK_INT const* input_array_indices, CCTK_INT N_output_arrays,
                                          CCTK_INT const* output_array_types, CCTK_POINTER const* output_arrays,
                                          CCTK_INT faces) {
  auto const* const cctkGH = static_cast<cGH const*>(GH);
  int const n_faces = 2 * cctkGH->cctk_dim;
  auto const interpolators = functions(tables(cctkGH).grid, n_faces, "symmetry_interpolate");
  for (int face = 0; face < n_faces; ++face)
    if ((faces >> face & 1) && interpolators[face])
      return reinterpret_cast<Interpolator>(interpolators[face])(
          GH, N_dims, local_interp_handle, param_table_handle, coord_system_handle, N_interp_points, interp_coords_type,
          interp_coords, N_input_arrays, input_array_indices, N_output_arrays, output_array_types, output_arrays,
          faces);
  if (!CCTK_IsFunctionAliased("DriverInterpolate"))
    CCTK_ERROR("No thorn provides DriverInterpolate. Activate the interpolator of the driver, such as PUGHInterp.");
  return DriverInterpolate(GH, N_dims, local_interp_handle, param_table_handle, coord_system_handle, N_interp_points,
                           interp_coords_type, interp_coords, N_input_arrays, input_array_indices, N_output_arrays,
                           output_array_types, output_arrays);
}

CCTK_INT SymBase_SymmetryInterpolate(CCTK_POINTER_TO_CONST GH, CCTK_INT N_dims, CCTK_INT local_interp_handle,
                                     CCTK_INT param_table_handle, CCTK_INT coord_system_handle,
                                     CCTK_INT N_interp_points, CCTK_INT interp_coords_type,
                                     CCTK_POINTER_TO_CONST const* interp_coords, CCTK_INT N_input_arrays,
                                     CCTK_INT const* input_array_indices, CCTK_INT N_output_arrays,
                                     CCTK_INT const* output_array_types, CCTK_POINTER const* output_arrays) {
  auto const* const cctkGH = static_cast<cGH const*>(GH);
  int const n_faces = 2 * cctkGH->cctk_dim;
  auto const handles = integers(tables(cctkGH).grid, n_faces, "symmetry_handle");
  CCTK_INT faces = 0;
  for (int face = 0; face < n_faces; ++face)
    if (handles[face] >= 0) faces |= 1 << face;
  return SymBase_SymmetryInterpolateFaces(
      GH, N_dims, local_interp_handle, param_table_handle, coord_system_handle, N_interp_points, interp_coords_type,
      interp_coords, N_input_arrays, input_array_indices, N_output_arrays, output_array_types, output_arrays, faces);
}

} // extern "C"
} // namespace symbase
