// cctk_Comm.h: what a driver does for everyone. Each call goes to the function that was registered last; without a
// driver there is one process and no storage.
#include "framework/include/cctk_Comm.h"

#include "framework/include/cctk_WarnLevel.h"
#include "framework/services/overloadable.hpp"

namespace {

int needs_driver(char const* what) {
  CCTK_VError(__LINE__, __FILE__, "Cactus",
              "%s needs a driver, and no active thorn is one. Add a driver to ActiveThorns.", what);
}

} // namespace

CHEMORA_OVERLOADABLE(int, SyncGroup, (const cGH* GH, const char* group), (GH, group),
                     [](auto...) { return needs_driver("CCTK_SyncGroup"); })
CHEMORA_OVERLOADABLE(int, SyncGroupsByDirI, (const cGH* GH, int num_groups, const int* groups, const int* directions),
                     (GH, num_groups, groups, directions),
                     [](auto...) { return needs_driver("CCTK_SyncGroupsByDirI"); })
CHEMORA_OVERLOADABLE(int, EnableGroupStorage, (const cGH* GH, const char* group), (GH, group),
                     [](auto...) { return needs_driver("CCTK_EnableGroupStorage"); })
CHEMORA_OVERLOADABLE(int, DisableGroupStorage, (const cGH* GH, const char* group), (GH, group),
                     [](auto...) { return needs_driver("CCTK_DisableGroupStorage"); })
CHEMORA_OVERLOADABLE(int, EnableGroupComm, (const cGH* GH, const char* group), (GH, group), [](auto...) { return 0; })
CHEMORA_OVERLOADABLE(int, DisableGroupComm, (const cGH* GH, const char* group), (GH, group), [](auto...) { return 0; })
CHEMORA_OVERLOADABLE(int, Barrier, (const cGH* GH), (GH), [](auto...) { return 0; })
CHEMORA_OVERLOADABLE(int, MyProc, (const cGH* GH), (GH), [](auto...) { return 0; })
CHEMORA_OVERLOADABLE(int, nProcs, (const cGH* GH), (GH), [](auto...) { return 1; })
CHEMORA_OVERLOADABLE(int, ParallelInit, (cGH * GH), (GH), [](auto...) { return 0; })
CHEMORA_OVERLOADABLE(cGH*, SetupGH, (tFleshConfig * config, int convergence_level), (config, convergence_level),
                     [](auto...) -> cGH* { return nullptr; })
CHEMORA_OVERLOADABLE(const int*, ArrayGroupSizeB, (const cGH* GH, int dir, int group, const char* groupname),
                     (GH, dir, group, groupname), [](auto...) -> const int* { return nullptr; })
CHEMORA_OVERLOADABLE(int, QueryGroupStorageB, (const cGH* GH, int group, const char* groupname), (GH, group, groupname),
                     [](auto...) { return 0; })
CHEMORA_OVERLOADABLE(int, GroupDynamicData, (const cGH* GH, int group, cGroupDynamicData* data), (GH, group, data),
                     [](auto...) { return needs_driver("CCTK_GroupDynamicData"); })
CHEMORA_OVERLOADABLE(int, GroupStorageIncrease,
                     (const cGH* GH, int n_groups, const int* groups, const int* timelevels, int* status),
                     (GH, n_groups, groups, timelevels, status),
                     [](auto...) { return needs_driver("CCTK_GroupStorageIncrease"); })
CHEMORA_OVERLOADABLE(int, GroupStorageDecrease,
                     (const cGH* GH, int n_groups, const int* groups, const int* timelevels, int* status),
                     (GH, n_groups, groups, timelevels, status),
                     [](auto...) { return needs_driver("CCTK_GroupStorageDecrease"); })
CHEMORA_OVERLOADABLE(int, QueryMaxTimeLevels, (const cGH* GH, int n_groups, const int* groups, int* status),
                     (GH, n_groups, groups, status), [](auto...) { return needs_driver("CCTK_QueryMaxTimeLevels"); })
CHEMORA_OVERLOADABLE(int, InterpGridArrays,
                     (const cGH* GH, int N_dims, int local_interp_handle, int param_table_handle,
                      int coord_system_handle, int N_interp_points, int interp_coords_type,
                      const void* const interp_coords[], int N_input_arrays, const CCTK_INT input_array_indices[],
                      int N_output_arrays, const CCTK_INT output_array_types[], void* const output_arrays[]),
                     (GH, N_dims, local_interp_handle, param_table_handle, coord_system_handle, N_interp_points,
                      interp_coords_type, interp_coords, N_input_arrays, input_array_indices, N_output_arrays,
                      output_array_types, output_arrays),
                     [](auto...) { return needs_driver("CCTK_InterpGridArrays"); })

extern "C" {

int CCTK_QueryGroupStorage(const cGH* GH, const char* groupname) { return CCTK_QueryGroupStorageB(GH, -1, groupname); }
int CCTK_QueryGroupStorageI(const cGH* GH, int groupindex) { return CCTK_QueryGroupStorageB(GH, groupindex, nullptr); }
const int* CCTK_ArrayGroupSize(const cGH* GH, int dir, const char* groupname) {
  return CCTK_ArrayGroupSizeB(GH, dir, -1, groupname);
}
const int* CCTK_ArrayGroupSizeI(const cGH* GH, int dir, int groupindex) {
  return CCTK_ArrayGroupSizeB(GH, dir, groupindex, nullptr);
}

} // extern "C"
