// Reductions of grid variables: each point of the grid counts once.
#include "variables.hpp"

#include "Numerics/ThornTools/src/communicator.hpp"
#include "Numerics/ThornTools/src/host_data.hpp"
#include "Numerics/ThornTools/src/owned_points.hpp"
#include "Numerics/ThornTools/src/variable_type.hpp"

namespace pughreduce {
namespace {

bool warn(int variable, char const* reason) {
  CCTK_VWARN(CCTK_WARN_ALERT, "Cannot reduce '%s': %s", variable >= 0 ? CCTK_FullVarName(variable) : "(no variable)",
             reason);
  return false;
}

bool make_array(cGH const* grid_hierarchy, int variable, Array& array) {
  int const group_index = CCTK_GroupIndexFromVarI(variable);
  cGroupDynamicData data;
  if (group_index < 0) return warn(variable, "there is no such variable");
  array.type = CCTK_VarTypeI(variable);
  if (!is_reducible(array.type)) return warn(variable, "its type has no reductions");
  if (CCTK_GroupDynamicData(grid_hierarchy, group_index, &data) < 0)
    return warn(variable, "the driver does not know it");
  if (data.dim > max_dimension) return warn(variable, "it has too many dimensions");
  array.data = CCTK_VarDataPtrI(grid_hierarchy, 0, variable);
  if (!array.data) return warn(variable, "it has no storage");
  thorntools::require_on_host(grid_hierarchy, variable);
  thorntools::owned_points(data, array.begin.data(), array.end.data());
  for (int d = 0; d < data.dim; ++d) array.shape[d] = data.ash[d];
  for (int d = data.dim; d < max_dimension; ++d) array.end[d] = 1;
  return true;
}

// Weights the array by a variable of the same size.
bool add_weight(cGH const* grid_hierarchy, int weight, int variable, Array& array) {
  Array weights;
  if (!make_array(grid_hierarchy, weight, weights)) return false;
  if (weights.type != CCTK_VARIABLE_REAL) return warn(weight, "weights must be of type CCTK_REAL");
  if (weights.shape != array.shape || weights.begin != array.begin || weights.end != array.end)
    return warn(variable, "its weight is a variable of another size");
  array.weight = static_cast<CCTK_REAL const*>(weights.data);
  return true;
}

} // namespace

std::optional<std::vector<Partial>> reduce_variables(cGH const* grid_hierarchy, std::span<int const> variables,
                                                     Operation operation, Options const& options) {
  std::vector<Partial> partials(variables.size());
  for (std::size_t i = 0; i < variables.size(); ++i) {
    Array array;
    if (!make_array(grid_hierarchy, variables[i], array)) return std::nullopt;
    if (options.weight >= 0 && !add_weight(grid_hierarchy, options.weight, variables[i], array)) return std::nullopt;
    array.is_cut =
        i < options.result_types.size() && thorntools::is_integer_type(static_cast<int>(options.result_types[i]));
    accumulate(array, operation, partials[i]);
  }
  combine(partials, operation, thorntools::communicator(grid_hierarchy));
  return partials;
}

std::optional<double> sum_of_weights(cGH const* grid_hierarchy, int weight) {
  auto const partials = reduce_variables(grid_hierarchy, {&weight, 1}, Operation::sum);
  if (!partials) return std::nullopt;
  return result(partials->front(), Operation::sum).real();
}

bool deliver(cGH const* grid_hierarchy, int destination, Partial const& partial, Operation operation, int type,
             void* array, std::size_t index, std::optional<double> weight) {
  if (destination >= 0 && destination != CCTK_MyProc(grid_hierarchy)) return true;
  if (store(result(partial, operation, weight), type, array, index)) return true;
  CCTK_VWARN(CCTK_WARN_ALERT, "The result of a reduction cannot be stored as a number of type %s",
             CCTK_VarTypeName(type));
  return false;
}

} // namespace pughreduce
