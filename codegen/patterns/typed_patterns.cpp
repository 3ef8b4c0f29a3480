/// Patterns.
#include "codegen/patterns/typed_expressions.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::patterns {

using ir::Op;

namespace {

bool is_over_grid(std::vector<Generator> const& generators) {
  return std::any_of(generators.begin(), generators.end(), [](Generator const& item) { return item.is_over_grid; });
}

NodePtr make_pattern(Type type, Pattern pattern, std::vector<NodePtr> extents, base::SourcePosition const& where) {
  return std::make_shared<Node const>(Node{.kind = NodeKind::pattern,
                                           .type = std::move(type),
                                           .pattern = std::make_shared<Pattern const>(std::move(pattern)),
                                           .extents = std::move(extents),
                                           .where = where});
}

/// Returns whether the number of values of a generator depends on another generator. The number of elements of a row
/// does not depend on the row.
bool depends_on(Generator const& generator, std::vector<Generator> const& others) {
  NodePtr const size = generator.set && !generator.set->extents.empty() ? generator.set->extents[0] : nullptr;
  auto const is_other = [&](Node const& node) {
    return node.kind == NodeKind::variable &&
           std::ranges::find(others, node.variable, &Generator::variable) != others.end();
  };
  bool result = false;
  for_each_part(generator, [&](NodePtr const& part) {
    result = result || any_part(size && part == generator.set ? size : part, is_other);
  });
  return result;
}

/// Returns a reduction. Where the range of a variable depends on another variable, it is a reduction of reductions.
NodePtr make_reduction(Type const& type, Pattern pattern, base::SourcePosition const& where) {
  std::vector<Generator>& generators = pattern.generators;
  auto const first =
      std::ranges::find_if(generators, [&](Generator const& generator) { return depends_on(generator, generators); });
  if (first == generators.end() || is_over_grid(generators)) return make_pattern(type, std::move(pattern), {}, where);
  Pattern inner = pattern;
  inner.generators.assign(first, generators.end());
  generators.erase(first, generators.end());
  pattern.body = make_reduction(type, std::move(inner), where);
  if (pattern.kind == PatternKind::count) pattern.kind = PatternKind::fold; // a sum of numbers
  return make_pattern(type, std::move(pattern), {}, where);
}

std::vector<std::string> const axis_names{"x", "y", "z"};

} // namespace

bool ExpressionTyper::check_parts(syntax::Node const& node) {
  syntax::Pattern const& pattern = *node.pattern;
  auto const check = [&](bool is_present, bool is_allowed, std::string const& part, std::string const& owner) {
    if (is_present && !is_allowed)
      error(node.where, fmt::format("`{}` has no part `{}`; only `{}` has.", node.text, part, owner));
    return !is_present || is_allowed;
  };
  bool const is_group = node.text == "groupBy", is_reduce = node.text == "reduce";
  bool const is_iteration = node.text == "iterate";
  bool is_valid = check(pattern.key != nullptr, is_group || is_iteration, "by", "groupBy");
  is_valid = check(pattern.n_groups != nullptr, is_group, "into", "groupBy") && is_valid;
  is_valid = check(pattern.initial != nullptr, is_reduce || is_iteration, "with", "reduce") && is_valid;
  auto const require = [&](bool is_present, std::string const& part) {
    if (!is_present) error(node.where, fmt::format("`{}` needs {}.", node.text, part));
    is_valid = is_valid && is_present;
  };
  if (is_group)
    require(pattern.key != nullptr, "a key, as in `groupBy(x in a by key(x): x)`");
  else
    require(pattern.body != nullptr, "`:` and an expression after its variables");
  if (is_reduce) require(pattern.initial != nullptr, "a function, as in `reduce(x in a: x with f from 0.0)`");
  bool const has_one = node.text == "filter" || node.text.starts_with("arg");
  if (has_one) require(pattern.generators.size() == 1, "exactly one variable");
  return is_valid;
}

NodePtr ExpressionTyper::pattern(syntax::Node const& node) {
  if (!check_parts(node)) return nullptr;
  push_scope();
  NodePtr result;
  if (node.text == "map")
    result = map(node, 0);
  else if (node.text == "zipWith")
    result = zip(node);
  else if (node.text == "filter")
    result = filter(node);
  else if (node.text == "reduce")
    result = reduce(node);
  else if (node.text == "groupBy")
    result = group(node);
  else if (node.text == "iterate")
    result = iteration(node);
  else
    result = fold(node);
  pop_scope();
  return result;
}

