// A family of stencils, one seen through a Jacobian, or a formula.
#include "codegen/tensor/define_operator.hpp"

#include "codegen/tensor/linear_form.hpp"
#include "codegen/tensor/operator_family.hpp"

namespace chemora::tensor {

namespace {

bool has_jacobian(edl::Expression const& right) {
  return right.kind == edl::ExpressionKind::binary && right.text == "*" &&
         right.operands[0].kind == edl::ExpressionKind::name && right.operands[1].kind == edl::ExpressionKind::call;
}

/// `D_i = J^a_i centred(ORDER)`, and one-sided families likewise.
void read_with_jacobian(edl::OperatorDefinition const& definition, DerivativeOperator& derivative,
                        TensorSystem const& system, Symbols& symbols, base::Diagnostics& diagnostics) {
  edl::Name const& name = definition.right.operands[0].name;
  edl::OperatorDefinition along = definition;
  along.right = definition.right.operands[1];
  read_family(along, derivative, system, symbols, diagnostics);
  UsedName used;
  if (!symbols.read(name, used, diagnostics)) return;
  std::string index;
  for (edl::Suffix const& suffix : definition.name.suffixes) index += suffix.text;
  bool const fits = symbols[used.name].shape.upper == std::vector<bool>{true, false} && used.indices.size() == 2 &&
                    used.indices[0].is_abstract() && used.indices[1].name == index;
  if (!fits)
    diagnostics.error(name.where,
                      "A Jacobian has an upper index, of the grid's coordinates, and the operator's lower one, "
                      "as in `D_i = J^a_i centred(4)` for a declared `J^a_i`; found `" +
                          edl::to_text(name) + "`.");
  if (derivative.side == Side::dissipation)
    diagnostics.error(definition.right.where, "A dissipation acts along the grid's axes; it takes no Jacobian.");
  if (fits) derivative.jacobian = used.name;
}

/// `D_i = ...`: a family of stencils, perhaps through a Jacobian.
void read_without_operand(edl::OperatorDefinition const& definition, DerivativeOperator& derivative,
                          TensorSystem const& system, Symbols& symbols, base::Diagnostics& diagnostics) {
  if (has_jacobian(definition.right))
    read_with_jacobian(definition, derivative, system, symbols, diagnostics);
  else if (definition.right.kind == edl::ExpressionKind::call)
    read_family(definition, derivative, system, symbols, diagnostics);
  else
    diagnostics.error(definition.right.where, "The operator `" + edl::to_text(definition.name) +
                                                  "` without operand is defined by `centred(ORDER)`; found `" +
                                                  edl::to_text(definition.right) + "`.");
}

/// `D u_i = ...`: a formula in neighbours.
void read_formula(edl::OperatorDefinition const& definition, DerivativeOperator& derivative,
                  base::Diagnostics& diagnostics) {
  bool const has_one_index = definition.operand->suffixes.size() == 1 &&
                             definition.operand->suffixes[0].symbols.size() == 1 &&
                             definition.operand->suffixes[0].bracket == edl::Bracket::none;
  if (!has_one_index || !definition.name.suffixes.empty()) {
    diagnostics.error(definition.name.where,
                      "An operator is defined along one axis, as in `" + definition.name.base +
                          " u_i = (u_(i+1) - u_(i))/h`; operators along more axes are not supported.");
    return;
  }
  auto const form = read_linear_form(definition, diagnostics);
  if (!form) return;
  if (form->is_scalar())
    diagnostics.error(definition.right.where, "The operator `" + derivative.name + "` does not use its operand.");
  derivative.side = Side::given;
  derivative.spacing_power = form->power;
  for (auto const& [offset, weight] : form->weights)
    if (weight.value != 0) derivative.weights[offset] = weight;
  if (!form->is_scalar() && derivative.weights.empty())
    diagnostics.error(definition.right.where, "The weights of the operator `" + derivative.name + "` are all 0.");
}

} // namespace

DerivativeOperator define_operator(edl::OperatorDefinition const& definition, TensorSystem const& system,
                                   Symbols& symbols, base::Diagnostics& diagnostics) {
  DerivativeOperator derivative;
  derivative.name = definition.name.base;
  if (definition.operand)
    read_formula(definition, derivative, diagnostics);
  else
    read_without_operand(definition, derivative, system, symbols, diagnostics);
  return derivative;
}

} // namespace chemora::tensor
