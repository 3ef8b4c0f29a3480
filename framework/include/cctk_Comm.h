/* Services of the driver: storage, ghost zones and processes. Each function calls the registered implementation. */
#ifndef CCTK_COMM_H
#define CCTK_COMM_H

#include "cctk_Flesh.h"
#include "cctk_GroupsOnGH.h"

#ifdef __cplusplus
extern "C" {
#endif

int CCTK_SyncGroup(const cGH* GH, const char* group);
int CCTK_SyncGroupsByDirI(const cGH* GH, int num_groups, const int* groups, const int* directions);
int CCTK_EnableGroupStorage(const cGH* GH, const char* group);
int CCTK_DisableGroupStorage(const cGH* GH, const char* group);
int CCTK_EnableGroupComm(const cGH* GH, const char* group);
int CCTK_DisableGroupComm(const cGH* GH, const char* group);
int CCTK_Barrier(const cGH* GH);
int CCTK_MyProc(const cGH* GH);
int CCTK_nProcs(const cGH* GH);
int CCTK_ParallelInit(cGH* GH);
int CCTK_Exit(cGH* GH, int retval) CCTK_ATTRIBUTE_NORETURN;
int CCTK_Abort(cGH* GH, int retval) CCTK_ATTRIBUTE_NORETURN;
cGH* CCTK_SetupGH(tFleshConfig* config, int convergence_level);
const int* CCTK_ArrayGroupSizeB(const cGH* GH, int dir, int group, const char* groupname);
int CCTK_QueryGroupStorageB(const cGH* GH, int group, const char* groupname);
int CCTK_GroupDynamicData(const cGH* GH, int group, cGroupDynamicData* data);
/* timelevels[i] < 0 requests all declared levels; status[i] (if not NULL) receives the previous number of levels. */
int CCTK_GroupStorageIncrease(const cGH* GH, int n_groups, const int* groups, const int* timelevels, int* status);
int CCTK_GroupStorageDecrease(const cGH* GH, int n_groups, const int* groups, const int* timelevels, int* status);
int CCTK_QueryMaxTimeLevels(const cGH* GH, int n_groups, const int* groups, int* status);
int CCTK_InterpGridArrays(const cGH* GH, int N_dims, int local_interp_handle, int param_table_handle,
                          int coord_system_handle, int N_interp_points, int interp_coords_type,
                          const void* const interp_coords[], int N_input_arrays, const CCTK_INT input_array_indices[],
                          int N_output_arrays, const CCTK_INT output_array_types[], void* const output_arrays[]);

/* Registers an implementation of the function. Returns the number of registrations, including the default (2 for the
 * first thorn). With NULL the function only returns this number. */
int CCTK_OverloadSyncGroup(int (*function)(const cGH* GH, const char* group));
int CCTK_OverloadSyncGroupsByDirI(int (*function)(const cGH* GH, int num_groups, const int* groups,
                                                  const int* directions));
int CCTK_OverloadEnableGroupStorage(int (*function)(const cGH* GH, const char* group));
int CCTK_OverloadDisableGroupStorage(int (*function)(const cGH* GH, const char* group));
int CCTK_OverloadEnableGroupComm(int (*function)(const cGH* GH, const char* group));
int CCTK_OverloadDisableGroupComm(int (*function)(const cGH* GH, const char* group));
int CCTK_OverloadBarrier(int (*function)(const cGH* GH));
int CCTK_OverloadMyProc(int (*function)(const cGH* GH));
int CCTK_OverloadnProcs(int (*function)(const cGH* GH));
int CCTK_OverloadParallelInit(int (*function)(cGH* GH));
int CCTK_OverloadExit(int (*function)(cGH* GH, int retval));
int CCTK_OverloadAbort(int (*function)(cGH* GH, int retval));
int CCTK_OverloadSetupGH(cGH* (*function)(tFleshConfig* config, int convergence_level));
int CCTK_OverloadArrayGroupSizeB(const int* (*function)(const cGH* GH, int dir, int group, const char* groupname));
int CCTK_OverloadQueryGroupStorageB(int (*function)(const cGH* GH, int group, const char* groupname));
int CCTK_OverloadGroupDynamicData(int (*function)(const cGH* GH, int group, cGroupDynamicData* data));
int CCTK_OverloadGroupStorageIncrease(int (*function)(const cGH* GH, int n_groups, const int* groups,
                                                      const int* timelevels, int* status));
int CCTK_OverloadGroupStorageDecrease(int (*function)(const cGH* GH, int n_groups, const int* groups,
                                                      const int* timelevels, int* status));
int CCTK_OverloadQueryMaxTimeLevels(int (*function)(const cGH* GH, int n_groups, const int* groups, int* status));
int CCTK_OverloadInterpGridArrays(int (*function)(const cGH* GH, int N_dims, int local_interp_handle,
                                                  int param_table_handle, int coord_system_handle, int N_interp_points,
                                                  int interp_coords_type, const void* const interp_coords[],
                                                  int N_input_arrays, const CCTK_INT input_array_indices[],
                                                  int N_output_arrays, const CCTK_INT output_array_types[],
                                                  void* const output_arrays[]));

int CCTK_QueryGroupStorage(const cGH* GH, const char* groupname);
int CCTK_QueryGroupStorageI(const cGH* GH, int groupindex);
const int* CCTK_ArrayGroupSize(const cGH* GH, int dir, const char* groupname);
const int* CCTK_ArrayGroupSizeI(const cGH* GH, int dir, int groupindex);

#ifdef __cplusplus
}
#endif
#endif
