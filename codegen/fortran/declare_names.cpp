#include "codegen/fortran/declare_names.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::fortran {

namespace {

using base::SourcePosition;
using base::UserError;
using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Type;

/// Calls `visit` for the expression and all expressions in it.
template <class Visit>
void for_each_node(Node const& node, Visit const& visit) {
  visit(node);
  for (Node const& operand : node.operands) for_each_node(operand, visit);
}

class Names {
public:
  Names(Subroutine const& subroutine, Options const& options, loops::LoopKernel& kernel, base::Diagnostics& diagnostics)
      : subroutine_(subroutine), options_(options), kernel_(kernel), diagnostics_(diagnostics) {}

  Symbols run() {
    collect_names();
    declare_arguments();
    declare_locals();
    declare_shapes();
    check_unassigned();
    return std::move(symbols_);
  }

private:
  void collect_names();
  void declare_arguments();
  void declare_locals();
  void declare(Declaration const& declaration);
  void declare_constant(Declaration const& declaration);
  void declare_parameter(std::string const& name, Type type);
  void declare_undeclared(Node const& node);
  void declare_shapes();
  LinearExpression extent(Node const& node, std::string const& array) const;
  void check_unassigned();
  ExpressionPtr value_of(Node const& node) const { return typed(node, symbols_, options_.real); }

