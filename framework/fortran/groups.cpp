/// Groups, variables, storage, ghost zones, processes and loops over sides for Fortran.
#include "framework/fortran/calls.hpp"

#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_GHExtensions.h"
#include "framework/include/cctk_Groups.h"
#include "framework/include/cctk_Sync.h"

#include <algorithm>

namespace {
using chemora::fortran::Word;
}

FORTRAN_SUBROUTINE(2, cctk_varindex, CCTK_VarIndex)
FORTRAN_SUBROUTINE(3, cctk_varname, CCTK_VarName)
FORTRAN_SUBROUTINE(3, cctk_fullname, CCTK_FullName)
FORTRAN_SUBROUTINE(3, cctk_fullvarname, CCTK_FullVarName)
FORTRAN_SUBROUTINE(3, cctk_impfromvari, CCTK_ImpFromVarI)
FORTRAN_SUBROUTINE(1, cctk_vartypei, CCTK_VarTypeI)
FORTRAN_SUBROUTINE(2, cctk_vartypenumber, CCTK_VarTypeNumber)
FORTRAN_SUBROUTINE(3, cctk_vartypename, CCTK_VarTypeName)
FORTRAN_SUBROUTINE(1, cctk_vartypesize, CCTK_VarTypeSize)
FORTRAN_SUBROUTINE(0, cctk_numvars, CCTK_NumVars)
FORTRAN_SUBROUTINE(2, cctk_groupindex, CCTK_GroupIndex)
FORTRAN_SUBROUTINE(3, cctk_groupname, CCTK_GroupName)
FORTRAN_SUBROUTINE(3, cctk_fullgroupname, CCTK_FullGroupName)
FORTRAN_SUBROUTINE(2, cctk_groupindexfromvar, CCTK_GroupIndexFromVar)
FORTRAN_SUBROUTINE(1, cctk_groupindexfromvari, CCTK_GroupIndexFromVarI)
FORTRAN_SUBROUTINE(3, cctk_groupnamefromvari, CCTK_GroupNameFromVarI)
FORTRAN_SUBROUTINE(1, cctk_groupdimi, CCTK_GroupDimI)
FORTRAN_SUBROUTINE(1, cctk_groupdimfromvari, CCTK_GroupDimFromVarI)
FORTRAN_SUBROUTINE(1, cctk_grouptypei, CCTK_GroupTypeI)
FORTRAN_SUBROUTINE(1, cctk_grouptypefromvari, CCTK_GroupTypeFromVarI)
FORTRAN_SUBROUTINE(2, cctk_grouptypenumber, CCTK_GroupTypeNumber)
FORTRAN_SUBROUTINE(2, cctk_groupscopenumber, CCTK_GroupScopeNumber)
FORTRAN_SUBROUTINE(2, cctk_groupdistribnumber, CCTK_GroupDistribNumber)
FORTRAN_SUBROUTINE(2, cctk_grouptagstable, CCTK_GroupTagsTable)
FORTRAN_SUBROUTINE(1, cctk_grouptagstablei, CCTK_GroupTagsTableI)
FORTRAN_SUBROUTINE(0, cctk_numgroups, CCTK_NumGroups)
FORTRAN_SUBROUTINE(2, cctk_numvarsingroup, CCTK_NumVarsInGroup)
FORTRAN_SUBROUTINE(1, cctk_numvarsingroupi, CCTK_NumVarsInGroupI)
FORTRAN_SUBROUTINE(2, cctk_firstvarindex, CCTK_FirstVarIndex)
FORTRAN_SUBROUTINE(1, cctk_firstvarindexi, CCTK_FirstVarIndexI)
FORTRAN_SUBROUTINE(0, cctk_maxdim, CCTK_MaxDim)
FORTRAN_SUBROUTINE(0, cctk_maxgfdim, CCTK_MaxGFDim)
FORTRAN_SUBROUTINE(2, cctk_declaredtimelevels, CCTK_DeclaredTimeLevels)
FORTRAN_SUBROUTINE(2, cctk_declaredtimelevelsgn, CCTK_DeclaredTimeLevelsGN)
FORTRAN_SUBROUTINE(1, cctk_declaredtimelevelsgi, CCTK_DeclaredTimeLevelsGI)
FORTRAN_SUBROUTINE(2, cctk_declaredtimelevelsvn, CCTK_DeclaredTimeLevelsVN)
FORTRAN_SUBROUTINE(1, cctk_declaredtimelevelsvi, CCTK_DeclaredTimeLevelsVI)
FORTRAN_SUBROUTINE(2, cctk_numtimelevels, CCTK_DeclaredTimeLevels)
FORTRAN_SUBROUTINE(1, cctk_numtimelevelsi, CCTK_DeclaredTimeLevelsGI)
FORTRAN_SUBROUTINE(2, cctk_numtimelevelsfromvar, CCTK_DeclaredTimeLevelsVN)
FORTRAN_SUBROUTINE(1, cctk_numtimelevelsfromvari, CCTK_DeclaredTimeLevelsVI)

