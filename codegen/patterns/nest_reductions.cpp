/// Reductions inside the loops of a mapped nest.
#include "codegen/ir/expression_evaluator.hpp"
#include "codegen/patterns/nest_values.hpp"
#include "codegen/patterns/nodes.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace chemora::patterns {

using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Op;

namespace {

double neutral_number(Op op, ir::Type type) {
  if (op == Op::logical_or || op == Op::logical_and) return op == Op::logical_and ? 1 : 0;
  return ir::neutral_element(op, type);
}

std::vector<int> variables_of(Pattern const& pattern) {
  std::vector<int> variables;
  for (Generator const& generator : pattern.generators) variables.push_back(generator.variable);
  return variables;
}

ExpressionPtr binary(Op op, ExpressionPtr const& left, ExpressionPtr const& right) {
  return ir::make_operation(op, {left, right});
}

} // namespace

Combination NestValues::fold_of(Node const& node) {
  Op const op = node.pattern->op;
  ir::Type const type = types_of(node.type)[0];
  return {.types = {type},
          .neutral = {ir::make_number(type, neutral_number(op, type))},
          .is_free = type != ir::Type::real64,
          .combine = [op](Fields const& left, Fields const& right) -> Fields {
            return {ir::make_operation(op, {left[0], right[0]})};
          }};
}

/// The value and the position of the best element. A position of -1 stands for no element. NaN is the result if the
/// first element is NaN, and is ignored otherwise, so that the result does not depend on the order.
Combination NestValues::extremum_of(Node const& node) {
  bool const is_minimum = node.pattern->kind == PatternKind::arg_min;
  ir::Type const type = types_of(node.pattern->body->type)[0];
  double const worst = ir::neutral_element(is_minimum ? Op::minimum : Op::maximum, type);
  auto const combine = [is_minimum](Fields const& left, Fields const& right) -> Fields {
    ExpressionPtr const none = ir::make_integer(0);
    ExpressionPtr const is_better =
        is_minimum ? binary(Op::less, right[0], left[0]) : binary(Op::less, left[0], right[0]);
    ExpressionPtr const is_earlier =
        binary(Op::logical_and, binary(Op::equal, left[0], right[0]), binary(Op::less, right[1], left[1]));
    ExpressionPtr const replaces =
        binary(Op::logical_or, binary(Op::less, left[1], none), binary(Op::logical_or, is_better, is_earlier));
    ExpressionPtr const is_right = binary(Op::logical_and, binary(Op::less_equal, none, right[1]), replaces);
    return {ir::make_operation(Op::select, {is_right, right[0], left[0]}),
            ir::make_operation(Op::select, {is_right, right[1], left[1]})};
  };
  auto const single = [is_minimum](Fields const& element) -> Fields {
    if (element[0]->type != ir::Type::real64) return element;
    ExpressionPtr const is_nan = binary(Op::not_equal, element[0], element[0]);
    ExpressionPtr const is_later = binary(Op::less, ir::make_integer(0), element[1]);
    ExpressionPtr const number = ir::make_number(ir::Type::real64, is_minimum ? -HUGE_VAL : HUGE_VAL);
    ExpressionPtr const is_ignored = binary(Op::logical_and, is_nan, is_later);
    return {ir::make_operation(Op::select, {is_nan, number, element[0]}),
            ir::make_operation(Op::select, {is_ignored, ir::make_integer(-1), element[1]})};
  };
  // No number is better than a NaN, and a NaN is not better than a number.
  auto const append = [is_minimum](Fields const& preceding, Fields const& element) -> Fields {
    ExpressionPtr const is_first = binary(Op::less, preceding[1], ir::make_integer(0));
    ExpressionPtr const is_better =
        is_minimum ? binary(Op::less, element[0], preceding[0]) : binary(Op::less, preceding[0], element[0]);
    ExpressionPtr const replaces = binary(Op::logical_or, is_first, is_better);
    return {ir::make_operation(Op::select, {replaces, element[0], preceding[0]}),
            ir::make_operation(Op::select, {replaces, element[1], preceding[1]})};
  };
  return {.types = {type, ir::Type::int32},
          .neutral = {ir::make_number(type, worst), ir::make_integer(-1)},
          .is_free = true,
          .combine = combine,
          .single = single,
          .append = append};
}

