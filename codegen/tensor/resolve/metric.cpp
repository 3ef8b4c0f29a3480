/// Metrics and the tensors that they define: inverse, moved indices, Christoffel symbols, curvature.
#include "codegen/tensor/resolve/resolve.hpp"

#include "codegen/edl/statement_parsers.hpp"
#include "codegen/edl/token.hpp"
#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::tensor {

namespace {

bool is_variable(std::string const& name, Context const& context) {
  auto const& variables = context.system.variables;
  return std::any_of(variables.begin(), variables.end(),
                     [&](Variable const& variable) { return variable.name == name; });
}

void set_position(edl::Expression& expression, base::SourcePosition const& where) {
  expression.where = where;
  expression.name.where = where;
  for (edl::Expression& operand : expression.operands) set_position(operand, where);
}

/// Parses a definition whose EDL text the compiler generated. Errors refer to the line of the metric.
edl::Definition definition_from(std::string const& text, base::SourcePosition const& where) {
  base::SourceText const source{where.file, text};
  base::Diagnostics diagnostics(&source);
  edl::TokenStream tokens(edl::tokenize(source, diagnostics), diagnostics);
  edl::Definition definition = edl::parse_definition(tokens);
  definition.where = where;
  set_position(definition.right, where);
  return definition;
}

class MetricDeclarer {
public:
  MetricDeclarer(edl::MetricDeclaration const& source, Context& context) : source_(source), context_(context) {}

  void run() {
    UsedName used;
    if (!context_.symbols.read(source_.name, used, context_.diagnostics)) return;
    Symbol const& symbol = context_.symbols[used.name];
    bool const has_components = symbol.kind == SymbolKind::variable || symbol.kind == SymbolKind::temporary ||
                                symbol.kind == SymbolKind::definition;
    bool const fits = has_components && symbol.shape.upper == std::vector<bool>{false, false} &&
                      symbol.shape.pairs.size() == 1 && !symbol.shape.pairs[0].is_antisymmetric;
    if (!fits)
      return fail("A metric must be a symmetric tensor with two lower indices, declared as `" + used.name +
                  "_(ij)`; found `" + edl::to_text(source_.name) + "`.");
    Metric const metric{used.name, source_.determinant == "1", source_.derivative, source_.connection};
    for (Metric const& other : context_.system.metrics) {
      if (other.name == metric.name) return fail("The metric `" + metric.name + "` is declared a second time.");
      if (!metric.derivative.empty() && other.derivative == metric.derivative)
        return fail("`" + metric.derivative + "` is already the derivative of the metric `" + other.name +
                    "`; choose another name.");
    }
    for (std::string const& name : {metric.name, metric.connection, source_.ricci, metric.derivative})
      if (is_derivative(name))
        return fail("`" + name +
                    "` is a derivative and cannot be the name of a metric, its connection or its Ricci tensor.");
    if (!source_.determinant.empty() && !metric.has_unit_determinant)
      return fail("The determinant of a metric can be declared as 1 only; found " + source_.determinant + ".");
    context_.system.metrics.push_back(metric);
    connection(metric);
    ricci(metric);
    for (edl::Name const& name : source_.raises) raise(name, metric);
  }

private:
  void fail(std::string const& message) { context_.diagnostics.error(source_.where, message); }

  bool is_derivative(std::string const& name) const {
    auto const& operators = context_.system.operators;
    return name == "Lie" || std::any_of(operators.begin(), operators.end(),
                                        [&](DerivativeOperator const& derivative) { return derivative.name == name; });
  }

  void connection(Metric const& metric) {
    std::string const name = name_of_connection(metric);
    std::string const& g = metric.name;
    define(name, name + "_i_(jk) = 1/2 (D_k " + g + "_ij + D_j " + g + "_ik - D_i " + g + "_jk)",
           {{false, false, false}, {{1, false}}}, metric);
  }