FORTRAN_SUBROUTINE(3, cctk_activetimelevels, CCTK_ActiveTimeLevels)
FORTRAN_SUBROUTINE(3, cctk_activetimelevelsgn, CCTK_ActiveTimeLevelsGN)
FORTRAN_SUBROUTINE(2, cctk_activetimelevelsgi, CCTK_ActiveTimeLevelsGI)
FORTRAN_SUBROUTINE(3, cctk_activetimelevelsvn, CCTK_ActiveTimeLevelsVN)
FORTRAN_SUBROUTINE(2, cctk_activetimelevelsvi, CCTK_ActiveTimeLevelsVI)
FORTRAN_SUBROUTINE(3, cctk_maxactivetimelevels, CCTK_MaxActiveTimeLevels)
FORTRAN_SUBROUTINE(3, cctk_maxactivetimelevelsgn, CCTK_MaxActiveTimeLevelsGN)
FORTRAN_SUBROUTINE(2, cctk_maxactivetimelevelsgi, CCTK_MaxActiveTimeLevelsGI)
FORTRAN_SUBROUTINE(3, cctk_maxactivetimelevelsvn, CCTK_MaxActiveTimeLevelsVN)
FORTRAN_SUBROUTINE(2, cctk_maxactivetimelevelsvi, CCTK_MaxActiveTimeLevelsVI)
FORTRAN_SUBROUTINE(5, cctk_grouplbndgn, CCTK_GrouplbndGN)
FORTRAN_SUBROUTINE(4, cctk_grouplbndgi, CCTK_GrouplbndGI)
FORTRAN_SUBROUTINE(5, cctk_grouplbndvn, CCTK_GrouplbndVN)
FORTRAN_SUBROUTINE(4, cctk_grouplbndvi, CCTK_GrouplbndVI)
FORTRAN_SUBROUTINE(5, cctk_groupubndgn, CCTK_GroupubndGN)
FORTRAN_SUBROUTINE(4, cctk_groupubndgi, CCTK_GroupubndGI)
FORTRAN_SUBROUTINE(5, cctk_groupubndvn, CCTK_GroupubndVN)
FORTRAN_SUBROUTINE(4, cctk_groupubndvi, CCTK_GroupubndVI)
FORTRAN_SUBROUTINE(5, cctk_grouplshgn, CCTK_GrouplshGN)
FORTRAN_SUBROUTINE(4, cctk_grouplshgi, CCTK_GrouplshGI)
FORTRAN_SUBROUTINE(5, cctk_grouplshvn, CCTK_GrouplshVN)
FORTRAN_SUBROUTINE(4, cctk_grouplshvi, CCTK_GrouplshVI)
FORTRAN_SUBROUTINE(5, cctk_groupashgn, CCTK_GroupashGN)
FORTRAN_SUBROUTINE(4, cctk_groupashgi, CCTK_GroupashGI)
FORTRAN_SUBROUTINE(5, cctk_groupashvn, CCTK_GroupashVN)
FORTRAN_SUBROUTINE(4, cctk_groupashvi, CCTK_GroupashVI)
FORTRAN_SUBROUTINE(5, cctk_groupgshgn, CCTK_GroupgshGN)
FORTRAN_SUBROUTINE(4, cctk_groupgshgi, CCTK_GroupgshGI)
FORTRAN_SUBROUTINE(5, cctk_groupgshvn, CCTK_GroupgshVN)
FORTRAN_SUBROUTINE(4, cctk_groupgshvi, CCTK_GroupgshVI)
FORTRAN_SUBROUTINE(5, cctk_groupbboxgn, CCTK_GroupbboxGN)
FORTRAN_SUBROUTINE(4, cctk_groupbboxgi, CCTK_GroupbboxGI)
FORTRAN_SUBROUTINE(5, cctk_groupbboxvn, CCTK_GroupbboxVN)
FORTRAN_SUBROUTINE(4, cctk_groupbboxvi, CCTK_GroupbboxVI)
FORTRAN_SUBROUTINE(5, cctk_groupnghostzonesgn, CCTK_GroupnghostzonesGN)
FORTRAN_SUBROUTINE(4, cctk_groupnghostzonesgi, CCTK_GroupnghostzonesGI)
FORTRAN_SUBROUTINE(5, cctk_groupnghostzonesvn, CCTK_GroupnghostzonesVN)
FORTRAN_SUBROUTINE(4, cctk_groupnghostzonesvi, CCTK_GroupnghostzonesVI)
FORTRAN_SUBROUTINE(4, cctk_vardataptr, CCTK_VarDataPtr)
FORTRAN_SUBROUTINE(3, cctk_vardataptri, CCTK_VarDataPtrI)
FORTRAN_SUBROUTINE(3, cctk_querygroupstorage, CCTK_QueryGroupStorage)
FORTRAN_SUBROUTINE(2, cctk_querygroupstoragei, CCTK_QueryGroupStorageI)
FORTRAN_SUBROUTINE(4, cctk_querymaxtimelevels, CCTK_QueryMaxTimeLevels)
FORTRAN_SUBROUTINE(3, cctk_enablegroupstorage, CCTK_EnableGroupStorage)
FORTRAN_SUBROUTINE(2, cctk_enablegroupstoragei, CCTK_EnableGroupStorageI)
FORTRAN_SUBROUTINE(3, cctk_disablegroupstorage, CCTK_DisableGroupStorage)
FORTRAN_SUBROUTINE(2, cctk_disablegroupstoragei, CCTK_DisableGroupStorageI)
FORTRAN_SUBROUTINE(3, cctk_enablegroupcomm, CCTK_EnableGroupComm)
FORTRAN_SUBROUTINE(2, cctk_enablegroupcommi, CCTK_EnableGroupCommI)
FORTRAN_SUBROUTINE(3, cctk_disablegroupcomm, CCTK_DisableGroupComm)
FORTRAN_SUBROUTINE(2, cctk_disablegroupcommi, CCTK_DisableGroupCommI)
FORTRAN_SUBROUTINE(3, cctk_syncgroup, CCTK_SyncGroup)
FORTRAN_SUBROUTINE(2, cctk_syncgroupi, CCTK_SyncGroupI)
FORTRAN_SUBROUTINE(3, cctk_syncgroupwithvar, CCTK_SyncGroupWithVar)
FORTRAN_SUBROUTINE(2, cctk_syncgroupwithvari, CCTK_SyncGroupWithVarI)
FORTRAN_SUBROUTINE(3, cctk_syncgroupsi, CCTK_SyncGroupsI)
FORTRAN_SUBROUTINE(4, cctk_syncgroupsbydiri, CCTK_SyncGroupsByDirI)
FORTRAN_SUBROUTINE(2, cctk_ghextensionhandle, CCTK_GHExtensionHandle)
FORTRAN_SUBROUTINE(1, cctk_barrier, CCTK_Barrier)
FORTRAN_SUBROUTINE(2, cctk_exit, CCTK_Exit)
FORTRAN_SUBROUTINE(2, cctk_abort, CCTK_Abort)
FORTRAN_FUNCTION(1, cctk_myproc, CCTK_MyProc)
FORTRAN_FUNCTION(1, cctk_nprocs, CCTK_nProcs)

