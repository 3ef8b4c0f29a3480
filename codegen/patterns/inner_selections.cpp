#include "codegen/patterns/inner_selections.hpp"

#include "codegen/ir/expression_evaluator.hpp"
#include "codegen/patterns/definitions.hpp"
#include "codegen/patterns/nodes.hpp"

#include <algorithm>
#include <utility>

namespace chemora::patterns {

namespace {

using ir::Op;

bool is_array(Node const& node) { return node.type.is_array() || node.type.kind == Kind::group; }

bool is_filter(Node const& node) { return is_selection(node) && node.pattern->kind == PatternKind::filter; }

/// Whether an element that contributes the neutral element changes no bit of the reduction.
bool is_free(Node const& node) {
  if (node.kind != NodeKind::pattern) return false;
  bool const is_fold = node.pattern->kind == PatternKind::fold && node.type.kind != Kind::real;
  return is_fold || node.pattern->kind == PatternKind::count;
}

/// Returns what an element contributes to the reduction if it is not a member.
NodePtr neutral_number(Node const& reduction) {
  return make_number(Kind::integer, ir::neutral_element(reduction.pattern->op, ir::Type::int32), reduction.where);
}

class Namer {
public:
  explicit Namer(Program& program) : program_(program) {}

  NodePtr root(NodePtr const& value) {
    if (!is_selection(*value)) return in_scope(value);
    std::vector<Binding> const outer = std::exchange(bindings_, {});
    return with_bindings(with_named_parts(*value), outer);
  }

private:
  struct Binding {
    int variable = 0;
    NodePtr value{};
  };

  // Expressions without conditions of the reductions that use them.

  /// Returns a number, or an array that is computed where it is used. Its definitions are inside of it.
  NodePtr in_scope(NodePtr const& node) {
    if (NodePtr const replaced = without_filters(node)) return in_scope(replaced);
    std::vector<Binding> const outer = std::exchange(bindings_, {});
    NodePtr result;
    if (node->kind == NodeKind::let) {
      bind(node->variable, node->operands[0]);
      result = in_scope(node->operands[1]);
    } else {
      result = with_named_parts(*node);
    }
    return with_bindings(result, outer);
  }

  /// Adds the definitions since `outer` was replaced, and restores it.
  NodePtr with_bindings(NodePtr result, std::vector<Binding> const& outer) {
    std::vector<Binding> const own = std::exchange(bindings_, outer);
    for (std::size_t n = own.size(); n-- > 0;) result = make_let(own[n].variable, own[n].value, result);
    return result;
  }

  NodePtr part(NodePtr const& node) { return is_array(*node) ? array(node) : in_scope(node); }

  /// Returns an array with variables in place of its selections, and adds their definitions.
  NodePtr array(NodePtr const& node) {
    if (node->kind == NodeKind::let) {
      bind(node->variable, node->operands[0]);
      return array(node->operands[1]);
    }
    if (!is_selection(*node)) return with_named_parts(*node);
    int const number = declare_variable(program_, "selected", node->type, node->where);
    bind(number, node);
    Node variable = *variable_with_sizes(program_, number, node->where);
    if (node->extents[0]) variable.extents = node->extents;
    return std::make_shared<Node const>(std::move(variable));
  }

  void bind(int variable, NodePtr const& value) {
    if (is_array(*value) && value->kind == NodeKind::let) {
      bind(value->variable, value->operands[0]);
      return bind(variable, value->operands[1]);
    }
    NodePtr const named = is_selection(*value) ? with_named_parts(*value) : part(value);
    bindings_.push_back({variable, named});
  }

  NodePtr with_named_parts(Node const& node) {
    Node result = node;
    bool const is_lazy = node.kind == NodeKind::conditional;
    for (NodePtr& operand : result.operands)
      if (operand) operand = is_lazy ? in_scope(operand) : part(operand);
    if (node.pattern) {
      Pattern pattern = *node.pattern;
      for (Generator& generator : pattern.generators) {
        if (generator.set && !depends_on_generators(generator.set, pattern)) generator.set = array(generator.set);
        for (NodePtr* const bound : {&generator.first, &generator.last, &generator.count})
          if (*bound) *bound = in_scope(*bound);
      }
      for (NodePtr* const inner : {&pattern.key, &pattern.n_groups, &pattern.body, &pattern.initial, &pattern.combine})
        if (*inner) *inner = in_scope(*inner);
      result.pattern = std::make_shared<Pattern const>(std::move(pattern));
    }
    return std::make_shared<Node const>(std::move(result));
  }

  static bool depends_on_generators(NodePtr const& set, Pattern const& pattern) {
    return any_part(set, [&](Node const& node) {
      return node.kind == NodeKind::variable &&
             std::ranges::find(pattern.generators, node.variable, &Generator::variable) != pattern.generators.end();
    });
  }

  // Conditions in place of filters.

