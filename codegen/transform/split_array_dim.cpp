/// The transformation split_array_dim: an axis becomes two, `subscript = count * outer + inner`.
///
///     split_array_dim(f, ("q", 3, "F"), 4)       q[i, j, k, 6, e] -> q[i, j, k, 2, 1, e]
///
/// `F` inserts inner, outer (column-major order), `C` inserts outer, inner. The element keeps its address if the inner
/// axis varies faster, which it does by default.
#include "codegen/transform/checks.hpp"
#include "codegen/transform/rewrite_expanded.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

namespace {

using ir::ExpressionPtr;
using ir::LinearExpression;
using loops::LoopKernel;

struct SplitAxis {
  std::string array{};
  std::size_t axis = 0;
  bool is_inner_first = false;
  long count = 1;
};

SplitAxis requested(LoopKernel const& kernel, Arguments const& arguments) {
  Value const& place = arguments.value("array_and_axis");
  bool const has_form = place.kind == Value::Kind::list && (place.items.size() == 2 || place.items.size() == 3) &&
                        place.items[0].kind == Value::Kind::string && place.items[1].kind == Value::Kind::integer &&
                        (place.items.size() == 2 || place.items[2].kind == Value::Kind::string);
  if (!has_form)
    arguments.fail(fmt::format("The axis must have the form `(\"NAME\", AXIS, \"F\")`; found `{}`.", to_text(place)));
  std::string const order = place.items.size() == 3 ? place.items[2].string : "C";
  if (order != "F" && order != "C")
    arguments.fail(fmt::format("The order of the new axes must be `F` (inner, outer) or `C` (outer, inner); found "
                               "`{}`.",
                               order));
  ir::TypedArray const& array = existing_array(kernel, arguments, place.items[0].string);
  long const axis = place.items[1].integer;
  if (axis < 0 || axis >= static_cast<long>(array.axes.size()))
    arguments.fail(fmt::format("`{}` has no axis {}; its axes are 0 to {}.", array.name, axis,
                               static_cast<long>(array.axes.size()) - 1));
  long const count = arguments.integer("count");
  if (count < 1) arguments.fail(fmt::format("The count must be positive; found {}.", count));
  return {array.name, static_cast<std::size_t>(axis), order == "F", count};
}

LinearExpression divided(LinearExpression expression, long count) {
  for (auto& [_, factor] : expression.factors) factor /= count;
  expression.constant /= count;
  return expression;
}

bool is_multiple(LinearExpression const& expression, long count) {
  return expression.constant % count == 0 &&
         std::all_of(expression.factors.begin(), expression.factors.end(),
                     [&](auto const& factor) { return factor.second % count == 0; });
}

/// The quotient and the remainder of a subscript.
struct Parts {
  LinearExpression outer{}, inner{};
};

/// Divides the subscript. The remainder has the terms whose factors are no multiples; it must be in 0 to count - 1.
Parts parts_of(LoopKernel const& kernel, loops::Instruction const& instruction, LinearExpression const& subscript,
               SplitAxis const& split, Arguments const& arguments) {
  Parts parts;
  for (auto const& [name, factor] : subscript.factors)
    (factor % split.count == 0 ? parts.outer : parts.inner).factors[name] = factor;
  long const remainder = ((subscript.constant % split.count) + split.count) % split.count;
  parts.inner.constant = remainder;
  parts.outer.constant = subscript.constant - remainder;
  parts.outer = divided(parts.outer, split.count);
  bool is_inside = parts.inner.is_constant();
  if (!is_inside) {
    polyhedral::Footprint const range =
        polyhedral::footprint(kernel, {{parts.inner}}, instruction.within, instruction.within, arguments.where(),
                              fmt::format("the subscript `{}`", ir::to_text(subscript)));
    is_inside = range.lower[0].is_constant() && range.extent[0].is_constant() && range.lower[0].constant >= 0 &&
                range.lower[0].constant + range.extent[0].constant <= split.count;
  }
  if (!is_inside)
    arguments.fail(fmt::format("The subscript `{}` of `{}` in `{}` cannot be divided by {}. Split its loops so that "
                               "they have the form `{}*outer + inner`, or use auto_split_inames=True.",
                               ir::to_text(subscript), split.array, instruction.id, split.count, split.count));
  return parts;
}

/// Returns the loops that are subscripts of the axis themselves, and are not multiples of the count.
std::vector<std::string> loops_of_axis(LoopKernel const& kernel, SplitAxis const& split) {
  std::vector<std::string> names;
  for (loops::Instruction const& instruction : kernel.instructions)
    for (loops::ArrayAccess const& access : loops::accesses_of(kernel, instruction)) {
      if (access.element->name != split.array) continue;
      ExpressionPtr const& subscript = access.element->operands[split.axis];
      bool const is_loop = subscript->kind == ir::ExpressionKind::name && kernel.find_loop(subscript->name);
      if (is_loop && !base::contains(names, subscript->name)) names.push_back(subscript->name);
    }
  return names;
}

LoopKernel with_split_loops(LoopKernel kernel, SplitAxis const& split, Arguments const& arguments) {
  auto const all = all_transformations();
  auto const row = std::find_if(all.begin(), all.end(), [](auto const& info) { return info.name == "split_iname"; });
  for (std::string const& loop : loops_of_axis(kernel, split)) {
    Call const call{.name = "split_iname", .where = arguments.where()};
    std::map<std::string, Value> const values = {{row->parameters[0].name, make_value(loop)},
                                                 {row->parameters[1].name, make_value(split.count)}};
    kernel = row->apply(std::move(kernel), Arguments(call, values));
  }
  return kernel;
}

void split_axis(ir::TypedArray& array, SplitAxis const& split, Arguments const& arguments) {
  ir::ArrayAxis const axis = array.axes[split.axis];
  if (axis.layout == ir::AxisLayout::vector)
    arguments.fail(fmt::format("The vector axis {} of `{}` cannot be split.", split.axis, array.name));
  if (!is_multiple(axis.extent, split.count))
    arguments.fail(fmt::format("The extent `{}` of axis {} of `{}` is no multiple of {}.", ir::to_text(axis.extent),
                               split.axis, array.name, split.count));
  ir::ArrayAxis inner = axis, outer = axis;
  std::string const name = axis.name.empty() ? "" : axis.name + "_";
  inner.name = name.empty() ? "" : name + "inner";
  outer.name = name.empty() ? "" : name + "outer";
  inner.extent = ir::linear(split.count);
  outer.extent = divided(axis.extent, split.count);
  inner.layout = ir::AxisLayout::nested;
  for (ir::ArrayAxis& other : array.axes)
    if (axis.layout == ir::AxisLayout::nested && other.layout == axis.layout && other.nesting > axis.nesting)
      ++other.nesting;
  if (axis.layout == ir::AxisLayout::nested) outer.nesting = axis.nesting + 1;
  if (axis.layout == ir::AxisLayout::separate)
    inner.nesting = static_cast<int>(std::count_if(array.axes.begin(), array.axes.end(), [](auto const& other) {
      return other.layout == ir::AxisLayout::nested;
    }));
  auto const place = array.axes.begin() + static_cast<long>(split.axis);
  *place = split.is_inner_first ? inner : outer;
  array.axes.insert(place + 1, split.is_inner_first ? outer : inner);
}

} // namespace

