/* Reductions of grid variables, of process-local arrays and of arrays across processes, with their registries. */
#ifndef CCTK_REDUCTION_H
#define CCTK_REDUCTION_H

#include "cGH.h"

#define REDUCTION_OPERATOR_REGISTER_ARGLIST                                                                            \
  const cGH *arg_GH, int arg_proc, int arg_num_outvals, int arg_outtype, void *arg_outvals, int arg_num_invars,        \
      const int arg_varlist[]
#define REDUCTION_ARRAY_OPERATOR_REGISTER_ARGLIST                                                                      \
  const cGH *arg_GH, int arg_proc, int arg_nDims, const int arg_dims[], int arg_nArrays,                               \
      const void *const arg_inArrays[], int arg_inType, int arg_nOutVals, void *arg_outVals, int arg_outType
#define REDUCTION_LOCAL_ARRAY_OPERATOR_REGISTER_ARGLIST                                                                \
  int N_dims, int operator_handle, int param_table_handle, int N_input_arrays, const CCTK_INT input_array_dims[],      \
      const CCTK_INT input_array_type_codes[], const void *const input_arrays[], int M_output_numbers,                 \
      const CCTK_INT output_number_type_codes[], void *const output_numbers[]
#define REDUCTION_GRID_ARRAY_OPERATOR_REGISTER_ARGLIST                                                                 \
  const cGH *GH, int dest_proc, int local_reduce_handle, int param_table_handle, int N_input_arrays,                   \
      const CCTK_INT input_array_variable_indices[], int M_output_values, const CCTK_INT output_value_type_codes[],    \
      void *const output_values[]
#define REDUCTION_ARRAYS_GLOBALLY_OPERATOR_REGISTER_ARGLIST                                                            \
  const cGH *GH, int dest_proc, int local_reduce_handle, int param_table_handle, int N_input_arrays,                   \
      const void *const input_arrays[], int N_dims, const CCTK_INT input_array_dims[],                                 \
      const CCTK_INT input_array_type_codes[], int M_output_values, const CCTK_INT output_value_type_codes[],          \
      void *const output_values[]

