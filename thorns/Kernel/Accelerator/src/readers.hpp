// Who touches data: exchanges that would still change them end first, then what is missing is copied.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <string>
#include <vector>

namespace accelerator {

/// Has the driver end the exchanges by which any of these parts is about to be filled. To be called before anybody
/// reads or writes them.
void end_exchanges(cGH const* cctkGH, std::vector<Access> const& accesses);

/// Makes the copies that `reader` needs; ends the run with the last writers' names when data are valid nowhere.
void read_or_stop(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader);

/// For readers that make do with what there is.
void fetch(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader);

} // namespace accelerator
