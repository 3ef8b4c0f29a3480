// Who asked for what is done later, for messages, reports of copies and last writers.
#pragma once

#include "cctk.h"

#include <string>

namespace ca_kernel {

/// The scheduled function that runs, "Wave::Wave_RHS"; empty if none does.
std::string running_function(cGH const* cctkGH);

/// As long as it lives Accelerator names this function, unless its name is empty, and not the one that runs.
class OnBehalfOf {
public:
  OnBehalfOf(cGH const* cctkGH, std::string const& function);
  ~OnBehalfOf();
  OnBehalfOf(OnBehalfOf const&) = delete;
  OnBehalfOf& operator=(OnBehalfOf const&) = delete;

private:
  cGH const* cctkGH_;
};

} // namespace ca_kernel
