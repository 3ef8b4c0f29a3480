// Asks the flesh, tells Accelerator.
#include "on_behalf_of.hpp"

#include "cctk_Functions.h"

namespace ca_kernel {

namespace {

void tell(cGH const* cctkGH, std::string const& function) {
  static bool const can_tell = CCTK_IsFunctionAliased("Accelerator_ActFor") != 0;
  if (can_tell) Accelerator_ActFor(cctkGH, function.c_str());
}

} // namespace

std::string running_function(cGH const* cctkGH) {
  auto const* const function = CCTK_ScheduleQueryCurrentFunction(cctkGH);
  return function ? std::string(function->thorn) + "::" + function->routine : std::string();
}

OnBehalfOf::OnBehalfOf(cGH const* cctkGH, std::string const& function) : cctkGH_(cctkGH) { tell(cctkGH, function); }

OnBehalfOf::~OnBehalfOf() { tell(cctkGH_, {}); }

} // namespace ca_kernel
