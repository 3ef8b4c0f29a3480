#include "codegen/ir/shifted_equivalents.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <tuple>

namespace chemora::ir {

namespace {

/// The properties by which values are equivalent: operation, type, number, name, axis, and for each operand its
/// expression and its displacement relative to the first operand that varies.
using Key = std::tuple<Op, Type, std::uint64_t, std::string, int, std::vector<int>>;

Key key_of(Value const& value, std::vector<ShiftedExpression> const& operands) {
  std::vector<int> numbers;
  for (ShiftedExpression const& operand : operands)
    numbers.insert(numbers.end(), {operand.expression, operand.offset[0], operand.offset[1], operand.offset[2]});
  return {value.op, value.type, std::bit_cast<std::uint64_t>(value.number), value.name, value.axis, std::move(numbers)};
}

Offset minus(Offset const& a, Offset const& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// An operand of a value. The offset is zero if the operand does not vary over the grid.
struct Operand {
  ShiftedExpression shifted;
  bool varies;
};

/// Returns the operands of the value. Operands of commutative operations are ordered by expression and offset, so that
/// a + b and b + a are equivalent.
std::vector<Operand> operands_of(Value const& value, std::vector<ShiftedExpression> const& shifted,
                                 std::vector<unsigned> const& axes) {
  std::vector<Operand> operands;
  for (ValueId operand : value.operands) {
    bool const varies = axes[operand] != 0;
    operands.push_back({{shifted[operand].expression, varies ? shifted[operand].offset : Offset{}}, varies});
  }
  auto const order = [](Operand const& o) { return std::tie(o.shifted.expression, o.shifted.offset); };
  if (info(value.op).is_commutative && order(operands[1]) < order(operands[0])) std::swap(operands[0], operands[1]);
  return operands;
}

/// Returns the offset of the value, which is the offset of its first varying operand.
Offset offset_of(std::vector<Operand> const& operands) {
  auto const varying = std::find_if(operands.begin(), operands.end(), [](Operand const& o) { return o.varies; });
  return varying == operands.end() ? Offset{} : varying->shifted.offset;
}

} // namespace

std::vector<ShiftedExpression> shifted_equivalents(Graph const& graph) {
  auto const axes = axes_of_variation(graph);
  std::vector<ShiftedExpression> shifted;
  std::map<Key, int> expressions;
  for (Value const& value : graph.values) {
    if (value.op == Op::shift) {
      shifted.push_back({shifted[value.operands[0]].expression, value.offset});
      continue;
    }
    auto const operands = operands_of(value, shifted, axes);
    Offset const offset = offset_of(operands);
    std::vector<ShiftedExpression> relative;
    for (Operand const& operand : operands)
      relative.push_back(
          {operand.shifted.expression, operand.varies ? minus(operand.shifted.offset, offset) : Offset{}});
    int const next = static_cast<int>(expressions.size());
    shifted.push_back({expressions.emplace(key_of(value, relative), next).first->second, offset});
  }
  return shifted;
}

} // namespace chemora::ir
