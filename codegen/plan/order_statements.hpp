// In which order the statements of one loop body need few registers at a time.
#pragma once

#include "codegen/ir/loops.hpp"

#include <vector>

namespace chemora::plan {

/// The most registers set in `body` that are needed at one time, a statement's operands and result counted together.
/// What is set outside, or never used, does not count.
int max_live(std::vector<ir::Statement> const& body);

/// The same statements in the order that keeps the fewest registers of: the one given; the graph's; and greedy list
/// scheduling, where next comes, of those whose operands are known, the one after which the fewest are needed, loads
/// wait for their first user, and stores follow their value. Stores into variables of `read_too` stay last, so that all
/// loads see the old values.
std::vector<ir::Statement> order_for_few_registers(std::vector<ir::Statement> const& body,
                                                   std::vector<std::string> const& read_too);

} // namespace chemora::plan
