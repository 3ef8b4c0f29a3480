#include "codegen/ir/graph.hpp"

#include "framework/base/number.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

namespace chemora::ir {

bool Value::operator==(Value const& other) const {
  return op == other.op && type == other.type && operands == other.operands && base::same_bits(number, other.number) &&
         name == other.name && axis == other.axis && offset == other.offset;
}

bool is_identifier(std::string_view text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text.front()))) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
}

bool is_variable_name(std::string_view text) {
  if (auto const scope = text.find("::"); scope != std::string_view::npos) {
    if (!is_identifier(text.substr(0, scope))) return false;
    text.remove_prefix(scope + 2);
  }
  if (auto const bracket = text.find('['); bracket != std::string_view::npos) {
    std::string_view const index = text.substr(bracket + 1);
    if (index.size() < 2 || index.back() != ']') return false;
    for (char c : index.substr(0, index.size() - 1))
      if (!std::isdigit(static_cast<unsigned char>(c))) return false;
    text = text.substr(0, bracket);
  }
  return is_identifier(text);
}

std::string boundary_width_name(int axis, int face) {
  return std::string(boundary_width_prefix) + "xyz"[axis] + (face == 0 ? "_lower" : "_upper");
}

unsigned axes_of_variation(Value const& value, std::vector<unsigned> const& known) {
  constexpr unsigned all_axes = 7;
  if (value.op == Op::load) return all_axes;
  if (value.op == Op::index || value.op == Op::coordinate) return 1u << static_cast<unsigned>(value.axis);
  unsigned axes = 0;
  for (ValueId operand : value.operands) axes |= known[operand];
  return axes;
}

std::vector<unsigned> axes_of_variation(Graph const& graph) {
  std::vector<unsigned> axes;
  axes.reserve(graph.values.size());
  for (Value const& value : graph.values) axes.push_back(axes_of_variation(value, axes));
  return axes;
}

std::vector<bool> varies_over_grid(Graph const& graph) {
  std::vector<unsigned> const axes = axes_of_variation(graph);
  std::vector<bool> varies(axes.size());
  for (std::size_t id = 0; id < axes.size(); ++id) varies[id] = axes[id] != 0;
  return varies;
}

namespace {

/// Bounding box of the displacements at which other values need a value.
struct Displacements {
  Offset lower{0, 0, 0};
  Offset upper{0, 0, 0};
};

void include(std::optional<Displacements>& box, Displacements const& added) {
  if (!box) {
    box = added;
    return;
  }
  for (int axis = 0; axis < 3; ++axis) {
    box->lower[axis] = std::min(box->lower[axis], added.lower[axis]);
    box->upper[axis] = std::max(box->upper[axis], added.upper[axis]);
  }
}

} // namespace

std::map<std::string, Reach> stencils(Graph const& graph) {
  std::vector<std::optional<Displacements>> needed(graph.values.size());
  for (Store const& store : graph.stores) include(needed[store.value], {});
  std::map<std::string, Reach> reaches;
  for (std::size_t id = graph.values.size(); id-- > 0;) {
    Value const& value = graph.values[id];
    if (!needed[id]) continue;
    Displacements at = *needed[id];
    for (int axis = 0; axis < 3; ++axis) {
      at.lower[axis] += value.offset[axis];
      at.upper[axis] += value.offset[axis];
    }
    for (ValueId operand : value.operands) include(needed[operand], at);
    if (value.op != Op::load) continue;
    Reach& reach = reaches[value.name];
    for (int axis = 0; axis < 3; ++axis) {
      reach.low[axis] = std::max(reach.low[axis], -at.lower[axis]);
      reach.high[axis] = std::max(reach.high[axis], at.upper[axis]);
    }
  }
  return reaches;
}

Reach union_of(std::map<std::string, Reach> const& stencils) {
  Reach reach_of_all;
  for (auto const& [name, reach] : stencils)
    for (int axis = 0; axis < 3; ++axis) {
      reach_of_all.low[axis] = std::max(reach_of_all.low[axis], reach.low[axis]);
      reach_of_all.high[axis] = std::max(reach_of_all.high[axis], reach.high[axis]);
    }
  return reach_of_all;
}

namespace {

/// Returns the number of flops of each value, without the flops of its operands.
std::vector<int> operations_of_values(Graph const& graph) {
  auto const varies = varies_over_grid(graph);
  std::vector<int> operations(graph.values.size());
  for (std::size_t id = 0; id < operations.size(); ++id)
    if (varies[id] && is_real(graph.values[id].type)) operations[id] = info(graph.values[id].op).flops;
  return operations;
}

} // namespace

Counts count(Graph const& graph) {
  Counts counts;
  for (int operations : operations_of_values(graph)) counts.flops += operations;
  counts.loads = static_cast<int>(graph.inputs.size());
  counts.stores = static_cast<int>(graph.outputs.size());
  for (auto const* arrays : {&graph.inputs, &graph.outputs})
    for (std::string const& array : *arrays) counts.bytes += real_bytes(element_type(graph, array));
  return counts;
}

SlowOperations slow_operations(Graph const& graph) {
  auto const varies = varies_over_grid(graph);
  SlowOperations slow;
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    if (!varies[id]) continue;
    Op const op = graph.values[id].op;
    slow.divisions += op == Op::divide;
    slow.square_roots += op == Op::sqrt;
    slow.cube_roots += op == Op::cbrt;
    slow.functions += info(op).is_transcendental();
  }
  return slow;
}

double count_without_sharing(Graph const& graph) {
  std::vector<int> const operations = operations_of_values(graph);
  std::vector<double> tree(operations.begin(), operations.end());
  for (std::size_t id = 0; id < tree.size(); ++id)
    for (ValueId operand : graph.values[id].operands) tree[id] += tree[operand];
  double sum = 0;
  for (Store const& store : graph.stores) sum += tree[store.value];
  return sum;
}

} // namespace chemora::ir
