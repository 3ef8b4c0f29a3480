// Reductions of grid variables: each point of the grid counts once.
#pragma once

#include "combine.hpp"

#include "cctk.h"

#include <optional>
#include <span>
#include <vector>

namespace pughreduce {

struct Options {
  int weight = -1;                             // a variable of type CCTK_REAL and of the same size
  std::span<CCTK_INT const> result_types = {}; // those that are integers have their terms cut first
};

// One partial per variable, of all processes together. Ghost zones and the images of periodic directions do not count;
// of variables that every process holds, scalars and arrays with DISTRIB=CONSTANT, every copy does, as in Cactus.
// Nothing, with a warning that says why, when a variable cannot be reduced. Collective.
std::optional<std::vector<Partial>> reduce_variables(cGH const* grid_hierarchy, std::span<int const> variables,
                                                     Operation operation, Options const& options = {});

// The sum of the weights of all points; nothing, with a warning, when the variable is no weight. Collective.
std::optional<double> sum_of_weights(cGH const* grid_hierarchy, int weight);

// Stores the result if this process is to receive it; warns and returns false when the type cannot hold it.
bool deliver(cGH const* grid_hierarchy, int destination, Partial const& partial, Operation operation, int type,
             void* array, std::size_t index, std::optional<double> weight = std::nullopt);

} // namespace pughreduce
