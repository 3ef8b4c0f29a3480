// Kernels that CaKernel has not run yet, as nobody has looked at what they write.
#pragma once

#include "cctk.h"

namespace accelerator {

/// They are run now, unless the one who looks is this function and CaKernel knows that it does not.
void run_what_waits(cGH const* cctkGH, cFunctionData const* function = nullptr);

} // namespace accelerator
