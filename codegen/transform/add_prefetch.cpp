/// The transformation add_prefetch: elements of an array are read into a temporary before they are used.
///
///     add_prefetch(f, "D[:,:]")               the whole array
///     add_prefetch(f, "q[ii,jj,k,:,:,e]")     whole axes, for each iteration of the other loops
///     add_prefetch(f, "a[i_inner]", "i_inner")   the elements that the iterations of a loop read
///     add_prefetch(f, "a", ["i_inner", "j"])  the elements that all reads in these loops access
#include "codegen/ir/expression_parser.hpp"
#include "codegen/transform/checks.hpp"
#include "codegen/transform/precompute.hpp"
#include "codegen/transform/rewrite_expanded.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::transform {

namespace {

using ir::ExpressionPtr;
using ir::LinearExpression;
using loops::LoopKernel;

/// Which reads of the array are replaced: one entry per axis, nothing for a whole axis.
struct Pattern {
  std::string array{};
  bool has_subscripts = false;
  std::vector<std::optional<LinearExpression>> subscripts{};
};

LinearExpression parse_subscript(LoopKernel const& kernel, Arguments const& arguments, std::string const& text) {
  std::vector<std::string> names;
  for (loops::Loop const& loop : kernel.loops) names.push_back(loop.name);
  for (loops::Parameter const& parameter : kernel.parameters) names.push_back(parameter.name);
  try {
    std::vector<ir::TokenLine> const lines = ir::tokenize_expressions({"subscript", text});
    if (lines.size() != 1) throw base::UserError("expected an expression");
    ir::LineReader line(lines[0]);
    LinearExpression const result = ir::take_linear(line, names, "a loop or parameter");
    line.expect_end();
    return result;
  } catch (base::UserError const& error) {
    std::string const reason = error.diagnostics().empty() ? error.what() : error.diagnostics()[0].message;
    arguments.fail(fmt::format("The subscript `{}` must be `:` or a sum of multiples of loops: {}", text, reason));
  }
}

Pattern parse_pattern(LoopKernel const& kernel, Arguments const& arguments) {
  std::string const text = base::trimmed(arguments.string("var_name"));
  std::size_t const bracket = text.find('[');
  Pattern pattern{.array = base::trimmed(text.substr(0, bracket)), .has_subscripts = bracket != std::string::npos};
  ir::TypedArray const& array = existing_array(kernel, arguments, pattern.array);
  if (!pattern.has_subscripts) {
    pattern.subscripts.resize(array.axes.size());
    return pattern;
  }
  if (text.back() != ']') arguments.fail(fmt::format("`{}` must have the form `ARRAY` or `ARRAY[:,i,...]`.", text));
  for (std::string const& part : comma_separated(text.substr(bracket + 1, text.size() - bracket - 2)))
    pattern.subscripts.push_back(part == ":" ? std::nullopt : std::optional(parse_subscript(kernel, arguments, part)));
  if (pattern.subscripts.size() != array.axes.size())
    arguments.fail(fmt::format("`{}` has {} axes; found {} subscripts in `{}`.", array.name, array.axes.size(),
                               pattern.subscripts.size(), text));
  return pattern;
}

bool matches(LoopKernel const& kernel, Pattern const& pattern, ir::Expression const& element) {
  for (std::size_t n = 0; n < element.operands.size(); ++n)
    if (pattern.subscripts[n] && ir::as_linear(loops::expanded(kernel, element.operands[n])) != pattern.subscripts[n])
      return false;
  return true;
}

/// Replaces the matching reads by uses of a rule with one parameter per axis.
LoopKernel with_rule(LoopKernel kernel, Pattern const& pattern, std::string const& rule, Arguments const& arguments) {
  ir::TypedArray const& array = kernel.array(pattern.array);
  loops::Rule definition{.name = rule};
  std::vector<ExpressionPtr> subscripts;
  for (std::size_t n = 0; n < array.axes.size(); ++n) {
    definition.parameters.push_back(fmt::format("subscript_{}", n));
    subscripts.push_back(ir::make_name(ir::Type::int32, definition.parameters.back()));
  }
  definition.body = ir::make_element(array.type, array.name, subscripts);
  kernel.rules.push_back(definition);
  LoopKernel const original = kernel;
  bool is_read = false;
  kernel = rewritten(std::move(kernel), {array.name}, [&](loops::Instruction const&, ExpressionPtr const& part) {
    if (part->kind != ir::ExpressionKind::element || !matches(original, pattern, *part)) return part;
    is_read = true;
    return ir::make_rule(part->type, rule, part->operands);
  });
  if (!is_read)
    arguments.fail(
        fmt::format("No instruction reads `{}` in the form `{}`.", pattern.array, arguments.string("var_name")));
  return kernel;
}

/// Returns the sweep loops; without a list, those of a pattern without subscripts are an error.
std::vector<std::string> sweep_of(Pattern const& pattern, Arguments const& arguments) {
  std::vector<std::string> const sweep = arguments.names_or("sweep_inames", {});
  if (!pattern.has_subscripts && sweep.empty() && !pattern.subscripts.empty())
    arguments.fail(fmt::format("`add_prefetch` needs the loops whose reads are fetched, or subscripts: "
                               "`add_prefetch(f, \"{}\", [\"i\"])` or `add_prefetch(f, \"{}[:{}]\")`.",
                               pattern.array, pattern.array, pattern.subscripts.size() > 1 ? ",..." : ""));
  return sweep;
}

} // namespace

LoopKernel add_prefetch(LoopKernel kernel, Arguments const& arguments) {
  Pattern const pattern = parse_pattern(kernel, arguments);
  ir::TypedArray const array = kernel.array(pattern.array);
  std::string const rule = loops::unused_name(kernel, array.name + "_fetch_rule");
  Precomputation request{.rule = rule,
                         .sweep = sweep_of(pattern, arguments),
                         .new_loops = arguments.names_or("dim_arg_names", {}),
                         .outer = arguments.names_or("fetch_outer_inames", {}),
                         .temporary = arguments.string_or("temporary_name", ""),
                         .scope = scope_argument(arguments, "temporary_scope")};
  if (request.temporary.empty()) request.temporary = loops::unused_name(kernel, array.name + "_fetch");
  request.instruction = "fetch_" + array.name;
  request.default_tag =
      arguments.all().contains("default_tag") ? arguments.string_or("default_tag", "") : std::string("l.auto");
  for (std::size_t n = 0; n < array.axes.size(); ++n) {
    ir::ArrayAxis const& axis = array.axes[n];
    if (pattern.has_subscripts && !pattern.subscripts[n]) request.whole_axes[n] = axis.extent;
    request.loop_names[n] = fmt::format("{}_dim_{}", array.name, axis.name.empty() ? std::to_string(n) : axis.name);
    if (!axis.name.empty()) request.axis_names[n] = axis.name;
  }
  return precomputed(with_rule(std::move(kernel), pattern, rule, arguments), request, arguments);
}

} // namespace chemora::transform
