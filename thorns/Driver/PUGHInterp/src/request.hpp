/// The arguments of an interpolation of grid variables, and the grid and the arrays that they refer to.
#pragma once

#include "points/owners.hpp"

#include "cctk.h"

#include <cstddef>
#include <mpi.h>
#include <vector>

namespace pughinterp {

/// The arguments of CCTK_InterpGridArrays.
struct Request {
  cGH const* cctkGH;
  int n_dims, local_operator, table, coordinate_system;
  int n_points, coordinate_type;
  void const* const* coordinates; ///< [n_dims][n_points]
  int n_inputs;
  CCTK_INT const* input_variables; ///< negative entries: no variable
  int n_outputs;
  CCTK_INT const* output_types;
  void* const* outputs; ///< NULL entries: the result is not stored

  CCTK_REAL coordinate(int direction, int point) const {
    return static_cast<CCTK_REAL const*>(coordinates[direction])[point];
  }
};

/// Checks the arguments of this process. Returns 0, or an error code after a warning.
int check(Request const& request);

/// The grid that contains the points, and the part of this process.
struct Grid {
  std::array<CCTK_REAL, max_dimension> origin{}, spacing{};
  std::array<int, 2 * max_dimension> is_outer{}; ///< the faces of this process' part
  std::array<CCTK_INT, max_dimension> shape{};   // of this process' part, ghost zones included
  std::array<int, max_dimension> lower{};        // global index of the first local point
  Owned owned;                                   // the points this process owns
  bool has_points = false;

  /// The position in units of the spacing, relative to the first point of the grid. It is the same number on all
  /// processes.
  double index(int direction, CCTK_REAL coordinate) const {
    return (coordinate - origin[direction]) / spacing[direction];
  }
};

/// The input arrays on this process. Entries without a variable are NULL.
struct Inputs {
  std::vector<CCTK_INT> types;
  std::vector<void const*> data;
  std::vector<std::vector<std::byte>>
      copies{}; ///< of arrays with padded rows, because operators expect contiguous arrays
};

/// Both return 0, or an error code after a warning. All variables and the coordinates must have the same size.
int find_grid(Request const& request, Grid& grid);
int find_inputs(Request const& request, std::vector<CCTK_INT> const& time_levels, Inputs& inputs);

} // namespace pughinterp
