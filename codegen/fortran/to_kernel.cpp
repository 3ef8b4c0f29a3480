/// Converts subroutines to loop kernels.
#include "codegen/fortran/copies.hpp"
#include "codegen/fortran/declare_names.hpp"
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
  void separate_scalars(std::vector<Item>& items);
  void rename_scalar(Item& item, std::string const& from, std::string const& to);
  void finish_temporaries(std::vector<Item> const& items);

  Subroutine const& subroutine_;
  Options const& options_;
  base::Diagnostics& diagnostics_;
  loops::LoopKernel kernel_{};
  Symbols symbols_{};
  std::map<std::string, int> n_assignments_{}; ///< by variable in lower case
  std::map<std::string, int> n_loops_{};       ///< loops with this variable so far, by variable in lower case
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
  symbols_ = declare_names(subroutine_, options_, kernel_, diagnostics_);
  for_each_statement(subroutine_.body, [&](Statement const& statement) {
    if (statement.kind == StatementKind::assignment) ++n_assignments_[base::lower_case(statement.target.text)];
  });
  std::vector<Item> items;
  Place place;
  block(subroutine_.body, place, items);
  separate_scalars(items);
  finish_temporaries(items);
  return std::move(kernel_);
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
  Item item{.instruction = kernel_.instructions.size()};
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

/// Gives a scalar that the source uses for independent purposes one variable for each of them.
void Lowering::separate_scalars(std::vector<Item>& items) {
  std::vector<ir::TypedArray> const arrays = kernel_.arrays;
  for (ir::TypedArray const& array : arrays) {
    if (array.is_argument || !array.axes.empty()) continue;
    std::vector<std::vector<Item*>> const groups = independent_uses(array.name, items);
    for (std::size_t n = 1; n < groups.size(); ++n) {
      ir::TypedArray copy = array;
      copy.name = unused(array.name);
      for (Item* item : groups[n]) rename_scalar(*item, array.name, copy.name);
      kernel_.arrays.push_back(copy);
    }
  }
}

void Lowering::rename_scalar(Item& item, std::string const& from, std::string const& to) {
  rename_array(item, from, to);
  for (std::vector<Item>& body : item.bodies)
    for (Item& inner : body) rename_scalar(inner, from, to);
  if (item.kind == Item::Kind::loop)
    for (loops::Constraint& constraint : kernel_.constraints)
      if (constraint.expression.uses(item.loop))
        constraint.expression = constraint.expression.with(from, ir::linear(to));
  if (item.kind != Item::Kind::instruction) return;
  auto const renamed = [&](ExpressionPtr const& expression) {
    return ir::transformed(expression, [&](ExpressionPtr const& part) {
      return part->kind == ExpressionKind::element && part->name == from ? ir::make_element(part->type, to, {}) : part;
    });
  };
  loops::Instruction& instruction = kernel_.instructions[item.instruction];
  instruction.target = renamed(instruction.target);
  instruction.value = renamed(instruction.value);
  for (ExpressionPtr& condition : instruction.conditions) condition = renamed(condition);
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
