// From the thorns that a parameter file names to those that are active.
#pragma once

#include "framework/parameters/par_file.hpp"
#include "framework/parameters/thorn_catalogue.hpp"

namespace chemora::run {

/// Activates the requested thorns and those that provide a capability they need. Returns the names of the latter.
/// Findings go to `problems`: thorns that are not compiled, two thorns for one implementation, implementations that
/// are inherited or befriended but missing, thorns that REQUIRES THORNS names but that are not active.
std::vector<std::string> activate_thorns(parameters::ThornCatalogue& catalogue,
                                         std::vector<parameters::RequestedThorn> const& requested,
                                         base::Diagnostics& problems);

} // namespace chemora::run
