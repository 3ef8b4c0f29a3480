// What is scheduled at start-up, and the functions that call the interpolation.
#include "interpolate.hpp"

#include "cctk_Functions.h"

extern "C" {

CCTK_INT PUGHInterp_DriverInterpolate(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT N_dims, CCTK_INT local_interp_handle,
                                      CCTK_INT param_table_handle, CCTK_INT coord_system_handle,
                                      CCTK_INT N_interp_points, CCTK_INT interp_coords_type,
                                      CCTK_POINTER_TO_CONST const* interp_coords, CCTK_INT N_input_arrays,
                                      CCTK_INT const* input_array_indices, CCTK_INT N_output_arrays,
                                      CCTK_INT const* output_array_types, CCTK_POINTER const* output_arrays) {
  return pughinterp::interpolate({.grid_hierarchy = static_cast<cGH const*>(cctkGH),
                                  .n_dims = static_cast<int>(N_dims),
                                  .local_operator = static_cast<int>(local_interp_handle),
                                  .table = static_cast<int>(param_table_handle),
                                  .coordinate_system = static_cast<int>(coord_system_handle),
                                  .n_points = static_cast<int>(N_interp_points),
                                  .coordinate_type = static_cast<int>(interp_coords_type),
                                  .coordinates = interp_coords,
                                  .n_inputs = static_cast<int>(N_input_arrays),
                                  .input_variables = input_array_indices,
                                  .n_outputs = static_cast<int>(N_output_arrays),
                                  .output_types = output_array_types,
                                  .outputs = output_arrays});
}

// Where the grid has symmetries, they move the points first and call DriverInterpolate at last. What they are given to
// move is checked before.
static int interpolate_grid_arrays(cGH const* GH, int N_dims, int local_interp_handle, int param_table_handle,
                                   int coord_system_handle, int N_interp_points, int interp_coords_type,
                                   void const* const interp_coords[], int N_input_arrays,
                                   CCTK_INT const input_array_indices[], int N_output_arrays,
                                   CCTK_INT const output_array_types[], void* const output_arrays[]) {
  pughinterp::Request const request{GH,
                                    N_dims,
                                    local_interp_handle,
                                    param_table_handle,
                                    coord_system_handle,
                                    N_interp_points,
                                    interp_coords_type,
                                    interp_coords,
                                    N_input_arrays,
                                    input_array_indices,
                                    N_output_arrays,
                                    output_array_types,
                                    output_arrays};
  if (!CCTK_IsFunctionAliased("SymmetryInterpolate")) return pughinterp::interpolate(request);
  if (int const error = pughinterp::check_everywhere(request)) return error;
  return static_cast<int>(SymmetryInterpolate(GH, N_dims, local_interp_handle, param_table_handle, coord_system_handle,
                                              N_interp_points, interp_coords_type, interp_coords, N_input_arrays,
                                              input_array_indices, N_output_arrays, output_array_types, output_arrays));
}

int PUGHInterp_Startup(void) {
  CCTK_OverloadInterpGridArrays(interpolate_grid_arrays);
  return 0;
}

} // extern "C"
