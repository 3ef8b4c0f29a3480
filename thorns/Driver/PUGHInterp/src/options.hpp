// The options of an interpolation that the driver reads, and those it sets for the local operator.
#pragma once

#include "grid.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pughinterp {

struct Options {
  std::vector<CCTK_INT> time_levels;     // input_array_time_levels: of the inputs, by default the current one
  std::vector<CCTK_INT> operation_codes; // operation_codes: derivatives to take, one digit per derivative; may be empty
  CCTK_INT* per_point_status = nullptr;  // per_point_status: receives one error code for each point
};

// 0, or an error code after a warning.
int read_options(Request const& request, Options& options);

// While it lives, the table says what the operator may do at the faces of this process' part: at faces to other
// processes nothing but what the ghost zones allow, at outer faces what the caller asks for; and where the status of
// each point goes. Afterwards the table holds what it held before.
class OperatorOptions {
public:
  OperatorOptions(Request const& request, Grid const& grid, CCTK_INT* per_point_status);
  ~OperatorOptions();
  OperatorOptions(OperatorOptions const&) = delete;
  OperatorOptions& operator=(OperatorOptions const&) = delete;

  bool knows_status_of_points() const; // whether the operator has filled per_point_status

private:
  int table_;
  std::optional<std::vector<CCTK_INT>> points_to_omit_;
  std::optional<std::vector<CCTK_REAL>> off_centring_, extrapolation_;
  std::optional<CCTK_POINTER> status_;
};

} // namespace pughinterp
