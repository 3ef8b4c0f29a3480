// Asks CaKernel, if it is there.
#include "waiting.hpp"

#include "cctk_Functions.h"
#include "current_call.hpp"

namespace accelerator {

void run_what_waits(cGH const* cctkGH, cFunctionData const* function) {
  static bool const may_wait = CCTK_IsFunctionAliased("CaKernel_FinishWaiting") != 0; // providers do not change
  if (!may_wait) return;
  // They run for those that launched them, not for whoever looks now.
  ActingForNobody const acting;
  CaKernel_FinishWaiting(cctkGH, function);
}

} // namespace accelerator

extern "C" CCTK_INT AcceleratorThorn_BeginActingFor(CCTK_POINTER_TO_CONST, CCTK_STRING name) {
  return static_cast<CCTK_INT>(accelerator::CurrentCall::begin_acting_for(name));
}

extern "C" CCTK_INT AcceleratorThorn_EndActingFor(CCTK_POINTER_TO_CONST, CCTK_INT before) {
  accelerator::CurrentCall::end_acting_for(static_cast<std::size_t>(before));
  return 0;
}
