/// The transformation assignment_to_subst: a temporary disappears, and its uses become uses of a rule.
///
///     set: [i, n] t = q[n] * 2.0                rule t_subst(n) = q[n] * 2.0
///     use: [i, n] y[i] = y[i] + t         =>    use: [i, n] y[i] = y[i] + t_subst(n)
#include "codegen/transform/checks.hpp"
#include "codegen/transform/execution_order.hpp"
#include "codegen/transform/rewrite_expanded.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

namespace {

using ir::ExpressionKind;
using ir::ExpressionPtr;
using loops::Instruction;
using loops::LoopKernel;

/// Returns the only instruction that assigns the temporary. Throws if there is another one.
Instruction const& only_assignment(LoopKernel const& kernel, Arguments const& arguments, std::string const& name) {
  Instruction const* assignment = nullptr;
  for (Instruction const& instruction : kernel.instructions) {
    if (!instruction.target || instruction.target->name != name) continue;
    if (assignment)
      arguments.fail(fmt::format("`{}` cannot become a rule, because it has several assignments: `{}` and `{}`.", name,
                                 assignment->id, instruction.id));
    assignment = &instruction;
  }
  if (!assignment) arguments.fail(fmt::format("`{}` cannot become a rule, because no instruction assigns it.", name));
  return *assignment;
}

/// Throws if the value of the temporary is not an expression of the loop variables and its subscripts.
void check_assignment(LoopKernel const& kernel, Arguments const& arguments, Instruction const& assignment) {
  std::string const& name = assignment.target->name;
  if (!assignment.conditions.empty())
    arguments.fail(fmt::format("`{}` cannot become a rule, because its assignment `{}` is executed only if {}.", name,
                               assignment.id, ir::to_text(assignment.conditions[0])));
  for (loops::Constraint const& constraint : kernel.constraints)
    if (constraint.expression.uses(name))
      arguments.fail(fmt::format("`{}` cannot become a rule, because the range of a loop depends on it.", name));
  std::set<std::string> subscripts;
  for (ExpressionPtr const& subscript : assignment.target->operands) {
    bool const is_loop = subscript->kind == ExpressionKind::name && kernel.find_loop(subscript->name);
    if (!is_loop || !subscripts.insert(subscript->name).second)
      arguments.fail(fmt::format("`{}` cannot become a rule, because the subscripts of `{}` are not different loop "
                                 "variables.",
                                 name, ir::to_text(assignment.target)));
  }
  for (loops::ArrayAccess const& access : loops::accesses_of(kernel, assignment))
    if (!access.is_write && access.element->name == name)
      arguments.fail(
          fmt::format("`{}` cannot become a rule, because `{}` reads its previous value.", name, assignment.id));
}

/// Returns whether an instance of the assignment precedes the instances of the use in the same iterations, and no other
/// instance of the assignment is between them.
bool defines_value_of(Instruction const& assignment, Instruction const& use, ir::TypedArray const& temporary) {
  if (compare(assignment.order, use.order) >= 0) return false;
  std::set<std::string> shared(temporary.copies.begin(), temporary.copies.end());
  for (ExpressionPtr const& subscript : assignment.target->operands) shared.insert(subscript->name);
  for (std::size_t n = 0; n < std::min(assignment.order.size(), use.order.size()); ++n) {
    if (assignment.order[n] != use.order[n]) break;
    for (auto const& [loop, _] : assignment.order[n].factors) shared.insert(loop);
  }
  return std::all_of(assignment.within.begin(), assignment.within.end(),
                     [&](std::string const& loop) { return shared.contains(loop); });
}

/// Returns the values of the loops of the assignment for the element that the instruction reads.
polyhedral::LoopValues loops_of(LoopKernel const& kernel, Arguments const& arguments, Instruction const& assignment,
                                Instruction const& use, ir::Expression const& element) {
  polyhedral::LoopValues values;
  for (std::size_t n = 0; n < element.operands.size(); ++n) {
    std::optional<ir::LinearExpression> const value = ir::as_linear(loops::expanded(kernel, element.operands[n]));
    if (!value)
      arguments.fail(fmt::format("`{}` cannot become a rule, because the subscript `{}` in `{}` is not linear.",
                                 element.name, ir::to_text(element.operands[n]), use.id));
    values[assignment.target->operands[n]->name] = *value;
  }
  for (std::string const& loop : assignment.within) {
    if (values.contains(loop)) continue;
    if (!use.is_within(loop))
      arguments.fail(fmt::format("`{}` cannot become a rule, because `{}` reads it outside of the loop `{}`.",
                                 element.name, use.id, loop));
    values[loop] = ir::linear(loop);
  }
  return values;
}

/// Throws if the use would read another copy of a temporary than the assignment.
void check_copies(LoopKernel const& kernel, Arguments const& arguments, Instruction const& assignment,
                  Instruction const& use, polyhedral::LoopValues const& values) {
  for (loops::ArrayAccess const& access : loops::accesses_of(kernel, assignment)) {
    if (access.is_write) continue;
    for (std::string const& loop : kernel.array(access.element->name).copies) {
      bool const is_same = !values.contains(loop) || values.at(loop) == ir::linear(loop);
      if (is_same && use.is_within(loop)) continue;
      arguments.fail(fmt::format("`{}` cannot become a rule, because `{}` uses it for another iteration of `{}`, and "
                                 "its value reads `{}`, of which each iteration of `{}` has a copy. Apply "
                                 "assignment_to_subst to `{}` before.",
                                 assignment.target->name, use.id, loop, access.element->name, loop,
                                 access.element->name));
    }
  }
}

void check_use(LoopKernel const& kernel, Arguments const& arguments, Instruction const& assignment,
               Instruction const& use, polyhedral::LoopValues const& values) {
  std::string const& name = assignment.target->name;
  check_copies(kernel, arguments, assignment, use, values);
  if (!defines_value_of(assignment, use, kernel.array(name)))
    arguments.fail(fmt::format("`{}` cannot become a rule, because `{}` may read a value that `{}` has assigned in "
                               "another iteration.",
                               name, use.id, assignment.id));
  if (auto const dependence = broken_by_evaluation_at(kernel, assignment, use, values))
    reject(arguments,
           fmt::format("`{}` cannot become a rule, because its value changes between `{}` and `{}`", name,
                       assignment.id, use.id),
           *dependence);
}

/// Returns the parameters of the rule: the subscripts, and the other loop variables on which the value depends.
std::vector<std::string> parameters_of(LoopKernel const& kernel, Instruction const& assignment) {
  std::vector<std::string> parameters;
  for (ExpressionPtr const& subscript : assignment.target->operands) parameters.push_back(subscript->name);
  for (std::string const& loop : loops_in(kernel, assignment.value))
    if (!base::contains(parameters, loop)) parameters.push_back(loop);
  return parameters;
}

} // namespace

