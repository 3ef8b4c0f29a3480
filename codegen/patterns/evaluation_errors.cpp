#include "codegen/patterns/evaluation_errors.hpp"

#include "codegen/patterns/nodes.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>

namespace chemora::patterns {

namespace {

using ir::Op;

class Finder {
public:
  explicit Finder(std::vector<Variable> const& variables) : variables_(variables), ranges_(variables) {}

  EvaluationErrors find(NodePtr const& value) {
    add_variables(value, used_);
    NodePtr const condition = errors(value, false);
    EvaluationErrors result{.unknown = unknown_};
    if (condition) result.condition = without_checks(condition);
    return result;
  }

private:
  static NodePtr either(NodePtr const& a, NodePtr const& b) {
    if (!a || !b || includes(a, b)) return a ? a : b;
    return make_operation(Op::logical_or, {a, b}, a->where);
  }

  /// Whether a condition is the other one, or holds if the other one does.
  static bool includes(NodePtr const& condition, NodePtr const& other) {
    if (same_node(condition, other)) return true;
    auto const includes_other = [&](NodePtr const& operand) { return includes(operand, other); };
    return condition->op == Op::logical_or && std::ranges::any_of(condition->operands, includes_other);
  }

  static NodePtr both(NodePtr const& a, NodePtr const& b) { return make_operation(Op::logical_and, {a, b}, a->where); }
  static NodePtr negated(NodePtr const& a) { return make_operation(Op::logical_not, {a}, a->where); }

  /// Returns the condition for errors of the node; null if there are none. `is_guarded`: the node is evaluated under a
  /// condition. The parts of a condition of errors are guarded too, because its kernel has no checks at launch.
  NodePtr errors(NodePtr const& node, bool is_guarded) {
    if (!is_guarded) return errors_of(node, false);
    auto const found = guarded_.find(node);
    if (found != guarded_.end()) return found->second;
    return guarded_[node] = errors_of(node, true);
  }

  NodePtr errors_of(NodePtr const& node, bool is_guarded) {
    switch (node->kind) {
    case NodeKind::operation:
      return errors_of_operation(*node, is_guarded);
    case NodeKind::conditional:
      return errors_of_conditional(*node, is_guarded);
    case NodeKind::let:
      return errors_of_let(*node, is_guarded);
    case NodeKind::element:
      return errors_of_element(*node, is_guarded);
    case NodeKind::checked:
      return errors_of_check(*node, is_guarded);
    case NodeKind::pattern:
      return errors_of_pattern(*node, is_guarded);
    default:
      return errors_of_operands(*node, is_guarded);
    }
  }

  /// Elements of an array that is an operand may be evaluated or not.
  NodePtr errors_of_operands(Node const& node, bool is_guarded) {
    NodePtr result;
    for (NodePtr const& operand : node.operands)
      if (operand) result = either(result, errors(operand, is_guarded || operand->type.is_array()));
    return result;
  }

  NodePtr errors_of_operation(Node const& node, bool is_guarded) {
    if (node.op == Op::logical_and || node.op == Op::logical_or) {
      NodePtr const second = errors(node.operands[1], true);
      NodePtr const first = errors(node.operands[0], is_guarded || second);
      if (!second) return first;
      NodePtr const needs_second = node.op == Op::logical_and ? node.operands[0] : negated(node.operands[0]);
      return either(first, both(needs_second, second));
    }
    NodePtr const division = ir::info(node.op).is_integer_division() ? errors_of_division(node) : nullptr;
    return either(errors_of_operands(node, is_guarded || division), division);
  }

  /// Returns the condition of an error: a division by 0, or of the smallest int by -1, whose quotient is not an int.
  static NodePtr errors_of_division(Node const& node) {
    auto const equals = [&](std::size_t operand, int number) {
      NodePtr const& value = node.operands[operand];
      return make_operation(Op::equal, {value, make_integer(number, node.where)}, node.where);
    };
    NodePtr const& divisor = node.operands[1];
    NodePtr const is_smallest = equals(0, std::numeric_limits<std::int32_t>::min());
    if (divisor->kind != NodeKind::number) return either(equals(1, 0), both(equals(1, -1), is_smallest));
    if (divisor->number == 0) return equals(1, 0);
    return divisor->number == -1 ? is_smallest : nullptr;
  }

  NodePtr errors_of_conditional(Node const& node, bool is_guarded) {
    NodePtr const then = errors(node.operands[1], true), otherwise = errors(node.operands[2], true);
    NodePtr result = errors(node.operands[0], is_guarded || then || otherwise);
    if (then) result = either(result, both(node.operands[0], then));
    if (otherwise) result = either(result, both(negated(node.operands[0]), otherwise));
    return result;
  }

  NodePtr errors_of_let(Node const& node, bool is_guarded) {
    bool const is_used = used_.contains(node.variable);
    NodePtr const value = errors(node.operands[0], is_guarded || !is_used || node.operands[0]->type.is_array());
    if (node.operands[0]->kind == NodeKind::checked)
      return either(value, errors(with_variable(node.operands[1], node.variable, node.operands[0]), is_guarded));
    bool const is_from_data = !is_linear(*node.operands[0]) || varies(node.operands[0]);
    if (is_from_data) varying_.insert(node.variable);
    NodePtr const body = errors(node.operands[1], is_guarded);
    if (!body || !is_used) return either(value, body);
    return either(errors(node.operands[0], true), make_let(node.variable, node.operands[0], body));
  }