Combination NestValues::function_of(Node const& node) {
  Pattern const& pattern = *node.pattern;
  return {.types = types_of(node.type),
          .neutral = value(pattern.initial),
          .order = ir::ReductionOrder::consecutive,
          .combine = [this, &pattern](Fields const& left, Fields const& right) {
            values_[pattern.left] = left;
            values_[pattern.right] = right;
            return value(pattern.combine);
          }};
}

Combination NestValues::combination_of(Node const& node) {
  switch (node.pattern->kind) {
  case PatternKind::fold:
  case PatternKind::count:
    if (node.pattern->is_exact) fail(node, "sums over the grid");
    return fold_of(node);
  case PatternKind::reduce:
    return function_of(node);
  default:
    return extremum_of(node);
  }
}

/// Returns what an element contributes to a reduction.
Fields NestValues::contribution(Node const& node, ExpressionPtr const& position) {
  Pattern const& pattern = *node.pattern;
  Fields const fields = value(pattern.body);
  if (pattern.kind == PatternKind::count) return {ir::make_conversion(ir::Type::int32, fields[0])};
  if (pattern.kind != PatternKind::arg_min && pattern.kind != PatternKind::arg_max) return fields;
  return {fields[0], position};
}

std::optional<long> NestValues::max_value(LinearExpression const& expression) const {
  long result = expression.constant;
  for (auto const& [name, factor] : expression.factors) {
    auto const max = options_.max_sizes.find(name);
    if (factor < 0 || max == options_.max_sizes.end()) return std::nullopt;
    result += factor * max->second;
  }
  return result;
}

/// Returns a count for constraints: a linear expression of sizes and loops, or a temporary.
ElementCount NestValues::bounded(ExpressionPtr const& count, std::string const& name) {
  if (std::optional<LinearExpression> const bound = ir::as_linear(count)) {
    bool const is_negative = bound->factors.empty() && bound->constant < 0;
    ElementCount result{is_negative ? ir::linear(0) : *bound, is_negative ? ir::make_integer(0) : count};
    result.is_from_data = std::ranges::any_of(
        bound->factors, [&](auto const& factor) { return !result_.kernel.find_parameter(factor.first); });
    if (std::optional<long> const max = max_value(*bound)) {
      if (*max > std::numeric_limits<int>::max())
        throw base::UserError({program_.name, 0, 0}, "There is no kernel for sizes larger than an int.");
      result.max = std::min(result.max, *max);
    }
    return result;
  }
  ExpressionPtr const size = builder_.scalar(builder_.new_name(name + "_size"), ir::Type::int32);
  builder_.assign_always(size, ir::make_integer(0)); // loops have a range also where a condition does not hold
  builder_.assign(size, count);
  ElementCount result{ir::linear(size->name), size};
  result.is_from_data = true;
  return result;
}

ElementCount NestValues::count_of_generator(Generator const& generator) {
  std::string const& name = declared(generator.variable).name;
  if (generator.kind == GeneratorKind::range) return bounded(integer(count_of(generator)), name);
  if (generator.kind != GeneratorKind::element) fail_over_grid(generator);
  ElementCount result = bounded(size(generator.set, 0), name);
  std::optional<LinearExpression> const max = result.is_from_data ? max_size(generator.set) : std::nullopt;
  if (std::optional<long> const limit = max ? max_value(*max) : std::nullopt) result.max = std::min(result.max, *limit);
  return result;
}

std::vector<ElementCount> NestValues::counts_of_generators(Node const& node) {
  std::vector<ElementCount> counts;
  for (Generator const& generator : node.pattern->generators) {
    auto const depends = [&](Node const& part) {
      return part.kind == NodeKind::variable && base::contains(variables_of(*node.pattern), part.variable);
    };
    // The number of elements of a row does not depend on the row.
    NodePtr const extent = generator.set && !generator.set->extents.empty() ? generator.set->extents[0] : nullptr;
    bool const has_described_size = extent && !any_part(extent, depends);
    for_each_part(generator, [&](NodePtr const& part) {
      if (any_part(part, depends) && !(part == generator.set && has_described_size))
        fail(node, "groupBy with ranges that depend on each other");
    });
    counts.push_back(count_of_generator(generator));
  }
  return counts;
}

