#include "codegen/loops/loop_kernel.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::loops {

namespace {

template <typename Items, typename Key>
auto* find_in(Items& items, Key Items::value_type::*key, std::string const& name) {
  auto const found = std::find_if(items.begin(), items.end(), [&](auto const& item) { return item.*key == name; });
  return found == items.end() ? nullptr : &*found;
}

template <typename Item>
Item& existing(Item* item, char const* what, std::string const& name, LoopKernel const& kernel) {
  if (!item) throw base::InternalError(fmt::format("kernel `{}` has no {} `{}`", kernel.name, what, name));
  return *item;
}

ir::ExpressionPtr expanded_use(LoopKernel const& kernel, ir::Expression const& use) {
  Rule const& rule = kernel.rule(use.name);
  std::map<std::string, ir::ExpressionPtr> values;
  for (std::size_t n = 0; n < rule.parameters.size(); ++n) values[rule.parameters[n]] = use.operands[n];
  return expanded(kernel, ir::with_names(rule.body, values));
}

} // namespace

bool Instruction::is_within(std::string const& loop) const {
  return std::find(within.begin(), within.end(), loop) != within.end();
}

Loop const* LoopKernel::find_loop(std::string const& name) const { return find_in(loops, &Loop::name, name); }
ir::TypedArray const* LoopKernel::find_array(std::string const& name) const {
  return find_in(arrays, &ir::TypedArray::name, name);
}
Rule const* LoopKernel::find_rule(std::string const& name) const { return find_in(rules, &Rule::name, name); }
Parameter const* LoopKernel::find_parameter(std::string const& name) const {
  return find_in(parameters, &Parameter::name, name);
}
Instruction const* LoopKernel::find_instruction(std::string const& id) const {
  return find_in(instructions, &Instruction::id, id);
}

Loop& LoopKernel::loop(std::string const& name) {
  return existing(find_in(loops, &Loop::name, name), "loop", name, *this);
}
Loop const& LoopKernel::loop(std::string const& name) const { return existing(find_loop(name), "loop", name, *this); }
ir::TypedArray& LoopKernel::array(std::string const& name) {
  return existing(find_in(arrays, &ir::TypedArray::name, name), "array", name, *this);
}
ir::TypedArray const& LoopKernel::array(std::string const& name) const {
  return existing(find_array(name), "array", name, *this);
}
Rule& LoopKernel::rule(std::string const& name) {
  return existing(find_in(rules, &Rule::name, name), "rule", name, *this);
}
Rule const& LoopKernel::rule(std::string const& name) const { return existing(find_rule(name), "rule", name, *this); }
Instruction& LoopKernel::instruction(std::string const& id) {
  return existing(find_in(instructions, &Instruction::id, id), "instruction", id, *this);
}
Instruction const& LoopKernel::instruction(std::string const& id) const {
  return existing(find_instruction(id), "instruction", id, *this);
}

std::string unused_name(LoopKernel const& kernel, std::string const& base) {
  auto const is_used = [&](std::string const& name) {
    return kernel.find_loop(name) || kernel.find_array(name) || kernel.find_rule(name) || kernel.find_parameter(name) ||
           kernel.find_instruction(name);
  };
  std::string name = base;
  for (int n = 0; is_used(name); ++n) name = fmt::format("{}_{}", base, n);
  return name;
}

std::vector<Constraint> constraints_within(LoopKernel const& kernel, std::vector<std::string> const& loops) {
  std::vector<Constraint> result;
  for (Constraint const& constraint : kernel.constraints) {
    bool const applies = std::all_of(
        constraint.expression.factors.begin(), constraint.expression.factors.end(), [&](auto const& factor) {
          return !kernel.find_loop(factor.first) || std::find(loops.begin(), loops.end(), factor.first) != loops.end();
        });
    if (applies) result.push_back(constraint);
  }
  return result;
}

ir::ExpressionPtr expanded(LoopKernel const& kernel, ir::ExpressionPtr const& expression) {
  return ir::transformed(expression, [&](ir::ExpressionPtr const& part) {
    return part->kind == ir::ExpressionKind::rule ? expanded_use(kernel, *part) : part;
  });
}

std::optional<Update> update_of(Instruction const& instruction) {
  if (!instruction.target || instruction.value->kind != ir::ExpressionKind::operation) return std::nullopt;
  ir::Op const op = instruction.value->op;
  auto const& operands = instruction.value->operands;
  auto const is_target = [&](std::size_t n) { return ir::equal(operands[n], instruction.target); };
  auto const reads_target = [&](std::size_t n) {
    bool reads = false;
    ir::for_each(operands[n], [&](ir::ExpressionPtr const& part) {
      reads = reads || (part->kind == ir::ExpressionKind::element && part->name == instruction.target->name);
    });
    return reads;
  };
  if (op == ir::Op::fma) {
    if (!is_target(2) || reads_target(0) || reads_target(1)) return std::nullopt;
    return Update{ir::Op::add, ir::make_operation(ir::Op::multiply, {operands[0], operands[1]})};
  }
  bool const is_commutative =
      op == ir::Op::add || op == ir::Op::multiply || op == ir::Op::minimum || op == ir::Op::maximum;
  if (!is_commutative && op != ir::Op::subtract) return std::nullopt;
  if (is_target(0) && !reads_target(1)) return Update{op, operands[1]};
  if (is_commutative && is_target(1) && !reads_target(0)) return Update{op, operands[0]};
  return std::nullopt;
}

