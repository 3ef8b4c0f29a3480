#include "codegen/transform/inside_arrays.hpp"
#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::transform {

using ir::ExpressionPtr;

bool are_partly_executed(loops::LoopKernel const& kernel, std::vector<std::string> const& ids,
                         std::vector<std::string> const& outer) {
  for (std::string const& id : ids) {
    loops::Instruction const& instruction = kernel.instruction(id);
    if (!instruction.conditions.empty()) return true;
    for (loops::Constraint const& constraint : loops::constraints_within(kernel, instruction.within)) {
      bool has_outer = false, has_inner = false;
      for (auto const& [name, _] : constraint.expression.factors)
        if (kernel.find_loop(name)) (base::contains(outer, name) ? has_outer : has_inner) = true;
      if (has_outer && has_inner) return true;
    }
  }
  return false;
}

static long n_elements_in(ExpressionPtr const& expression) {
  long n = 0;
  ir::for_each(expression, [&](ExpressionPtr const& part) { n += part->kind == ir::ExpressionKind::element; });
  return n;
}

std::vector<ExpressionPtr> inside_arrays(loops::LoopKernel const& kernel, std::vector<ExpressionPtr> const& elements) {
  std::vector<ExpressionPtr> ordered = elements, conditions;
  std::stable_sort(ordered.begin(), ordered.end(), [](ExpressionPtr const& left, ExpressionPtr const& right) {
    return n_elements_in(left) < n_elements_in(right);
  });
  auto const require = [&](ir::Op op, ExpressionPtr const& left, ExpressionPtr const& right) {
    ExpressionPtr const condition = ir::make_operation(op, {left, right});
    bool const is_known = std::any_of(conditions.begin(), conditions.end(),
                                      [&](ExpressionPtr const& other) { return ir::equal(condition, other); });
    if (!is_known) conditions.push_back(condition);
  };
  for (ExpressionPtr const& element : ordered) {
    std::vector<ir::ArrayAxis> const& axes = kernel.array(element->name).axes;
    for (std::size_t n = 0; n < axes.size(); ++n) {
      ExpressionPtr const& subscript = element->operands[n];
      if (ir::as_linear(subscript) && ir::as_linear(subscript)->is_constant()) continue;
      require(ir::Op::less_equal, ir::make_integer(0), subscript);
      require(ir::Op::less, subscript, ir::make_linear(axes[n].extent));
    }
  }
  return conditions;
}

} // namespace chemora::transform
