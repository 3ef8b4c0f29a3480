// Aliased functions with which thorns register symmetries and their faces.
#include "symmetry_tables.hpp"

#include "util_Table.h"

#include <algorithm>

namespace symbase {
namespace {

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
  constexpr int max_width = 100; // points; a larger width is most probably an uninitialised number
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

} // namespace

std::vector<std::string> const& symmetry_names() { return names(); }

extern "C" {

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

} // extern "C"
} // namespace symbase
