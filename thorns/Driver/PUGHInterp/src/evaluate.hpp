/// Interpolation at points in this process' part of the grid, with its options.
#pragma once

#include "request.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pughinterp {

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