  Subroutine const& subroutine_;
  Options const& options_;
  loops::LoopKernel& kernel_;
  base::Diagnostics& diagnostics_;
  Symbols symbols_{};
  // Names in lower case.
  std::set<std::string> arguments_{};
  std::set<std::string> assigned_{};
  std::set<std::string> loop_variables_{};
  std::set<std::string> unassigned_{}; ///< local variables without an assignment
};

void Names::collect_names() {
  for (Argument const& argument : subroutine_.arguments)
    if (!arguments_.insert(base::lower_case(argument.name)).second)
      diagnostics_.error(argument.where, fmt::format("The argument `{}` occurs twice.", argument.name));
  for_each_statement(subroutine_.body, [&](Statement const& statement) {
    if (statement.kind == StatementKind::assignment) assigned_.insert(base::lower_case(statement.target.text));
    if (statement.kind == StatementKind::loop) loop_variables_.insert(base::lower_case(statement.variable));
  });
}

void Names::declare_parameter(std::string const& name, Type type) {
  symbols_[base::lower_case(name)] = {.kind = Symbol::Kind::parameter, .name = name, .type = type};
  kernel_.parameters.push_back({name, type});
}

/// Declares the arguments in their order.
void Names::declare_arguments() {
  for (Argument const& argument : subroutine_.arguments) {
    std::string const key = base::lower_case(argument.name);
    auto const& all = subroutine_.declarations;
    auto const found = std::find_if(all.begin(), all.end(), [&](Declaration const& declaration) {
      return base::lower_case(declaration.name) == key;
    });
    if (found == all.end()) {
      diagnostics_.error(argument.where, fmt::format("The argument `{}` is not declared.", argument.name));
      symbols_[key] = {.kind = Symbol::Kind::parameter, .name = argument.name};
    } else {
      declare(*found);
    }
  }
}

void Names::declare_locals() {
  std::set<std::string> declared;
  for (Declaration const& declaration : subroutine_.declarations) {
    std::string const key = base::lower_case(declaration.name);
    if (!declared.insert(key).second)
      diagnostics_.error(declaration.where, fmt::format("`{}` is declared twice.", declaration.name));
    else if (declaration.constant)
      base::collect_errors(diagnostics_, [&] { declare_constant(declaration); });
    else if (!arguments_.contains(key))
      declare(declaration);
  }
}

void Names::declare_constant(Declaration const& declaration) {
  std::string const key = base::lower_case(declaration.name);
  if (arguments_.contains(key))
    throw UserError(declaration.where, fmt::format("The argument `{}` cannot be a constant.", declaration.name));
  ExpressionPtr const value = converted(declaration.type, value_of(*declaration.constant), declaration.where);
  if (value->kind != ExpressionKind::number)
    throw UserError(declaration.where,
                    fmt::format("The value of the constant `{}` must be a number or a sum or product of integer "
                                "constants.",
                                declaration.name));
  symbols_[key] = {.kind = Symbol::Kind::constant, .name = declaration.name, .type = declaration.type, .value = value};
}

void Names::declare(Declaration const& declaration) {
  std::string const& name = declaration.name;
  std::string const key = base::lower_case(name);
  bool const is_argument = arguments_.contains(key);
  bool const is_scalar = declaration.shape.empty();
  bool const is_assigned = assigned_.contains(key);
  if (loop_variables_.contains(key)) {
    if (declaration.type != Type::int32 || !is_scalar)
      diagnostics_.error(declaration.where, fmt::format("The loop variable `{}` must be an integer scalar.", name));
    if (is_argument)
      diagnostics_.error(declaration.where, fmt::format("The loop variable `{}` must not be an argument.", name));
    symbols_[key] = {.kind = Symbol::Kind::loop, .name = name};
    return;
  }
  if (is_scalar && is_argument && !is_assigned) return declare_parameter(name, declaration.type);
  if (is_scalar && is_argument)
    diagnostics_.error(declaration.where, fmt::format("The scalar argument `{0}` is assigned, but scalar arguments are "
                                                      "passed by value. Declare it as array, `{0}(1)`, or assign a "
                                                      "local variable.",
                                                      name));
  if (!is_assigned && !is_argument) unassigned_.insert(key);
  Symbol symbol{.kind = Symbol::Kind::array, .name = name, .type = declaration.type};
  // The bounds follow when all parameters are declared.
  symbol.lower.resize(declaration.shape.size(), ir::linear(1));
  symbols_[key] = symbol;
  if (is_assigned || is_argument)
    kernel_.arrays.push_back({.name = name, .type = declaration.type, .is_argument = is_argument});
}

/// Names without declaration in shapes and in bounds of loops are integer parameters.
void Names::declare_undeclared(Node const& node) {
  for_each_node(node, [&](Node const& part) {
    if (part.kind == NodeKind::name && !symbols_.contains(base::lower_case(part.text)))
      declare_parameter(part.text, Type::int32);
  });
}

LinearExpression Names::extent(Node const& node, std::string const& array) const {
  ExpressionPtr const value = value_of(node);
  std::optional<LinearExpression> const result = ir::as_linear(value);
  if (!result)
    throw UserError(node.where,
                    fmt::format("The shape of `{}` must consist of sums and multiples of integer arguments, "
                                "such as `n + 1`.",
                                array));
  return *result;
}

void Names::declare_shapes() {
  for (Declaration const& declaration : subroutine_.declarations)
    for (Dimension const& dimension : declaration.shape) {
      declare_undeclared(dimension.upper);
      if (dimension.lower) declare_undeclared(*dimension.lower);
    }
  for_each_statement(subroutine_.body, [&](Statement const& statement) {
    if (statement.kind != StatementKind::loop) return;
    declare_undeclared(statement.lower);
    declare_undeclared(statement.upper);
  });
  for (Declaration const& declaration : subroutine_.declarations) {
    ir::TypedArray* array = nullptr;
    for (ir::TypedArray& candidate : kernel_.arrays)
      if (candidate.name == declaration.name) array = &candidate;
    if (!array || declaration.constant) continue;
    int nesting = 0;
    std::vector<LinearExpression> lower;
    base::collect_errors(diagnostics_, [&] {
      for (Dimension const& dimension : declaration.shape) {
        lower.push_back(dimension.lower ? extent(*dimension.lower, array->name) : ir::linear(1));
        LinearExpression const length = extent(dimension.upper, array->name) - lower.back() + ir::linear(1);
        if (length.is_constant() && length.constant < 1)
          throw UserError(dimension.upper.where,
                          fmt::format("An axis of `{}` has the extent {}; it must have at least one element.",
                                      array->name, length.constant));
        array->axes.push_back({.extent = length, .nesting = nesting++});
      }
      symbols_[base::lower_case(declaration.name)].lower = lower;
    });
  }
}

void Names::check_unassigned() {
  auto const check = [&](Node const& node) {
    for_each_node(node, [&](Node const& part) {
      bool const is_variable = part.kind == NodeKind::name || part.kind == NodeKind::call;
      if (is_variable && unassigned_.contains(base::lower_case(part.text)))
        diagnostics_.error(part.where, fmt::format("`{0}` is read, but it is a local variable that is never assigned. "
                                                   "Make it an argument, or assign it.",
                                                   part.text));
    });
  };
  for_each_statement(subroutine_.body, [&](Statement const& statement) {
    if (statement.kind == StatementKind::assignment) {
      for (Node const& subscript : statement.target.operands) check(subscript);
      check(statement.value);
    }
    if (statement.kind == StatementKind::loop) {
      check(statement.lower);
      check(statement.upper);
    }
    for (Branch const& branch : statement.alternatives)
      if (branch.condition) check(*branch.condition);
  });
}

} // namespace

Symbols declare_names(Subroutine const& subroutine, Options const& options, loops::LoopKernel& kernel,
                      base::Diagnostics& diagnostics) {
  return Names(subroutine, options, kernel, diagnostics).run();
}

} // namespace chemora::fortran
