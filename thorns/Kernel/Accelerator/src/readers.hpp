// Readers that end the run when their data are valid nowhere.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <string>
#include <vector>

namespace accelerator {

/// Makes the copies that `reader` needs; ends the run with the last writers' names when data are valid nowhere.
void read_or_stop(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader);

} // namespace accelerator
