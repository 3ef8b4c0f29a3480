/// Converts subroutines to loop kernels.
#include "codegen/fortran/copies.hpp"
#include "codegen/fortran/typed_expressions.hpp"
#include "framework/base/errors.hpp"
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
using ir::Op;
using ir::Type;

/// Small arrays are in registers, larger ones in memory that the threads of a block share.
constexpr long max_register_elements = 32;

/// Calls `visit` for every expression of the statements.
template <class Visit>
void for_each_node(Node const& node, Visit const& visit) {
  visit(node);
  for (Node const& operand : node.operands) for_each_node(operand, visit);
}

/// Calls `visit` for every statement, outer statements first.
template <class Visit>
void for_each_statement(std::vector<Statement> const& statements, Visit const& visit) {
  for (Statement const& statement : statements) {
    visit(statement);
    for_each_statement(statement.body, visit);
    for (Branch const& branch : statement.alternatives) for_each_statement(branch.body, visit);
  }
}

class Lowering {
public:
  Lowering(Subroutine const& subroutine, Options const& options, base::Diagnostics& diagnostics)
      : subroutine_(subroutine), options_(options), diagnostics_(diagnostics) {}

  loops::LoopKernel run();

private:
  /// A position in the nest: loops, conditions and the first entries of `order`.
  struct Place {
    std::vector<std::string> within{};
    std::vector<ExpressionPtr> conditions{};
    std::vector<LinearExpression> order{};
    std::set<std::string> set_scalars{}; ///< scalars that were assigned in this iteration without further conditions
    long next = 0;                       ///< next constant of `order`
  };

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

  void block(std::vector<Statement> const& statements, Place& place, std::vector<Item>& items);
  void assignment(Statement const& statement, Place& place, std::vector<Item>& items);
  void loop(Statement const& statement, Place& place, std::vector<Item>& items);
  void branch(Statement const& statement, Place& place, std::vector<Item>& items);
  std::vector<ExpressionPtr> conditions_of(Statement const& statement, Place& place, std::vector<Item>& items);
  void add_instruction(ExpressionPtr target, ExpressionPtr value, std::set<std::string> const& tags,
                       SourcePosition const& where, Place& place, std::vector<Item>& items);
  LinearExpression bound(Node const& node, std::string const& name, Statement const& statement, Place& place,
                         std::vector<Item>& items);
  ExpressionPtr new_scalar(std::string const& name);
  std::string loop_name(std::string const& variable);
  std::string unused(std::string const& name) const;
  ExpressionPtr value_of(Node const& node) const { return typed(node, symbols_, options_.real); }
  void finish_temporaries(std::vector<Item> const& items);

  Subroutine const& subroutine_;
  Options const& options_;
  base::Diagnostics& diagnostics_;
  loops::LoopKernel kernel_{};
  Symbols symbols_{};
  std::set<std::string> arguments_{};          ///< in lower case, as all names below
  std::map<std::string, int> n_assignments_{}; ///< by variable
  std::set<std::string> loop_variables_{};
  std::map<std::string, int> n_loops_{};               ///< loops with this variable so far
  std::map<std::string, SourcePosition> unassigned_{}; ///< local scalars without an assignment
  std::map<std::string, LoopRange> ranges_{};
};

/// Splits a condition into conditions that must all hold.
void add_conjuncts(ExpressionPtr const& condition, std::vector<ExpressionPtr>& conditions) {
  if (condition->kind == ExpressionKind::operation && condition->op == Op::logical_and) {
    for (ExpressionPtr const& operand : condition->operands) add_conjuncts(operand, conditions);
    return;
  }
  conditions.push_back(condition);
}

/// Returns a condition that holds if the other does not. Comparisons of integers stay comparisons.
ExpressionPtr negated(ExpressionPtr const& condition) {
  bool const is_operation = condition->kind == ExpressionKind::operation;
  if (is_operation && condition->op == Op::logical_not) return condition->operands[0];
  if (is_operation && condition->operands[0]->type == Type::int32) {
    auto const& operands = condition->operands;
    if (condition->op == Op::less) return ir::make_operation(Op::less_equal, {operands[1], operands[0]});
    if (condition->op == Op::less_equal) return ir::make_operation(Op::less, {operands[1], operands[0]});
    if (condition->op == Op::equal) return ir::make_operation(Op::not_equal, operands);
    if (condition->op == Op::not_equal) return ir::make_operation(Op::equal, operands);
  }
  return ir::make_operation(Op::logical_not, {condition});
}

void add_reads(ExpressionPtr const& expression, std::vector<Access>& accesses) {
  ir::for_each(expression, [&](ExpressionPtr const& part) {
    if (part->kind == ExpressionKind::element) accesses.push_back({part->name, part->operands, false});
  });
}

