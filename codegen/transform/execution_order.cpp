#include "codegen/transform/execution_order.hpp"

#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::transform {

namespace {

using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::LinearExpression;
using loops::Instruction;
using loops::LoopKernel;

/// Returns whether instances at the two positions may agree in the first `length` entries.
bool may_agree(Order const& left, Order const& right, std::size_t length) {
  for (std::size_t n = 0; n < length; ++n)
    if (LinearExpression const difference = entry(left, n) - entry(right, n);
        difference.is_constant() && entry(left, n).is_constant() && difference.constant != 0)
      return false;
  return true;
}

/// Returns the instructions whose instances may be compared by the entry after the prefix: those that may agree with
/// the prefix, and those that may agree with one of them. Their loop variables may have other names.
std::vector<Instruction*> beside(LoopKernel& kernel, Order const& prefix) {
  std::vector<Order> positions{prefix};
  std::vector<Instruction*> result, others;
  for (Instruction& instruction : kernel.instructions) others.push_back(&instruction);
  for (std::size_t n = 0; n < positions.size(); ++n) {
    Order const position = positions[n];
    std::erase_if(others, [&](Instruction* other) {
      if (!may_agree(position, other->order, prefix.size())) return false;
      result.push_back(other);
      positions.push_back(other->order);
      return true;
    });
  }
  return result;
}

/// Returns the part of the order up to the last entry of a loop of `outer` that only such loops and constants precede.
Order prefix_within(Order const& order, std::vector<std::string> const& outer) {
  std::size_t length = 0;
  for (std::size_t n = 0; n < order.size(); ++n) {
    auto const& factors = order[n].factors;
    bool const is_outer = std::all_of(factors.begin(), factors.end(),
                                      [&](auto const& factor) { return base::contains(outer, factor.first); });
    if (!is_outer) break;
    if (!factors.empty()) length = n + 1;
  }
  return Order(order.begin(), order.begin() + static_cast<long>(length));
}

/// Makes the entries after the prefix constants by insertion of 0 if one of them is not.
void make_constant(std::vector<Instruction*> const& instructions, std::size_t prefix) {
  bool const is_constant = std::all_of(instructions.begin(), instructions.end(), [&](Instruction* instruction) {
    return entry(instruction->order, prefix).is_constant();
  });
  if (is_constant) return;
  for (Instruction* instruction : instructions) {
    instruction->order.resize(std::max(instruction->order.size(), prefix));
    instruction->order.insert(instruction->order.begin() + static_cast<long>(prefix), ir::linear(0));
  }
}

/// Adds 1 to the constants after the prefix that are at least `from`.
void make_gap(std::vector<Instruction*> const& instructions, std::size_t prefix, long from) {
  for (Instruction* instruction : instructions) {
    if (entry(instruction->order, prefix).constant < from) continue;
    instruction->order.resize(std::max(instruction->order.size(), prefix + 1));
    instruction->order[prefix].constant += 1;
  }
}

Order inserted(LoopKernel& kernel, std::string const& id, int displacement, std::vector<std::string> const& outer,
               std::vector<std::string> const& inner) {
  Order result = prefix_within(kernel.instruction(id).order, outer);
  std::vector<Instruction*> const instructions = beside(kernel, result);
  make_constant(instructions, result.size());
  long const place = entry(kernel.instruction(id).order, result.size()).constant + displacement;
  make_gap(instructions, result.size(), place);
  std::vector<std::string> remaining = outer;
  for (LinearExpression const& part : result)
    std::erase_if(remaining, [&](std::string const& loop) { return part == ir::linear(loop); });
  remaining.insert(remaining.end(), inner.begin(), inner.end());
  result.push_back(ir::linear(place));
  for (std::string const& loop : remaining) {
    result.push_back(ir::linear(loop));
    result.push_back(ir::linear(0));
  }
  return result;
}

std::string extreme(LoopKernel const& kernel, std::vector<std::string> const& ids, int sign) {
  return *std::min_element(ids.begin(), ids.end(), [&](std::string const& left, std::string const& right) {
    return sign * compare(kernel.instruction(left).order, kernel.instruction(right).order) < 0;
  });
}

/// Returns whether the instruction writes each element of each copy of the temporary at most once.
bool writes_once(Instruction const& instruction, ir::TypedArray const& array) {
  std::set<std::string> determined(array.copies.begin(), array.copies.end());
  for (ExpressionPtr const& subscript : instruction.target->operands)
    if (subscript->kind == ExpressionKind::name) determined.insert(subscript->name);
  return !array.is_argument && std::all_of(instruction.within.begin(), instruction.within.end(),
                                           [&](std::string const& loop) { return determined.contains(loop); });
}

/// Returns whether each instance of `left` comes before all instances of `right` that agree with it in `loops`.
bool precedes(Order const& left, Order const& right, std::vector<std::string> const& loops) {
  for (std::size_t n = 0; n < std::max(left.size(), right.size()); ++n) {
    LinearExpression const a = entry(left, n), b = entry(right, n);
    if (a.is_constant() && b.is_constant() && a.constant != b.constant) return a.constant < b.constant;
    if (a != b) return false;
    for (auto const& [name, _] : a.factors)
      if (!base::contains(loops, name)) return false;
  }
  return false;
}

/// Returns the arrays that the value reads and that may change after `definition` has read them.
std::set<std::string> changing_reads(LoopKernel const& kernel, Instruction const& definition) {
  std::set<std::string> result;
  for (loops::ArrayAccess const& access : loops::accesses_of(kernel, definition)) {
    if (access.is_write) continue;
    ir::TypedArray const& array = kernel.array(access.element->name);
    std::vector<Instruction const*> writers;
    for (Instruction const& other : kernel.instructions)
      if (other.target && other.target->name == array.name && other.id != definition.id) writers.push_back(&other);
    bool const is_settled = writers.empty() || (writers.size() == 1 && writes_once(*writers[0], array) &&
                                                precedes(writers[0]->order, definition.order, array.copies));
    if (!is_settled) result.insert(array.name);
  }
  return result;
}

/// Returns a kernel with the writes of `arrays` and with the instruction that computes `value`.
LoopKernel reduced(LoopKernel const& kernel, std::set<std::string> const& arrays, Instruction const& definition,
                   ExpressionPtr const& value, Instruction const& place) {
  LoopKernel result = kernel;
  result.instructions.clear();
  std::size_t length = 0;
  for (Instruction const& other : kernel.instructions) length = std::max(length, other.order.size());
  length = std::max(length, place.order.size());
  auto const add = [&](Instruction instruction, long last) {
    instruction.order.resize(length);
    instruction.order.push_back(ir::linear(last));
    instruction.after.clear();
    result.instructions.push_back(std::move(instruction));
  };
  for (Instruction const& other : kernel.instructions) {
    if (!other.target || !arrays.contains(other.target->name) || other.id == definition.id) continue;
    Instruction writer = other;
    writer.value = ir::make_number(other.target->type, 0);
    add(writer, 1);
  }
  ir::TypedArray unread{.name = loops::unused_name(kernel, "computed_value"), .type = value->type};
  unread.copies = place.within;
  Instruction computation = definition;
  computation.within = place.within;
  computation.conditions.clear();
  computation.order = place.order;
  computation.target = ir::make_element(value->type, unread.name, {});
  computation.value = value;
  result.arrays.push_back(unread);
  add(computation, 0);
  return result;
}

} // namespace

