// Numbers expressions by what they are, relative to where their first varying operand is.
#include "codegen/plan/families.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <tuple>

namespace chemora::plan {

namespace {

using ir::Op;
using ir::Value;

/// What members of a family have in common: operation, type, number, name, axis, and for each operand its family and
/// displacement relative to the first that varies.
using Key = std::tuple<Op, ir::Type, std::uint64_t, std::string, int, std::vector<int>>;

Key key_of(Value const& value, std::vector<Member> const& operands) {
  std::vector<int> numbers;
  for (Member const& operand : operands)
    numbers.insert(numbers.end(), {operand.family, operand.offset[0], operand.offset[1], operand.offset[2]});
  return {value.op, value.type, std::bit_cast<std::uint64_t>(value.number), value.name, value.axis, std::move(numbers)};
}

ir::Offset minus(ir::Offset const& a, ir::Offset const& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// An operand of a value as a member of its family, which is nowhere if it is the same at every point.
struct Operand {
  Member member;
  bool varies;
};

/// Those that may change places to the bit, a + b and b + a, in the order of family and place: displaced values have it
/// in common, whatever the order in the graph.
std::vector<Operand> operands_of(Value const& value, std::vector<Member> const& members,
                                 std::vector<unsigned> const& axes) {
  std::vector<Operand> operands;
  for (ir::ValueId operand : value.operands) {
    auto const id = static_cast<std::size_t>(operand);
    bool const varies = axes[id] != 0;
    operands.push_back({{members[id].family, varies ? members[id].offset : ir::Offset{}}, varies});
  }
  auto const order = [](Operand const& o) { return std::tie(o.member.family, o.member.offset); };
  if (ir::info(value.op).is_commutative && order(operands[1]) < order(operands[0])) std::swap(operands[0], operands[1]);
  return operands;
}

/// Where the value is as a member of its family: at its first operand that differs from point to point.
ir::Offset place_of(std::vector<Operand> const& operands) {
  auto const found = std::find_if(operands.begin(), operands.end(), [](Operand const& o) { return o.varies; });
  return found == operands.end() ? ir::Offset{} : found->member.offset;
}

} // namespace

std::vector<Member> families(ir::Graph const& graph) {
  auto const axes = ir::axes_of_variation(graph);
  std::vector<Member> members;
  std::map<Key, int> known;
  for (Value const& value : graph.values) {
    if (value.op == Op::shift) {
      Member shifted = members[value.operands[0]];
      shifted.offset = value.offset;
      members.push_back(shifted);
      continue;
    }
    std::vector<Member> operands;
    auto const of_value = operands_of(value, members, axes);
    ir::Offset const place = place_of(of_value);
    for (Operand const& operand : of_value)
      operands.push_back({operand.member.family, operand.varies ? minus(operand.member.offset, place) : ir::Offset{}});
    int const next = static_cast<int>(known.size());
    members.push_back({known.emplace(key_of(value, operands), next).first->second, place});
  }
  return members;
}

} // namespace chemora::plan
