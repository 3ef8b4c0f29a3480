/// Names the function for which another function acts, in the messages and reports of thorn Accelerator. The including
/// thorn needs `USES FUNCTION` for Accelerator_BeginActingFor and Accelerator_EndActingFor.
#pragma once

#include "cctk.h"
#include "cctk_Functions.h"

#include <string>

namespace thorntools {

/// While an object of this class exists, Accelerator attributes reads, writes and copies to `name` instead of the
/// scheduled function. An empty name selects the scheduled function. The destructor restores the previous name.
class ActingFor {
public:
  ActingFor(cGH const* cctkGH, std::string const& name) : cctkGH_(cctkGH) {
    if (is_provided()) before_ = Accelerator_BeginActingFor(cctkGH, name.c_str());
  }
  ~ActingFor() {
    if (is_provided()) Accelerator_EndActingFor(cctkGH_, before_);
  }
  ActingFor(ActingFor const&) = delete;
  ActingFor& operator=(ActingFor const&) = delete;

private:
  static bool is_provided() {
    static bool const has_functions = CCTK_IsFunctionAliased("Accelerator_BeginActingFor") != 0 &&
                                      CCTK_IsFunctionAliased("Accelerator_EndActingFor") != 0;
    return has_functions;
  }

  cGH const* cctkGH_;
  CCTK_INT before_ = 0;
};

} // namespace thorntools
