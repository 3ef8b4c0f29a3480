// Interpolation on a grid with mirrors.
#pragma once

#include "cctk.h"

extern "C" CCTK_INT
ReflectionSymmetry_Interpolate(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT N_dims, CCTK_INT local_interp_handle,
                               CCTK_INT param_table_handle, CCTK_INT coord_system_handle, CCTK_INT N_interp_points,
                               CCTK_INT interp_coords_type, CCTK_POINTER_TO_CONST const* interp_coords,
                               CCTK_INT N_input_arrays, CCTK_INT const* input_array_indices, CCTK_INT N_output_arrays,
                               CCTK_INT const* output_array_types, CCTK_POINTER const* output_arrays, CCTK_INT faces);