#ifdef __cplusplus
extern "C" {
#endif

typedef int (*cReduceOperator)(REDUCTION_OPERATOR_REGISTER_ARGLIST);
typedef int (*cReduceArrayOperator)(REDUCTION_ARRAY_OPERATOR_REGISTER_ARGLIST);
typedef int (*cLocalArrayReduceOperator)(REDUCTION_LOCAL_ARRAY_OPERATOR_REGISTER_ARGLIST);
typedef int (*cGridArrayReduceOperator)(REDUCTION_GRID_ARRAY_OPERATOR_REGISTER_ARGLIST);
typedef int (*cReduceArraysGloballyOperator)(REDUCTION_ARRAYS_GLOBALLY_OPERATOR_REGISTER_ARGLIST);

/* Reduction of grid variables with an operator ("maximum", "norm2", ...). With proc = -1 every process receives the
   result. Handles are >= 0, or -1 for an unknown operator. */
int CCTK_Reduce(const cGH* GH, int proc, int operation_handle, int num_out_vals, int type_out_vals, void* out_vals,
                int num_in_fields, ...);
int CCTK_ReductionHandle(const char* reduction);
#define CCTK_RegisterReductionOperator(function, name) CCTKi_RegisterReductionOperator(CCTK_THORNSTRING, function, name)
int CCTKi_RegisterReductionOperator(const char* thorn, cReduceOperator function, const char* name);
const char* CCTK_ReduceOperatorImplementation(int handle);
const char* CCTK_ReduceOperator(int handle);
int CCTK_NumReduceOperators(void);

/* Reduction of arrays across processes, element by element or to one number. */
int CCTK_ReductionArrayHandle(const char* reduction);
int CCTK_RegisterReductionArrayOperator(cReduceArrayOperator function, const char* name);
int CCTK_ReduceArray(const cGH* GH, int proc, int operation_handle, int num_out_vals, int type_out_vals, void* out_vals,
                     int num_dims, int num_in_arrays, int type_in_arrays, ...);
int CCTK_ReduceLocalScalar(const cGH* GH, int proc, int operation_handle, const void* in, void* out, int data_type);
int CCTK_ReduceLocScalar(const cGH* GH, int proc, int operation_handle, const void* in, void* out, int data_type);
int CCTK_ReduceLocalArray1D(const cGH* GH, int proc, int operation_handle, const void* in, void* out, int size,
                            int data_type);
int CCTK_ReduceLocArrayToArray1D(const cGH* GH, int proc, int operation_handle, const void* in, void* out, int size,
                                 int data_type);
int CCTK_ReduceLocArrayToArray2D(const cGH* GH, int proc, int operation_handle, const void* in, void* out, int xsize,
                                 int ysize, int data_type);
int CCTK_ReduceLocArrayToArray3D(const cGH* GH, int proc, int operation_handle, const void* in, void* out, int xsize,
                                 int ysize, int zsize, int data_type);

/* Reduction of process-local arrays. */
int CCTK_ReduceLocalArrays(int N_dims, int local_reduce_handle, int param_table_handle, int N_input_arrays,
                           const CCTK_INT input_array_sizes[], const CCTK_INT input_array_type_codes[],
                           const void* const input_arrays[], int M_output_values,
                           const CCTK_INT output_value_type_codes[], void* const output_values[]);
int CCTK_LocalArrayReductionHandle(const char* reduction);
#define CCTK_RegisterLocalArrayReductionOperator(function, name)                                                       \
  CCTKi_RegisterLocalArrayReductionOperator(CCTK_THORNSTRING, function, name)
int CCTKi_RegisterLocalArrayReductionOperator(const char* thorn, cLocalArrayReduceOperator function, const char* name);
int CCTK_RegisterReductionLocalArrayOperator(cLocalArrayReduceOperator function, const char* name);
const char* CCTK_LocalArrayReduceOperatorImplementation(int handle);
const char* CCTK_LocalArrayReduceOperator(int handle);
int CCTK_NumLocalArrayReduceOperators(void);

/* Reduction of grid arrays and of arrays across processes with a local operator. The driver registers the functions. */
int CCTK_ReduceGridArrays(const cGH* GH, int dest_proc, int local_reduce_handle, int param_table_handle,
                          int N_input_arrays, const CCTK_INT input_array_variable_indices[], int M_output_values,
                          const CCTK_INT output_value_type_codes[], void* const output_values[]);
#define CCTK_RegisterGridArrayReductionOperator(function)                                                              \
  CCTKi_RegisterGridArrayReductionOperator(CCTK_THORNSTRING, function)
int CCTKi_RegisterGridArrayReductionOperator(const char* thorn, cGridArrayReduceOperator function);
const char* CCTK_GridArrayReductionOperator(void);
int CCTK_NumGridArrayReductionOperators(void);

int CCTK_ReduceArraysGlobally(const cGH* GH, int dest_proc, int local_reduce_handle, int param_table_handle,
                              int N_input_arrays, const void* const input_arrays[], int input_dims,
                              const CCTK_INT input_array_dims[], const CCTK_INT input_array_type_codes[],
                              int M_output_values, const CCTK_INT output_value_type_codes[],
                              void* const output_values[]);
#define CCTK_RegisterReduceArraysGloballyOperator(function)                                                            \
  CCTKi_RegisterReduceArraysGloballyOperator(CCTK_THORNSTRING, function)
int CCTKi_RegisterReduceArraysGloballyOperator(const char* thorn, cReduceArraysGloballyOperator function);
const char* CCTK_ReductionArraysGloballyOperator(void);
int CCTK_NumReductionArraysGloballyOperators(void);

#ifdef __cplusplus
}
#endif
#endif