NodePtr ExpressionTyper::make_map(PatternKind kind, std::vector<Generator> generators, NodePtr const& body,
                                  std::size_t first_variable, base::SourcePosition const& where) {
  std::vector<NodePtr> extents;
  Generator const& generator = generators[0];
  if (generator.kind == GeneratorKind::range) extents.push_back(count_of(generator));
  if (generator.kind == GeneratorKind::axis)
    extents.push_back(variable(grid_number("points_" + axis_names[static_cast<std::size_t>(generator.axis)]), where));
  if (generator.kind == GeneratorKind::point)
    for (std::string const& axis : axis_names) extents.push_back(variable(grid_number("points_" + axis), where));
  if (generator.kind == GeneratorKind::element)
    extents.push_back(generator.set->type.is_array() ? generator.set->extents[0] : nullptr);
  int const rank = static_cast<int>(extents.size());
  extents = visible_extents(extents, first_variable);
  bool const is_over = is_over_grid(generators);
  Type type = array_type(rank, body->type, is_over);
  std::vector<NodePtr> const inner = visible_extents(body->extents, first_variable);
  // Arrays of equal sizes become further axes.
  if (body->type.is_array() && !base::contains(inner, nullptr)) {
    type = array_type(rank + body->type.rank, *body->type.element, is_over || body->type.is_over_grid);
    extents.insert(extents.end(), inner.begin(), inner.end());
  }
  return make_pattern(type, {.kind = kind, .generators = std::move(generators), .body = body}, extents, where);
}

/// Several variables of a map are nested maps.
NodePtr ExpressionTyper::map(syntax::Node const& node, std::size_t first_generator) {
  std::vector<syntax::Generator> const& generators = node.pattern->generators;
  std::size_t const first_variable = program_.variables.size();
  auto const generator = typed_generators({generators[first_generator]});
  NodePtr const body =
      first_generator + 1 < generators.size() ? map(node, first_generator + 1) : typed(node.pattern->body);
  return generator && body ? make_map(PatternKind::map, *generator, body, first_variable, node.where) : nullptr;
}

NodePtr ExpressionTyper::zip(syntax::Node const& node) {
  if (node.pattern->generators.size() < 2)
    return error(node.where, "`zipWith` needs two variables or more, as in `zipWith(x in a, y in b: x + y)`.");
  std::size_t const first_variable = program_.variables.size();
  auto const generators = typed_generators(node.pattern->generators);
  NodePtr const body = typed(node.pattern->body);
  if (!generators || !body) return nullptr;
  for (Generator const& generator : *generators)
    if (generator.kind == GeneratorKind::point)
      return error(node.where, "A variable of `zipWith` cannot range over `grid`; use `map(c in grid: ...)`.");
  return make_map(PatternKind::zip, *generators, body, first_variable, node.where);
}

NodePtr ExpressionTyper::filter(syntax::Node const& node) {
  auto const generators = typed_generators(node.pattern->generators);
  NodePtr const condition = typed_condition(node.pattern->body, "The condition of `filter`");
  if (!generators || !condition) return nullptr;
  int const element = (*generators)[0].variable;
  Type const& type = program_.variables[static_cast<std::size_t>(element)].type;
  return make_pattern(array_type(1, type, is_over_grid(*generators)),
                      {.kind = PatternKind::filter, .generators = *generators, .body = condition}, {nullptr},
                      node.where);
}

/// Sets the expression that combines two values of the type. Returns false after an error.
bool ExpressionTyper::set_combine(syntax::Pattern const& pattern, Type const& type, Pattern& result) {
  push_scope();
  if (pattern.combined) {
    result.left = declare(pattern.left, {.type = type});
    result.right = declare(pattern.right, {.type = type});
    result.combine = typed_as(pattern.combined, type, "The combined value");
  } else {
    base::SourcePosition const& where = pattern.combine.where;
    result.left = declare({unique_name("left"), where}, {.type = type});
    result.right = declare({unique_name("right"), where}, {.type = type});
    Function const& function = functions_.at(pattern.combine.text);
    result.combine = inlined(function, {variable(result.left, where), variable(result.right, where)});
    if (result.combine && !same_type(result.combine->type, type))
      result.combine = error(where, fmt::format("`{}` must return {} like its parameters; found {}.",
                                                pattern.combine.text, to_text(type), to_text(result.combine->type)));
  }
  pop_scope();
  return result.combine != nullptr;
}

/// Returns whether a function can combine values; reports an error otherwise.
bool ExpressionTyper::can_combine(syntax::Name const& name) {
  auto const found = functions_.find(name.text);
  std::vector<std::string> known;
  for (auto const& [text, function] : functions_) known.push_back(text);
  if (found == functions_.end()) {
    no_function(name, " before this use", known);
    return false;
  }
  std::vector<Type> const& types = found->second.types;
  bool const fits = types.size() == 2 && same_type(types[0], types[1]) && !types[0].is_array();
  if (!fits)
    error(name.where, fmt::format("`reduce` needs a function of two numbers or structures of one type; `{}` is another "
                                  "function.",
                                  name.text));
  return fits;
}

