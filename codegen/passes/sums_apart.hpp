// The sums of a time integrator behind a kernel that they are not joined with, in one go over few arrays at a time.
//
//     urhs <- 0 everywhere, then D rho in the interior         urhs <- D rho in the interior
//     u    <- u_p + dt * urhs everywhere                       urhs <- u_p + dt * (urhs in the interior, else 0)
//     S    <- S + u                                    ->      S    <- S + urhs
//                                                              and u and urhs change their places
//
// A right-hand side that nobody needs afterwards takes the new value: its memory is in the cache already, that of the
// old value would have to be fetched. Exact: the sums keep their operations and their order.
#pragma once

#include "codegen/passes/join_updates.hpp"

#include <string>
#include <vector>

namespace chemora::passes {

/// Sums that depend on one another, and on none of another group.
struct SumGroup {
  std::vector<std::string> arrays; ///< by number: graphs call them array0, array1, ..., the same for groups of one form
  std::vector<std::size_t> updates; ///< of the step; those of the graphs' parameters are numbered by the order here
  ir::Graph rows;                   ///< to run on whole rows, as joined graphs are
  ir::Graph rest;                   ///< to run on all other points of the local box
};

struct SumsApart : Changes {
  std::vector<SumGroup> groups;
};

/// What is to run after the kernel, which reads sources of copies in place of their targets (without_copies) and stores
/// its arrays. Throws base::UserError with the reason, a whole sentence, why it cannot be done so.
SumsApart sums_apart(Step const& step);

/// The name of a group's array in its graphs.
std::string name_in_group(std::size_t number);

} // namespace chemora::passes
