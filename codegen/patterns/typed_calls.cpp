/// Calls of functions of the language, of structures and of functions of the program.
#include "codegen/patterns/typed_expressions.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::patterns {

using ir::Op;

std::vector<std::string> ExpressionTyper::function_names() const {
  std::vector<std::string> names{"size", "div", "mod", "int", "real"};
  for (std::string_view const name : ir::edl_function_names())
    if (name != "if") names.emplace_back(name);
  for (auto const& [name, function] : functions_) names.push_back(name);
  for (Structure const& structure : program_.structures) names.push_back(structure.name);
  for (char const* const word : {"sum", "product", "count", "any", "all", "map", "zipWith", "filter", "reduce",
                                 "groupBy", "argmin", "argmax", "iterate"})
    names.emplace_back(word);
  return names;
}

bool ExpressionTyper::has_arguments(syntax::Node const& node, std::size_t min, std::size_t max) {
  std::size_t const n = node.operands.size();
  if (n >= min && n <= max) return true;
  std::string const expected = min == max ? fmt::format("{}", min) : fmt::format("{} or {}", min, max);
  error(node.where, fmt::format("`{}` needs {} argument{}; found {}.", node.text, expected, max == 1 ? "" : "s", n));
  return false;
}

NodePtr ExpressionTyper::call(syntax::Node const& node) {
  if (auto const found = functions_.find(node.text); found != functions_.end())
    return user_function(node, found->second);
  if (Structure const* const structure = find_structure(node.text)) return construction(node, *structure);
  if (node.text == "size") return size(node);
  if (node.text == "int") return conversion(node, Kind::integer);
  if (node.text == "real") return conversion(node, Kind::real);
  if (node.text == "div" || node.text == "mod") return integer_division(node);
  bool const is_extremum = node.text == "min" || node.text == "max";
  ir::OpInfo const* const info = ir::find_edl_function(node.text);
  if (info && !(is_extremum && node.operands.size() == 1)) return real_function(node, *info);
  if (node.text == "row")
    return error(node.where, "`row` is the set of a variable, as in `sum(k in row(a, i): a.value[k])`.");
  if (base::contains(std::vector<std::string>{"sum", "product", "min", "max", "count", "any", "all", "argmin", "argmax",
                                              "map", "zipWith", "filter", "reduce", "groupBy", "iterate"},
                     node.text))
    return pattern_of_array(node);
  typed_all(node.operands);
  return no_function({node.text, node.where}, functions_.empty() ? "" : " before this call", function_names());
}

NodePtr ExpressionTyper::no_function(syntax::Name const& name, std::string const& use,
                                     std::vector<std::string> const& known) {
  if (name.text == declared_function_)
    return error(name.where, fmt::format("`{}` calls itself. Functions are inserted where they are called, and cannot "
                                         "call themselves; use `iterate` or `repeat`.",
                                         name.text));
  if (failed_names_.contains(name.text)) return nullptr;
  return error(name.where,
               fmt::format("There is no function `{}`{}.{}", name.text, use, base::did_you_mean(name.text, known)));
}

/// Returns the number of elements for the extent of an array, which is negative for a range with reversed bounds.
NodePtr ExpressionTyper::at_least_0(NodePtr const& extent) const {
  bool is_known = extent->kind == NodeKind::size || (extent->kind == NodeKind::number && extent->number >= 0);
  if (extent->kind == NodeKind::variable) {
    Variable const& variable = program_.variables[static_cast<std::size_t>(extent->variable)];
    is_known = variable.role == Role::size || variable.role == Role::grid_number ||
               (variable.role == Role::parameter && variable.range[0] >= 0);
  }
  return is_known ? extent : make_operation(Op::maximum, {extent, make_integer(0, extent->where)}, extent->where);
}