LoopKernel split_array_dim(LoopKernel kernel, Arguments const& arguments) {
  SplitAxis const split = requested(kernel, arguments);
  if (arguments.boolean_or("auto_split_inames", false)) kernel = with_split_loops(std::move(kernel), split, arguments);
  LoopKernel const original = kernel;
  auto const with_split_subscript = [&](loops::Instruction const& instruction, ExpressionPtr const& element) {
    std::vector<ExpressionPtr> subscripts = element->operands;
    ExpressionPtr const subscript = loops::expanded(original, subscripts[split.axis]);
    std::optional<LinearExpression> const value = ir::as_linear(subscript);
    if (!value)
      arguments.fail(fmt::format("The subscript `{}` of `{}` in `{}` is not linear and cannot be divided by {}.",
                                 ir::to_text(subscript), split.array, instruction.id, split.count));
    Parts const parts = parts_of(original, instruction, *value, split, arguments);
    auto const place = subscripts.begin() + static_cast<long>(split.axis);
    *place = ir::make_linear(split.is_inner_first ? parts.inner : parts.outer);
    subscripts.insert(place + 1, ir::make_linear(split.is_inner_first ? parts.outer : parts.inner));
    return ir::make_element(element->type, element->name, subscripts);
  };
  kernel = rewritten(std::move(kernel), {split.array}, [&](auto const& instruction, ExpressionPtr const& part) {
    return part->kind == ir::ExpressionKind::element ? with_split_subscript(instruction, part) : part;
  });
  for (loops::Instruction& instruction : kernel.instructions)
    if (instruction.target && instruction.target->name == split.array)
      instruction.target = with_split_subscript(instruction, instruction.target);
  split_axis(kernel.array(split.array), split, arguments);
  return kernel;
}

} // namespace chemora::transform
