// The parameters that describe the grid, as the algorithms take them.
#pragma once

#include "grid/decomposition.hpp"
#include "grid/weights.hpp"

#include <array>
#include <string>
#include <vector>

namespace pugh {

// How to divide grid functions of some dimension, and how to begin with the memory of variables.
struct GridSettings {
  Shape shape;
  Topology requested = {0, 0, 0, 0};
  std::array<std::vector<int>, max_dimension> sizes; // of each part; empty: even
};

enum class InitialValue { unspecified, zero, nan };

// Of grid functions of this dimension on n_ranks processes. Throws DecompositionError.
GridSettings grid_settings(int dimension, int n_ranks);

// What PUGH::processor_weights says of n_ranks processes; empty: all alike. The first call measures if it says so,
// which all processes do together. Throws WeightsError.
Weights processor_weights(int n_ranks);

// The distribution of grid functions of this dimension. Throws WeightsError, or DecompositionError where no weights
// would do.
Decomposition decompose_grid(int dimension, int n_ranks);

// The same as if all processes were alike. Throws DecompositionError.
Decomposition decompose_evenly(int dimension, int n_ranks);

// Names of the parameters that give the points and the ghost zones of a direction.
struct DirectionParameters {
  std::string points, ghosts;
};
DirectionParameters direction_parameters(int direction);

InitialValue initial_value();

bool pads_rows();

// Whether the run ends after the parameter check (-P), so that grid variables are never written.
bool only_checks_parameters();

} // namespace pugh
