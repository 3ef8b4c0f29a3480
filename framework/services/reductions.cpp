/// The C functions of cctk_Reduction.h: reduction operators that thorns register.
#include "framework/include/cctk_Reduction.h"

#include "framework/include/cctk_ActiveThorns.h"
#include "framework/include/cctk_WarnLevel.h"
#include "framework/services/registry.hpp"

#include <cstdarg>
#include <vector>

namespace chemora::services {

namespace {

template <class Function>
struct Operator {
  std::string name;
  std::string thorn;
  Function function;
};

template <class Function>
NamedRegistry<Operator<Function>>& operators() {
  static NamedRegistry<Operator<Function>> registry;
  return registry;
}

/// A reduction function that only one driver may register.
template <class Function>
struct Single {
  std::string thorn;
  Function function = nullptr;
};

template <class Function>
Single<Function>& single() {
  static Single<Function> registered;
  return registered;
}

template <class Function>
int register_single(char const* thorn, Function function) {
  if (single<Function>().function) return -1;
  single<Function>() = {thorn, function};
  return 0;
}

template <class Function>
char const* implementation_of(int handle) {
  auto const* const found = operators<Function>().find(handle);
  return found ? CCTK_ThornImplementation(found->thorn.c_str()) : nullptr;
}

int no_driver(char const* what) {
  CCTK_VWarn(CCTK_WARN_ALERT, __LINE__, __FILE__, "Cactus",
             "No active thorn provides %s. Activate a thorn that provides it.", what);
  return -1;
}

} // namespace

} // namespace chemora::services

using namespace chemora::services;