  /// Returns the expression with conditions in place of filters that it uses directly; null if there are none.
  NodePtr without_filters(NodePtr const& node) {
    if (node->kind == NodeKind::let) {
      NodePtr const& filter = node->operands[0];
      NodePtr const& body = node->operands[1];
      bool const is_replaced = is_filter(*filter) && has_only_free_uses(body, node->variable) &&
                               is_always_used(body, node->variable) &&
                               (is_cheap(*filter) || n_uses(body, node->variable) == 1);
      return is_replaced ? with_variable(body, node->variable, filter) : nullptr;
    }
    if (node->kind == NodeKind::size && is_filter(*node->operands[0]))
      return number_of_members(*node->operands[0], node->where);
    if (!is_free_of_filter(*node)) return nullptr;
    Node result = *node;
    Pattern pattern = *node->pattern;
    Generator& generator = pattern.generators[0];
    if (!generator.set || !is_filter(*generator.set)) return nullptr;
    while (generator.set && is_filter(*generator.set)) {
      Pattern const& filter = *generator.set->pattern;
      NodePtr const element = variable_with_sizes(program_, generator.variable, generator.set->where);
      NodePtr const is_member = with_variable(filter.body, filter.generators[0].variable, element);
      int const variable = generator.variable;
      generator = filter.generators[0];
      generator.variable = variable;
      pattern.body = contribution(*node, is_member, pattern.body);
    }
    result.pattern = std::make_shared<Pattern const>(std::move(pattern));
    return std::make_shared<Node const>(std::move(result));
  }

  /// Whether the elements of a filter may become elements of the reduction. The condition of the filter is then
  /// evaluated once for each of them, which is so only if there are no other variables.
  static bool is_free_of_filter(Node const& node) { return is_free(node) && node.pattern->generators.size() == 1; }

  static NodePtr number_of_members(Node const& filter, base::SourcePosition const& where) {
    Pattern const pattern{.kind = PatternKind::count,
                          .generators = filter.pattern->generators,
                          .body = filter.pattern->body,
                          .op = Op::add};
    return std::make_shared<Node const>(Node{.kind = NodeKind::pattern,
                                             .type = scalar_type(Kind::integer),
                                             .pattern = std::make_shared<Pattern const>(pattern),
                                             .where = where});
  }

  static NodePtr contribution(Node const& reduction, NodePtr const& is_member, NodePtr const& body) {
    base::SourcePosition const& where = body->where;
    Pattern const& pattern = *reduction.pattern;
    if (pattern.kind == PatternKind::count || pattern.op == Op::logical_or)
      return make_operation(Op::logical_and, {is_member, body}, where);
    if (pattern.op == Op::logical_and)
      return make_operation(Op::logical_or, {make_operation(Op::logical_not, {is_member}, where), body}, where);
    return std::make_shared<Node const>(Node{.kind = NodeKind::conditional,
                                             .type = body->type,
                                             .operands = {is_member, body, neutral_number(reduction)},
                                             .where = where});
  }

  static int n_uses(NodePtr const& node, int variable) {
    int n = node->kind == NodeKind::variable && node->variable == variable ? 1 : 0;
    for_each_part(*node, [&](NodePtr const& part) { n += n_uses(part, variable); });
    return n;
  }

  /// Whether a filter contains no patterns, which several uses would compute several times.
  static bool is_cheap(Node const& filter) {
    auto const is_definition = [](Node const& node) {
      return node.kind == NodeKind::pattern || node.kind == NodeKind::let;
    };
    bool result = true;
    for_each_part(filter, [&](NodePtr const& part) { result = result && !any_part(part, is_definition); });
    return result;
  }

  /// Whether the variable is used independently of conditions. Errors in its definition are then errors of a use.
  static bool is_always_used(NodePtr const& node, int variable) {
    bool const is_lazy =
        node->kind == NodeKind::conditional || node->op == Op::logical_and || node->op == Op::logical_or;
    if (is_lazy && !node->pattern) return is_always_used(node->operands[0], variable);
    if (node->kind == NodeKind::variable && node->variable == variable) return true;
    auto const is_user = [&](NodePtr const& part) { return part && is_always_used(part, variable); };
    if (!node->pattern) return std::ranges::any_of(node->operands, is_user);
    return is_user(node->pattern->generators[0].set);
  }

  /// Whether all uses of the variable of a filter are reductions and sizes that are inside no other pattern.
  static bool has_only_free_uses(NodePtr const& body, int variable) {
    auto const is_variable = [&](NodePtr const& node) {
      return node && node->kind == NodeKind::variable && node->variable == variable;
    };
    if (n_uses(body, variable) == 0) return true;
    if (body->kind == NodeKind::size && is_variable(body->operands[0])) return true;
    if (is_variable(body)) return false;
    bool result = true;
    if (body->kind != NodeKind::pattern) {
      for_each_part(*body, [&](NodePtr const& part) { result = result && has_only_free_uses(part, variable); });
      return result;
    }
    Pattern const& pattern = *body->pattern;
    for (Generator const& generator : pattern.generators) {
      bool const is_replaced = is_variable(generator.set) && is_free_of_filter(*body);
      if (!is_replaced)
        for_each_part(generator, [&](NodePtr const& part) { result = result && has_only_free_uses(part, variable); });
    }
    for (NodePtr const& part : {pattern.key, pattern.n_groups, pattern.body, pattern.initial, pattern.combine})
      result = result && (!part || n_uses(part, variable) == 0);
    return result;
  }

  Program& program_;
  std::vector<Binding> bindings_{}; ///< before the number that is rewritten
};

} // namespace

NodePtr with_named_selections(Program& program, NodePtr const& value) { return Namer(program).root(value); }

} // namespace chemora::patterns