  void ricci(Metric const& metric) {
    if (source_.ricci.empty()) return;
    std::string const& g = metric.name;
    std::string const c = name_of_connection(metric);
    define(source_.ricci,
           source_.ricci + "_(ij) = 1/2 " + g + "^kl (D_il " + g + "_kj + D_kj " + g + "_il - D_kl " + g +
               "_ij - D_ij " + g + "_kl) + " + g + "^kl (" + c + "_m_il " + c + "^m_kj - " + c + "_m_ij " + c +
               "^m_kl)",
           {{false, false}, {{0, false}}}, metric);
  }

  /// Returns the declared name of the Christoffel symbols, or a generated name.
  static std::string name_of_connection(Metric const& metric) {
    return metric.connection.empty() ? "Connection" + metric.name : metric.connection;
  }

  void define(std::string const& name, std::string const& text, Shape const& shape, Metric const& metric) {
    if (!context_.symbols.declare(name, {SymbolKind::definition, shape, source_.where}, context_.diagnostics)) return;
    Variable variable;
    variable.name = name;
    variable.shape = shape;
    variable.is_temporary = true;
    variable.metric = metric.name;
    context_.system.variables.push_back(variable);
    context_.definitions[name].source = definition_from(text, source_.where);
  }

  void raise(edl::Name const& name, Metric const& metric) {
    UsedName used;
    if (!context_.symbols.read(name, used, context_.diagnostics)) return;
    for (Variable& variable : context_.system.variables)
      if (variable.name == used.name) variable.metric = metric.name;
  }

  edl::MetricDeclaration const& source_;
  Context& context_;
};

Expression component_of(std::string const& metric, int i, int j, Context& context) {
  return named(metric, {{"", i, false}, {"", j, false}}, context).expression;
}

/// Returns the cofactor of g_ij, computed from the rows and columns that follow i and j cyclically.
Expression cofactor(std::string const& metric, int i, int j, Context& context) {
  int const a = i % 3 + 1, b = (i + 1) % 3 + 1, c = j % 3 + 1, d = (j + 1) % 3 + 1;
  auto const element = [&](int row, int column) { return component_of(metric, row, column, context); };
  return make_apply("-",
                    {make_apply("*", {element(a, c), element(b, d)}), make_apply("*", {element(a, d), element(b, c)})});
}

/// Returns the name of the definition of all cofactors, which the inverse and the determinant share.
std::string cofactors(std::string const& metric, Context& context) {
  std::string const name = metric + "'cofactor";
  if (is_variable(name, context)) return name;
  for (int i = 1; i <= 3; ++i)
    for (int j = i; j <= 3; ++j)
      add_definition(name, {{true, true}, {{0, false}}}, {{"", i, true}, {"", j, true}},
                     cofactor(metric, i, j, context), context);
  return name;
}

std::string inverse_determinant(Metric const& metric, Context& context) {
  std::string const name = metric.name + "'over_determinant";
  if (is_variable(name, context)) return name;
  Expression const determinant = named(determinant_of(metric, context), {}, context).expression;
  add_definition(name, {}, {}, make_apply("/", {make_number(integer(1)), determinant}), context);
  return name;
}

std::string inverse_of(Metric const& metric, Context& context) {
  std::string const minors = cofactors(metric.name, context);
  if (metric.has_unit_determinant) return minors;
  std::string const name = metric.name + "'inverse";
  if (is_variable(name, context)) return name;
  std::string const factor = inverse_determinant(metric, context);
  std::vector<Index> const indices{fresh_index(context, true), fresh_index(context, true)};
  Resolved right = product(named(minors, indices, context), named(factor, {}, context), context);
  add_definition(name, {{true, true}, {{0, false}}}, indices, std::move(right.expression), context);
  return name;
}

std::string suffix_of(std::vector<bool> const& upper) {
  std::string text = "'";
  for (bool is_upper : upper) text += is_upper ? 'u' : 'd';
  return text;
}

/// Returns the shape of a tensor after its indices are moved. A pair of indices remains symmetric if both indices are
/// at the same height. Each moved index changes the weight of the tensor by the weight of the metric.
Shape moved_shape(Shape const& shape, std::vector<bool> const& upper, Number const& weight_of_metric) {
  Shape result{upper, {}, shape.weight};
  for (IndexPair const& pair : shape.pairs)
    if (upper[pair.first] == upper[pair.first + 1]) result.pairs.push_back(pair);
  for (std::size_t n = 0; n < upper.size(); ++n)
    if (upper[n] != shape.upper[n])
      result.weight = upper[n] ? result.weight - weight_of_metric : result.weight + weight_of_metric;
  return result;
}

/// Returns the metric that moves the indices of a variable, or nullptr after reporting that there is none.
Metric const* metric_of(Variable const& variable, base::SourcePosition const& where, Context& context) {
  auto const& metrics = context.system.metrics;
  for (Metric const& metric : metrics)
    if (metric.name == variable.metric || metric.name == variable.name) return &metric;
  if (metrics.size() == 1) return &metrics.front();
  std::string const names = base::join(metrics, ", ", [](Metric const& metric) { return "`" + metric.name + "`"; });
  std::string const declared = to_text(variable);
  context.diagnostics.error(
      where, metrics.empty()
                 ? "`" + declared +
                       "` is used with an index at another height than declared, but there is no metric that moves it; "
                       "declare one in a `metrics` block, or write `delta`."
                 : "The indices of `" + declared + "` are moved by none of the metrics " + names +
                       "; specify one in the `metrics` block, as in `raises: " + declared + "`.");
  return nullptr;
}

} // namespace

