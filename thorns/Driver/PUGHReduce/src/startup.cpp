/// Registers the reduction operators under all their names.
#include "reduce.hpp"

#include "util_String.h"
#include "util_Table.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace pughreduce {
namespace {

constexpr int success = 0, failure = -1;

/// Implements CCTK_Reduce, which returns one value per variable in the order of the variables.
template <Operation operation>
int reduce_operator(cGH const* cctkGH, int destination, int n_values, int type, void* values, int n_variables,
                    int const variables[]) {
  if (n_values != 1) {
    CCTK_VWARN(CCTK_WARN_ALERT, "A reduction of grid variables gives one number per variable, but %d were requested",
               n_values);
    return failure;
  }
  auto const partials = reduce_variables(cctkGH, {variables, static_cast<std::size_t>(n_variables)}, operation);
  if (!partials) return failure;
  bool is_good = true;
  for (int i = 0; i < n_variables; ++i)
    is_good = store_at_destination(cctkGH, destination, (*partials)[i], operation, type, values, i) && is_good;
  return is_good ? success : failure;
}

template <typename Integer>
std::size_t n_points_of(int n_dimensions, Integer const extents[]) {
  return std::accumulate(extents, extents + n_dimensions, std::size_t{1}, std::multiplies<>());
}

bool are_reducible(int n, CCTK_INT const types[]) { return std::all_of(types, types + n, is_reducible); }

/// Implements CCTK_ReduceArray, which reduces each array to one value, or element by element if as many values as
/// points are requested.
template <Operation operation>
int reduce_array_operator(cGH const* cctkGH, int destination, int n_dimensions, int const extents[], int n_arrays,
                          void const* const arrays[], int in_type, int n_values, void* values, int out_type) {
  std::size_t const n_points = n_points_of(n_dimensions, extents);
  bool const by_point = static_cast<std::size_t>(n_values) == n_points && n_values != 1;
  if (!is_reducible(in_type) || (n_values != 1 && !by_point)) {
    CCTK_VWARN(CCTK_WARN_ALERT,
               "Cannot reduce arrays of type %s and %zu points to %d numbers: the number must be 1 or one per point",
               CCTK_VarTypeName(in_type), n_points, n_values);
    return failure;
  }
  std::vector<int> const types(n_arrays, in_type);
  LocalArrays const input{{arrays, static_cast<std::size_t>(n_arrays)}, types, n_points};
  auto const partials =
      by_point ? reduce_by_point(cctkGH, input, operation) : reduce_to_numbers(cctkGH, input, operation);
  bool is_good = true;
  for (std::size_t i = 0; i < partials.size(); ++i)
    is_good = store_at_destination(cctkGH, destination, partials[i], operation, out_type, values, i) && is_good;
  return is_good ? success : failure;
}

/// The operation of a handle that CCTK_LocalArrayReductionHandle has returned.
std::optional<Operation> operation_of(int handle) {
  char const* const name = CCTK_LocalArrayReduceOperator(handle);
  auto const operation = name ? find_operation(name) : std::nullopt;
  if (!operation)
    CCTK_VWARN(CCTK_WARN_ALERT, "There is no reduction operator '%s' for grid variables", name ? name : "(unknown)");
  return operation;
}

/// The index of the weight variable: the option weight_variable_index if the option weight_on is 1, otherwise -1.
int weight_variable(int table) {
  CCTK_INT is_on = 0, variable = -1;
  if (Util_TableGetInt(table, &is_on, "weight_on") != 1 || is_on != 1) return -1;
  return Util_TableGetInt(table, &variable, "weight_variable_index") == 1 ? static_cast<int>(variable) : -1;
}

/// Whether the table contains an option that selects points. Reductions over processes do not support such options.
bool has_unknown_option(int table) {
  for (char const* const key : {"input_array_min_subscripts", "input_array_max_subscripts", "input_array_strides",
                                "input_array_offsets", "weight"})
    if (Util_TableQueryValueInfo(table, nullptr, nullptr, key) == 1) {
      CCTK_VWARN(CCTK_WARN_ALERT, "A reduction over processes does not support the option '%s'", key);
      return true;
    }
  return false;
}

bool is_destination(cGH const* cctkGH, int process) {
  if (process >= -1 && process < CCTK_nProcs(cctkGH)) return true;
  CCTK_VWARN(CCTK_WARN_ALERT,
             "The result of a reduction cannot go to process %d: the processes are 0 to %d, and "
             "-1 selects all of them",
             process, CCTK_nProcs(cctkGH) - 1);
  return false;
}

/// Whether the number of results equals the number of arrays, as required if every array is reduced to one value.
bool have_equal_counts(int n_arrays, int n_values) {
  if (n_arrays == n_values) return true;
  CCTK_VWARN(CCTK_WARN_ALERT, "A reduction of %d arrays gives %d numbers, but %d were requested", n_arrays, n_arrays,
             n_values);
  return false;
}

int reduce_grid_arrays(REDUCTION_GRID_ARRAY_OPERATOR_REGISTER_ARGLIST) {
  auto const operation = operation_of(local_reduce_handle);
  if (!operation || has_unknown_option(param_table_handle) || !have_equal_counts(N_input_arrays, M_output_values))
    return failure;
  if (!is_destination(GH, dest_proc)) return failure;
  std::vector<int> const variables(input_array_variable_indices, input_array_variable_indices + N_input_arrays);
  int const weight = weight_variable(param_table_handle);
  std::span const types(output_value_type_codes, static_cast<std::size_t>(M_output_values));
  auto const partials = reduce_variables(GH, variables, *operation, {.weight = weight, .result_types = types});
  if (!partials) return failure;
  std::optional<double> const weights = weight >= 0 ? sum_of_weights(GH, weight) : std::nullopt;
  bool is_good = true;
  for (int i = 0; i < M_output_values; ++i)
    is_good = store_at_destination(GH, dest_proc, (*partials)[i], *operation, output_value_type_codes[i],
                                   output_values[i], 0, weights) &&
              is_good;
  return is_good ? success : failure;
}

/// Reduces arrays element by element over all processes. Output arrays have the shape of the input arrays.
int reduce_arrays_globally(REDUCTION_ARRAYS_GLOBALLY_OPERATOR_REGISTER_ARGLIST) {
  auto const operation = operation_of(local_reduce_handle);
  if (!operation || has_unknown_option(param_table_handle) || !have_equal_counts(N_input_arrays, M_output_values))
    return failure;
  if (!is_destination(GH, dest_proc)) return failure;
  if (!are_reducible(N_input_arrays, input_array_type_codes)) return failure;
  std::vector<int> const types(input_array_type_codes, input_array_type_codes + N_input_arrays);
  std::size_t const n_points = n_points_of(N_dims, input_array_dims);
  auto const partials =
      reduce_by_point(GH, {{input_arrays, static_cast<std::size_t>(N_input_arrays)}, types, n_points}, *operation);
  bool is_good = true;
  for (std::size_t i = 0; i < partials.size(); ++i)
    is_good = store_at_destination(GH, dest_proc, partials[i], *operation, output_value_type_codes[i / n_points],
                                   output_values[i / n_points], i % n_points) &&
              is_good;
  return is_good ? success : failure;
}

/// Implements CCTK_ReduceLocalArrays, which reduces whole arrays of this process.
template <Operation operation>
int reduce_local_operator(int n_dimensions, int /* handle */, int table, int n_arrays, CCTK_INT const extents[],
                          CCTK_INT const in_types[], void const* const arrays[], int n_values,
                          CCTK_INT const out_types[], void* const values[]) {
  if (has_unknown_option(table) || !have_equal_counts(n_arrays, n_values) || !are_reducible(n_arrays, in_types))
    return failure;
  std::vector<int> const types(in_types, in_types + n_arrays);
  auto const partials =
      reduce_here({{arrays, static_cast<std::size_t>(n_arrays)}, types, n_points_of(n_dimensions, extents)}, operation);
  bool is_good = true;
  for (int i = 0; i < n_values; ++i)
    is_good = store_at_destination(nullptr, -1, partials[i], operation, out_types[i], values[i], 0) && is_good;
  return is_good ? success : failure;
}

/// The three functions of an operation that are registered with the flesh.
struct Functions {
  cReduceOperator variables;
  int (*arrays)(REDUCTION_ARRAY_OPERATOR_REGISTER_ARGLIST); // Cactus declares no type name for this function pointer
  cLocalArrayReduceOperator local_arrays;
};

template <std::size_t... operation>
constexpr auto make_functions(std::index_sequence<operation...>) {
  return std::array{Functions{reduce_operator<static_cast<Operation>(operation)>,
                              reduce_array_operator<static_cast<Operation>(operation)>,
                              reduce_local_operator<static_cast<Operation>(operation)>}...};
}

constexpr auto functions =
    make_functions(std::make_index_sequence<static_cast<std::size_t>(Operation::norm_inf) + 1>());

/// Whether thorn LocalReduce has already registered a local operator of this name. The function compares the names of
/// all handles, because Cactus warns about names that CCTK_LocalArrayReductionHandle does not find.
bool has_local_operator(char const* name) {
  for (int handle = 0; handle < CCTK_NumLocalArrayReduceOperators(); ++handle)
    if (Util_StrCmpi(CCTK_LocalArrayReduceOperator(handle), name) == 0) return true;
  return false;
}

} // namespace
} // namespace pughreduce

extern "C" int PUGHReduce_Startup() {
  using namespace pughreduce;
  CCTK_RegisterGridArrayReductionOperator(reduce_grid_arrays);
  CCTK_RegisterReduceArraysGloballyOperator(reduce_arrays_globally);
  for (auto const& [name, operation] : named_operations()) {
    Functions const& function = functions[static_cast<std::size_t>(operation)];
    CCTK_RegisterReductionOperator(function.variables, name);
    CCTK_RegisterReductionArrayOperator(function.arrays, name);
    if (!has_local_operator(name)) CCTK_RegisterLocalArrayReductionOperator(function.local_arrays, name);
  }
  return 0;
}
