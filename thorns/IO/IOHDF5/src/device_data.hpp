// Variables that live on a device, before they are written and after they are read.
#pragma once

#include <cctk.h>

#include <vector>

namespace iohdf5 {

struct Level {
  int variable = 0;
  int time_level = 0;
};

/// Copies to the host what is valid on the device only.
void bring_to_host(cGH const* cctkGH, std::vector<Level> const& levels);

/// The host has new values: what the device has is out of date.
void tell_modified_on_host(cGH const* cctkGH, std::vector<Level> const& levels);

} // namespace iohdf5