extern "C" {

int CCTK_ReductionHandle(const char* reduction) { return operators<cReduceOperator>().handle(reduction); }
int CCTKi_RegisterReductionOperator(const char* thorn, cReduceOperator function, const char* name) {
  return operators<cReduceOperator>().add({name, thorn, function});
}
const char* CCTK_ReduceOperatorImplementation(int handle) { return implementation_of<cReduceOperator>(handle); }
const char* CCTK_ReduceOperator(int handle) { return operators<cReduceOperator>().name(handle); }
int CCTK_NumReduceOperators(void) { return operators<cReduceOperator>().size(); }

int CCTK_Reduce(const cGH* cctkGH, int proc, int operation_handle, int num_out_vals, int type_out_vals, void* out_vals,
                int num_in_fields, ...) {
  auto const* const found = operators<cReduceOperator>().find(operation_handle);
  if (!found) return no_driver("this reduction");
  std::vector<int> variables;
  va_list fields;
  va_start(fields, num_in_fields);
  for (int n = 0; n < num_in_fields; ++n) variables.push_back(va_arg(fields, int));
  va_end(fields);
  return found->function(cctkGH, proc, num_out_vals, type_out_vals, out_vals, num_in_fields, variables.data());
}

int CCTK_ReductionArrayHandle(const char* reduction) { return operators<cReduceArrayOperator>().handle(reduction); }
int CCTK_RegisterReductionArrayOperator(cReduceArrayOperator function, const char* name) {
  return operators<cReduceArrayOperator>().add({name, "", function});
}

int CCTK_ReduceArray(const cGH* cctkGH, int proc, int operation_handle, int num_out_vals, int type_out_vals,
                     void* out_vals, int num_dims, int num_in_arrays, int type_in_arrays, ...) {
  auto const* const found = operators<cReduceArrayOperator>().find(operation_handle);
  if (!found) return no_driver("this reduction of arrays");
  std::vector<int> dims;
  std::vector<void const*> arrays;
  va_list arguments;
  va_start(arguments, type_in_arrays);
  for (int n = 0; n < num_dims; ++n) dims.push_back(va_arg(arguments, int));
  for (int n = 0; n < num_in_arrays; ++n) arrays.push_back(va_arg(arguments, void*));
  va_end(arguments);
  return found->function(cctkGH, proc, num_dims, dims.data(), num_in_arrays, arrays.data(), type_in_arrays,
                         num_out_vals, out_vals, type_out_vals);
}

int CCTK_ReduceLocArrayToArray1D(const cGH* cctkGH, int proc, int operation_handle, const void* in, void* out, int size,
                                 int data_type) {
  auto const* const found = operators<cReduceArrayOperator>().find(operation_handle);
  if (!found) return no_driver("this reduction of arrays");
  return found->function(cctkGH, proc, 1, &size, 1, &in, data_type, size, out, data_type);
}

int CCTK_ReduceLocArrayToArray2D(const cGH* cctkGH, int proc, int operation_handle, const void* in, void* out,
                                 int xsize, int ysize, int data_type) {
  return CCTK_ReduceLocArrayToArray1D(cctkGH, proc, operation_handle, in, out, xsize * ysize, data_type);
}

int CCTK_ReduceLocArrayToArray3D(const cGH* cctkGH, int proc, int operation_handle, const void* in, void* out,
                                 int xsize, int ysize, int zsize, int data_type) {
  return CCTK_ReduceLocArrayToArray1D(cctkGH, proc, operation_handle, in, out, xsize * ysize * zsize, data_type);
}

int CCTK_ReduceLocScalar(const cGH* cctkGH, int proc, int operation_handle, const void* in, void* out, int data_type) {
  return CCTK_ReduceLocArrayToArray1D(cctkGH, proc, operation_handle, in, out, 1, data_type);
}

int CCTK_ReduceLocalScalar(const cGH* cctkGH, int proc, int operation_handle, const void* in, void* out,
                           int data_type) {
  return CCTK_ReduceLocArrayToArray1D(cctkGH, proc, operation_handle, in, out, 1, data_type);
}

int CCTK_ReduceLocalArray1D(const cGH* cctkGH, int proc, int operation_handle, const void* in, void* out, int size,
                            int data_type) {
  auto const* const found = operators<cReduceArrayOperator>().find(operation_handle);
  if (!found) return no_driver("this reduction of arrays");
  return found->function(cctkGH, proc, 1, &size, 1, &in, data_type, 1, out, data_type);
}

int CCTK_LocalArrayReductionHandle(const char* reduction) {
  return operators<cLocalArrayReduceOperator>().handle(reduction);
}
int CCTKi_RegisterLocalArrayReductionOperator(const char* thorn, cLocalArrayReduceOperator function, const char* name) {
  return operators<cLocalArrayReduceOperator>().add({name, thorn, function});
}
int CCTK_RegisterReductionLocalArrayOperator(cLocalArrayReduceOperator function, const char* name) {
  return CCTKi_RegisterLocalArrayReductionOperator("", function, name);
}
const char* CCTK_LocalArrayReduceOperatorImplementation(int handle) {
  return implementation_of<cLocalArrayReduceOperator>(handle);
}
const char* CCTK_LocalArrayReduceOperator(int handle) { return operators<cLocalArrayReduceOperator>().name(handle); }
int CCTK_NumLocalArrayReduceOperators(void) { return operators<cLocalArrayReduceOperator>().size(); }

int CCTK_ReduceLocalArrays(int N_dims, int local_reduce_handle, int param_table_handle, int N_input_arrays,
                           const CCTK_INT input_array_sizes[], const CCTK_INT input_array_type_codes[],
                           const void* const input_arrays[], int M_output_values,
                           const CCTK_INT output_value_type_codes[], void* const output_values[]) {
  auto const* const found = operators<cLocalArrayReduceOperator>().find(local_reduce_handle);
  if (!found) return no_driver("this reduction of local arrays");
  return found->function(N_dims, local_reduce_handle, param_table_handle, N_input_arrays, input_array_sizes,
                         input_array_type_codes, input_arrays, M_output_values, output_value_type_codes, output_values);
}

int CCTKi_RegisterGridArrayReductionOperator(const char* thorn, cGridArrayReduceOperator function) {
  return register_single(thorn, function);
}
const char* CCTK_GridArrayReductionOperator(void) {
  auto const& registered = single<cGridArrayReduceOperator>();
  return registered.function ? registered.thorn.c_str() : nullptr;
}
int CCTK_NumGridArrayReductionOperators(void) { return single<cGridArrayReduceOperator>().function ? 1 : 0; }

int CCTK_ReduceGridArrays(const cGH* cctkGH, int dest_proc, int local_reduce_handle, int param_table_handle,
                          int N_input_arrays, const CCTK_INT input_array_variable_indices[], int M_output_values,
                          const CCTK_INT output_value_type_codes[], void* const output_values[]) {
  auto const function = single<cGridArrayReduceOperator>().function;
  if (!function) return no_driver("reductions of grid arrays");
  return function(cctkGH, dest_proc, local_reduce_handle, param_table_handle, N_input_arrays,
                  input_array_variable_indices, M_output_values, output_value_type_codes, output_values);
}

int CCTKi_RegisterReduceArraysGloballyOperator(const char* thorn, cReduceArraysGloballyOperator function) {
  return register_single(thorn, function);
}
const char* CCTK_ReductionArraysGloballyOperator(void) {
  auto const& registered = single<cReduceArraysGloballyOperator>();
  return registered.function ? registered.thorn.c_str() : nullptr;
}
int CCTK_NumReductionArraysGloballyOperators(void) { return single<cReduceArraysGloballyOperator>().function ? 1 : 0; }

int CCTK_ReduceArraysGlobally(const cGH* cctkGH, int dest_proc, int local_reduce_handle, int param_table_handle,
                              int N_input_arrays, const void* const input_arrays[], int input_dims,
                              const CCTK_INT input_array_dims[], const CCTK_INT input_array_type_codes[],
                              int M_output_values, const CCTK_INT output_value_type_codes[],
                              void* const output_values[]) {
  auto const function = single<cReduceArraysGloballyOperator>().function;
  if (!function) return no_driver("reductions of arrays across processes");
  return function(cctkGH, dest_proc, local_reduce_handle, param_table_handle, N_input_arrays, input_arrays, input_dims,
                  input_array_dims, input_array_type_codes, M_output_values, output_value_type_codes, output_values);
}

} // extern "C"
