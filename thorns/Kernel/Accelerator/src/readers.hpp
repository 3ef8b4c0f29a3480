// Who touches data: exchanges that would still change them end first, then what is missing is copied.
#pragma once

#include "cctk.h"
#include "told_arrays.hpp"
#include "validity/validity.hpp"

#include <string>
#include <vector>

namespace accelerator {

/// Has the driver end the exchanges by which any of these parts is about to be filled. To be called before anybody
/// reads or writes them.
void end_exchanges(cGH const* cctkGH, std::vector<Access> const& accesses);

/// Makes the copies that `reader` needs; ends the run with the last writers' names when data are valid nowhere.
void read_or_stop(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader);

/// The same for arrays on behalf of whoever runs.
void read_or_stop(cGH const* cctkGH, Arrays const& arrays, Side side);

/// For readers that make do with what there is.
void fetch(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader);

/// Where data is to be used; ends the run if that is a device and the driver does not tell of functions.
Side side_of(CCTK_INT on_device);

/// Ends the run if any of these parts, which have been written, are in flight: the values are lost when they arrive.
void refuse_in_flight(std::vector<Access> const& written);

} // namespace accelerator