  NodePtr errors_of_element(Node const& node, bool is_guarded) {
    NodePtr result = errors_of_operands(node, is_guarded);
    NodePtr const& array = node.operands[0];
    bool const has_launch_checks =
        is_argument(*array) && std::ranges::find(node.operands, nullptr) == node.operands.end();
    for (std::size_t n = 1; n < node.operands.size(); ++n) {
      NodePtr const& subscript = node.operands[n];
      NodePtr const extent = n <= array->extents.size() ? array->extents[n - 1] : nullptr;
      bool const is_checked_at_launch = has_launch_checks && is_linear(*subscript) && !is_guarded && !varies(subscript);
      if (!subscript || (is_checked_at_launch && extent && !follows_from_data(extent))) continue;
      bool const is_inside = is_checked(*subscript) || ranges_.are_inside(subscript, extent) ||
                             (is_members(*array) && is_member_of_range(owner_of(*array), *subscript));
      if (!is_inside) result = either(either(result, errors(subscript, true)), outside(subscript, extent, node));
    }
    return result;
  }

  NodePtr errors_of_check(Node const& node, bool is_guarded) {
    NodePtr const &subscript = node.operands[0], &extent = node.operands[1];
    if (ranges_.are_inside(subscript, extent)) return errors(subscript, is_guarded);
    return either(either(errors(subscript, true), errors(extent, true)), outside(subscript, extent, node));
  }

  /// Whether the subscript is the result of a check, or a sum of it and a number that keeps it inside: the subscript of
  /// an array of groups.
  static bool is_checked(Node const& subscript) {
    return subscript.kind == NodeKind::checked || (subscript.kind == NodeKind::operation && subscript.op == Op::add &&
                                                   std::ranges::any_of(subscript.operands, [](NodePtr const& operand) {
                                                     return operand->kind == NodeKind::checked;
                                                   }));
  }

  /// Whether the array is an argument of a kernel. All others, and rows, are computed element by element.
  bool is_argument(Node const& array) const {
    return array.kind == NodeKind::variable && variables_[static_cast<std::size_t>(array.variable)].role != Role::local;
  }

  /// Whether the size is that of a filter inside a pattern, or of an array with its elements.
  static bool follows_from_data(NodePtr const& extent) {
    return any_part(extent, [](Node const& part) { return part.kind == NodeKind::size; });
  }

  /// Returns whether the subscript of an element is less than 0 or not less than the end.
  NodePtr outside(NodePtr const& subscript, NodePtr const& end, Node const& element) {
    if (!end) {
      std::string const array = element.array_name.empty() ? "an array" : "`" + element.array_name + "`,";
      set_unknown(subscript, "subscripts of " + array + " whose size follows from data");
      return nullptr;
    }
    NodePtr const below = make_operation(Op::less, {subscript, make_integer(0, subscript->where)}, subscript->where);
    return either(below, make_operation(Op::less_equal, {end, subscript}, subscript->where));
  }

  void set_unknown(NodePtr const& part, std::string const& what) {
    if (!unknown_) unknown_ = {part->where, "There is no kernel for " + what + ".", "", base::Severity::error};
  }

  /// Whether the array has the members of groups one after another.
  bool is_members(Node const& array) const {
    if (array.kind == NodeKind::group_part) return static_cast<GroupPart>(array.index) == GroupPart::members;
    return array.kind == NodeKind::variable &&
           variables_[static_cast<std::size_t>(array.variable)].name.ends_with(".members");
  }

  /// Returns the name of the groups or of the sparse matrix to which an array belongs.
  std::string owner_of(Node const& array) const {
    Node const& owner = array.kind == NodeKind::group_part ? *array.operands[0] : array;
    if (owner.kind != NodeKind::variable) return "";
    std::string const& name = variables_[static_cast<std::size_t>(owner.variable)].name;
    return array.kind == NodeKind::group_part ? name : name.substr(0, name.rfind('.'));
  }

  /// Whether a number is an element of the array `first` that belongs to the owner.
  bool is_first_of(Node const& number, std::string const& owner) const {
    return !owner.empty() && is_first_of_groups(number, variables_) && owner_of(*number.operands[0]) == owner;
  }

  /// Whether the subscript is the variable of a range over the members of a group.
  bool is_member_of_range(std::string const& owner, Node const& subscript) const {
    auto const range = members_.find(subscript.kind == NodeKind::variable ? subscript.variable : -1);
    return range != members_.end() && range->second == owner;
  }

  /// Whether a variable of the subscript has a value from data.
  bool varies(NodePtr const& subscript) const {
    return any_part(subscript, [&](Node const& part) {
      return part.kind == NodeKind::variable && varying_.contains(part.variable);
    });
  }

