// Asks CaKernel, if it is there.
#include "waiting.hpp"

#include "cctk_Functions.h"

namespace accelerator {

void run_what_waits(cGH const* cctkGH, cFunctionData const* function) {
  static bool const may_wait = CCTK_IsFunctionAliased("CaKernel_FinishWaiting") != 0; // providers do not change
  if (may_wait) CaKernel_FinishWaiting(cctkGH, function);
}

} // namespace accelerator