std::optional<std::string> loop_of_ordered_update(LoopKernel const& kernel, Instruction const& instruction) {
  if (!instruction.target || !kernel.ordered.contains(instruction.target->name)) return std::nullopt;
  std::optional<Update> const update = update_of(instruction);
  if (!update || instruction.value->op != update->op || update->op == ir::Op::subtract ||
      !ir::equal(instruction.value->operands[0], instruction.target))
    return std::nullopt;
  std::vector<std::string> const& copies = kernel.array(instruction.target->name).copies;
  std::vector<std::string> loops;
  std::copy_if(instruction.within.begin(), instruction.within.end(), std::back_inserter(loops),
               [&](std::string const& loop) { return std::find(copies.begin(), copies.end(), loop) == copies.end(); });
  if (loops.size() != 1 || kernel.loop(loops[0]).tag != Tag::sequential) return std::nullopt;
  bool varies = false;
  for (ir::ExpressionPtr const& condition : instruction.conditions)
    ir::for_each(condition, [&](ir::ExpressionPtr const& part) {
      bool const is_element = part->kind == ir::ExpressionKind::element;
      auto const& parts = is_element ? kernel.array(part->name).copies : std::vector{part->name};
      varies = varies || std::find(parts.begin(), parts.end(), loops[0]) != parts.end();
    });
  return varies ? std::nullopt : std::optional(loops[0]);
}

std::set<std::string> scalars_in_ranges(LoopKernel const& kernel, std::vector<std::string> const& loops) {
  std::set<std::string> scalars;
  for (Constraint const& constraint : constraints_within(kernel, loops))
    for (auto const& [name, _] : constraint.expression.factors)
      if (kernel.find_array(name)) scalars.insert(name);
  return scalars;
}

std::vector<ArrayAccess> accesses_of(LoopKernel const& kernel, Instruction const& instruction) {
  std::vector<ArrayAccess> accesses;
  std::vector<std::string> loops = instruction.within;
  auto const add_reads = [&](ir::ExpressionPtr const& expression) {
    ir::for_each(expanded(kernel, expression), [&](ir::ExpressionPtr const& part) {
      if (part->kind == ir::ExpressionKind::element) accesses.push_back({part, false});
      if (part->kind == ir::ExpressionKind::reduction)
        loops.insert(loops.end(), part->loops.begin(), part->loops.end());
    });
  };
  for (ir::ExpressionPtr const& condition : instruction.conditions) add_reads(condition);
  if (instruction.value) add_reads(instruction.value);
  for (std::string const& name : scalars_in_ranges(kernel, loops))
    accesses.push_back({ir::make_element(kernel.array(name).type, name, {}), false});
  if (!instruction.target) return accesses;
  for (ir::ExpressionPtr const& subscript : instruction.target->operands) add_reads(subscript);
  ir::ExpressionPtr const target = ir::make_element(instruction.target->type, instruction.target->name, [&] {
    std::vector<ir::ExpressionPtr> subscripts;
    for (ir::ExpressionPtr const& subscript : instruction.target->operands)
      subscripts.push_back(expanded(kernel, subscript));
    return subscripts;
  }());
  accesses.push_back({target, true});
  return accesses;
}

std::optional<Update> only_update_of(LoopKernel const& kernel, Instruction const& instruction) {
  std::optional<Update> const update = update_of(instruction);
  if (!update) return std::nullopt;
  std::vector<ArrayAccess> const accesses = accesses_of(kernel, instruction);
  auto const n_reads = std::count_if(accesses.begin(), accesses.end(), [&](ArrayAccess const& access) {
    return !access.is_write && access.element->name == instruction.target->name;
  });
  return n_reads == 1 ? update : std::nullopt;
}

std::string to_text(Loop const& loop) {
  switch (loop.tag) {
  case Tag::sequential:
    return "for";
  case Tag::unrolled:
    return "unr";
  case Tag::vector:
    return "vec";
  case Tag::interleaved:
    return "ilp";
  case Tag::block_axis:
    return fmt::format("g.{}", loop.axis);
  case Tag::thread_axis:
    return fmt::format("l.{}", loop.axis);
  }
  return {};
}

} // namespace chemora::loops
