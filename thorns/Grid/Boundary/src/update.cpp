#include "update.hpp"

#include <algorithm>

namespace boundary {
namespace {

bool is_real_grid_function(CCTK_INT variable) {
  int const type = CCTK_VarTypeI(static_cast<int>(variable)),
            group_type = CCTK_GroupTypeFromVarI(static_cast<int>(variable));
  return type == CCTK_VARIABLE_REAL && group_type == CCTK_GF;
}

/// Kernels are for real grid functions of three dimensions. They may not read a point that they write.
bool can_use_kernel(Method const& method, Target const& target, std::vector<Input> const& inputs) {
  if (!method.graph || target.box.dim != 3 || !is_real_grid_function(target.variable)) return false;
  return std::all_of(inputs.begin(), inputs.end(), [&](Input const& input) {
    CCTK_INT const variable = input.variables[0];
    return is_real_grid_function(variable) &&
           !(variable == target.variable && input.time_level == 0 && input.at_boundary);
  });
}

void check_type(char const* condition, Types types, int variable) {
  int const type = CCTK_VarTypeI(variable);
  bool const is_number = thorntools::with_number(type, [](auto) {});
  if (types == Types::numbers ? !is_number : types == Types::real && type != CCTK_VARIABLE_REAL)
    CCTK_VERROR("The boundary condition %s is for variables of %s; %s is of type %s.", condition,
                types == Types::real ? "type CCTK_REAL" : "numeric types", CCTK_FullVarName(variable),
                CCTK_VarTypeName(type));
}

void check_input(char const* condition, Target const& target, Input const& input) {
  int const variable = static_cast<int>(input.variables[0]), level = static_cast<int>(input.time_level);
  if (!CCTK_VarDataPtrI(target.cctkGH, level, variable))
    CCTK_VERROR("The boundary condition %s of %s reads time level %d of %s, which has no storage. Allocate at least %d "
                "time levels.",
                condition, CCTK_FullVarName(target.variable), level, CCTK_FullVarName(variable), level + 1);
  if (CCTK_VarTypeI(variable) != CCTK_VarTypeI(target.variable))
    CCTK_VERROR("The boundary condition %s of %s (type %s) reads %s, which is of type %s. The types must be equal.",
                condition, CCTK_FullVarName(target.variable), CCTK_VarTypeName(CCTK_VarTypeI(target.variable)),
                CCTK_FullVarName(variable), CCTK_VarTypeName(CCTK_VarTypeI(variable)));
}

void check_depth(char const* condition, Target const& target, int depth) {
  int const available = min_interior_points(target.box, target.zones);
  if (available < depth)
    CCTK_VERROR("The boundary condition %s of %s reads %d interior points next to each boundary point; a process has "
                "%d. Use more grid points or fewer processes.",
                condition, CCTK_FullVarName(target.variable), depth, available);
}

} // namespace

bool Update::reads_other_variables() const {
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](Input const& input) { return !input.is_constant && input.variables[0] != target.variable; });
}

Update make_update(char const* condition, Method method, Target target, std::vector<Input> inputs,
                   std::function<std::vector<CCTK_REAL>(int face)> parameters) {
  check_type(condition, method.types, target.variable);
  for (Input const& input : inputs) check_input(condition, target, input);
  check_depth(condition, target, method.depth);
  bool const has_kernel = can_use_kernel(method, target, inputs);
  return {std::move(method), std::move(target), std::move(inputs), std::move(parameters), has_kernel};
}

UpdateKey::UpdateKey(Update const& update)
    : method(update.method.name), has_kernel(update.has_kernel), variable(update.target.variable),
      box(update.target.box), zones(update.target.zones), inputs(update.inputs) {}

bool UpdateKey::operator==(Update const& update) const {
  return variable == update.target.variable && method == update.method.name && has_kernel == update.has_kernel &&
         box == update.target.box && inputs == update.inputs && zones == update.target.zones;
}

} // namespace boundary