void declare_metrics(edl::SyntaxTree const& tree, Context& context) {
  context.system.metrics.reserve(tree.metrics.size()); // metric_of() returns addresses of elements
  for (edl::MetricDeclaration const& metric : tree.metrics) MetricDeclarer(metric, context).run();
}

Metric const* only_metric(std::string const& user, base::SourcePosition const& where, Context& context) {
  auto const& metrics = context.system.metrics;
  if (metrics.size() == 1) return &metrics.front();
  context.diagnostics.error(
      where,
      "`" + user + "` needs " +
          (metrics.empty() ? "a metric; declare one in a `metrics` block."
                           : "one metric, but this file has several; write the contraction with one of them instead."));
  return nullptr;
}

std::string determinant_of(Metric const& metric, Context& context) {
  std::string const name = metric.name + "'determinant";
  if (is_variable(name, context)) return name;
  std::string const minors = cofactors(metric.name, context);
  auto const term = [&](int j) {
    Expression const minor = named(minors, {{"", 1, true}, {"", j, true}}, context).expression;
    return make_apply("*", {component_of(metric.name, 1, j, context), minor});
  };
  add_definition(name, {}, {}, make_apply("+", {make_apply("+", {term(1), term(2)}), term(3)}), context);
  return name;
}

std::string moved_form(std::string const& name, std::vector<bool> const& upper, base::SourcePosition const& where,
                       Context& context) {
  Variable const variable = context.system.variable(name); // a copy, because moved_form adds variables
  Metric const* const metric = metric_of(variable, where, context);
  if (metric == nullptr) return {};
  if (variable.name == metric->name) return inverse_of(*metric, context);
  std::string const result = name + suffix_of(upper);
  if (is_variable(result, context)) return result;
  std::size_t position = 0;
  while (upper[position] == variable.shape.upper[position]) ++position;
  std::vector<bool> inner_upper = upper;
  inner_upper[position] = variable.shape.upper[position];
  std::string const inner = inner_upper == variable.shape.upper ? name : moved_form(name, inner_upper, where, context);
  std::vector<Index> indices, inner_indices;
  for (bool is_upper : upper) indices.push_back(fresh_index(context, is_upper));
  inner_indices = indices;
  inner_indices[position] = fresh_index(context, inner_upper[position]);
  Index const partner{inner_indices[position].name, 0, upper[position]};
  std::string const mover = upper[position] ? inverse_of(*metric, context) : metric->name;
  Resolved right =
      product(named(mover, {indices[position], partner}, context), named(inner, inner_indices, context), context);
  Number const weight = context.system.variable(metric->name).shape.weight;
  add_definition(result, moved_shape(variable.shape, upper, weight), indices, std::move(right.expression), context);
  return result;
}

} // namespace chemora::tensor