/// Returns the product of several numbers. If these are known at launch, it is a parameter of the kernel, because a
/// temporary has a value for each lane, on which all loops over the elements would depend.
ElementCount NestValues::product(std::vector<ElementCount> const& counts, std::string const& name) {
  if (!points_ && std::ranges::all_of(counts, [&](auto const& count) { return is_known_at_launch(count.bound); })) {
    ChunkCount product{.parameter = {}, .counts = {}, .chunk = 1};
    for (ElementCount const& count : counts) product.counts.push_back(count.bound);
    auto known = std::ranges::find_if(result_.chunk_counts, [&](ChunkCount const& other) {
      return other.chunk == 1 && other.counts == product.counts;
    });
    if (known == result_.chunk_counts.end()) {
      product.parameter = builder_.new_name(name + "_size");
      result_.kernel.parameters.push_back({product.parameter, ir::Type::int32});
      known = result_.chunk_counts.insert(known, product);
    }
    return {ir::linear(known->parameter), ir::make_name(ir::Type::int32, known->parameter)};
  }
  ExpressionPtr const none = ir::make_integer(0);
  ExpressionPtr value = counts[0].value;
  for (std::size_t n = 1; n < counts.size(); ++n)
    value = binary(Op::multiply, binary(Op::maximum, none, value), binary(Op::maximum, none, counts[n].value));
  return bounded(value, name);
}

/// Returns the number of elements of all variables together.
ElementCount NestValues::count_of_elements(Pattern const& pattern, std::vector<ElementCount> const& counts) {
  std::string const& name = declared(pattern.generators[0].variable).name;
  ElementCount product = counts.size() > 1 ? this->product(counts, name) : counts[0];
  long max = counts[0].max;
  for (std::size_t n = 1; n < counts.size(); ++n)
    max = std::min<long>(std::numeric_limits<int>::max(), max * counts[n].max);
  product.is_from_data = std::ranges::any_of(counts, &ElementCount::is_from_data);
  product.max = max;
  for (ElementCount const& count : counts) product.factors.push_back(count.bound);
  return product;
}

/// Sets the variables to their values for the element `position`. The last variable varies fastest.
void NestValues::define_generators(Pattern const& pattern, std::vector<ElementCount> const& counts,
                                   ExpressionPtr position) {
  std::vector<ExpressionPtr> indices(counts.size());
  for (std::size_t n = counts.size(); n-- > 1;) {
    indices[n] = binary(Op::modulo, position, counts[n].value);
    position = binary(Op::floor_divide, position, counts[n].value);
  }
  indices[0] = position;
  for (std::size_t n = 0; n < counts.size(); ++n) define_generator(pattern.generators[n], indices[n]);
}

/// Returns the position, or the value of the variable at the position; -1 if there is no element.
Fields NestValues::position_of(Node const& node, ExpressionPtr const& position) {
  Generator const& generator = node.pattern->generators[0];
  if (generator.kind == GeneratorKind::element || !generator.first) return {position};
  ExpressionPtr const is_none = binary(Op::less, position, ir::make_integer(0));
  return {ir::make_operation(Op::select, {is_none, position, binary(Op::add, integer(generator.first), position)})};
}

/// Iterations after the condition has failed do nothing.
Fields NestValues::iterated(Node const& node) {
  Pattern const& pattern = *node.pattern;
  Generator const& range = pattern.generators[0];
  std::size_t const depth = builder_.loops().size();
  Fields const state = temporaries(declared(pattern.left).name, node.type);
  builder_.assign_together(state, value(pattern.initial));
  values_[pattern.left] = state;
  ElementCount const count = count_of_generator(range);
  ExpressionPtr const holds =
      pattern.key ? builder_.scalar(builder_.new_name("holds"), ir::Type::boolean) : nullptr; // whether `while` holds
  if (holds) builder_.assign(holds, ir::make_number(ir::Type::boolean, 1));
  LevelMapping const sequential{Dimension::sequential, 1, {SpanKind::all, 1}};
  LinearExpression const index =
      loops_.open_level(sequential, declared(range.variable).name, ir::linear(0), count.bound - ir::linear(1)).index;
  ++level_;
  define_generator(range, ir::make_linear(index));
  if (holds) {
    loops::KernelBuilder::Condition const scope(builder_, holds);
    builder_.assign(holds, value(pattern.key)[0]);
    builder_.assign_together(state, value(pattern.body));
  } else {
    builder_.assign_together(state, value(pattern.body));
  }
  --level_;
  builder_.close_to(depth);
  return state;
}

