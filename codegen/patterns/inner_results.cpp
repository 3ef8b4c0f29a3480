#include "codegen/patterns/inner_results.hpp"

#include "codegen/patterns/describe_nest.hpp"
#include "codegen/patterns/mapping_search.hpp"
#include "codegen/patterns/nodes.hpp"

#include <algorithm>

namespace chemora::patterns {

namespace {

using ir::Op;

// Costs in the unit of an arithmetic operation (inner_results.hpp).
constexpr double memory_access_cost = 4;
constexpr double quotient_cost = 8;
constexpr double transcendental_cost = 20;

double cost_of(Op op) {
  if (op == Op::divide || op == Op::sqrt || ir::info(op).is_integer_division()) return quotient_cost;
  return ir::info(op).is_transcendental() ? transcendental_cost : 1;
}

/// Finds the arrays of `let` expressions that are stored.
class InnerResults {
public:
  InnerResults(Program const& program, KnownNumbers const& known) : sizes_(program, known) {}

  std::set<int> find(NodePtr const& value) {
    collect(value, false);
    std::set<int> result;
    for (auto const& [variable, let] : candidates_)
      if (is_stored(variable)) result.insert(variable);
    return result;
  }

private:
  // Definitions of arrays.

  void collect(NodePtr const& node, bool is_inside) {
    if (node->kind == NodeKind::let && node->operands[0]->type.is_array()) {
      definitions_[node->variable] = node;
      if (is_inside && can_be_stored(*node->operands[0])) candidates_[node->variable] = node;
    }
    bool const is_pattern = node->kind == NodeKind::pattern;
    for_each_part(*node, [&](NodePtr const& part) { collect(part, is_inside || is_pattern); });
  }

  bool can_be_stored(Node const& array) const {
    Type const& element = *array.type.element;
    return is_nest_of_maps(array) && !array.type.is_over_grid && !element.is_array() && element.kind != Kind::group &&
           std::ranges::all_of(array.extents,
                               [&](NodePtr const& extent) { return extent && sizes_.is_known_at_launch(extent); });
  }

  bool is_stored(int variable) {
    auto const let = candidates_.find(variable);
    if (let == candidates_.end()) return false;
    auto const [item, is_new] = decisions_.try_emplace(variable, false);
    if (!is_new) return item->second;
    NodePtr const& array = let->second->operands[0];
    double const n = evaluations(*let->second) / std::max(1.0, n_elements(array));
    double const cost = cost_of_element(array);
    decisions_[variable] = n > 1 && n * cost > cost + memory_access_cost + n * memory_access_cost;
    return decisions_[variable];
  }

  double n_elements(NodePtr const& array) const {
    double n = 1;
    for (NodePtr const& extent : array->extents) n *= extent ? sizes_.of(extent).value : default_size;
    return n;
  }

  double n_iterations(Pattern const& pattern) const {
    double n = 1;
    for (Generator const& generator : pattern.generators) {
      n *= sizes_.of(generator).value;
      if (pattern.kind == PatternKind::zip) break;
    }
    return n;
  }

  // Numbers of evaluations of elements of an array.

  /// Returns how many elements of the variable one evaluation of the node evaluates.
  double evaluations(NodePtr const& node, int variable) {
    double n = 0;
    switch (node->kind) {
    case NodeKind::variable:
      return node->variable == variable ? n_elements(node) : 0;
    case NodeKind::size:
      return 0;
    case NodeKind::conditional:
      return evaluations(node->operands[0], variable) +
             0.5 * (evaluations(node->operands[1], variable) + evaluations(node->operands[2], variable));
    case NodeKind::element:
      return evaluations_by_element(node, variable) * n_elements(node);
    case NodeKind::let:
      return evaluations_by_definition(*node, variable) + evaluations(node->operands[1], variable);
    case NodeKind::pattern:
      return evaluations_by_pattern(*node->pattern, variable);
    default:
      for_each_part(*node, [&](NodePtr const& part) { n += evaluations(part, variable); });
      return n;
    }
  }

  double evaluations_by_definition(Node const& let, int variable) {
    NodePtr const& value = let.operands[0];
    if (!value->type.is_array()) return evaluations(value, variable);
    if (is_selection(*value)) return evaluations_by_pattern(*value->pattern, variable);
    double const n = is_stored(let.variable) ? n_elements(value) : evaluations(let);
    return n * evaluations_by_element(value, variable);
  }

  /// Returns how many elements of the variable of a `let` its body evaluates.
  double evaluations(Node const& let) {
    auto const [item, is_new] = n_evaluations_.try_emplace(let.variable, 0);
    if (is_new) n_evaluations_[let.variable] = evaluations(let.operands[1], let.variable);
    return n_evaluations_[let.variable];
  }

  double evaluations_by_pattern(Pattern const& pattern, int variable) {
    double bounds = 0, element = 0;
    for (Generator const& generator : pattern.generators)
      for_each_part(generator, [&](NodePtr const& part) {
        if (part->type.is_array())
          element += evaluations_by_element(part, variable);
        else
          bounds += evaluations(part, variable);
      });
    if (pattern.initial) bounds += evaluations(pattern.initial, variable);
    for (NodePtr const& part : {pattern.key, pattern.body, pattern.combine})
      if (part) element += evaluations(part, variable);
    return bounds + n_iterations(pattern) * element;
  }

