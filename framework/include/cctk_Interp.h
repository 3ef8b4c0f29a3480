/* Interpolation in process-local arrays, and the registry of interpolation operators. */
#ifndef CCTK_INTERP_H
#define CCTK_INTERP_H

#include "cctk_Types.h"

#define CCTK_ERROR_INTERP_GRID_TOO_SMALL (-1000)
#define CCTK_ERROR_INTERP_GRID_TOO_TINY CCTK_ERROR_INTERP_GRID_TOO_SMALL
#define CCTK_ERROR_INTERP_GHOST_SIZE_TOO_SMALL (-1001)
#define CCTK_ERROR_INTERP_POINT_OUTSIDE (-1002)
#define CCTK_ERROR_INTERP_POINT_X_RANGE CCTK_ERROR_INTERP_POINT_OUTSIDE
#define CCTK_ERROR_INTERP_POINT_EXCISED (-1003)
#define CCTK_ERROR_INTERP_COORD_NAN (-1004)
#define CCTK_ERROR_INTERP_DELTA_X_ZERO (-1005)

#ifdef __cplusplus
extern "C" {
#endif

typedef int (*cInterpOpLocalUniform)(int N_dims, int param_table_handle, const CCTK_REAL coord_origin[],
                                     const CCTK_REAL coord_delta[], int N_interp_points, int interp_coords_type_code,
                                     const void* const interp_coords[], int N_input_arrays,
                                     const CCTK_INT input_array_dims[], const CCTK_INT input_array_type_codes[],
                                     const void* const input_arrays[], int N_output_arrays,
                                     const CCTK_INT output_array_type_codes[], void* const output_arrays[]);

int CCTK_InterpHandle(const char* name);
int CCTK_InterpRegisterOpLocalUniform(cInterpOpLocalUniform operator_ptr, const char* operator_name,
                                      const char* thorn_name);
const char* CCTK_InterpOperatorImplementation(int handle);
const char* CCTK_InterpOperator(int handle);
int CCTK_NumInterpOperators(void);
int CCTK_InterpLocalUniform(int N_dims, int operator_handle, int param_table_handle, const CCTK_REAL coord_origin[],
                            const CCTK_REAL coord_delta[], int N_interp_points, int interp_coords_type_code,
                            const void* const interp_coords[], int N_input_arrays, const CCTK_INT input_array_dims[],
                            const CCTK_INT input_array_type_codes[], const void* const input_arrays[],
                            int N_output_arrays, const CCTK_INT output_array_type_codes[], void* const output_arrays[]);

#ifdef __cplusplus
}
#endif
#endif