NodePtr ExpressionTyper::reduce(syntax::Node const& node) {
  syntax::Pattern const& pattern = *node.pattern;
  if (!pattern.combined && !can_combine(pattern.combine)) return nullptr;
  Pattern result{.kind = PatternKind::reduce};
  NodePtr const initial = typed(pattern.initial);
  auto const generators = typed_generators(pattern.generators);
  if (!initial || !generators) return nullptr;
  Type const type = pattern.combined ? initial->type : functions_.at(pattern.combine.text).types[0];
  if (!type.is_scalar() && type.kind != Kind::structure)
    return error(node.where, fmt::format("`reduce` combines numbers or structures; found {}.", to_text(type)));
  result.body = typed_as(pattern.body, type, "The expression of `reduce`");
  result.initial =
      initial->type.kind == Kind::integer && type.kind == Kind::real ? converted(initial, type.kind) : initial;
  if (!same_type(result.initial->type, type))
    return error(initial->where, fmt::format("The initial value of `reduce` must be of type {}; found {}.",
                                             to_text(type), to_text(initial->type)));
  if (is_over_grid(*generators))
    return error(node.where, "The result of `reduce` over the grid would depend on the distribution of the grid; use "
                             "sum, min, max, argmin or argmax.");
  result.generators = *generators;
  bool const is_valid = set_combine(pattern, type, result);
  return is_valid && result.body ? make_reduction(type, std::move(result), node.where) : nullptr;
}

NodePtr ExpressionTyper::iteration(syntax::Node const& node) {
  syntax::Pattern const& pattern = *node.pattern;
  NodePtr const initial = typed(pattern.initial);
  auto const generators = typed_generators(pattern.generators);
  if (!initial || !generators) return nullptr;
  if ((*generators)[0].kind != GeneratorKind::range || generators->size() > 1)
    return error(node.where, "`iterate` needs one range, as in `iterate(x from 1.0, k < 10: x / 2)`.");
  Type const& type = initial->type;
  if (!type.is_scalar() && type.kind != Kind::structure)
    return error(initial->where, fmt::format("`iterate` computes a number or a structure; found {}.", to_text(type)));
  Pattern result{.kind = PatternKind::iterate, .generators = *generators, .initial = initial};
  result.left = declare(pattern.left, {.type = type});
  if (pattern.key) result.key = typed_condition(pattern.key, "The condition after `while`");
  result.body = typed_as(pattern.body, type, "The expression of `iterate`");
  bool const is_valid = result.body && (result.key || !pattern.key);
  return is_valid ? make_pattern(type, result, {}, node.where) : nullptr;
}

NodePtr ExpressionTyper::group(syntax::Node const& node) {
  syntax::Pattern const& pattern = *node.pattern;
  Pattern result{.kind = PatternKind::group};
  if (pattern.n_groups) {
    result.n_groups = typed_integer(pattern.n_groups, "The number of groups");
    if (!result.n_groups) return nullptr;
  }
  auto const generators = typed_generators(pattern.generators);
  result.key = typed_integer(pattern.key, "The key of `groupBy`");
  if (!generators || !result.key) return nullptr;
  result.generators = *generators;
  if (!pattern.body && generators->size() > 1)
    return error(node.where, "`groupBy` with several variables needs `:` and the value that is grouped.");
  result.body = pattern.body ? typed(pattern.body) : variable((*generators)[0].variable, node.where);
  if (!result.body) return nullptr;
  if (result.body->type.is_array() || result.body->type.kind == Kind::group)
    return error(result.body->where,
                 fmt::format("`groupBy` groups numbers, bools or structures; found {}.", to_text(result.body->type)));
  Type const members{.kind = Kind::group,
                     .element = std::make_shared<Type const>(result.body->type),
                     .is_over_grid = is_over_grid(*generators)};
  NodePtr const extent = result.n_groups;
  return make_pattern(array_type(1, members, false), std::move(result), visible_extents({extent}, SIZE_MAX),
                      node.where);
}

NodePtr ExpressionTyper::fold(syntax::Node const& node) {
  auto generators = typed_generators(node.pattern->generators);
  NodePtr const body = typed(node.pattern->body);
  return generators && body ? make_fold(node.text, std::move(*generators), body, node.where) : nullptr;
}