LoopKernel assignment_to_subst(LoopKernel kernel, Arguments const& arguments) {
  std::string const name = arguments.string("lhs_name");
  existing_temporary(kernel, arguments, name);
  Instruction const assignment = only_assignment(kernel, arguments, name);
  check_assignment(kernel, arguments, assignment);
  std::string const rule = loops::unused_name(kernel, name + "_subst");
  std::vector<std::string> const parameters = parameters_of(kernel, assignment);

  LoopKernel const original = kernel;
  kernel.rules.push_back({rule, parameters, assignment.value});
  bool is_used = false;
  std::set<std::string> checked;
  kernel = rewritten(std::move(kernel), {name}, [&](Instruction const& use, ExpressionPtr const& part) {
    if (part->kind != ExpressionKind::element || part->name != name) return part;
    is_used = true;
    polyhedral::LoopValues const values = loops_of(original, arguments, assignment, use, *part);
    if (checked.insert(use.id + " " + ir::to_text(part)).second)
      check_use(original, arguments, assignment, use, values);
    std::vector<ExpressionPtr> operands;
    for (std::string const& parameter : parameters) operands.push_back(ir::make_linear(values.at(parameter)));
    return ir::make_rule(part->type, rule, operands);
  });
  if (!is_used) arguments.fail(fmt::format("`{}` cannot become a rule, because no instruction reads it.", name));
  std::erase_if(kernel.instructions, [&](Instruction const& instruction) { return instruction.id == assignment.id; });
  for (Instruction& instruction : kernel.instructions) {
    if (instruction.after.erase(assignment.id) == 0) continue;
    instruction.after.insert(assignment.after.begin(), assignment.after.end());
  }
  std::erase_if(kernel.arrays, [&](ir::TypedArray const& array) { return array.name == name; });
  return kernel;
}

} // namespace chemora::transform