NodePtr ExpressionTyper::size(syntax::Node const& node) {
  if (!has_arguments(node, 1, 2)) return nullptr;
  NodePtr const array = typed(node.operands[0]);
  NodePtr const axis =
      node.operands.size() == 2 ? typed_integer(node.operands[1], "The axis of `size`") : make_integer(0, node.where);
  if (!array || !axis) return nullptr;
  bool const is_group = array->type.kind == Kind::group;
  if (!array->type.is_array() && !is_group)
    return error(node.where, fmt::format("`size` needs an array or a group; found {}.", to_text(array->type)));
  int const rank = is_group ? 1 : array->type.rank;
  if (axis->kind != NodeKind::number || axis->number < 0 || axis->number >= rank)
    return error(axis->where, fmt::format("The axis of `size` must be a number from 0 to {}.", rank - 1));
  auto const index = static_cast<std::size_t>(axis->number);
  if (!is_group && array->extents[index]) return at_least_0(array->extents[index]);
  return std::make_shared<Node const>(Node{.kind = NodeKind::size,
                                           .type = scalar_type(Kind::integer),
                                           .index = static_cast<int>(index),
                                           .operands = {array},
                                           .where = node.where});
}

NodePtr ExpressionTyper::conversion(syntax::Node const& node, Kind kind) {
  if (!has_arguments(node, 1, 1)) return nullptr;
  NodePtr operand = typed(node.operands[0]);
  if (!operand) return nullptr;
  if (!operand->type.is_scalar())
    return error(node.where,
                 fmt::format("`{}` needs a number or a bool; found {}.", node.text, to_text(operand->type)));
  // Truth values become integers first, as the operation `convert` requires.
  if (operand->type.kind == Kind::boolean) operand = converted(operand, Kind::integer);
  return converted(operand, kind);
}

NodePtr ExpressionTyper::integer_division(syntax::Node const& node) {
  if (!has_arguments(node, 2, 2)) return nullptr;
  std::string const what = fmt::format("The operand of `{}`", node.text);
  NodePtr const left = typed_integer(node.operands[0], what), right = typed_integer(node.operands[1], what);
  if (!left || !right) return nullptr;
  return make_operation(node.text == "div" ? Op::floor_divide : Op::modulo, {left, right}, node.where);
}

NodePtr ExpressionTyper::real_function(syntax::Node const& node, ir::OpInfo const& info) {
  auto const arity = static_cast<std::size_t>(info.arity);
  if (info.accepts_more_arguments ? node.operands.size() < arity : node.operands.size() != arity) {
    bool const can_be_array = info.accepts_more_arguments;
    return error(node.where, fmt::format("`{}` needs {}{} argument{}; found {}.", node.text,
                                         can_be_array ? "an array or at least " : "", arity, arity == 1 ? "" : "s",
                                         node.operands.size()));
  }
  std::vector<NodePtr> operands = typed_all(node.operands);
  if (base::contains(operands, nullptr)) return nullptr;
  Kind kind = Kind::integer;
  for (NodePtr const& operand : operands) {
    if (!operand->type.is_number())
      return error(operand->where,
                   fmt::format("The argument of `{}` must be a number; found {}.", node.text, to_text(operand->type)));
    kind = std::max(kind, operand->type.kind);
  }
  bool const has_integers = info.op == Op::minimum || info.op == Op::maximum || info.op == Op::absolute;
  if (!has_integers) kind = Kind::real;
  for (NodePtr& operand : operands) operand = converted(operand, kind);
  if (!info.accepts_more_arguments) return make_operation(info.op, operands, node.where);
  NodePtr result = operands[0];
  for (std::size_t n = 1; n < operands.size(); ++n) result = make_operation(info.op, {result, operands[n]}, node.where);
  return result;
}

NodePtr ExpressionTyper::construction(syntax::Node const& node, Structure const& structure) {
  if (node.operands.size() != structure.fields.size())
    return error(node.where, fmt::format("`{}` has {} field{}; found {} value{}.", structure.name,
                                         structure.fields.size(), structure.fields.size() == 1 ? "" : "s",
                                         node.operands.size(), node.operands.size() == 1 ? "" : "s"));
  Node result{.kind = NodeKind::construct, .type = structure_type(structure.name), .where = node.where};
  for (std::size_t n = 0; n < structure.fields.size(); ++n)
    result.operands.push_back(typed_as(node.operands[n], scalar_type(structure.fields[n].kind),
                                       fmt::format("The field `{}`", structure.fields[n].name)));
  return base::contains(result.operands, nullptr) ? nullptr : std::make_shared<Node const>(std::move(result));
}

