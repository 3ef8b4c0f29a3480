#include "codegen/patterns/sweep_reductions.hpp"

#include "codegen/ir/expression_evaluator.hpp"
#include "codegen/patterns/definitions.hpp"
#include "codegen/patterns/nodes.hpp"

#include <fmt/format.h>

#include <utility>

namespace chemora::patterns {

namespace {

using ir::Op;
using SweepKind = Sweep::Kind;

NodePtr choice(NodePtr const& condition, NodePtr const& yes, NodePtr const& no) {
  return std::make_shared<Node const>(
      Node{.kind = NodeKind::conditional, .type = yes->type, .operands = {condition, yes, no}});
}

/// The operation of a result that is one number, other than `min` and `max`.
Op operation_of(SweepKind kind) {
  if (kind == SweepKind::multiply) return Op::multiply;
  if (kind == SweepKind::any) return Op::logical_or;
  return kind == SweepKind::all ? Op::logical_and : Op::add;
}

using Fields = std::vector<NodePtr>;

/// The fields of a result before the first point.
Fields initial_fields(Sweep::Result const& result) {
  NodePtr const zero = make_number(Kind::real, 0, {});
  if (result.kind == SweepKind::sum) {
    Fields fields(max_parts, zero);
    fields.push_back(make_number(Kind::boolean, 0, {}));
    return fields;
  }
  Kind const kind =
      result.kind == SweepKind::count || result.values.empty() ? Kind::integer : result.values[0]->type.kind;
  if (is_position(result.kind)) {
    NodePtr const none = make_integer(no_point, {}), value = make_number(kind, 0, {});
    return {none, value, none, value};
  }
  return {make_number(kind, neutral_number(result.kind, kind == Kind::real), {})};
}

class PartialResults {
public:
  PartialResults(Program& program, std::vector<Sweep::Result> const& results)
      : program_(program), type_(structure_type(fmt::format("results.{}", program.structures.size()))),
        results_(results) {}

  NodePtr array(int n, NodePtr const& n_points,
                std::function<NodePtr(NodePtr const& position, UseTerms const& use)> const& terms) {
    NodePtr const t = variable("t", scalar_type(Kind::integer)), q = variable("q", scalar_type(Kind::integer)),
                  results = variable("results", type_), step = make_integer(n, {});
    Structure structure{type_.structure};
    Fields initial, fields;
    for (Sweep::Result const& result : results_)
      for (NodePtr const& field : initial_fields(result)) {
        structure.fields.push_back({fmt::format("f{}", initial.size()), field->type.kind});
        fields.push_back(std::make_shared<Node const>(Node{.kind = NodeKind::field,
                                                           .type = field->type,
                                                           .index = static_cast<int>(initial.size()),
                                                           .operands = {results}}));
        initial.push_back(field);
      }
    program_.structures.push_back(structure);
    NodePtr const sum = operation(Op::add, t, operation(Op::multiply, step, q));
    NodePtr const body = let("position", sum, [&](NodePtr const& position) {
      NodePtr const added = terms(position, [&](PointTerms const& point) { return with_point(fields, point, 0, 0); });
      return choice(operation(Op::less, position, n_points), added, results);
    });
    NodePtr const n_rounds = operation(Op::floor_divide, operation(Op::add, n_points, make_integer(n - 1, {})), step);
    NodePtr const value = make_pattern(type_,
                                       {.kind = PatternKind::iterate,
                                        .generators = {{.variable = q->variable, .count = n_rounds}},
                                        .body = body,
                                        .initial = construct(initial),
                                        .left = results->variable},
                                       {});
    return make_pattern(array_type(1, type_, false),
                        {.generators = {{.variable = t->variable, .count = step}}, .body = value}, {step});
  }

private:
  NodePtr variable(std::string const& name, Type const& type) {
    return variable_node(program_, declare_variable(program_, name, type, {}), {});
  }

  NodePtr construct(Fields const& fields) const {
    return std::make_shared<Node const>(Node{.kind = NodeKind::construct, .type = type_, .operands = fields});
  }

  NodePtr let(std::string const& name, NodePtr const& value, std::function<NodePtr(NodePtr const&)> const& body) {
    return let_in(program_, name, value, body);
  }

