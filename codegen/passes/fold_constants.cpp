// Folding of operations whose operands, or those that decide, are immediates.
#include "codegen/passes/fold_constants.hpp"

#include "codegen/ir/evaluate.hpp"
#include "codegen/passes/rewrite.hpp"

#include <algorithm>

namespace chemora::passes {

namespace {

using ir::GraphBuilder;
using ir::Op;
using ir::Value;
using ir::ValueId;

bool is_immediate(GraphBuilder const& builder, ValueId id) { return builder[id].op == Op::immediate; }

ValueId folded(GraphBuilder& builder, Value const& value) {
  std::vector<double> numbers;
  for (ValueId operand : value.operands) numbers.push_back(builder[operand].number);
  ir::Type const type = builder[value.operands[0]].type;
  return immediate(builder, value.type, ir::evaluate(value.op, type, value.type, numbers));
}

/// The operand that a logical_and or logical_or with one known operand equals.
ValueId decided(GraphBuilder const& builder, Value const& value) {
  bool const first_is_known = is_immediate(builder, value.operands[0]);
  ValueId const known = value.operands[first_is_known ? 0 : 1];
  ValueId const other = value.operands[first_is_known ? 1 : 0];
  bool const decides = (builder[known].number != 0) == (value.op == Op::logical_or);
  return decides ? known : other;
}

} // namespace

ValueId add_folded(GraphBuilder& builder, Value value) {
  if (value.operands.empty() || value.op == Op::shift) return builder.add(std::move(value));
  auto const is_known = [&](ValueId id) { return is_immediate(builder, id); };
  if (std::all_of(value.operands.begin(), value.operands.end(), is_known)) return folded(builder, value);
  if (value.op == Op::select && is_known(value.operands[0]))
    return value.operands[builder[value.operands[0]].number != 0 ? 1 : 2];
  bool const is_logical = value.op == Op::logical_and || value.op == Op::logical_or;
  if (is_logical && std::any_of(value.operands.begin(), value.operands.end(), is_known)) return decided(builder, value);
  return builder.add(std::move(value));
}

ir::Graph fold_constants(ir::Graph const& graph) { return rewrite(graph, add_folded); }

} // namespace chemora::passes