Fields NestValues::reduced(LevelMapping const& mapping, std::string const& name, ElementCount const& count,
                           Combination const& combination, Element const& element) {
  ++level_;
  Fields const result = reductions_.reduce(mapping, name, count, combination, element);
  --level_;
  return result;
}

std::vector<std::string> NestValues::declare_chunks(Node const& node, std::string const& name,
                                                    ElementCount const& count, Combination const& combination) {
  ChunkCount const chunks{builder_.new_name(name + "_chunks"), count.factors};
  result_.chunk_counts.push_back(chunks);
  result_.kernel.parameters.push_back({chunks.parameter, ir::Type::int32});
  std::vector<LinearExpression> extents{ir::linear(chunks.parameter)};
  for (OuterLevel const& outer : outer_) extents.push_back(outer.count);
  std::vector<LinearExpression> sizes = extents;
  sizes.insert(sizes.end(), count.factors.begin(), count.factors.end());
  for (LinearExpression const& size : sizes)
    for (auto const& [symbol, _] : size.factors)
      if (!result_.kernel.find_parameter(symbol)) fail(node, "split levels whose size follows from data");
  std::vector<std::string> names;
  for (ir::Type const type : combination.types) {
    names.push_back(builder_.new_name(name + "_stored"));
    ir::TypedArray array{.name = names.back(), .type = type, .scope = ir::Scope::grid};
    for (std::size_t axis = 0; axis < extents.size(); ++axis)
      array.axes.push_back({.extent = extents[axis], .nesting = static_cast<int>(extents.size() - 1 - axis)});
    result_.kernel.arrays.push_back(std::move(array));
  }
  return names;
}

Fields NestValues::split(Node const& node, std::string const& name, ElementCount const& count,
                         Combination const& combination, Element const& element) {
  if (outer_.size() != level_) fail(node, "split levels inside reductions");
  std::size_t const number = split_.n_reductions++;
  if (split_.only_counts)
    return reduced({Dimension::sequential, 1, {SpanKind::all, 1}}, name, count, combination, element);
  if (number == split_.chunks.size()) split_.chunks.push_back(declare_chunks(node, name, count, combination));
  auto const stored = [&](LinearExpression const& chunk) {
    std::vector<ExpressionPtr> subscripts{ir::make_linear(chunk)};
    for (OuterLevel const& outer : outer_) subscripts.push_back(ir::make_linear(outer.index));
    Fields fields;
    for (std::size_t n = 0; n < combination.types.size(); ++n)
      fields.push_back(ir::make_element(combination.types[n], split_.chunks[number][n], subscripts));
    return fields;
  };
  if (number < split_.phase) return reductions_.combine_stored(name, count, combination, stored);
  ++level_;
  reductions_.store_chunks(mapping_.levels[split_.level], name, count, combination, element, split_.block, stored);
  throw PhaseEnds();
}

Fields NestValues::reduced(Node const& node) {
  Pattern const& pattern = *node.pattern;
  if (pattern.kind == PatternKind::iterate) return iterated(node);
  Combination const combination = combination_of(node);
  std::vector<ElementCount> const counts = counts_of_generators(node);
  ElementCount const count = count_of_elements(pattern, counts);
  LevelMapping const& mapping = mapping_of_level();
  bool const is_size_from_data = !ir::as_linear(count.value);
  if (is_size_from_data && mapping.block_size > 1 && pattern.generators.size() == 1)
    fail(node, "levels with several threads and a size that follows from data");
  std::string const& name = declared(pattern.generators[0].variable).name;
  auto const element = [&](LinearExpression const& index) {
    ExpressionPtr const position = ir::make_linear(index);
    define_generators(pattern, counts, position);
    return contribution(node, position);
  };
  Fields const result = level_ == split_.level ? split(node, name, count, combination, element)
                                               : reduced(mapping, name, count, combination, element);
  bool const is_position = pattern.kind == PatternKind::arg_min || pattern.kind == PatternKind::arg_max;
  return is_position ? position_of(node, result[1]) : result;
}

} // namespace chemora::patterns
