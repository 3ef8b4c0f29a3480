/// The parameters that describe the grid, in the form that the algorithms of grid/ expect.
#pragma once

#include "grid/decomposition.hpp"

#include <array>
#include <mpi.h>
#include <string>
#include <vector>

namespace pugh {

/// The requested division of grid functions of one dimension.
struct GridSettings {
  Shape shape;
  Topology requested = {0, 0, 0, 0};
  std::array<std::vector<int>, max_dimension> sizes; ///< points of each part by direction; empty: even parts
};

/// Settings of grid functions of this dimension on n_ranks processes. Throws DecompositionError.
GridSettings grid_settings(int dimension, int n_ranks);

/// The weights of n_ranks processes from PUGH::processor_weights; empty if all are equal. If the parameter is
/// `measured`, the first call measures and is collective. Throws WeightsError.
Weights processor_weights(int n_ranks);

/// The decomposition of grid functions of this dimension. Throws WeightsError if the weights are wrong, and
/// DecompositionError if no weights allow a decomposition.
Decomposition decompose_grid(int dimension, int n_ranks);

/// The decomposition for equal weights. Throws DecompositionError.
Decomposition decompose_evenly(int dimension, int n_ranks);

/// Names of the parameters that specify the points and the ghost zones of a direction.
struct DirectionParameters {
  std::string points, ghosts;
};
DirectionParameters direction_parameters(int direction);

/// Reports, as errors of PARAMCHECK, the directions of this grid in which all points are in ghost zones: such a run
/// would compute nothing. A direction of one point has no ghost zones and is permitted.
void check_extents(int dimension, int n_ranks);

/// The value of new storage, from PUGH::initialize_memory.
enum class InitialValue { unspecified, zero, nan };
InitialValue initial_value();

bool pads_rows();

/// Whether the run ends after the parameter check (-P), so that grid variables are never written.
bool only_checks_parameters();

/// A communicator of the driver that contains all processes of the run.
MPI_Comm communicator();

} // namespace pugh
