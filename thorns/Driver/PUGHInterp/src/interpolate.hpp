/// An interpolation of grid variables: its arguments, the grid and arrays that they refer to, and the evaluation at
/// points in this process' part of the grid.
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

struct Options {
  std::vector<CCTK_INT> time_levels;     // input_array_time_levels: by default the current one
  std::vector<CCTK_INT> operation_codes; ///< operation_codes: derivatives, one digit per derivative; may be empty
  CCTK_INT* per_point_status = nullptr;  // per_point_status: receives an error code for each point
};

/// Reads the options of the driver. Returns 0, or an error code after a warning.
int read_options(Request const& request, Options& options);

/// During its lifetime, the parameter table contains the options of the local operator for this process' part. At outer
/// faces these are the options of the caller. At faces to other processes, off-centred stencils and extrapolation are
/// forbidden. The table also contains the address for the status of each point. The destructor restores the table.
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

/// Positions in units of the spacing, relative to the first point of the whole grid.
struct Points {
  int n = 0;
  std::vector<double> index; ///< [n][n_dims]
};

struct Results {
  int status = 0;                              // the return value of the operator
  std::vector<CCTK_INT> point_status;          // of each point; `status` for all points if the operator sets none
  std::vector<std::vector<std::byte>> outputs; ///< by output array; not-a-number at points without result
};

/// Calls the local operator for a grid with spacing 1, so that it computes with the same numbers on any process.
/// Derivatives (option operation_codes) are scaled to the spacing of the grid afterwards.
Results evaluate(Request const& request, Grid const& grid, Options const& options, Inputs const& inputs,
                 Points const& points);

/// Returns 0 if the ghost zones are wide enough for the operator, otherwise an error code.
int check_ghost_zones(Request const& request, Grid const& grid, Inputs const& inputs);

} // namespace pughinterp
