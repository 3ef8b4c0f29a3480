/// An interpolation of grid variables: the arguments, the grid and arrays that the arguments select, and the evaluation
/// at points in the part of the grid on this process.
#pragma once

#include "owners.hpp"

#include "cctk.h"

#include <cstddef>
#include <mpi.h>
#include <optional>
#include <vector>

namespace pughinterp {

/// The arguments of CCTK_InterpGridArrays.
struct Request {
  cGH const* cctkGH;
  int n_dims, local_operator, table, coordinate_system;
  int n_points, coordinate_type;
  void const* const* coordinates; ///< [n_dims][n_points]
  int n_inputs;
  CCTK_INT const* input_variables; ///< variable indices; negative: no variable
  int n_outputs;
  CCTK_INT const* output_types;
  void* const* outputs; ///< output arrays; NULL: the result is not stored

  CCTK_REAL coordinate(int direction, int point) const {
    return static_cast<CCTK_REAL const*>(coordinates[direction])[point];
  }
};

/// Checks the arguments of this process. Returns 0, or an error code after a warning.
int check(Request const& request);

/// The grid that contains the points, and the part of the grid on this process.
struct Grid {
  std::array<CCTK_REAL, max_dimension> origin{}, spacing{};
  std::array<int, 2 * max_dimension> is_outer{}; ///< whether a face of the local part is an outer boundary
  std::array<CCTK_INT, max_dimension> shape{};   // extent of the local part, including ghost zones
  std::array<int, max_dimension> lower{};        // global index of the first local point
  Owned owned;                                   // the points that this process owns
  bool has_points = false;

  /// The position of a coordinate in units of the grid spacing, relative to the first point of the grid. The result is
  /// bitwise equal on all processes.
  double index(int direction, CCTK_REAL coordinate) const {
    return (coordinate - origin[direction]) / spacing[direction];
  }
};

/// The input arrays on this process. The pointer is NULL for inputs without a variable.
struct Inputs {
  std::vector<CCTK_INT> types;
  std::vector<void const*> data;
  std::vector<std::vector<std::byte>>
      copies{}; ///< contiguous copies of arrays with padded rows, because operators expect contiguous arrays
};

/// Find the grid and the input arrays of a request. Return 0, or an error code after a warning. All variables and the
/// coordinates must have the same size.
int find_grid(Request const& request, Grid& grid);
int find_inputs(Request const& request, std::vector<CCTK_INT> const& time_levels, Inputs& inputs);

struct Options {
  std::vector<CCTK_INT> time_levels;     // input_array_time_levels: default 0, the current level
  std::vector<CCTK_INT> operation_codes; ///< operation_codes: derivatives, one digit per derivative; may be empty
  CCTK_INT* per_point_status = nullptr;  // per_point_status: receives an error code for each point
};

/// Reads the options of the driver. Returns 0, or an error code after a warning.
int read_options(Request const& request, Options& options);

/// Sets the options of the local operator in the caller's parameter table; the destructor restores the table. At outer
/// faces the options are those of the caller. At faces to other processes, off-centred stencils and extrapolation are
/// forbidden. The table also contains the address of the array for the status of each point.
class OperatorOptions {
public:
  OperatorOptions(Request const& request, Grid const& grid, CCTK_INT* per_point_status);
  ~OperatorOptions();
  OperatorOptions(OperatorOptions const&) = delete;
  OperatorOptions& operator=(OperatorOptions const&) = delete;

  /// Whether the operator has set per_point_status.
  bool has_point_status() const;

private:
  int table_;
  std::optional<std::vector<CCTK_INT>> points_to_omit_;
  std::optional<std::vector<CCTK_REAL>> off_centring_, extrapolation_;
  std::optional<CCTK_POINTER> status_;
};

/// Positions of points in units of the grid spacing, relative to the first point of the whole grid.
struct Points {
  int n = 0;
  std::vector<double> index; ///< [n][n_dims]
};

struct Results {
  int status = 0;                              // the return value of the operator
  std::vector<CCTK_INT> point_status;          // status of each point; equal to `status` if the operator sets none
  std::vector<std::vector<std::byte>> outputs; ///< values by output array; NaN at points without result
};

/// Calls the local operator for a grid with spacing 1, so that results are bitwise equal on any process. Derivatives
/// (option operation_codes) are afterwards scaled to the grid spacing.
Results evaluate(Request const& request, Grid const& grid, Options const& options, Inputs const& inputs,
                 Points const& points);

/// Returns 0 if the ghost zones are wide enough for the operator, otherwise an error code.
int check_ghost_zones(Request const& request, Grid const& grid, Inputs const& inputs);

} // namespace pughinterp
