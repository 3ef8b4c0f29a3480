/// The transformation extract_subst: expressions of one form become uses of a new rule.
///
///     extract_subst(f, "u", "a[i1, i2] * 2.0", "i1, i2")
///
///     [i, j] y[i] = a[i, j + 1] * 2.0        =>        rule u(i1, i2) = a[i1, i2] * 2.0
///                                                      [i, j] y[i] = u(i, j + 1)
#include "codegen/ir/expression_parser.hpp"
#include "codegen/transform/checks.hpp"
#include "codegen/transform/rewrite_expanded.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

namespace {

using ir::ExpressionKind;
using ir::ExpressionPtr;
using loops::LoopKernel;

ir::ExpressionScope scope_of(LoopKernel const& kernel, std::vector<std::string> const& parameters) {
  using Kind = ir::NameMeaning::Kind;
  ir::ExpressionScope scope;
  for (loops::Parameter const& parameter : kernel.parameters)
    scope.names[parameter.name] = {.kind = Kind::value, .type = parameter.type};
  for (ir::TypedArray const& array : kernel.arrays)
    scope.names[array.name] = {.kind = Kind::array, .type = array.type, .n_operands = array.axes.size()};
  for (loops::Rule const& rule : kernel.rules)
    scope.names[rule.name] = {.kind = Kind::rule, .type = rule.body->type, .n_operands = rule.parameters.size()};
  for (std::string const& parameter : parameters) scope.names[parameter] = {.kind = Kind::value};
  return scope;
}

ExpressionPtr parse_template(LoopKernel const& kernel, Arguments const& arguments,
                             std::vector<std::string> const& parameters) {
  std::string const text = arguments.string("template");
  try {
    std::vector<ir::TokenLine> const lines = ir::tokenize_expressions({"template", text});
    if (lines.size() != 1) throw base::UserError("The template must be one expression.");
    ir::LineReader line(lines[0]);
    ExpressionPtr const result = ir::take_expression(line, scope_of(kernel, parameters));
    line.expect_end();
    return result;
  } catch (base::UserError const& error) {
    std::string const reason = error.diagnostics().empty() ? error.what() : error.diagnostics()[0].message;
    arguments.fail(fmt::format("The template `{}` is not an expression of arrays and parameters: {}", text, reason));
  }
}

/// Compares expressions with the template and determines the values of its parameters.
class Unifier {
public:
  Unifier(std::vector<std::string> const& parameters) : parameters_(parameters) {}

  bool unify(ExpressionPtr const& pattern, ExpressionPtr const& expression) {
    if (pattern->kind == ExpressionKind::name && base::contains(parameters_, pattern->name)) {
      if (expression->type != ir::Type::int32) return false;
      auto const [place, is_new] = values_.try_emplace(pattern->name, expression);
      return is_new || ir::equal(place->second, expression);
    }
    if (pattern->operands.empty()) return ir::equal(pattern, expression);
    bool const has_operation = pattern->kind == ExpressionKind::operation || pattern->kind == ExpressionKind::reduction;
    if (pattern->kind != expression->kind || pattern->type != expression->type || pattern->name != expression->name ||
        (has_operation && pattern->op != expression->op) || pattern->loops != expression->loops ||
        pattern->operands.size() != expression->operands.size())
      return false;
    for (std::size_t n = 0; n < pattern->operands.size(); ++n)
      if (!unify(pattern->operands[n], expression->operands[n])) return false;
    return true;
  }

  std::map<std::string, ExpressionPtr> const& values() const { return values_; }

private:
  std::vector<std::string> const& parameters_;
  std::map<std::string, ExpressionPtr> values_;
};

} // namespace

LoopKernel extract_subst(LoopKernel kernel, Arguments const& arguments) {
  std::string const name = arguments.string("subst_name");
  require_new_name(kernel, arguments, name);
  std::vector<std::string> const parameters = arguments.names_or("parameters", {});
  for (std::string const& parameter : parameters)
    if (kernel.find_array(parameter) || kernel.find_parameter(parameter) || kernel.find_rule(parameter))
      arguments.fail(
          fmt::format("The parameter `{}` of the template has the name of an array, rule or parameter.", parameter));
  ExpressionPtr const pattern = parse_template(kernel, arguments, parameters);
  std::set<std::string> const used = ir::names_in(pattern);
  for (std::string const& parameter : parameters)
    if (!used.contains(parameter))
      arguments.fail(fmt::format("The parameter `{}` does not occur in the template `{}`.", parameter,
                                 arguments.string("template")));
  bool is_found = false;
  auto const extracted = [&](ExpressionPtr const& expression) {
    return ir::transformed(expression, [&](ExpressionPtr const& part) {
      Unifier unifier(parameters);
      if (!unifier.unify(pattern, part)) return part;
      is_found = true;
      std::vector<ExpressionPtr> values;
      for (std::string const& parameter : parameters) values.push_back(unifier.values().at(parameter));
      return ir::make_rule(part->type, name, values);
    });
  };
  for (loops::Rule& rule : kernel.rules) rule.body = extracted(rule.body);
  kernel = with_changed_expressions(std::move(kernel), [&](loops::Instruction const&, ExpressionPtr const& expression) {
    return extracted(expression);
  });
  if (!is_found)
    arguments.fail(fmt::format("No expression of the kernel has the form `{}`.", arguments.string("template")));
  kernel.rules.push_back({name, parameters, pattern});
  return kernel;
}

} // namespace chemora::transform
