// Asks the flesh.
#include "running_function.hpp"

namespace ca_kernel {

std::string running_function(cGH const* cctkGH) {
  auto const* const function = CCTK_ScheduleQueryCurrentFunction(cctkGH);
  return function ? std::string(function->thorn) + "::" + function->routine : std::string();
}

} // namespace ca_kernel
