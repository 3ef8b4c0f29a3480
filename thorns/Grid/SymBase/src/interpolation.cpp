// Interpolation on a grid with symmetries: each symmetry maps the points, then the driver interpolates.
#include "symmetry_tables.hpp"

#include "cctk_Functions.h"

namespace symbase {

extern "C" {

/// Calls the interpolation function of the first symmetry in `faces` (bits). That function calls this one with the
/// remaining faces. Without symmetries the driver interpolates.
CCTK_INT SymBase_SymmetryInterpolateFaces(CCTK_POINTER_TO_CONST GH, CCTK_INT N_dims, CCTK_INT local_interp_handle,
                                          CCTK_INT param_table_handle, CCTK_INT coord_system_handle,
                                          CCTK_INT N_interp_points, CCTK_INT interp_coords_type,
                                          CCTK_POINTER_TO_CONST const* interp_coords, CCTK_INT N_input_arrays,
                                          CCTK_INT const* input_array_indices, CCTK_INT N_output_arrays,
                                          CCTK_INT const* output_array_types, CCTK_POINTER const* output_arrays,
                                          CCTK_INT faces) {
  auto const* const cctkGH = static_cast<cGH const*>(GH);
  int const n_faces = 2 * cctkGH->cctk_dim;
  auto const interpolators = functions(tables(cctkGH).grid, n_faces, "symmetry_interpolate");
  for (int face = 0; face < n_faces; ++face)
    if ((faces >> face & 1) && interpolators[face])
      return reinterpret_cast<Interpolator>(interpolators[face])(
          GH, N_dims, local_interp_handle, param_table_handle, coord_system_handle, N_interp_points, interp_coords_type,
          interp_coords, N_input_arrays, input_array_indices, N_output_arrays, output_array_types, output_arrays,
          faces);
  if (!CCTK_IsFunctionAliased("DriverInterpolate"))
    CCTK_ERROR("No thorn provides DriverInterpolate. Activate the interpolator of the driver, such as PUGHInterp.");
  return DriverInterpolate(GH, N_dims, local_interp_handle, param_table_handle, coord_system_handle, N_interp_points,
                           interp_coords_type, interp_coords, N_input_arrays, input_array_indices, N_output_arrays,
                           output_array_types, output_arrays);
}

CCTK_INT SymBase_SymmetryInterpolate(CCTK_POINTER_TO_CONST GH, CCTK_INT N_dims, CCTK_INT local_interp_handle,
                                     CCTK_INT param_table_handle, CCTK_INT coord_system_handle,
                                     CCTK_INT N_interp_points, CCTK_INT interp_coords_type,
                                     CCTK_POINTER_TO_CONST const* interp_coords, CCTK_INT N_input_arrays,
                                     CCTK_INT const* input_array_indices, CCTK_INT N_output_arrays,
                                     CCTK_INT const* output_array_types, CCTK_POINTER const* output_arrays) {
  auto const* const cctkGH = static_cast<cGH const*>(GH);
  int const n_faces = 2 * cctkGH->cctk_dim;
  auto const handles = integers(tables(cctkGH).grid, n_faces, "symmetry_handle");
  CCTK_INT faces = 0;
  for (int face = 0; face < n_faces; ++face)
    if (handles[face] >= 0) faces |= 1 << face;
  return SymBase_SymmetryInterpolateFaces(
      GH, N_dims, local_interp_handle, param_table_handle, coord_system_handle, N_interp_points, interp_coords_type,
      interp_coords, N_input_arrays, input_array_indices, N_output_arrays, output_array_types, output_arrays, faces);
}

} // extern "C"
} // namespace symbase