/// For the loops of fortran/cctk_Loop1.h to cctk_Loop4.h: side 0 to 3^dim - 1 of the box. `offset` is its position in
/// each direction (-1 lower, 0 middle, 1 upper); `lo` and `hi` are its first and last point, counted from 1 and clipped
/// to the tile. `width` and `is_marked` have a lower and an upper value for each direction. The side is empty (hi < lo)
/// in the middle, and unless one of its faces is marked (all of them, if `needs_all`).
extern "C" void chemora_loop_side_(int* offset, int* lo, int* hi, int const* dim, int const* lsh, int const* tile_min,
                                   int const* tile_max, int const* side, int const* needs_all, int const* width,
                                   int const* is_marked) {
  int n_faces = 0, n_marked = 0;
  int index = *side;
  for (int axis = 0; axis < *dim; ++axis, index /= 3) {
    offset[axis] = index % 3 - 1;
    int const size = lsh[axis], lower = width[2 * axis], upper = width[2 * axis + 1];
    lo[axis] = offset[axis] < 0 ? 1 : offset[axis] == 0 ? lower + 1 : size - upper + 1;
    hi[axis] = offset[axis] < 0 ? lower : offset[axis] == 0 ? size - upper : size;
    lo[axis] = std::max(lo[axis], tile_min[axis] + 1);
    hi[axis] = std::min(hi[axis], tile_max[axis]);
    if (offset[axis] == 0) continue;
    ++n_faces;
    n_marked += is_marked[2 * axis + (offset[axis] > 0)] != 0;
  }
  bool const is_selected = *needs_all != 0 ? n_marked == n_faces : n_marked > 0;
  if (n_faces == 0 || !is_selected) hi[0] = lo[0] - 1;
}
