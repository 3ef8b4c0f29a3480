// What the processes measured together.
#pragma once

#include "kernels/machine/joined_by_device.hpp"
#include "mpi_exchange.hpp"

#include <map>
#include <string>
#include <vector>

namespace ca_kernel {

std::string name_of_node();

/// Collective: of all processes, the same on all of them. `device`: the kind of this process' one.
std::vector<chemora::machine::Measured> measured_by_all(MpiExchange& exchange, std::string const& device,
                                                        chemora::machine::BestOfRounds const& mine);

/// Collective: by name of node; the same on all processes.
std::map<std::string, chemora::machine::BestOfRounds> joined_by_node(MpiExchange& exchange,
                                                                     chemora::machine::BestOfRounds const& mine);

} // namespace ca_kernel
