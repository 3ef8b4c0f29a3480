// Each with the operand's spelling in its message.
#include "codegen/tensor/required_types.hpp"

namespace chemora::tensor {

namespace {

bool is_numeric(ValueType type) { return type == ValueType::real || type == ValueType::integer; }

} // namespace

bool require_number(Resolved const& operand, edl::Expression const& source, Context& context) {
  if (is_numeric(operand.expression.type)) return true;
  context.diagnostics.error(source.where, "A number is needed here; `" + edl::to_text(source) + "` is of type " +
                                              to_text(operand.expression.type) + ".");
  return false;
}

bool require_boolean(Resolved const& operand, edl::Expression const& source, Context& context) {
  if (operand.expression.type == ValueType::boolean) return true;
  context.diagnostics.error(source.where, "A truth value is needed here; `" + edl::to_text(source) + "` is of type " +
                                              to_text(operand.expression.type) + ".");
  return false;
}

bool require_scalar(Resolved const& operand, edl::Expression const& source, std::string const& role, Context& context) {
  if (operand.free.empty()) return true;
  context.diagnostics.error(source.where, role + " must be a scalar; `" + edl::to_text(source) +
                                              "` has the free indices " + listed(operand.free) + ".");
  return false;
}

} // namespace chemora::tensor