  /// Returns how many elements of the variable one element of the array evaluates.
  double evaluations_by_element(NodePtr const& array, int variable) {
    double n = 0;
    switch (array->kind) {
    case NodeKind::variable:
      return array->variable == variable ? 1 : 0;
    case NodeKind::let: {
      NodePtr const& value = array->operands[0];
      n = value->type.is_array() ? evaluations_by_element(value, variable) : evaluations(value, variable);
      return n + evaluations_by_element(array->operands[1], variable);
    }
    case NodeKind::element:
      for (std::size_t k = 1; k < array->operands.size(); ++k)
        if (array->operands[k]) n += evaluations(array->operands[k], variable);
      return n + evaluations_by_element(array->operands[0], variable);
    case NodeKind::pattern: {
      for (Generator const& generator : array->pattern->generators)
        if (generator.set) n += evaluations_by_element(generator.set, variable);
      NodePtr const& body = array->pattern->body;
      return n + (body->type.is_array() ? evaluations_by_element(body, variable) : evaluations(body, variable));
    }
    default:
      return 0;
    }
  }

  // Costs.

  double cost(NodePtr const& node) {
    double sum = 0;
    switch (node->kind) {
    case NodeKind::size:
      return 0;
    case NodeKind::conditional:
      return cost(node->operands[0]) + 0.5 * (cost(node->operands[1]) + cost(node->operands[2]));
    case NodeKind::let:
      return cost_of_definition(*node) + cost(node->operands[1]);
    case NodeKind::element:
      return cost_of_element(node);
    case NodeKind::pattern:
      return n_iterations(*node->pattern) * (cost_of_iteration(*node->pattern) + 1);
    case NodeKind::operation:
      sum = cost_of(node->op);
      [[fallthrough]];
    default:
      for_each_part(*node, [&](NodePtr const& part) { sum += cost(part); });
      return sum;
    }
  }

  /// The elements of an array are computed where they are used, except those of filters and groups.
  double cost_of_definition(Node const& let) {
    NodePtr const& value = let.operands[0];
    return value->type.is_array() && !is_selection(*value) ? 0 : cost(value);
  }

  double cost_of_iteration(Pattern const& pattern) {
    double sum = 0;
    for (Generator const& generator : pattern.generators)
      if (generator.set) sum += cost_of_element(generator.set);
    for (NodePtr const& part : {pattern.key, pattern.body, pattern.combine})
      if (part) sum += part->type.is_array() ? cost_of_element(part) : cost(part);
    return sum;
  }

  /// Returns the cost of one element of an array.
  double cost_of_element(NodePtr const& array) {
    double sum = 0;
    switch (array->kind) {
    case NodeKind::variable: {
      auto const definition = definitions_.find(array->variable);
      bool const is_computed = definition != definitions_.end() && !is_stored(array->variable) &&
                               !is_selection(*definition->second->operands[0]);
      return is_computed ? cost_of_element(definition->second->operands[0]) : memory_access_cost;
    }
    case NodeKind::let:
      return cost_of_definition(*array) + cost_of_element(array->operands[1]);
    case NodeKind::element:
      for (std::size_t k = 1; k < array->operands.size(); ++k)
        if (array->operands[k]) sum += cost(array->operands[k]);
      return sum + cost_of_element(array->operands[0]);
    case NodeKind::pattern:
      return cost_of_iteration(*array->pattern);
    default:
      return memory_access_cost;
    }
  }

  KnownSizes sizes_;
  std::map<int, NodePtr> definitions_{}, candidates_{}; ///< `let` expressions by their variables
  std::map<int, bool> decisions_{};
  std::map<int, double> n_evaluations_{};
};

} // namespace

bool is_nest_of_maps(Node const& array) {
  Node const* node = &array;
  for (int axis = 0; axis < array.type.rank; ++axis) {
    bool const is_map = node->kind == NodeKind::pattern &&
                        (node->pattern->kind == PatternKind::map || node->pattern->kind == PatternKind::zip);
    if (!is_map) return false;
    node = node->pattern->body.get();
  }
  return !node->type.is_array();
}

std::set<int> stored_inner_results(Program const& program, NodePtr const& value, KnownNumbers const& known) {
  return InnerResults(program, known).find(value);
}

std::set<int> stored_inner_results(Program const& program, NodePtr const& value, KnownNumbers const& known,
                                   MachineShape const& machine) {
  std::set<int> const stored = stored_inner_results(program, value, known);
  if (stored.empty()) return stored;
  auto const threads = [&](std::set<int> const& variables) {
    Nest const nest = nest_of(program, value, kernel_result, known, variables);
    return parallelism(find_mapping(nest, machine).mapping, levels_of(nest));
  };
  double const with_stored = threads(stored);
  bool const is_too_few = with_stored < machine.min_parallelism && with_stored < threads({});
  return is_too_few ? std::set<int>() : stored;
}

} // namespace chemora::patterns
