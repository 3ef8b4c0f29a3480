// Which assignments of the parameter file a thorn's complaint is about.
#pragma once

#include "framework/parameters/parameter_table.hpp"

#include <string>
#include <vector>

namespace chemora::parameters {

/// For each parameter that `message` names, where it got its value: `run.par:3:1: grid::n = 5`, or that it was not set
/// and has its default. Names are `owner::parameter`, or the bare name of a parameter that `thorn` declares or shares;
/// of bare names only those that the parameter file has set, for they may also be common words. Each once, in the order
/// of the message.
std::vector<std::string> mentioned_assignments(ThornCatalogue const& catalogue, ParameterTable const& table,
                                               std::string const& thorn, std::string const& message);

} // namespace chemora::parameters
