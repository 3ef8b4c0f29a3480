/// Resolves calls of built-in functions such as `sin(x)`, `if(c, a, b)` and `trace(k_ij)`.
#include "codegen/tensor/resolve/resolve.hpp"

#include "codegen/ir/operation.hpp"
#include "framework/base/text.hpp"

namespace chemora::tensor {

namespace {

/// Returns the metric with these indices if they are lower indices, and its inverse if they are upper indices.
std::optional<Resolved> metric_with(Metric const& metric, Index const& i, Index const& j,
                                    base::SourcePosition const& where, Context& context) {
  if (context.definitions.contains(metric.name) && !resolve_definition(metric.name, where, context))
    return std::nullopt;
  context.symbols.mark_used(metric.name);
  std::string const name = i.is_upper ? moved_form(metric.name, {true, true}, where, context) : metric.name;
  return named(name, {i, j}, context);
}

/// Returns the trace `g^ij E_ij`.
std::optional<Resolved> trace(Metric const& metric, Resolved const& tensor, base::SourcePosition const& where,
                              Context& context) {
  bool const is_upper = tensor.free[0].is_upper;
  Index const i = fresh_index(context, is_upper), j = fresh_index(context, is_upper);
  Resolved const moved = with_index(with_index(tensor, tensor.free[0], i, context), tensor.free[1], j, context);
  auto const inverse = metric_with(metric, {i.name, 0, !is_upper}, {j.name, 0, !is_upper}, where, context);
  if (!inverse) return std::nullopt;
  return product(*inverse, moved, context);
}

/// Returns the symmetric part `1/2 (E_ij + E_ji)`.
Resolved symmetric_part(Resolved const& tensor, Context& context) {
  Index const i = tensor.free[0], j = tensor.free[1];
  Index const other = fresh_index(context, i.is_upper);
  Resolved exchanged = with_index(with_index(with_index(tensor, i, other, context), j, i, context), other, j, context);
  Resolved const half{make_number(fraction(1, 2)), {}, {}};
  return product(half, sum(tensor, std::move(exchanged)), context);
}

std::vector<std::string> const& tensor_function_names() {
  static std::vector<std::string> const names{"det", "trace", "tracefree", "sym"};
  return names;
}

bool is_tensor_function(std::string const& name) { return base::contains(tensor_function_names(), name); }

/// Returns the determinant `det(g)` of a metric g.
std::optional<Resolved> determinant(edl::Expression const& call, Context& context) {
  auto const& operands = call.operands;
  bool const is_name = operands.size() == 1 && operands[0].kind == edl::ExpressionKind::name;
  for (Metric const& metric : context.system.metrics) {
    if (!is_name || edl::to_text(operands[0].name) != metric.name) continue;
    if (context.definitions.contains(metric.name) && !resolve_definition(metric.name, call.where, context))
      return std::nullopt;
    context.symbols.mark_used(metric.name);
    return named(determinant_of(metric, context), {}, context);
  }
  context.diagnostics.error(call.where, "`det` takes the name of a metric without indices, as in `det(g)`; found `" +
                                            edl::to_text(call) + "`.");
  return std::nullopt;
}

/// Applies a function to an expression E with two free indices at one height. With the only metric g, `trace(E) = g^ij
/// E_ij` and `tracefree(E) = E_ij - 1/3 g_ij trace(E)`; `sym(E) = 1/2 (E_ij + E_ji)` needs no metric. E is computed
/// once.
std::optional<Resolved> apply_tensor_function(edl::Expression const& call, std::vector<Resolved> arguments,
                                              Context& context) {
  bool const has_pair = arguments.size() == 1 && arguments[0].free.size() == 2 &&
                        arguments[0].free[0].is_upper == arguments[0].free[1].is_upper;
  if (!has_pair) {
    context.diagnostics.error(
        call.where, "`" + call.text + "` takes one tensor with two free indices, both lower or both upper; `" +
                        edl::to_text(call) + "` has " +
                        (arguments.size() == 1 ? "the free indices " + listed(arguments[0].free)
                                               : std::to_string(arguments.size()) + " arguments") +
                        ".");
    return std::nullopt;
  }
  Resolved const tensor = held(std::move(arguments[0]), context);
  if (call.text == "sym") return symmetric_part(tensor, context);
  Metric const* const metric = only_metric(call.text, call.where, context);
  if (metric == nullptr) return std::nullopt;
  auto contracted = trace(*metric, tensor, call.where, context);
  if (!contracted || call.text == "trace") return contracted;
  Resolved const scalar = held(std::move(*contracted), context);
  Resolved const third{make_number(fraction(1, 3)), {}, {}};
  auto const part = metric_with(*metric, tensor.free[0], tensor.free[1], call.where, context);
  if (!part) return std::nullopt;
  return difference(tensor, product(product(third, *part, context), scalar, context));
}

/// Resolves a call of a function of the file or of a function such as `trace`. The arguments may have indices.
std::optional<Resolved> tensor_function(edl::Expression const& source, bool is_defined_in_file, Context& context) {
  if (source.text == "det") return determinant(source, context);
  std::vector<Resolved> arguments;
  for (edl::Expression const& operand : source.operands)
    if (auto resolved = resolve_expression(operand, context); resolved && require_number(*resolved, operand, context))
      arguments.push_back(std::move(*resolved));
  if (arguments.size() != source.operands.size()) return std::nullopt;
  if (!is_defined_in_file) return apply_tensor_function(source, std::move(arguments), context);
  context.symbols.mark_used(source.text);
  return apply_function(source, std::move(arguments), context);
}

/// Counts the calls of functions of the file. Nested calls in bodies of functions can multiply without a limit.
bool count_call(edl::Expression const& source, Context& context) {
  constexpr int max_calls = 10'000;
  if (++context.n_calls == max_calls + 1)
    context.diagnostics.error(source.where, "The functions of this file are called more than " +
                                                std::to_string(max_calls) +
                                                " times, because functions call functions; name repeated results.");
  return context.n_calls <= max_calls;
}

Expression function(std::string const& name, std::vector<Expression> operands) {
  ir::OpInfo const& row = *ir::find_edl_function(name);
  std::string const operation(row.edl_name());
  if (!row.accepts_more_arguments) return make_apply(operation, std::move(operands));
  Expression result = operands[0];
  for (std::size_t n = 1; n < operands.size(); ++n) result = make_apply(operation, {std::move(result), operands[n]});
  return result;
}

void report_no_function(edl::Expression const& source, Context& context) {
  if (context.symbols.contains(source.text)) {
    context.diagnostics.error(
        source.where, "`" + source.text + "` is not a function; to multiply, leave a blank before `(` or write `*`.");
    return;
  }
  std::vector<std::string> names;
  for (std::string_view name : ir::edl_function_names()) names.emplace_back(name);
  for (std::string const& name : tensor_function_names()) names.push_back(name);
  for (auto const& [name, definition] : context.definitions)
    if (definition.source.is_function) names.push_back(name);
  for (auto const& [name, definition] : context.functions) names.push_back(name);
  std::string const familiar = hint_for_familiar(source.text);
  context.diagnostics.error(source.where, "`" + source.text + "` is not a function." +
                                              (familiar.empty() ? base::did_you_mean(source.text, names) : familiar));
}

bool check_count(edl::Expression const& source, Context& context) {
  ir::OpInfo const& row = *ir::find_edl_function(source.text);
  int const arity = row.arity;
  auto const count = static_cast<int>(source.operands.size());
  if (count == arity || (count > arity && row.accepts_more_arguments)) return true;
  context.diagnostics.error(source.where, "`" + source.text + "` takes " +
                                              (row.accepts_more_arguments ? "two or more" : std::to_string(arity)) +
                                              (arity == 1 ? " argument" : " arguments") + ", found " +
                                              std::to_string(count) + ".");
  return false;
}

std::optional<Resolved> function_of_numbers(edl::Expression const& source, Context& context) {
  std::vector<Expression> operands;
  for (edl::Expression const& operand : source.operands) {
    auto resolved = resolve_expression(operand, context);
    if (!resolved) continue;
    bool const fits = require_number(*resolved, operand, context) &&
                      require_scalar(*resolved, operand, "The argument of `" + source.text + "`", context);
    if (fits) operands.push_back(std::move(resolved->expression));
  }
  if (operands.size() != source.operands.size()) return std::nullopt;
  return Resolved{function(source.text, std::move(operands)), {}, {}};
}

} // namespace

std::optional<Resolved> resolve_call(edl::Expression const& source, Context& context) {
  bool const is_defined_in_file =
      context.symbols.contains(source.text) && context.symbols[source.text].kind == SymbolKind::function;
  if (is_defined_in_file && !count_call(source, context)) return std::nullopt;
  if (context.functions.contains(source.text)) return result_of_call(source, context);
  if (is_defined_in_file || is_tensor_function(source.text))
    return tensor_function(source, is_defined_in_file, context);
  if (ir::find_edl_function(source.text) == nullptr) {
    report_no_function(source, context);
    return std::nullopt;
  }
  if (!check_count(source, context)) return std::nullopt;
  if (source.text != "if") return function_of_numbers(source, context);
  edl::Expression choice = source; // has the meaning of `c ? a : b`
  choice.kind = edl::ExpressionKind::conditional;
  return resolve_expression(choice, context);
}

} // namespace chemora::tensor
