#include "codegen/patterns/sweep_reductions.hpp"

#include "codegen/ir/expression_evaluator.hpp"
#include "codegen/patterns/definitions.hpp"
#include "codegen/patterns/nodes.hpp"

#include <fmt/format.h>

#include <utility>

namespace chemora::patterns {

namespace {

using ir::Op;

NodePtr operation(Op op, NodePtr const& a, NodePtr const& b) { return make_operation(op, {a, b}, a->where); }

/// Returns the value, or the neutral element for NaN.
NodePtr without_nan(Program& program, Op op, NodePtr const& value) {
  if (value->type.kind != Kind::real) return value;
  return let_in(program, "value", value, [&](NodePtr const& number) {
    NodePtr const neutral = make_number(Kind::real, ir::neutral_element(op, ir::Type::real64), {});
    return std::make_shared<Node const>(Node{.kind = NodeKind::conditional,
                                             .type = value->type,
                                             .operands = {operation(Op::equal, number, number), number, neutral}});
  });
}

/// The fields of a sum.
using Parts = std::vector<NodePtr>;

class PartialSums {
public:
  explicit PartialSums(Program& program) : program_(program), type_(structure_type(exact_sum_structure().name)) {}

  NodePtr sums(int n, NodePtr const& n_terms, std::function<NodePtr(NodePtr const& number)> const& term) {
    NodePtr const t = variable("t", scalar_type(Kind::integer)), q = variable("q", scalar_type(Kind::integer)),
                  sum = variable("partial_sum", type_), step = make_integer(n, {});
    NodePtr const first = operation(Op::add, t, operation(Op::multiply, step, q));
    NodePtr const body = let_in(program_, "number", first, [&](NodePtr const& number) {
      return std::make_shared<Node const>(
          Node{.kind = NodeKind::conditional,
               .type = type_,
               .operands = {operation(Op::less, number, n_terms), with_term(fields_of(sum), term(number), 0), sum}});
    });
    Parts none(max_parts, make_number(Kind::real, 0, {}));
    none.push_back(make_number(Kind::boolean, 0, {}));
    NodePtr const n_rounds = operation(Op::floor_divide, operation(Op::add, n_terms, make_integer(n - 1, {})), step);
    NodePtr const value = make_pattern(type_,
                                       {.kind = PatternKind::iterate,
                                        .generators = {{.variable = q->variable, .count = n_rounds}},
                                        .body = body,
                                        .initial = construct(none),
                                        .left = sum->variable},
                                       {});
    return make_pattern(array_type(1, type_, false),
                        {.generators = {{.variable = t->variable, .count = step}}, .body = value}, {step});
  }

private:
  NodePtr variable(std::string const& name, Type const& type) {
    return variable_node(program_, declare_variable(program_, name, type, {}), {});
  }

  NodePtr construct(Parts const& parts) const {
    return std::make_shared<Node const>(Node{.kind = NodeKind::construct, .type = type_, .operands = parts});
  }

  static Parts fields_of(NodePtr const& sum) {
    Parts parts;
    for (Structure::Field const& field : exact_sum_structure().fields)
      parts.push_back(std::make_shared<Node const>(Node{.kind = NodeKind::field,
                                                        .type = scalar_type(field.kind),
                                                        .index = static_cast<int>(parts.size()),
                                                        .operands = {sum}}));
    return parts;
  }

  /// The rounded sum and its rounding error (J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997).
  NodePtr two_sum(NodePtr const& a, NodePtr const& b,
                  std::function<NodePtr(NodePtr const& sum, NodePtr const& error)> const& use) {
    return let_in(program_, "sum", operation(Op::add, a, b), [&](NodePtr const& sum) {
      return let_in(program_, "rest", operation(Op::subtract, sum, a), [&](NodePtr const& rest) {
        NodePtr const error = operation(Op::add, operation(Op::subtract, a, operation(Op::subtract, sum, rest)),
                                        operation(Op::subtract, b, rest));
        return let_in(program_, "error", error, [&](NodePtr const& variable) { return use(sum, variable); });
      });
    });
  }

  /// Returns the sum with a further term, which is added to the parts from number `part` on.
  NodePtr with_term(Parts parts, NodePtr const& term, std::size_t part) {
    if (part < max_parts)
      return two_sum(parts[part], term, [&](NodePtr const& sum, NodePtr const& error) {
        parts[part] = sum;
        return with_term(parts, error, part + 1);
      });
    NodePtr const is_rest = operation(Op::not_equal, term, make_number(Kind::real, 0, {}));
    parts[part] = operation(Op::logical_or, parts[part], is_rest);
    return construct(parts);
  }

  Program& program_;
  Type type_;
};

} // namespace

NodePtr make_pattern(Type const& type, Pattern pattern, std::vector<NodePtr> extents) {
  return std::make_shared<Node const>(Node{.kind = NodeKind::pattern,
                                           .type = type,
                                           .pattern = std::make_shared<Pattern const>(std::move(pattern)),
                                           .extents = std::move(extents)});
}

NodePtr fold(Op op, Generator const& generator, NodePtr const& body) {
  return make_pattern(body->type, {.kind = PatternKind::fold, .generators = {generator}, .body = body, .op = op});
}

NodePtr reduction_of(Program& program, Sweep::Kind kind, Generator const& generator, NodePtr const& value) {
  switch (kind) {
  case Sweep::Kind::add:
    return fold(Op::add, generator, value);
  case Sweep::Kind::multiply:
    return fold(Op::multiply, generator, value);
  case Sweep::Kind::minimum:
    return fold(Op::minimum, generator, without_nan(program, Op::minimum, value));
  case Sweep::Kind::maximum:
    return fold(Op::maximum, generator, without_nan(program, Op::maximum, value));
  case Sweep::Kind::any:
    return fold(Op::logical_or, generator, value);
  case Sweep::Kind::all:
    return fold(Op::logical_and, generator, value);
  case Sweep::Kind::count:
    return make_pattern(scalar_type(Kind::integer),
                        {.kind = PatternKind::count, .generators = {generator}, .body = value});
  default:
    return nullptr;
  }
}

Structure exact_sum_structure() {
  Structure structure{"ExactSum"};
  for (std::size_t n = 0; n < max_parts; ++n) structure.fields.push_back({fmt::format("part_{}", n), Kind::real});
  structure.fields.push_back({"is_incomplete", Kind::boolean});
  return structure;
}

NodePtr let_in(Program& program, std::string const& name, NodePtr const& value,
               std::function<NodePtr(NodePtr const& variable)> const& body) {
  int const number = declare_variable(program, name, value->type, {});
  return make_let(number, value, body(variable_with_sizes(program, number, {})));
}

NodePtr partial_sums(Program& program, int n, NodePtr const& n_terms,
                     std::function<NodePtr(NodePtr const& number)> const& term) {
  return PartialSums(program).sums(n, n_terms, term);
}

} // namespace chemora::patterns
