// Asks CaKernel, if it is there.
#include "waiting.hpp"

#include "cctk_Functions.h"
#include "current_call.hpp"

namespace accelerator {

void run_what_waits(cGH const* cctkGH, cFunctionData const* function) {
  static bool const may_wait = CCTK_IsFunctionAliased("CaKernel_FinishWaiting") != 0; // providers do not change
  if (!may_wait) return;
  // They run for those that launched them, not for whoever looks now.
  std::string const client = CurrentCall::act_for({});
  CaKernel_FinishWaiting(cctkGH, function);
  CurrentCall::act_for(client);
}

} // namespace accelerator

extern "C" CCTK_INT AcceleratorThorn_ActFor(CCTK_POINTER_TO_CONST, CCTK_STRING function) {
  accelerator::CurrentCall::act_for(function);
  return 0;
}