  /// Returns the structure after a point has been added to the results from number `result` on. `first` is the first of
  /// their fields.
  NodePtr with_point(Fields fields, PointTerms const& point, std::size_t result, std::size_t first) {
    if (result == results_.size()) return construct(fields);
    SweepKind const kind = results_[result].kind;
    std::size_t const next = first + initial_fields(results_[result]).size();
    auto const rest = [&](Fields const& changed) { return with_point(changed, point, result + 1, next); };
    if (!point.values[result]) {
      fields[first] = operation(Op::add, fields[first], make_integer(1, {}));
      return rest(fields);
    }
    return let("value", point.values[result], [&](NodePtr const& value) {
      if (kind == SweepKind::sum) return with_term(fields, first, value, 0, rest);
      if (is_position(kind)) return with_candidate(fields, first, point.number, value, kind, rest);
      NodePtr& field = fields[first];
      if (kind == SweepKind::minimum)
        field = choice(operation(Op::less, value, field), value, field);
      else if (kind == SweepKind::maximum)
        field = choice(operation(Op::less, field, value), value, field);
      else if (kind == SweepKind::count)
        field = operation(Op::add, field, choice(value, make_integer(1, {}), make_integer(0, {})));
      else
        field = operation(operation_of(kind), field, value);
      return rest(fields);
    });
  }

  using Rest = std::function<NodePtr(Fields const& fields)>;

  /// The rounded sum and its rounding error (J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997).
  NodePtr two_sum(NodePtr const& a, NodePtr const& b,
                  std::function<NodePtr(NodePtr const& sum, NodePtr const& error)> const& use) {
    return let("sum", operation(Op::add, a, b), [&](NodePtr const& sum) {
      return let("rest", operation(Op::subtract, sum, a), [&](NodePtr const& rest) {
        NodePtr const error = operation(Op::add, operation(Op::subtract, a, operation(Op::subtract, sum, rest)),
                                        operation(Op::subtract, b, rest));
        return let("error", error, [&](NodePtr const& variable) { return use(sum, variable); });
      });
    });
  }

  /// Adds a term to the parts from number `part` on of an exact sum.
  NodePtr with_term(Fields fields, std::size_t first, NodePtr const& term, std::size_t part, Rest const& rest) {
    NodePtr& field = fields[first + part];
    if (part < max_parts)
      return two_sum(field, term, [&](NodePtr const& sum, NodePtr const& error) {
        field = sum;
        return with_term(fields, first, error, part + 1, rest);
      });
    field = operation(Op::logical_or, field, operation(Op::not_equal, term, make_number(Kind::real, 0, {})));
    return rest(fields);
  }

  /// Points come in the order of their numbers.
  NodePtr with_candidate(Fields fields, std::size_t first, NodePtr const& number, NodePtr const& value, SweepKind kind,
                         Rest const& rest) {
    NodePtr const none = make_integer(no_point, {}), best = fields[first + 2], best_value = fields[first + 3];
    NodePtr const is_better =
        kind == SweepKind::arg_min ? operation(Op::less, value, best_value) : operation(Op::less, best_value, value);
    NodePtr const is_number = operation(Op::equal, value, value);
    return let("is_first", operation(Op::equal, fields[first], none), [&](NodePtr const& is_first) {
      return let("is_best", choice(operation(Op::equal, best, none), is_number, is_better),
                 [&](NodePtr const& is_best) {
                   fields[first] = choice(is_first, number, fields[first]);
                   fields[first + 1] = choice(is_first, value, fields[first + 1]);
                   fields[first + 2] = choice(is_best, number, best);
                   fields[first + 3] = choice(is_best, value, best_value);
                   return rest(fields);
                 });
    });
  }

  Program& program_;
  Type type_;
  std::vector<Sweep::Result> const& results_;
};

} // namespace

bool is_position(SweepKind kind) { return kind == SweepKind::arg_min || kind == SweepKind::arg_max; }

double neutral_number(SweepKind kind, bool is_real) {
  ir::Type const type = is_real ? ir::Type::real64 : ir::Type::int32;
  if (kind == SweepKind::minimum) return ir::neutral_element(Op::minimum, type);
  if (kind == SweepKind::maximum) return ir::neutral_element(Op::maximum, type);
  return kind == SweepKind::all || kind == SweepKind::multiply ? 1 : 0;
}

std::size_t n_fields_of(Sweep::Result const& result) { return initial_fields(result).size(); }

NodePtr partial_results(Program& program, std::vector<Sweep::Result> const& results, int n, NodePtr const& n_points,
                        std::function<NodePtr(NodePtr const& position, UseTerms const& use)> const& terms) {
  return PartialResults(program, results).array(n, n_points, terms);
}

NodePtr operation(Op op, NodePtr const& a, NodePtr const& b) { return make_operation(op, {a, b}, a->where); }

NodePtr make_pattern(Type const& type, Pattern pattern, std::vector<NodePtr> extents) {
  return std::make_shared<Node const>(Node{.kind = NodeKind::pattern,
                                           .type = type,
                                           .pattern = std::make_shared<Pattern const>(std::move(pattern)),
                                           .extents = std::move(extents)});
}

NodePtr let_in(Program& program, std::string const& name, NodePtr const& value,
               std::function<NodePtr(NodePtr const& variable)> const& body) {
  int const number = declare_variable(program, name, value->type, {});
  return make_let(number, value, body(variable_with_sizes(program, number, {})));
}

} // namespace chemora::patterns