void ExpressionTyper::declare_function(syntax::Function const& syntax) {
  bool is_new = check_name(syntax.name);
  if (base::contains(std::vector<std::string>{"size", "div", "mod", "row"}, syntax.name.text)) {
    error(syntax.name.where, fmt::format("`{}` is a function of the language; choose another name.", syntax.name.text));
    is_new = false;
  }
  Function function{.syntax = &syntax};
  for (syntax::Declaration const& parameter : syntax.parameters) {
    function.types.push_back(declared_type(parameter));
    for (syntax::NodePtr const& extent : parameter.extents)
      if (extent)
        error(extent->where,
              fmt::format("The parameter `{}` has any extents; write `{} {}[{}]`.", parameter.name.text,
                          parameter.type.text, parameter.name.text, std::string(parameter.extents.size() - 1, ',')));
    if (parameter.is_csr)
      error(parameter.type.where, "A parameter cannot be a CSR matrix; pass its arrays first, column and value.");
  }
  // The body is checked with arguments of unknown value, whose variables are then removed.
  std::size_t const n_variables = program_.variables.size();
  std::set<std::string> const names = names_;
  std::map<std::string, int> const suffixes = suffixes_;
  push_scope();
  std::vector<NodePtr> arguments;
  for (std::size_t n = 0; n < syntax.parameters.size(); ++n) {
    Variable argument{.type = function.types[n], .where = syntax.parameters[n].name.where};
    program_.variables.push_back(argument);
    int const number = static_cast<int>(program_.variables.size()) - 1;
    set_extents(number, {});
    arguments.push_back(variable(number, argument.where));
  }
  declared_function_ = syntax.name.text;
  bool const is_valid = inlined(function, arguments) != nullptr;
  declared_function_.clear();
  pop_scope();
  // Numbers of the grid that the body uses are declared again at its first call.
  std::erase_if(scopes_[0].variables,
                [&](auto const& item) { return static_cast<std::size_t>(item.second) >= n_variables; });
  std::erase_if(used_, [&](int number) { return static_cast<std::size_t>(number) >= n_variables; });
  program_.variables.resize(n_variables);
  names_ = names;
  suffixes_ = suffixes;
  // The calls of a function with an error are not checked.
  if (is_new && is_valid) functions_.emplace(syntax.name.text, std::move(function));
  if (!is_valid) add_failed(syntax.name.text);
}

NodePtr ExpressionTyper::inlined(Function const& function, std::vector<NodePtr> const& arguments) {
  std::size_t const outer_scope = first_scope_;
  push_scope();
  first_scope_ = scopes_.size() - 1;
  std::vector<int> numbers;
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    numbers.push_back(declare(function.syntax->parameters[n].name, {.type = arguments[n]->type}));
    set_extents(numbers.back(), arguments[n]->extents);
  }
  NodePtr result = typed(function.syntax->body);
  for (std::size_t n = arguments.size(); n-- > 0 && result;) result = make_let(numbers[n], arguments[n], result);
  pop_scope();
  first_scope_ = outer_scope;
  return result;
}

NodePtr ExpressionTyper::user_function(syntax::Node const& node, Function const& function) {
  std::vector<NodePtr> arguments = typed_all(node.operands);
  std::size_t const n_parameters = function.types.size();
  if (arguments.size() != n_parameters)
    return error(node.where,
                 fmt::format("`{}` has {} parameter{}; found {} argument{}.", node.text, n_parameters,
                             n_parameters == 1 ? "" : "s", arguments.size(), arguments.size() == 1 ? "" : "s"));
  for (std::size_t n = 0; n < n_parameters; ++n) {
    if (!arguments[n] || function.types[n].kind == Kind::unknown) return nullptr;
    bool const is_widened = arguments[n]->type.kind == Kind::integer && function.types[n].kind == Kind::real;
    if (is_widened) arguments[n] = converted(arguments[n], Kind::real);
    if (!same_type(arguments[n]->type, function.types[n]))
      return error(node.operands[n]->where, fmt::format("The parameter `{}` of `{}` is of type {}; found {}.",
                                                        function.syntax->parameters[n].name.text, node.text,
                                                        to_text(function.types[n]), to_text(arguments[n]->type)));
  }
  return inlined(function, arguments);
}

} // namespace chemora::patterns
