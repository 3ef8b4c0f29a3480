// What a thorn asks for when it interpolates grid variables.
#pragma once

#include "points/owners.hpp"

#include "cctk.h"

namespace pughinterp {

// The arguments of CCTK_InterpGridArrays.
struct Request {
  cGH const* grid_hierarchy;
  int n_dims, local_operator, table, coordinate_system;
  int n_points, coordinate_type;
  void const* const* coordinates; // [n_dims][n_points]
  int n_inputs;
  CCTK_INT const* input_variables; // negative: no variable
  int n_outputs;
  CCTK_INT const* output_types;
  void* const* outputs; // NULL where the result is not wanted

  CCTK_REAL coordinate(int direction, int point) const {
    return static_cast<CCTK_REAL const*>(coordinates[direction])[point];
  }
};

// 0, or an error code after a warning that says what is wrong. Looks at this process' arguments only.
int check(Request const& request);

} // namespace pughinterp
