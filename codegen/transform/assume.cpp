/// The transformation assume: `assume(f, "Ne >= 1 and 2 <= n < 16")` declares that the parameters satisfy conditions,
/// and removes the conditions of instructions that follow from these.
#include "codegen/ir/expression_parser.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::transform {

namespace {

/// Reads a chain such as `0 <= i <= n - 1`.
void take_chain(ir::LineReader& line, std::vector<std::string> const& names,
                std::vector<loops::Constraint>& constraints) {
  ir::LinearExpression left = ir::take_linear(line, names, "an integer parameter");
  do {
    std::string const op = line.take("a comparison").text;
    bool const is_less = op == "<=" || op == "<";
    bool const is_equality = op == "=" || op == "==";
    if (!is_less && !is_equality && op != ">=" && op != ">")
      line.fail(fmt::format("`{}` is not a comparison; expected <=, <, >=, > or ==.", op));
    ir::LinearExpression const right = ir::take_linear(line, names, "an integer parameter");
    ir::LinearExpression difference = is_less ? right - left : left - right;
    if (op == "<" || op == ">") difference += ir::linear(-1);
    constraints.push_back({.expression = difference, .is_equality = is_equality});
    left = right;
  } while (!line.at_end() && !line.is_next("and"));
}

std::vector<loops::Constraint> parse_assumptions(loops::LoopKernel const& kernel, std::string const& text) {
  std::vector<std::string> names;
  for (loops::Parameter const& parameter : kernel.parameters)
    if (parameter.type == ir::Type::int32) names.push_back(parameter.name);
  std::vector<ir::TokenLine> const lines = ir::tokenize_expressions({"assumption", text});
  if (lines.size() != 1) throw base::UserError("One line with conditions such as `n >= 1` is expected.");
  ir::LineReader line(lines[0]);
  std::vector<loops::Constraint> constraints;
  do take_chain(line, names, constraints);
  while (line.take_if("and"));
  line.expect_end();
  return constraints;
}

} // namespace

loops::LoopKernel assume(loops::LoopKernel kernel, Arguments const& arguments) {
  std::string const text = arguments.string("assumptions");
  try {
    for (loops::Constraint const& constraint : parse_assumptions(kernel, text))
      if (!base::contains(kernel.assumptions, constraint)) kernel.assumptions.push_back(constraint);
  } catch (base::UserError const& error) {
    base::Diagnostic const& first = error.diagnostics().front();
    arguments.fail(fmt::format("The assumption `{}` is wrong at column {}. {}", text, std::max(1, first.where.column),
                               first.message));
  }
  return polyhedral::simplified(std::move(kernel));
}

} // namespace chemora::transform
