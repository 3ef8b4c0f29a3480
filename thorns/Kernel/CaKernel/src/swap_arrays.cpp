// Asks driver or device.
#include "swap_arrays.hpp"

#include "cctk_Functions.h"
#include "framework/base/errors.hpp"
#include "kernel_data.hpp"

#include <algorithm>

namespace ca_kernel {

// Whether kernels run on arrays of a device differs from process to process, so that both are needed.
bool can_swap() {
  static bool const is_provided =
      CCTK_IsFunctionAliased("Driver_SwapStorage") != 0 && CCTK_IsFunctionAliased("Device_SwapArrays") != 0;
  return is_provided;
}

bool may_swap(GridArray const& a, GridArray const& b) {
  int const group_a = CCTK_GroupIndexFromVarI(a.variable), group_b = CCTK_GroupIndexFromVarI(b.variable);
  cGroup of_a, of_b;
  if (CCTK_GroupData(group_a, &of_a) < 0 || CCTK_GroupData(group_b, &of_b) < 0) return false;
  auto const is_alone = [](cGroup const& group) { return !group.vectorgroup || group.vectorlength <= 1; };
  return of_a.grouptype == CCTK_GF && of_b.grouptype == CCTK_GF && of_a.vartype == of_b.vartype &&
         of_a.dim == of_b.dim && is_alone(of_a) && is_alone(of_b);
}

void swap_arrays(cGH const* cctkGH, GridArray const& a, GridArray const& b) {
  int const level = refinement_level(cctkGH);
  CCTK_INT const error =
      runs_on_device(cctkGH)
          ? Device_SwapArrays(cctkGH, a.variable, level, a.time_level, b.variable, level, b.time_level)
          : Driver_SwapStorage(cctkGH, a.variable, a.time_level, b.variable, b.time_level);
  if (error) throw chemora::base::UserError(name_of(a) + " and " + name_of(b) + " cannot change places.");
}

std::string name_of(GridArray const& array) {
  std::string name = CCTK_FullVarName(array.variable);
  if (array.time_level == 0) return name;
  std::string const suffix = array.time_level == 1 ? "_p" : "_p" + std::to_string(array.time_level);
  return name.insert(std::min(name.find('['), name.size()), suffix);
}

} // namespace ca_kernel