  NodePtr errors_of_pattern(Node const& node, bool is_guarded) {
    Pattern const& pattern = *node.pattern;
    NodePtr result;
    bool has_range_from_data = false;
    for (Generator const& generator : pattern.generators) {
      for_each_part(generator, [&](NodePtr const& part) {
        result = either(result, errors(part, is_guarded || part->type.is_array()));
      });
      ranges_.add(generator);
      if (is_range_of_members(generator)) members_[generator.variable] = owner_of(*generator.first->operands[0]);
      bool const is_from_data = has_size_from_data(generator);
      if (is_from_data || generator.kind == GeneratorKind::element) varying_.insert(generator.variable);
      has_range_from_data = has_range_from_data || is_from_data;
    }
    if (pattern.kind == PatternKind::zip) result = either(result, different_sizes(pattern, node.where));
    for (NodePtr const& part : {pattern.initial, pattern.n_groups})
      if (part) result = either(result, errors(part, is_guarded));
    if (pattern.kind == PatternKind::iterate || pattern.kind == PatternKind::reduce)
      varying_.insert({pattern.left, pattern.right});
    // Subscripts inside ranges that follow from data are not checked otherwise.
    bool const is_inside = is_guarded || has_range_from_data;
    NodePtr const key = pattern.key ? errors(pattern.key, is_inside) : nullptr;
    NodePtr const inner = either(key, errors(pattern.body, is_inside));
    // Values of previous iterations, partial results and generators that advance together are not described.
    bool const is_described = pattern.kind != PatternKind::iterate && pattern.kind != PatternKind::zip;
    for (NodePtr const& error :
         {is_described ? nullptr : inner, pattern.combine ? errors(pattern.combine, true) : nullptr})
      if (error) set_unknown(error, pattern_word(pattern) + " with a subscript, divisor or size that may be invalid");
    if (!inner || unknown_) return result;
    for (Generator const& generator : pattern.generators)
      for_each_part(generator, [&](NodePtr const& part) { result = either(result, errors(part, true)); });
    Pattern any{.kind = PatternKind::fold, .generators = pattern.generators, .body = inner, .op = Op::logical_or};
    return either(result, std::make_shared<Node const>(Node{.kind = NodeKind::pattern,
                                                            .type = scalar_type(Kind::boolean),
                                                            .pattern = std::make_shared<Pattern const>(std::move(any)),
                                                            .where = node.where}));
  }

  /// Whether a range is from `first[group]` to `first[group + 1] - 1`.
  bool is_range_of_members(Generator const& range) const {
    if (!range.first || !is_first_of_groups(*range.first, variables_)) return false;
    Node const& last = *range.last;
    return last.kind == NodeKind::operation && last.op == Op::subtract && last.operands[1]->kind == NodeKind::number &&
           last.operands[1]->number >= 1 && is_first_of(*last.operands[0], owner_of(*range.first->operands[0]));
  }

  /// Returns whether variables of a zipWith have different numbers of elements; null if they are equal.
  static NodePtr different_sizes(Pattern const& zip, base::SourcePosition const& where) {
    auto const size_of = [](Generator const& generator) -> NodePtr {
      if (generator.kind == GeneratorKind::range) return count_of(generator);
      if (generator.kind != GeneratorKind::element) return nullptr; // a range over the grid, which has no kernel
      NodePtr const extent = generator.set->extents.empty() ? nullptr : generator.set->extents[0];
      return extent ? extent
                    : std::make_shared<Node const>(Node{.kind = NodeKind::size,
                                                        .type = scalar_type(Kind::integer),
                                                        .operands = {generator.set},
                                                        .where = generator.set->where});
    };
    NodePtr result;
    for (std::size_t n = 1; n < zip.generators.size(); ++n) {
      NodePtr const first = size_of(zip.generators[0]), next = size_of(zip.generators[n]);
      if (first && next && !same_node(first, next))
        result = either(result, make_operation(Op::not_equal, {first, next}, where));
    }
    return result;
  }

  /// Whether the size is no linear expression of variables that have values at launch or are loops.
  bool has_size_from_data(Generator const& generator) const {
    if (generator.kind == GeneratorKind::element)
      return !generator.set->type.is_array() || !generator.set->extents[0] || !is_linear(*generator.set->extents[0]) ||
             varies(generator.set->extents[0]);
    bool result = false;
    for_each_part(generator, [&](NodePtr const& part) { result = result || !is_linear(*part) || varies(part); });
    return result;
  }

  std::vector<Variable> const& variables_;
  std::map<NodePtr, NodePtr> guarded_{}; ///< conditions of nodes that are guarded; a node is part of several conditions
  std::optional<base::Diagnostic> unknown_{};
  std::set<int> used_{}; ///< variables in the expression
  SubscriptRanges ranges_;
  std::map<int, std::string> members_{}; ///< owners of groups, by the variables of ranges over members of a group
  std::set<int> varying_{};              ///< variables whose values or ranges follow from data
};

} // namespace

EvaluationErrors evaluation_errors(NodePtr const& value, std::vector<Variable> const& variables) {
  return Finder(variables).find(value);
}

} // namespace chemora::patterns
