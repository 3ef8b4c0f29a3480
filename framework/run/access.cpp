// cctk_PreSync.h: which variables the running function may touch.
#include "framework/include/cctk_PreSync.h"

#include "framework/include/cctk_Groups.h"
#include "framework/include/cctk_Schedule.h"
#include "framework/parameters/parameter_table.hpp"

#include <algorithm>

namespace {

/// Only in this mode are READS and WRITES binding.
bool is_restricted() {
  static bool const is_restricted =
      chemora::parameters::parameter_table().find("Cactus", "presync_mode")->text() == "presync-only";
  return is_restricted;
}

/// A vector is reached by its element 0, so access to one element is access to all.
bool is_same_variable(int declared, int wanted) {
  if (declared == wanted) return true;
  int const group = CCTK_GroupIndexFromVarI(wanted);
  cGroup properties{};
  if (group != CCTK_GroupIndexFromVarI(declared) || CCTK_GroupData(group, &properties) < 0) return false;
  int const length = properties.vectorgroup ? std::max(properties.vectorlength, 1) : 1;
  int const first = CCTK_FirstVarIndexI(group);
  return (declared - first) / length == (wanted - first) / length;
}

} // namespace

extern "C" {

int CCTK_HasAccess(const cGH* cctkGH, int var_index) {
  auto const* const data = CCTK_ScheduleQueryCurrentFunction(cctkGH);
  if (!is_restricted() || !data) return 1;
  return std::any_of(data->RDWR, data->RDWR + data->n_RDWR,
                     [&](RDWR_entry const& entry) { return is_same_variable(entry.varindex, var_index); });
}

void* CCTKi_VarDataPtrI(const cGH* cctkGH, int timelevel, int varindex) {
  if (varindex < 0 || !cctkGH->data[varindex]) return nullptr;
  if (is_restricted() && !CCTK_HasAccess(cctkGH, varindex)) return nullptr;
  return cctkGH->data[varindex][timelevel];
}

} // extern "C"
