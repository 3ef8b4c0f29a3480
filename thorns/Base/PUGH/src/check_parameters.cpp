// Refuses parameters that no run of this driver can follow, and warns of numbers that are not used.
#include "settings.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <initializer_list>
#include <string>

namespace pugh {
namespace {

// A parameter that may not be "no": without the driver's function, the flesh knows a run without grid only.
struct Replacement {
  CCTK_INT is_asked_for;
  char const *parameter, *function;
};

void check_replacements() {
  DECLARE_CCTK_PARAMETERS
  for (Replacement const& needed : std::initializer_list<Replacement>{
           {overloadsyncgroupsbydiri, "overloadSyncGroupsByDirI", "CCTK_SyncGroupsByDirI"},
           {overloadenablegroupstorage, "overloadEnableGroupStorage", "CCTK_EnableGroupStorage"},
           {overloaddisablegroupstorage, "overloadDisableGroupStorage", "CCTK_DisableGroupStorage"},
           {overloadmyproc, "overloadMyProc", "CCTK_MyProc"},
           {overloadnprocs, "overloadnProcs", "CCTK_nProcs"},
           {overloadarraygroupsizeb, "overloadArrayGroupSizeB", "CCTK_ArrayGroupSizeB"},
           {overloadquerygroupstorageb, "overloadQueryGroupStorageB", "CCTK_QueryGroupStorageB"},
           {overloadgroupdynamicdata, "overloadGroupDynamicData", "CCTK_GroupDynamicData"}})
    if (!needed.is_asked_for)
      CCTK_VPARAMWARN("PUGH::%s is \"no\", but a run on a grid needs the driver's %s. Remove the line or set \"yes\".",
                      needed.parameter, needed.function);
}

void warn_of_unused_topology() {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_EQUALS(processor_topology, "manual")) return;
  struct Number {
    CCTK_INT value;
    char const* parameter;
  };
  std::string set;
  for (Number const& number : std::initializer_list<Number>{{processor_topology_1d_x, "processor_topology_1d_x"},
                                                            {processor_topology_2d_x, "processor_topology_2d_x"},
                                                            {processor_topology_2d_y, "processor_topology_2d_y"},
                                                            {processor_topology_3d_x, "processor_topology_3d_x"},
                                                            {processor_topology_3d_y, "processor_topology_3d_y"},
                                                            {processor_topology_3d_z, "processor_topology_3d_z"}})
    if (number.value > 0) set += (set.empty() ? "PUGH::" : ", PUGH::") + std::string(number.parameter);
  if (!set.empty())
    CCTK_VWARN(CCTK_WARN_ALERT,
               "PUGH::processor_topology is \"%s\", so the grid is divided without %s. Set PUGH::processor_topology = "
               "\"manual\" to use the numbers.",
               processor_topology, set.c_str());
}

// With -P n: whether n processes could divide the grid. The processes of this run have divided it already.
void check_other_number_of_processes() {
  int const n = CCTK_ParamCheckNProcs();
  if (n == CCTK_nProcs(nullptr)) return;
  for (int dimension = 1; dimension <= CCTK_MaxGFDim(); ++dimension) try {
      bool is_used = false;
      for (int group = 0; group < CCTK_NumGroups(); ++group)
        is_used = is_used || (CCTK_GroupTypeI(group) == CCTK_GF && CCTK_GroupDimI(group) == dimension);
      if (is_used) decompose_grid(dimension, n);
    } catch (DecompositionError const& error) {
      CCTK_VPARAMWARN("%d processes cannot run this: %s", n, error.what());
    }
}

} // namespace
} // namespace pugh

extern "C" void PUGH_CheckParameters(CCTK_ARGUMENTS) {
  (void)cctkGH;
  pugh::check_replacements();
  pugh::warn_of_unused_topology();
  pugh::check_other_number_of_processes();
}
