#include "symmetry_tables.hpp"

#include "util_Table.h"

namespace symbase {
namespace {

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

} // namespace

Tables const& tables(cGH const* cctkGH) {
  auto const* const extension = static_cast<Tables const*>(CCTK_GHExtension(cctkGH, "SymBase"));
  if (!extension) CCTK_ERROR("A thorn requests symmetries before the grid hierarchy is set up. Schedule it later.");
  return *extension;
}

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

} // extern "C"
} // namespace symbase
