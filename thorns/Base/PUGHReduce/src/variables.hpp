// Reductions of grid variables: each point of the grid counts once.
#pragma once

#include "combine.hpp"

#include "cctk.h"

#include <optional>
#include <span>
#include <vector>

namespace pughreduce {

// All processes of the run.
MPI_Comm communicator(cGH const* grid_hierarchy);

// One partial per variable, of all processes together. Ghost zones and the images of periodic directions do not count;
// of variables that every process holds, scalars and arrays with DISTRIB=CONSTANT, process 0's copy does. Nothing, with
// a warning that says why, when a variable cannot be reduced. Collective.
std::optional<std::vector<Partial>> reduce_variables(cGH const* grid_hierarchy, std::span<int const> variables,
                                                     Operation operation);

// Stores the result if this process is to receive it; warns and returns false when the type cannot hold it.
bool deliver(cGH const* grid_hierarchy, int destination, Partial const& partial, Operation operation, int type,
             void* array, std::size_t index);

} // namespace pughreduce
