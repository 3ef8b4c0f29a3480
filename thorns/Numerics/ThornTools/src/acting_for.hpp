// Who asked for what is done, for messages, reports of copies and last writers of thorn Accelerator.
#pragma once

#include "cctk.h"
#include "cctk_Functions.h"

#include <string>

namespace thorntools {

// As long as it lives thorn Accelerator, if there is one, names this function, method or condition and not the function
// that runs; an empty name: the one that runs. Behind it whoever was named before is so again.
class ActingFor {
public:
  ActingFor(cGH const* grid_hierarchy, std::string const& name) : grid_hierarchy_(grid_hierarchy) {
    if (can_tell()) before_ = Accelerator_BeginActingFor(grid_hierarchy, name.c_str());
  }
  ~ActingFor() {
    if (can_tell()) Accelerator_EndActingFor(grid_hierarchy_, before_);
  }
  ActingFor(ActingFor const&) = delete;
  ActingFor& operator=(ActingFor const&) = delete;

private:
  static bool can_tell() {
    static bool const is_there = CCTK_IsFunctionAliased("Accelerator_BeginActingFor") != 0 &&
                                 CCTK_IsFunctionAliased("Accelerator_EndActingFor") != 0;
    return is_there;
  }

  cGH const* grid_hierarchy_;
  CCTK_INT before_ = 0;
};

} // namespace thorntools
