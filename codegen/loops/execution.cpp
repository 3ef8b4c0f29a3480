#include "codegen/loops/execution.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <array>

namespace chemora::loops {

Execution::Execution(LoopKernel const& kernel, ir::NameValues const& parameters,
                     std::map<std::string, std::vector<double>>& arrays, Record record)
    : kernel_(kernel), parameters_(parameters), values_(kernel.arrays, parameters, arrays, false),
      record_(std::move(record)) {
  for (Parameter const& parameter : kernel.parameters)
    if (!parameters.contains(parameter.name))
      throw base::InternalError(
          fmt::format("Interpreting `{}`: parameter `{}` has no value.", kernel.name, parameter.name));
}

Execution::Expanded const& Execution::expanded_parts(Instruction const& instruction) {
  auto const [item, is_new] = expanded_.try_emplace(&instruction);
  Expanded& parts = item->second;
  if (!is_new) return parts;
  for (ir::ExpressionPtr const& condition : instruction.conditions)
    parts.conditions.push_back(expanded(kernel_, condition));
  for (ir::ExpressionPtr const& subscript : instruction.target->operands)
    parts.subscripts.push_back(expanded(kernel_, subscript));
  parts.value = expanded(kernel_, instruction.value);
  parts.is_ordered_update = loop_of_ordered_update(kernel_, instruction).has_value();
  return parts;
}

void Execution::execute(Instruction const& instruction, ir::NameValues const& loops) {
  if (instruction.barrier) return;
  instruction_ = &instruction;
  loops_ = loops;
  Expanded const& parts = expanded_parts(instruction);
  if (record_)
    for (std::string const& name : scalars_in_ranges(kernel_, instruction.within)) record_(place(name, {}), false);
  for (ir::ExpressionPtr const& condition : parts.conditions)
    if (evaluate(*condition, *this) == 0) return;
  std::vector<double> subscripts;
  for (ir::ExpressionPtr const& subscript : parts.subscripts) subscripts.push_back(evaluate(*subscript, *this));
  double const value = evaluate(parts.is_ordered_update ? *parts.value->operands[1] : *parts.value, *this);
  ir::ElementPlace const target = place(instruction.target->name, subscripts);
  if (record_) record_(target, true);
  if (parts.is_ordered_update) return combine(target, parts.value->op, value);
  reductions_.erase(target);
  values_.write(target, value);
}

double Execution::Combination::operator()(double left, double right) const {
  return ir::evaluate(op, type, type, std::array{left, right});
}

/// Combines an element with those of the ordered reduction so far.
void Execution::combine(ir::ElementPlace const& target, ir::Op op, double value) {
  ir::Type const type = instruction_->target->type;
  ir::OrderedReduction<double, Combination> const no_elements(ir::neutral_element(op, type), {op, type});
  auto& reduction = reductions_.try_emplace(target, no_elements).first->second;
  reduction.add(value);
  auto so_far = reduction;
  values_.write(target, so_far.result());
}

void Execution::for_each_instance(
    std::function<void(Instruction const&, ir::NameValues const& loops)> const& visit) const {
  loops::for_each_instance(
      kernel_, parameters_, [&](std::string const& name, ir::NameValues const& loops) { return scalar(name, loops); },
      visit);
}

double Execution::scalar(std::string const& name, ir::NameValues const& loops) const {
  std::string error;
  return values_.read(values_.place(name, {}, loops, error));
}

ir::ElementPlace Execution::place(std::string const& array, std::vector<double> const& subscripts) const {
  std::string error;
  ir::ElementPlace result = values_.place(array, subscripts, loops_, error);
  if (!error.empty())
    throw base::UserError(instruction_->where,
                          fmt::format("In `{}`, {}.", instance_text(*instruction_, loops_), error));
  return result;
}

double Execution::value_of_name(std::string const& name) const {
  auto const loop = loops_.find(name);
  return loop != loops_.end() ? loop->second : parameters_.at(name);
}

double Execution::value_of_element(std::string const& array, std::vector<double> const& subscripts) {
  ir::ElementPlace const from = place(array, subscripts);
  if (record_) record_(from, false);
  return values_.read(from);
}

void Execution::for_each_iteration(std::vector<std::string> const& loops, std::function<void()> const& visit) {
  ir::NameValues const outer = loops_;
  auto const read = [&](std::string const& name, ir::NameValues const& values) { return scalar(name, values); };
  for_each_point(kernel_, loops, outer, parameters_, read, [&](ir::NameValues const& values) {
    loops_ = values;
    visit();
  });
  loops_ = outer;
}

} // namespace chemora::loops