int compare(Order const& left, Order const& right) {
  for (std::size_t n = 0; n < std::max(left.size(), right.size()); ++n) {
    LinearExpression const a = entry(left, n), b = entry(right, n);
    if (a == b) continue;
    if (!a.is_constant() || !b.is_constant()) return 0;
    return a.constant < b.constant ? -1 : 1;
  }
  return 0;
}

Order order_before(LoopKernel& kernel, std::vector<std::string> const& ids, std::vector<std::string> const& outer,
                   std::vector<std::string> const& inner) {
  return inserted(kernel, extreme(kernel, ids, 1), 0, outer, inner);
}

Order order_after(LoopKernel& kernel, std::vector<std::string> const& ids, std::vector<std::string> const& outer,
                  std::vector<std::string> const& inner) {
  return inserted(kernel, extreme(kernel, ids, -1), 1, outer, inner);
}

std::optional<polyhedral::Dependence> broken_by_evaluation_at(LoopKernel const& kernel, Instruction const& definition,
                                                              Instruction const& user,
                                                              polyhedral::LoopValues const& loops) {
  std::set<std::string> const arrays = changing_reads(kernel, definition);
  if (arrays.empty()) return std::nullopt;
  std::map<std::string, ExpressionPtr> values;
  for (auto const& [name, value] : loops) values[name] = ir::make_linear(value);
  ExpressionPtr const value = loops::expanded(kernel, definition.value);
  LoopKernel const before = reduced(kernel, arrays, definition, value, definition);
  LoopKernel const after = reduced(kernel, arrays, definition, ir::with_names(value, values), user);
  return polyhedral::violated(before, after, {{definition.id, loops}});
}

} // namespace chemora::transform
