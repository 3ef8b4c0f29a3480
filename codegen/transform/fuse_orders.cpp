#include "codegen/transform/fuse_orders.hpp"

#include "codegen/transform/execution_order.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace chemora::transform {

namespace {

using Instructions = std::vector<loops::Instruction*>;
using Groups = std::map<long, Instructions>; ///< by the constant at one position of the order

void set_entry(Instructions const& instructions, std::size_t n, long constant) {
  for (loops::Instruction* instruction : instructions) {
    if (instruction->order.size() <= n) instruction->order.resize(n + 1);
    instruction->order[n] = ir::linear(constant);
  }
}

void insert_entry(Instructions const& instructions, std::size_t n, long constant) {
  for (loops::Instruction* instruction : instructions) {
    if (instruction->order.size() < n) instruction->order.resize(n);
    instruction->order.insert(instruction->order.begin() + static_cast<long>(n), ir::linear(constant));
  }
}

/// Returns the entry at position `n` that all instructions have, if they have the same one.
std::optional<ir::LinearExpression> common_entry(Instructions const& instructions, std::size_t n) {
  for (loops::Instruction const* instruction : instructions)
    if (entry(instruction->order, n) != entry(instructions.front()->order, n)) return std::nullopt;
  return entry(instructions.front()->order, n);
}

std::optional<Groups> groups_by_constant(Instructions const& instructions, std::size_t n) {
  Groups groups;
  for (loops::Instruction* instruction : instructions) {
    if (!entry(instruction->order, n).is_constant()) return std::nullopt;
    groups[entry(instruction->order, n).constant].push_back(instruction);
  }
  return groups;
}

bool is_same_loop(Instructions const& first, Instructions const& second, std::size_t n) {
  auto const a = common_entry(first, n), b = common_entry(second, n);
  return a && a == b && !a->is_constant();
}

void fuse(Instructions const& first, Instructions const& second, std::size_t n);

/// Fuses two sequences. A loop of `second` becomes part of the next loop of `first` with the same variable; what is
/// before it in `second` is executed immediately before it, after everything that is before it in `first`.
void fuse_sequences(Groups const& first, Groups const& second, std::size_t n) {
  long next = 0;
  auto a = first.begin();
  auto pending = second.begin();
  for (auto b = second.begin(); b != second.end(); ++b) {
    auto const partner =
        std::find_if(a, first.end(), [&](auto const& group) { return is_same_loop(group.second, b->second, n + 1); });
    if (partner == first.end()) continue;
    for (; a != partner; ++a) set_entry(a->second, n, next++);
    for (; pending != b; ++pending) set_entry(pending->second, n, next++);
    set_entry(partner->second, n, next);
    set_entry(b->second, n, next++);
    fuse(partner->second, b->second, n + 2);
    ++a;
    ++pending;
  }
  for (; a != first.end(); ++a) set_entry(a->second, n, next++);
  for (; pending != second.end(); ++pending) set_entry(pending->second, n, next++);
}

/// Fuses instructions whose orders agree up to position `n`.
void fuse(Instructions const& first, Instructions const& second, std::size_t n) {
  std::size_t length = 0;
  for (Instructions const* instructions : {&first, &second})
    for (loops::Instruction const* instruction : *instructions) length = std::max(length, instruction->order.size());
  auto const a = groups_by_constant(first, n), b = groups_by_constant(second, n);
  if (n < length && a && b) {
    fuse_sequences(*a, *b, n);
  } else if (n < length && is_same_loop(first, second, n)) {
    fuse(first, second, n + 1);
  } else {
    insert_entry(first, n, 0);
    insert_entry(second, n, 1);
  }
}

Instructions pointers(std::vector<loops::Instruction>& instructions) {
  Instructions result;
  for (loops::Instruction& instruction : instructions) result.push_back(&instruction);
  return result;
}

} // namespace

void fuse_orders(std::vector<loops::Instruction>& first, std::vector<loops::Instruction>& second) {
  if (!first.empty() && !second.empty()) fuse(pointers(first), pointers(second), 0);
}

void append_orders(std::vector<loops::Instruction>& first, std::vector<loops::Instruction>& second) {
  insert_entry(pointers(first), 0, 0);
  insert_entry(pointers(second), 0, 1);
}

} // namespace chemora::transform
