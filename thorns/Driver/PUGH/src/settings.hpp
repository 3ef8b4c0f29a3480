/// Conversion of the parameters that describe the grid to the types of the algorithms in grid/.
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
  std::array<std::vector<int>, max_dimension> sizes; ///< number of points of each part by direction; empty: even parts
};

/// The requested division of grid functions of `dim` dimensions among n_ranks processes. A direction with a single
/// point has no ghost zones. Throws DecompositionError.
GridSettings grid_settings(int dim, int n_ranks);

/// The weights of n_ranks processes from PUGH::processor_weights; empty if all weights are equal. If the parameter is
/// `measured`, the first call measures the speeds and is collective. Throws WeightsError.
Weights processor_weights(int n_ranks);

/// The decomposition of grid functions of this dimension. Throws WeightsError if the weights are invalid, and
/// DecompositionError if the grid cannot be divided with any weights.
Decomposition decompose_grid(int dimension, int n_ranks);

/// The decomposition for equal weights. Throws DecompositionError.
Decomposition decompose_evenly(int dimension, int n_ranks);

/// Names of the parameters that specify the extent and the ghost width of a direction.
struct DirectionParameters {
  std::string points, ghosts;
};
DirectionParameters direction_parameters(int direction);

/// Reports a parameter error for each direction in which all points are ghost points, because such a run would compute
/// nothing. A direction of one point has no ghost zones and is permitted.
void check_extents(int dimension, int n_ranks);

/// The initial value of new storage, selected by PUGH::initialize_memory.
enum class InitialValue { unspecified, zero, nan };
InitialValue initial_value();

bool pads_rows();

/// Whether the run ends after the parameter check (option -P), so that no function writes grid variables.
bool only_checks_parameters();

/// A communicator of the driver that contains all processes of the run.
MPI_Comm communicator();

} // namespace pugh
