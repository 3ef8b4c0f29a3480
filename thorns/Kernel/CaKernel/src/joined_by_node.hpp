// What the processes of each node measured together.
#pragma once

#include "kernels/machine/best_of_rounds.hpp"
#include "mpi_exchange.hpp"

#include <map>
#include <string>

namespace ca_kernel {

std::string name_of_node();

/// Collective: by name of node; the same on all processes.
std::map<std::string, chemora::machine::BestOfRounds> joined_by_node(MpiExchange& exchange,
                                                                     chemora::machine::BestOfRounds const& mine);

} // namespace ca_kernel
