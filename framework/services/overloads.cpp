/// The C functions of cctk_Comm.h, which a driver replaces. Each call goes to the function that was registered last.
/// Without a driver there is one process and no storage. The file also implements the end of a run (CCTK_Exit,
/// CCTK_Abort).
#include "framework/include/cctk_Comm.h"

#include "framework/include/cctk_WarnLevel.h"
#include "framework/services/registry.hpp"
#include "framework/services/services.hpp"

#include <cstdio>
#include <cstdlib>

namespace chemora::services {

namespace {

void (*end_of_run)(int, std::string const&) = nullptr;

} // namespace

void set_end_of_run(void (*handler)(int exit_code, std::string const& message)) { end_of_run = handler; }

void end_run(int exit_code, std::string const& message) {
  if (end_of_run) end_of_run(exit_code, message);
  std::fflush(stdout);
  if (!message.empty()) std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(exit_code);
}

} // namespace chemora::services

using chemora::services::end_run;

namespace {

int end_quietly(cGH*, int code) { end_run(code, ""); }

chemora::services::Overloadable<int(cGH*, int)> overloadable_exit{end_quietly}, overloadable_abort{end_quietly};

int needs_driver(char const* what) {
  CCTK_VError(__LINE__, __FILE__, "Cactus", "%s needs a driver, but no driver is active. Add one to ActiveThorns.",
              what);
}

} // namespace

CHEMORA_OVERLOADABLE(int, SyncGroup, (const cGH* cctkGH, const char* group), (cctkGH, group),
                     [](auto...) { return needs_driver("CCTK_SyncGroup"); })
CHEMORA_OVERLOADABLE(int, SyncGroupsByDirI,
                     (const cGH* cctkGH, int num_groups, const int* groups, const int* directions),
                     (cctkGH, num_groups, groups, directions),
                     [](auto...) { return needs_driver("CCTK_SyncGroupsByDirI"); })
CHEMORA_OVERLOADABLE(int, EnableGroupStorage, (const cGH* cctkGH, const char* group), (cctkGH, group),
                     [](auto...) { return needs_driver("CCTK_EnableGroupStorage"); })
CHEMORA_OVERLOADABLE(int, DisableGroupStorage, (const cGH* cctkGH, const char* group), (cctkGH, group),
                     [](auto...) { return needs_driver("CCTK_DisableGroupStorage"); })
CHEMORA_OVERLOADABLE(int, EnableGroupComm, (const cGH* cctkGH, const char* group), (cctkGH, group),
                     [](auto...) { return 0; })
CHEMORA_OVERLOADABLE(int, DisableGroupComm, (const cGH* cctkGH, const char* group), (cctkGH, group),
                     [](auto...) { return 0; })
CHEMORA_OVERLOADABLE(int, Barrier, (const cGH* cctkGH), (cctkGH), [](auto...) { return 0; })
CHEMORA_OVERLOADABLE(int, MyProc, (const cGH* cctkGH), (cctkGH), [](auto...) { return 0; })
CHEMORA_OVERLOADABLE(int, nProcs, (const cGH* cctkGH), (cctkGH), [](auto...) { return 1; })
CHEMORA_OVERLOADABLE(int, ParallelInit, (cGH * cctkGH), (cctkGH), [](auto...) { return 0; })
CHEMORA_OVERLOADABLE(cGH*, SetupGH, (tFleshConfig * config, int convergence_level), (config, convergence_level),
                     [](auto...) -> cGH* { return nullptr; })
CHEMORA_OVERLOADABLE(const int*, ArrayGroupSizeB, (const cGH* cctkGH, int dir, int group, const char* groupname),
                     (cctkGH, dir, group, groupname), [](auto...) -> const int* { return nullptr; })
CHEMORA_OVERLOADABLE(int, QueryGroupStorageB, (const cGH* cctkGH, int group, const char* groupname),
                     (cctkGH, group, groupname), [](auto...) { return 0; })
CHEMORA_OVERLOADABLE(int, GroupDynamicData, (const cGH* cctkGH, int group, cGroupDynamicData* data),
                     (cctkGH, group, data), [](auto...) { return needs_driver("CCTK_GroupDynamicData"); })
CHEMORA_OVERLOADABLE(int, GroupStorageIncrease,
                     (const cGH* cctkGH, int n_groups, const int* groups, const int* timelevels, int* status),
                     (cctkGH, n_groups, groups, timelevels, status),
                     [](auto...) { return needs_driver("CCTK_GroupStorageIncrease"); })
CHEMORA_OVERLOADABLE(int, GroupStorageDecrease,
                     (const cGH* cctkGH, int n_groups, const int* groups, const int* timelevels, int* status),
                     (cctkGH, n_groups, groups, timelevels, status),
                     [](auto...) { return needs_driver("CCTK_GroupStorageDecrease"); })
CHEMORA_OVERLOADABLE(int, QueryMaxTimeLevels, (const cGH* cctkGH, int n_groups, const int* groups, int* status),
                     (cctkGH, n_groups, groups, status),
                     [](auto...) { return needs_driver("CCTK_QueryMaxTimeLevels"); })
CHEMORA_OVERLOADABLE(int, InterpGridArrays,
                     (const cGH* cctkGH, int N_dims, int local_interp_handle, int param_table_handle,
                      int coord_system_handle, int N_interp_points, int interp_coords_type,
                      const void* const interp_coords[], int N_input_arrays, const CCTK_INT input_array_indices[],
                      int N_output_arrays, const CCTK_INT output_array_types[], void* const output_arrays[]),
                     (cctkGH, N_dims, local_interp_handle, param_table_handle, coord_system_handle, N_interp_points,
                      interp_coords_type, interp_coords, N_input_arrays, input_array_indices, N_output_arrays,
                      output_array_types, output_arrays),
                     [](auto...) { return needs_driver("CCTK_InterpGridArrays"); })

extern "C" {

// CCTK_Exit and CCTK_Abort do not return, even if the function of a driver returns.
int CCTK_Exit(cGH* cctkGH, int retval) {
  overloadable_exit.current(cctkGH, retval);
  end_run(retval, "");
}

int CCTK_Abort(cGH* cctkGH, int retval) {
  overloadable_abort.current(cctkGH, retval);
  end_run(retval, "");
}

int CCTK_OverloadExit(int (*function)(cGH* cctkGH, int retval)) { return overloadable_exit.replace(function); }
int CCTK_OverloadAbort(int (*function)(cGH* cctkGH, int retval)) { return overloadable_abort.replace(function); }

int CCTK_QueryGroupStorage(const cGH* cctkGH, const char* groupname) {
  return CCTK_QueryGroupStorageB(cctkGH, -1, groupname);
}
int CCTK_QueryGroupStorageI(const cGH* cctkGH, int groupindex) {
  return CCTK_QueryGroupStorageB(cctkGH, groupindex, nullptr);
}
const int* CCTK_ArrayGroupSize(const cGH* cctkGH, int dir, const char* groupname) {
  return CCTK_ArrayGroupSizeB(cctkGH, dir, -1, groupname);
}
const int* CCTK_ArrayGroupSizeI(const cGH* cctkGH, int dir, int groupindex) {
  return CCTK_ArrayGroupSizeB(cctkGH, dir, groupindex, nullptr);
}

} // extern "C"
