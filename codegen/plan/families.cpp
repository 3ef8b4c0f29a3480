// Numbers expressions by what they are, relative to where their first varying operand is.
#include "codegen/plan/families.hpp"

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

/// Where the value is as a member of its family: at its first operand that differs from point to point.
ir::Offset place_of(Value const& value, std::vector<Member> const& members, std::vector<unsigned> const& axes) {
  for (ir::ValueId operand : value.operands)
    if (axes[static_cast<std::size_t>(operand)] != 0) return members[static_cast<std::size_t>(operand)].offset;
  return {0, 0, 0};
}

} // namespace

std::vector<Member> families(ir::Graph const& graph) {
  auto const axes = ir::axes_of_variation(graph);
  std::vector<Member> members;
  std::map<Key, int> known;
  for (Value const& value : graph.values) {
    if (value.op == Op::shift) {
      Member shifted = members[static_cast<std::size_t>(value.operands[0])];
      shifted.offset = value.offset;
      members.push_back(shifted);
      continue;
    }
    std::vector<Member> operands;
    ir::Offset const place = place_of(value, members, axes);
    for (ir::ValueId operand : value.operands) {
      auto const id = static_cast<std::size_t>(operand);
      operands.push_back({members[id].family, axes[id] != 0 ? minus(members[id].offset, place) : ir::Offset{}});
    }
    int const next = static_cast<int>(known.size());
    members.push_back({known.emplace(key_of(value, operands), next).first->second, place});
  }
  return members;
}

} // namespace chemora::plan
