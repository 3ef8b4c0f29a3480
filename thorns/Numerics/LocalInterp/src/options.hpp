// The options of the operator, from a parameter table.
#pragma once

#include "lagrange/molecule.hpp"

#include "cctk.h"

#include <vector>

namespace localinterp {

inline constexpr int max_dimension = 4;

struct Options {
  int order = 1;
  std::array<Edges, max_dimension> edges; // by direction
  // For each output and direction how many derivatives are taken; empty: none at all.
  std::vector<std::array<int, max_dimension>> derivatives;
  CCTK_INT* point_status = nullptr; // receives 0 or an error code for each point; may be NULL
  bool warns = true;
};

// 0, or an error code after a warning. Keys: order, operation_codes, N_boundary_points_to_omit,
// boundary_off_centering_tolerance, boundary_extrapolation_tolerance, per_point_status, suppress_warnings. Warns of
// others. No table: the defaults.
int read_options(int table, int n_dims, int n_outputs, Options& options);

// Tells the caller, who asked for the status of points, how many are bad: key error_point_status.
void report_bad_points(int table, Options const& options, int n_bad);

} // namespace localinterp
