// Each is a sum of products of the held argument and the metric.
#include "codegen/tensor/tensor_functions.hpp"

#include "codegen/tensor/definitions.hpp"
#include "codegen/tensor/metric.hpp"
#include "codegen/tensor/tensor_algebra.hpp"

#include <algorithm>

namespace chemora::tensor {

namespace {

/// The metric with both indices as given, through its inverse if they are up.
std::optional<Resolved> metric_with(Metric const& metric, Index const& i, Index const& j,
                                    base::SourcePosition const& where, Context& context) {
  if (context.definitions.contains(metric.name) && !resolve_definition(metric.name, where, context))
    return std::nullopt;
  context.symbols.mark_used(metric.name);
  std::string const name = i.is_upper ? moved_form(metric.name, {true, true}, where, context) : metric.name;
  return named(name, {i, j}, context);
}

std::optional<Resolved> trace(Metric const& metric, Resolved const& tensor, base::SourcePosition const& where,
                              Context& context) {
  bool const is_upper = tensor.free[0].is_upper;
  Index const i = fresh_index(context, is_upper), j = fresh_index(context, is_upper);
  Resolved const moved = with_index(with_index(tensor, tensor.free[0], i, context), tensor.free[1], j, context);
  auto const inverse = metric_with(metric, {i.name, 0, !is_upper}, {j.name, 0, !is_upper}, where, context);
  if (!inverse) return std::nullopt;
  return product(*inverse, moved, context);
}

Resolved symmetric_part(Resolved const& tensor, Context& context) {
  Index const i = tensor.free[0], j = tensor.free[1];
  Index const other = fresh_index(context, i.is_upper);
  Resolved exchanged = with_index(with_index(with_index(tensor, i, other, context), j, i, context), other, j, context);
  Resolved const half{make_number(fraction(1, 2)), {}, {}};
  return product(half, sum(tensor, std::move(exchanged)), context);
}

} // namespace

std::vector<std::string> const& tensor_function_names() {
  static std::vector<std::string> const names{"det", "trace", "tracefree", "sym"};
  return names;
}

bool is_tensor_function(std::string const& name) {
  auto const& names = tensor_function_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

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

} // namespace chemora::tensor