loops::LoopKernel Lowering::run() {
  kernel_.name = subroutine_.name;
  collect_names();
  declare_arguments();
  declare_locals();
  declare_shapes();
  check_unassigned();
  std::vector<Item> items;
  Place place;
  block(subroutine_.body, place, items);
  finish_temporaries(items);
  return std::move(kernel_);
}

void Lowering::collect_names() {
  for (Argument const& argument : subroutine_.arguments)
    if (!arguments_.insert(base::lower_case(argument.name)).second)
      diagnostics_.error(argument.where, fmt::format("The argument `{}` occurs twice.", argument.name));
  for_each_statement(subroutine_.body, [&](Statement const& statement) {
    if (statement.kind == StatementKind::assignment) ++n_assignments_[base::lower_case(statement.target.text)];
    if (statement.kind == StatementKind::loop) loop_variables_.insert(base::lower_case(statement.variable));
  });
}

void Lowering::declare_parameter(std::string const& name, Type type) {
  symbols_[base::lower_case(name)] = {.kind = Symbol::Kind::parameter, .name = name, .type = type};
  kernel_.parameters.push_back({name, type});
}

/// Declares the arguments in their order.
void Lowering::declare_arguments() {
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

void Lowering::declare_locals() {
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

void Lowering::declare_constant(Declaration const& declaration) {
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

void Lowering::declare(Declaration const& declaration) {
  std::string const& name = declaration.name;
  std::string const key = base::lower_case(name);
  bool const is_argument = arguments_.contains(key);
  bool const is_scalar = declaration.shape.empty();
  bool const is_assigned = n_assignments_.contains(key);
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
  if (!is_assigned && !is_argument) unassigned_[key] = declaration.where;
  Symbol symbol{.kind = Symbol::Kind::array, .name = name, .type = declaration.type};
  // The bounds follow when all parameters are declared.
  symbol.lower.resize(declaration.shape.size(), ir::linear(1));
  symbols_[key] = symbol;
  if (is_assigned || is_argument)
    kernel_.arrays.push_back({.name = name, .type = declaration.type, .is_argument = is_argument});
}

/// Names without declaration in shapes and in bounds of loops are integer parameters.
void Lowering::declare_undeclared(Node const& node) {
  for_each_node(node, [&](Node const& part) {
    if (part.kind == NodeKind::name && !symbols_.contains(base::lower_case(part.text)))
      declare_parameter(part.text, Type::int32);
  });
}

LinearExpression Lowering::extent(Node const& node, std::string const& array) const {
  ExpressionPtr const value = value_of(node);
  std::optional<LinearExpression> const result = ir::as_linear(value);
  if (!result)
    throw UserError(node.where,
                    fmt::format("The shape of `{}` must consist of sums and multiples of integer arguments, "
                                "such as `n + 1`.",
                                array));
  return *result;
}

void Lowering::declare_shapes() {
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

void Lowering::check_unassigned() {
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

std::string Lowering::unused(std::string const& name) const {
  auto const is_used = [&](std::string const& text) {
    return symbols_.contains(base::lower_case(text)) || kernel_.find_loop(text) || kernel_.find_array(text);
  };
  for (int n = 1;; ++n)
    if (std::string const text = fmt::format("{}_{}", name, n); !is_used(text)) return text;
}

std::string Lowering::loop_name(std::string const& variable) {
  std::string const& name = symbols_.at(base::lower_case(variable)).name;
  return n_loops_[base::lower_case(variable)]++ == 0 ? name : unused(name);
}

/// Declares a local integer scalar that the source does not have.
ExpressionPtr Lowering::new_scalar(std::string const& name) {
  kernel_.arrays.push_back({.name = unused(name), .type = Type::int32});
  return ir::make_element(Type::int32, kernel_.arrays.back().name, {});
}

void Lowering::block(std::vector<Statement> const& statements, Place& place, std::vector<Item>& items) {
  for (Statement const& statement : statements) {
    base::collect_errors(diagnostics_, [&] {
      switch (statement.kind) {
      case StatementKind::assignment:
        return assignment(statement, place, items);
      case StatementKind::loop:
        return loop(statement, place, items);
      case StatementKind::branch:
        return branch(statement, place, items);
      }
    });
  }
}

void Lowering::add_instruction(ExpressionPtr target, ExpressionPtr value, std::set<std::string> const& tags,
                               SourcePosition const& where, Place& place, std::vector<Item>& items) {
  loops::Instruction instruction{.tags = tags,
                                 .within = place.within,
                                 .conditions = place.conditions,
                                 .target = std::move(target),
                                 .value = std::move(value),
                                 .order = place.order,
                                 .where = where};
  instruction.order.push_back(ir::linear(place.next++));
  std::string const& name = instruction.target->name;
  instruction.id = fmt::format("{}_{}", loops::update_of(instruction) ? "update" : "set", name);
  if (kernel_.find_instruction(instruction.id)) {
    int number = 1;
    while (kernel_.find_instruction(fmt::format("{}_{}", instruction.id, number))) ++number;
    instruction.id = fmt::format("{}_{}", instruction.id, number);
  }
  Item item;
  for (ExpressionPtr const& condition : instruction.conditions) add_reads(condition, item.accesses);
  add_reads(instruction.value, item.accesses);
  for (ExpressionPtr const& subscript : instruction.target->operands) add_reads(subscript, item.accesses);
  item.accesses.push_back({name, instruction.target->operands, true});
  items.push_back(std::move(item));
  if (instruction.target->operands.empty()) place.set_scalars.insert(name);
  kernel_.instructions.push_back(std::move(instruction));
}

void Lowering::assignment(Statement const& statement, Place& place, std::vector<Item>& items) {
  ExpressionPtr const target = typed_target(statement.target, symbols_, options_.real);
  ExpressionPtr const value = converted(target->type, value_of(statement.value), statement.value.where);
  add_instruction(target, value, statement.tags, statement.where, place, items);
}

/// Returns a bound as a linear expression. A scalar that is assigned only once, before the loop, is a symbol of it. Any
/// other bound that depends on data is assigned to a new scalar.
LinearExpression Lowering::bound(Node const& node, std::string const& name, Statement const& statement, Place& place,
                                 std::vector<Item>& items) {
  ExpressionPtr const value = value_of(node);
  if (value->type != Type::int32) throw UserError(node.where, "The bounds and the step of a loop must be integers.");
  ExpressionPtr const with_symbols = ir::transformed(value, [&](ExpressionPtr const& part) {
    bool const is_symbol = part->kind == ExpressionKind::element && part->operands.empty() &&
                           place.set_scalars.contains(part->name) && n_assignments_[base::lower_case(part->name)] == 1;
    return is_symbol ? ir::make_name(Type::int32, part->name) : part;
  });
  if (std::optional<LinearExpression> const linear = ir::as_linear(with_symbols)) return *linear;
  ExpressionPtr const scalar = new_scalar(name);
  n_assignments_[base::lower_case(scalar->name)] = 1;
  add_instruction(scalar, value, {}, statement.where, place, items);
  return ir::linear(scalar->name);
}

void Lowering::loop(Statement const& statement, Place& place, std::vector<Item>& items) {
  std::string const key = base::lower_case(statement.variable);
  auto const symbol = symbols_.find(key);
  if (symbol == symbols_.end() || symbol->second.kind != Symbol::Kind::loop)
    throw UserError(statement.where,
                    fmt::format("The loop variable `{}` is not declared as integer.", statement.variable));
  if (symbol->second.value)
    throw UserError(statement.where, fmt::format("The loop variable `{}` is the variable of an enclosing loop; use "
                                                 "another variable.",
                                                 statement.variable));
  long step = 1;
  if (statement.step) {
    ExpressionPtr const value = value_of(*statement.step);
    if (value->type != Type::int32 || value->kind != ExpressionKind::number || value->number == 0)
      throw UserError(statement.step->where, "The step of a loop must be an integer constant other than 0.");
    step = static_cast<long>(value->number);
  }
  LinearExpression const lower = bound(statement.lower, statement.variable + "_lower", statement, place, items);
  LinearExpression const upper = bound(statement.upper, statement.variable + "_upper", statement, place, items);
  std::string const name = loop_name(statement.variable);
  // A loop from a constant or parameter starts at 0 in the kernel. Other loops start at the value of Fortran minus 1.
  bool const starts_at_zero =
      step != 1 || std::all_of(lower.factors.begin(), lower.factors.end(),
                               [&](auto const& factor) { return kernel_.find_parameter(factor.first) != nullptr; });
  LinearExpression const first = starts_at_zero ? lower : ir::linear(1); // value in Fortran where the variable is 0
  LinearExpression const value = first + step * ir::linear(name);
  kernel_.loops.push_back({.name = name});
  kernel_.constraints.push_back({starts_at_zero ? ir::linear(name) : value - lower});
  kernel_.constraints.push_back({step > 0 ? upper - value : value - upper});
  if (step == 1) ranges_[name] = {lower - first, upper - first};

  Place inner = place;
  inner.within.push_back(name);
  inner.order.push_back(ir::linear(place.next++));
  inner.order.push_back(ir::linear(name));
  inner.next = 0;
  Item item{.kind = Item::Kind::loop, .loop = name};
  item.bodies.resize(1);
  for (auto const* limit : {&lower, &upper})
    for (auto const& [symbol_name, _] : limit->factors)
      if (kernel_.find_array(symbol_name)) {
        item.accesses.push_back({symbol_name, {}, false});
        ranges_.erase(name);
      }
  symbol->second.value = ir::make_linear(value);
  block(statement.body, inner, item.bodies[0]);
  symbol->second.value = nullptr;
  items.push_back(std::move(item));
}

/// Returns the condition of each alternative without those of the alternatives before it. A condition that reads
/// variables which the alternatives assign is first assigned to a new scalar.
std::vector<ExpressionPtr> Lowering::conditions_of(Statement const& statement, Place& place, std::vector<Item>& items) {
  std::set<std::string> assigned;
  for (Branch const& branch : statement.alternatives)
    for_each_statement(branch.body, [&](Statement const& inner) {
      if (inner.kind == StatementKind::assignment) assigned.insert(base::lower_case(inner.target.text));
    });
  std::vector<ExpressionPtr> conditions;
  for (Branch const& branch : statement.alternatives) {
    if (!branch.condition) break;
    ExpressionPtr condition = converted(Type::boolean, value_of(*branch.condition), branch.condition->where);
    std::vector<Access> reads;
    add_reads(condition, reads);
    bool const changes = std::any_of(reads.begin(), reads.end(), [&](Access const& read) {
      return assigned.contains(base::lower_case(read.array));
    });
    if (changes) {
      ExpressionPtr const scalar = new_scalar("condition");
      add_instruction(scalar, ir::make_conversion(Type::int32, condition), {}, branch.condition->where, place, items);
      condition = ir::make_operation(Op::not_equal, {scalar, ir::make_integer(0)});
    }
    conditions.push_back(condition);
  }
  return conditions;
}

void Lowering::branch(Statement const& statement, Place& place, std::vector<Item>& items) {
  std::vector<ExpressionPtr> const conditions = conditions_of(statement, place, items);
  Item item{.kind = Item::Kind::branch};
  for (ExpressionPtr const& condition : conditions) add_reads(condition, item.accesses);
  for (std::size_t n = 0; n < statement.alternatives.size(); ++n) {
    Place inner = place;
    for (std::size_t before = 0; before < std::min(n, conditions.size()); ++before)
      add_conjuncts(negated(conditions[before]), inner.conditions);
    if (n < conditions.size()) add_conjuncts(conditions[n], inner.conditions);
    item.bodies.emplace_back();
    block(statement.alternatives[n].body, inner, item.bodies.back());
    place.next = inner.next;
  }
  if (conditions.size() == statement.alternatives.size()) item.bodies.emplace_back();
  items.push_back(std::move(item));
}

void Lowering::finish_temporaries(std::vector<Item> const& items) {
  for (ir::TypedArray& array : kernel_.arrays) {
    if (array.is_argument) continue;
    array.copies = copies_of(array.name, items, ranges_);
    if (array.axes.empty()) continue;
    long n_elements = 1;
    for (ir::ArrayAxis const& axis : array.axes)
      n_elements = axis.extent.is_constant() && n_elements <= max_register_elements ? n_elements * axis.extent.constant
                                                                                    : max_register_elements + 1;
    array.scope = array.copies.empty()                  ? ir::Scope::grid
                  : n_elements <= max_register_elements ? ir::Scope::registers
                                                        : ir::Scope::tile;
  }
}

} // namespace

loops::LoopKernel to_kernel(Subroutine const& subroutine, Options const& options, base::Diagnostics& diagnostics) {
  return Lowering(subroutine, options, diagnostics).run();
}

std::vector<loops::LoopKernel> parse(base::SourceText const& source, Options const& options) {
  base::Diagnostics diagnostics(&source);
  std::vector<loops::LoopKernel> kernels;
  base::collect_errors(diagnostics, [&] {
    std::vector<Subroutine> const subroutines = parse_subroutines(source, options, diagnostics);
    if (subroutines.empty() && !diagnostics.has_errors())
      throw UserError({source.name, 1, 1}, "The file has no subroutine.");
    if (diagnostics.has_errors()) return;
    std::map<std::string, SourcePosition> names;
    for (Subroutine const& subroutine : subroutines) {
      if (!names.emplace(base::lower_case(subroutine.name), subroutine.where).second)
        diagnostics.error(subroutine.where, fmt::format("The subroutine `{}` occurs twice.", subroutine.name));
      kernels.push_back(to_kernel(subroutine, options, diagnostics));
      if (!diagnostics.has_errors()) loops::verify(kernels.back(), "fortran");
    }
  });
  diagnostics.throw_if_errors();
  return kernels;
}

} // namespace chemora::fortran
