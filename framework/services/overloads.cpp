// cctk_Comm.h: what a driver does for everyone. Each call goes to the function that was registered last; without a
// driver there is one process and no storage.
#include "framework/include/cctk_Comm.h"

#include "framework/include/cctk_Groups.h"
#include "framework/include/cctk_WarnLevel.h"

namespace chemora::services {

namespace {

/// A function that may be replaced, and how often it was.
template <class Function>
struct Overloadable {
  Function* current;
  int n_times = 0;

  int replace(Function* function) {
    if (!function) return -1;
    current = function;
    return ++n_times;
  }
};

int needs_driver(char const* what) {
  CCTK_VError(__LINE__, __FILE__, "Cactus",
              "%s needs a driver, and no active thorn is one. Add a driver to ActiveThorns, for example PUGH.", what);
}

} // namespace

} // namespace chemora::services

using chemora::services::needs_driver;

// CHEMORA_OVERLOAD(type, Name, (parameters), (arguments), { default }) defines CCTK_Name and CCTK_OverloadName.
#define CHEMORA_OVERLOAD(type, Name, parameters, arguments, ...)                                                       \
  namespace chemora::services {                                                                                        \
  namespace {                                                                                                          \
  using Name##Function = type parameters;                                                                              \
  Overloadable<Name##Function> overloadable_##Name{[](auto...) -> type __VA_ARGS__};                                   \
  }                                                                                                                    \
  }                                                                                                                    \
  extern "C" type CCTK_##Name parameters { return chemora::services::overloadable_##Name.current arguments; }          \
  extern "C" int CCTK_Overload##Name(type(*function) parameters) {                                                     \
    return chemora::services::overloadable_##Name.replace(function);                                                   \
  }

CHEMORA_OVERLOAD(int, SyncGroup, (const cGH* GH, const char* group), (GH, group),
                 { return needs_driver("CCTK_SyncGroup"); })
CHEMORA_OVERLOAD(int, SyncGroupsByDirI, (const cGH* GH, int num_groups, const int* groups, const int* directions),
                 (GH, num_groups, groups, directions), { return needs_driver("CCTK_SyncGroupsByDirI"); })
CHEMORA_OVERLOAD(int, EnableGroupStorage, (const cGH* GH, const char* group), (GH, group),
                 { return needs_driver("CCTK_EnableGroupStorage"); })
CHEMORA_OVERLOAD(int, DisableGroupStorage, (const cGH* GH, const char* group), (GH, group),
                 { return needs_driver("CCTK_DisableGroupStorage"); })
CHEMORA_OVERLOAD(int, EnableGroupComm, (const cGH* GH, const char* group), (GH, group), { return 0; })
CHEMORA_OVERLOAD(int, DisableGroupComm, (const cGH* GH, const char* group), (GH, group), { return 0; })
CHEMORA_OVERLOAD(int, Barrier, (const cGH* GH), (GH), { return 0; })
CHEMORA_OVERLOAD(int, MyProc, (const cGH* GH), (GH), { return 0; })
CHEMORA_OVERLOAD(int, nProcs, (const cGH* GH), (GH), { return 1; })
CHEMORA_OVERLOAD(int, ParallelInit, (cGH * GH), (GH), { return 0; })
CHEMORA_OVERLOAD(cGH*, SetupGH, (tFleshConfig * config, int convergence_level), (config, convergence_level),
                 { return nullptr; })
CHEMORA_OVERLOAD(const int*, ArrayGroupSizeB, (const cGH* GH, int dir, int group, const char* groupname),
                 (GH, dir, group, groupname), { return nullptr; })
CHEMORA_OVERLOAD(int, QueryGroupStorageB, (const cGH* GH, int group, const char* groupname), (GH, group, groupname),
                 { return 0; })
CHEMORA_OVERLOAD(int, GroupDynamicData, (const cGH* GH, int group, cGroupDynamicData* data), (GH, group, data),
                 { return needs_driver("CCTK_GroupDynamicData"); })
CHEMORA_OVERLOAD(int, GroupStorageIncrease,
                 (const cGH* GH, int n_groups, const int* groups, const int* timelevels, int* status),
                 (GH, n_groups, groups, timelevels, status), { return needs_driver("CCTK_GroupStorageIncrease"); })
CHEMORA_OVERLOAD(int, GroupStorageDecrease,
                 (const cGH* GH, int n_groups, const int* groups, const int* timelevels, int* status),
                 (GH, n_groups, groups, timelevels, status), { return needs_driver("CCTK_GroupStorageDecrease"); })
CHEMORA_OVERLOAD(int, QueryMaxTimeLevels, (const cGH* GH, int n_groups, const int* groups, int* status),
                 (GH, n_groups, groups, status), { return needs_driver("CCTK_QueryMaxTimeLevels"); })
CHEMORA_OVERLOAD(int, InterpGridArrays,
                 (const cGH* GH, int N_dims, int local_interp_handle, int param_table_handle, int coord_system_handle,
                  int N_interp_points, int interp_coords_type, const void* const interp_coords[], int N_input_arrays,
                  const CCTK_INT input_array_indices[], int N_output_arrays, const CCTK_INT output_array_types[],
                  void* const output_arrays[]),
                 (GH, N_dims, local_interp_handle, param_table_handle, coord_system_handle, N_interp_points,
                  interp_coords_type, interp_coords, N_input_arrays, input_array_indices, N_output_arrays,
                  output_array_types, output_arrays),
                 { return needs_driver("CCTK_InterpGridArrays"); })

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
