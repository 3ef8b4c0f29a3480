#include "codegen/tensor/resolve_call.hpp"

#include "codegen/ir/operation.hpp"
#include "codegen/tensor/definitions.hpp"
#include "codegen/tensor/familiar_names.hpp"
#include "codegen/tensor/required_types.hpp"
#include "codegen/tensor/tensor_functions.hpp"
#include "framework/base/nearest_name.hpp"

namespace chemora::tensor {

namespace {

/// The arguments of a function of the file or of `trace` and the like may have indices.
std::optional<Resolved> tensor_function(edl::Expression const& source, bool is_of_file, Context& context) {
  if (source.text == "det") return determinant(source, context);
  std::vector<Resolved> arguments;
  for (edl::Expression const& operand : source.operands)
    if (auto resolved = resolve_expression(operand, context); resolved && require_number(*resolved, operand, context))
      arguments.push_back(std::move(*resolved));
  if (arguments.size() != source.operands.size()) return std::nullopt;
  if (!is_of_file) return apply_tensor_function(source, std::move(arguments), context);
  context.symbols.mark_used(source.text);
  return apply_function(source, std::move(arguments), context);
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
    context.diagnostics.error(source.where, "`" + source.text +
                                                "` is not a function; to multiply it, leave a blank before `(` or "
                                                "write `*`.");
    return;
  }
  std::vector<std::string> names;
  for (std::string_view name : ir::edl_function_names()) names.emplace_back(name);
  for (std::string const& name : tensor_function_names()) names.push_back(name);
  for (auto const& [name, definition] : context.definitions)
    if (definition.source.is_function) names.push_back(name);
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
  bool const is_of_file =
      context.symbols.contains(source.text) && context.symbols[source.text].kind == SymbolKind::function;
  if (is_of_file || is_tensor_function(source.text)) return tensor_function(source, is_of_file, context);
  if (ir::find_edl_function(source.text) == nullptr) {
    report_no_function(source, context);
    return std::nullopt;
  }
  if (!check_count(source, context)) return std::nullopt;
  if (source.text != "if") return function_of_numbers(source, context);
  edl::Expression choice = source; // another spelling of `c ? a : b`
  choice.kind = edl::ExpressionKind::conditional;
  return resolve_expression(choice, context);
}

} // namespace chemora::tensor
