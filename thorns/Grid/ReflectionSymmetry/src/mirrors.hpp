/// The mirrors of the grid.
#pragma once

#include "cctk.h"

#include <array>

namespace reflection {

struct Mirror {
  bool exists = false;
  bool is_between_points = true; ///< true: the mirror is midway between grid points; false: it is at a grid point
};

/// The mirrors that the parameters specify, in the order of faces lower x, upper x, lower y, ... A direction with a
/// single point has no mirrors; `n_points` contains the numbers of points of the whole grid in the directions.
std::array<Mirror, 6> mirrors(int const* n_points);

} // namespace reflection

/// Interpolation across mirrors, registered with SymBase.
extern "C" CCTK_INT
ReflectionSymmetry_Interpolate(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT N_dims, CCTK_INT local_interp_handle,
                               CCTK_INT param_table_handle, CCTK_INT coord_system_handle, CCTK_INT N_interp_points,
                               CCTK_INT interp_coords_type, CCTK_POINTER_TO_CONST const* interp_coords,
                               CCTK_INT N_input_arrays, CCTK_INT const* input_array_indices, CCTK_INT N_output_arrays,
                               CCTK_INT const* output_array_types, CCTK_POINTER const* output_arrays, CCTK_INT faces);