NodePtr ExpressionTyper::pattern_of_array(syntax::Node const& node) {
  bool const needs_variables =
      base::contains(std::vector<std::string>{"map", "zipWith", "filter", "reduce", "groupBy", "iterate"}, node.text);
  if (needs_variables)
    return error(node.where,
                 fmt::format("`{0}` needs variables, as in `{0}(i < n: ...)` or `{0}(x in a: ...)`.", node.text));
  if (!has_arguments(node, 1, 1)) return nullptr;
  NodePtr set = typed(node.operands[0]);
  if (!set) return nullptr;
  if (!set->type.is_array() && set->type.kind != Kind::group)
    return error(node.operands[0]->where, fmt::format("`{0}` needs an array, a group or variables, as in "
                                                      "`{0}(i < n: ...)`; found {1}.",
                                                      node.text, to_text(set->type)));
  if (node.text.starts_with("arg") && set->type.rank > 1)
    return error(node.operands[0]->where,
                 fmt::format("`{}` needs an array of rank 1; found {}.", node.text, to_text(set->type)));
  if (set->kind == NodeKind::variable && program_.variables[static_cast<std::size_t>(set->variable)].role == Role::grid)
    return fold_of_field(node, set);
  push_scope();
  std::vector<Generator> generators;
  while (set->type.is_array() || set->type.kind == Kind::group) {
    Generator generator{.kind = GeneratorKind::element, .set = set, .is_over_grid = set->type.is_over_grid};
    generator.variable = declare_element({unique_name("item"), node.where}, set);
    set = variable(generator.variable, node.where);
    generators.push_back(std::move(generator));
  }
  NodePtr const result = make_fold(node.text, std::move(generators), set, node.where);
  pop_scope();
  return result;
}

/// The points are the generator, so that each process needs only its own points.
NodePtr ExpressionTyper::fold_of_field(syntax::Node const& node, NodePtr const& field) {
  push_scope();
  Type const type = structure_type(point_structure().name);
  int const number = declare({unique_name("item"), node.where}, {.type = type});
  Generator const points{.kind = GeneratorKind::point, .variable = number, .is_over_grid = true};
  NodePtr const body = element(node, field, point_subscripts(variable(number, node.where), node.where));
  NodePtr const result = make_fold(node.text, {points}, body, node.where);
  pop_scope();
  return result;
}

NodePtr ExpressionTyper::make_extremum(std::string const& word, std::vector<Generator> generators, NodePtr body,
                                       base::SourcePosition const& where) {
  if (!body->type.is_number())
    return error(where, fmt::format("`{}` needs numbers; found {}.", word, to_text(body->type)));
  bool const is_point = generators[0].kind == GeneratorKind::point;
  Type const type = is_point ? structure_type(point_structure().name) : scalar_type(Kind::integer);
  PatternKind const kind = word == "argmin" ? PatternKind::arg_min : PatternKind::arg_max;
  return make_pattern(type, {.kind = kind, .generators = std::move(generators), .body = std::move(body)}, {}, where);
}

NodePtr ExpressionTyper::make_fold(std::string const& word, std::vector<Generator> generators, NodePtr body,
                                   base::SourcePosition const& where) {
  static std::map<std::string, Op> const operations{
      {"sum", Op::add},        {"product", Op::multiply}, {"min", Op::minimum}, {"max", Op::maximum},
      {"any", Op::logical_or}, {"all", Op::logical_and},  {"count", Op::add}};
  if (word.starts_with("arg")) return make_extremum(word, std::move(generators), std::move(body), where);
  bool const needs_condition = word == "any" || word == "all" || word == "count";
  bool const fits = needs_condition ? body->type.kind == Kind::boolean : body->type.is_number();
  if (!fits)
    return error(where,
                 fmt::format("`{}` needs {}; found {}.{}", word, needs_condition ? "values of type bool" : "numbers",
                             to_text(body->type),
                             word == "sum" && body->type.kind == Kind::boolean ? " `count` counts truth values." : ""));
  Pattern result{.kind = word == "count" ? PatternKind::count : PatternKind::fold,
                 .generators = std::move(generators),
                 .body = body,
                 .op = operations.at(word)};
  bool const is_rounded = body->type.kind == Kind::real && (word == "sum" || word == "product");
  if (is_rounded && is_over_grid(result.generators)) {
    if (word == "product")
      return error(where, "A product of reals over the grid would depend on the distribution of the grid; use "
                          "`exp(sum(c in grid: log(...)))`.");
    result.is_exact = true;
  }
  Type const type = word == "count" ? scalar_type(Kind::integer) : body->type;
  return make_reduction(type, std::move(result), where);
}

} // namespace chemora::patterns
