/// Checks the invariants of loop kernels after parsing and after each transformation.
#include "codegen/loops/loop_kernel.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace chemora::loops {

namespace {

class KernelVerifier {
public:
  KernelVerifier(LoopKernel const& kernel, std::string const& stage) : kernel_(kernel), stage_(stage) {}

  void run() {
    check_names();
    for (ir::TypedArray const& array : kernel_.arrays) check_array(array);
    for (Constraint const& assumption : kernel_.assumptions) check_symbols(assumption.expression, false);
    for (Constraint const& constraint : kernel_.constraints) check_symbols(constraint.expression, true);
    for (Loop const& loop : kernel_.loops) check_bounds(loop);
    for (Rule const& rule : kernel_.rules) check_rule(rule);
    for (Instruction const& instruction : kernel_.instructions) check_instruction(instruction);
    for (auto const& names : kernel_.priorities)
      for (std::string const& name : names) check_loop(name, "a priority");
    for (std::string const& name : kernel_.reassociated)
      check(kernel_.find_array(name), fmt::format("`{}` is reassociated, but is no array", name));
    for (std::string const& name : kernel_.ordered) check_ordered(name);
  }

private:
  void check(bool holds, std::string const& otherwise) const {
    if (!holds)
      throw base::InternalError(
          fmt::format("Loop kernel `{}` violates a rule after stage `{}`: {}.", kernel_.name, stage_, otherwise));
  }

  void check_ordered(std::string const& name) const {
    ir::TypedArray const* const array = kernel_.find_array(name);
    check(array && !array->is_argument && array->scope == ir::Scope::registers && array->axes.empty(),
          fmt::format("`{}` is ordered, but is no private scalar", name));
    for (Instruction const& instruction : kernel_.instructions)
      if (instruction.target && instruction.target->name == name)
        check(instruction.value->kind == ir::ExpressionKind::number || loop_of_ordered_update(kernel_, instruction),
              fmt::format("`{}` assigns the result of an ordered reduction neither a number nor an update within its "
                          "copies and one more sequential loop, of which the conditions are independent",
                          instruction.id));
  }

  void check_loop(std::string const& name, std::string const& user) const {
    check(kernel_.find_loop(name), fmt::format("{} names `{}`, which is no loop", user, name));
  }

  void check_names() {
    std::set<std::string> names, ids;
    auto const add = [&](auto const& items) {
      for (auto const& item : items)
        check(names.insert(item.name).second, fmt::format("the name `{}` is used twice", item.name));
    };
    add(kernel_.parameters);
    add(kernel_.loops);
    add(kernel_.arrays);
    add(kernel_.rules);
    for (Instruction const& instruction : kernel_.instructions)
      check(ids.insert(instruction.id).second, fmt::format("two instructions are named `{}`", instruction.id));
  }

  bool is_size(std::string const& name) const {
    Parameter const* parameter = kernel_.find_parameter(name);
    return parameter && parameter->type == ir::Type::int32;
  }

  void check_array(ir::TypedArray const& array) const {
    int n_vectors = 0;
    for (ir::ArrayAxis const& axis : array.axes) {
      n_vectors += axis.layout == ir::AxisLayout::vector;
      for (auto const& [name, _] : axis.extent.factors)
        check(is_size(name),
              fmt::format("the shape of `{}` names `{}`, which is no int32 parameter", array.name, name));
    }
    check(n_vectors <= 1, fmt::format("array `{}` has more than one vector axis", array.name));
    check(!array.is_argument || array.copies.empty(), fmt::format("the argument `{}` has copies", array.name));
    for (std::string const& loop : array.copies) check_loop(loop, fmt::format("array `{}` has copies and", array.name));
  }

  void check_symbols(ir::LinearExpression const& expression, bool is_constraint) const {
    for (auto const& [name, _] : expression.factors) {
      ir::TypedArray const* array = kernel_.find_array(name);
      bool const is_scalar = array && array->axes.empty() && array->type == ir::Type::int32 && !array->is_argument;
      check(is_size(name) || (is_constraint && (kernel_.find_loop(name) || is_scalar)),
            fmt::format("the {} `{}` names `{}`, which is no {}int32 parameter",
                        is_constraint ? "constraint of" : "assumption about", to_text(expression), name,
                        is_constraint ? "loop, int32 scalar temporary or " : ""));
    }
  }

  void check_bounds(Loop const& loop) const {
    bool has_lower = false, has_upper = false;
    for (Constraint const& constraint : kernel_.constraints) {
      long const factor = constraint.expression.factor(loop.name);
      has_lower |= factor > 0 || (factor != 0 && constraint.is_equality);
      has_upper |= factor < 0 || (factor != 0 && constraint.is_equality);
    }
    check(has_lower && has_upper, fmt::format("loop `{}` has no {} bound", loop.name, has_lower ? "upper" : "lower"));
  }

  void check_rule(Rule const& rule) {
    check(rule.body != nullptr, fmt::format("rule `{}` has no body", rule.name));
    check(!base::contains(open_rules_, rule.name), fmt::format("rule `{}` uses itself", rule.name));
    open_rules_.push_back(rule.name);
    ir::for_each(rule.body, [&](ir::ExpressionPtr const& part) {
      if (part->kind == ir::ExpressionKind::rule && kernel_.find_rule(part->name) &&
          !base::contains(checked_rules_, part->name))
        check_rule(kernel_.rule(part->name));
    });
    open_rules_.pop_back();
    checked_rules_.insert(rule.name);
    std::set<std::string> names(rule.parameters.begin(), rule.parameters.end());
    check(names.size() == rule.parameters.size(),
          fmt::format("two parameters of rule `{}` have the same name", rule.name));
    for (Loop const& loop : kernel_.loops) names.insert(loop.name);
    check_expression(rule.body, names, fmt::format("rule `{}`", rule.name));
  }

  /// Checks an expression in which `names` are the available loop variables and parameters of rules.
  void check_expression(ir::ExpressionPtr const& expression, std::set<std::string> const& names,
                        std::string const& user) const {
    check_part(*expression, names, user);
    if (expression->kind != ir::ExpressionKind::reduction) {
      for (ir::ExpressionPtr const& operand : expression->operands) check_expression(operand, names, user);
      return;
    }
    std::set<std::string> inner = names;
    for (std::string const& loop : expression->loops) {
      check_loop(loop, user + " has a reduction and");
      inner.insert(loop);
    }
    check(expression->operands.size() == 1, user + " has a reduction without an operand");
    check_expression(expression->operands[0], inner, user);
  }

  void check_part(ir::Expression const& part, std::set<std::string> const& names, std::string const& user) const {
    switch (part.kind) {
    case ir::ExpressionKind::number:
    case ir::ExpressionKind::reduction:
      return;
    case ir::ExpressionKind::name: {
      Parameter const* parameter = kernel_.find_parameter(part.name);
      bool const is_loop = names.contains(part.name) && part.type == ir::Type::int32;
      check(is_loop || (parameter && parameter->type == part.type),
            fmt::format("{} names `{}`, which is no parameter of type {} and no enclosing loop", user, part.name,
                        to_text(part.type)));
      return;
    }
    case ir::ExpressionKind::element: {
      ir::TypedArray const* array = kernel_.find_array(part.name);
      check(array && array->type == part.type,
            fmt::format("{} uses `{}`, which is no array of type {}", user, part.name, to_text(part.type)));
      check_operands(part, array->axes.size(), user);
      return;
    }
    case ir::ExpressionKind::rule: {
      Rule const* rule = kernel_.find_rule(part.name);
      check(rule && rule->body && rule->body->type == part.type,
            fmt::format("{} uses `{}`, which is no rule of type {}", user, part.name, to_text(part.type)));
      check_operands(part, rule->parameters.size(), user);
      return;
    }
    case ir::ExpressionKind::operation:
      check_operation(part, user);
    }
  }

  void check_operation(ir::Expression const& part, std::string const& user) const {
    std::vector<ir::Type> types;
    for (ir::ExpressionPtr const& operand : part.operands) types.push_back(operand->type);
    bool const has_operands = !types.empty() && part.op != ir::Op::shift;
    bool const has_type =
        part.op == ir::Op::convert || part.type == (ir::info(part.op).returns_boolean() ? ir::Type::boolean
                                                    : types.empty()                     ? part.type
                                                                                        : types.back());
    check(has_operands && ir::accepts_operands(part.op, types, part.type) && has_type,
          fmt::format("{} applies `{}` to operands of wrong type", user, ir::info(part.op).name));
  }

  /// Checks subscripts or arguments.
  void check_operands(ir::Expression const& part, std::size_t n_expected, std::string const& user) const {
    check(part.operands.size() == n_expected, fmt::format("{} uses `{}` with {} subscripts or arguments; expected {}",
                                                          user, part.name, part.operands.size(), n_expected));
    for (ir::ExpressionPtr const& operand : part.operands)
      check(operand->type == ir::Type::int32,
            fmt::format("{} uses `{}` with a subscript or argument of type {}; expected int32", user, part.name,
                        to_text(operand->type)));
  }

  void check_instruction(Instruction const& instruction) {
    std::string const user = fmt::format("instruction `{}`", instruction.id);
    std::set<std::string> names;
    std::set<std::string> axes;
    for (std::string const& name : instruction.within) {
      check_loop(name, user);
      check(names.insert(name).second, fmt::format("{} is within loop `{}` twice", user, name));
      Loop const& loop = kernel_.loop(name);
      check(!is_hardware_axis(loop) || axes.insert(to_text(loop)).second,
            fmt::format("{} is within two loops of the axis {}", user, to_text(loop)));
    }
    for (ir::LinearExpression const& position : instruction.order)
      for (auto const& [name, _] : position.factors)
        check(names.contains(name), fmt::format("the order of {} names `{}`, which it is not within", user, name));
    for (std::string const& id : instruction.after)
      check(kernel_.find_instruction(id), fmt::format("{} is after `{}`, which is no instruction", user, id));
    for (ir::ExpressionPtr const& condition : instruction.conditions) {
      check(condition->type == ir::Type::boolean, user + " has a condition that is not boolean");
      check_expression(condition, names, user);
      check_rule_loops(condition, names, user);
    }
    check(instruction.barrier.has_value() == !instruction.target && !instruction.target == !instruction.value,
          user + " must be either an assignment or a barrier");
    if (instruction.target) check_assignment(instruction, names, user);
  }

  void check_assignment(Instruction const& instruction, std::set<std::string> const& names, std::string const& user) {
    ir::Expression const& target = *instruction.target;
    check(target.kind == ir::ExpressionKind::element && target.type == instruction.value->type,
          user + " must assign to an element with the type of the value");
    for (ir::ExpressionPtr const& expression : {instruction.target, instruction.value}) {
      check_expression(expression, names, user);
      check_rule_loops(expression, names, user);
    }
    ir::TypedArray const& array = kernel_.array(target.name);
    check(!array.is_argument || !array.axes.empty(),
          fmt::format("{} assigns to the scalar argument `{}`", user, array.name));
  }

  /// Checks that an expression is inside the loops which the rules that it uses name.
  void check_rule_loops(ir::ExpressionPtr const& expression, std::set<std::string> names, std::string const& user) {
    ir::for_each(expression,
                 [&](ir::ExpressionPtr const& part) { names.insert(part->loops.begin(), part->loops.end()); });
    ir::for_each(expression, [&](ir::ExpressionPtr const& part) {
      if (part->kind != ir::ExpressionKind::rule) return;
      for (std::string const& loop : loops_of_rule(part->name))
        check(names.contains(loop), fmt::format("{} uses rule `{}`, which names the loop `{}` that does not enclose it",
                                                user, part->name, loop));
    });
  }

  /// Returns the loops that the rule and the rules it uses name outside of their reductions.
  std::set<std::string> const& loops_of_rule(std::string const& name) {
    if (auto const found = loops_of_rules_.find(name); found != loops_of_rules_.end()) return found->second;
    Rule const& rule = kernel_.rule(name);
    std::set<std::string> loops, reduced(rule.parameters.begin(), rule.parameters.end());
    ir::for_each(rule.body, [&](ir::ExpressionPtr const& part) {
      reduced.insert(part->loops.begin(), part->loops.end());
      if (part->kind == ir::ExpressionKind::name && kernel_.find_loop(part->name)) loops.insert(part->name);
      if (part->kind == ir::ExpressionKind::rule)
        loops.insert(loops_of_rule(part->name).begin(), loops_of_rule(part->name).end());
    });
    for (std::string const& loop : reduced) loops.erase(loop);
    return loops_of_rules_[name] = loops;
  }

  LoopKernel const& kernel_;
  std::string const& stage_;
  std::vector<std::string> open_rules_; ///< rules whose bodies are being checked
  std::set<std::string> checked_rules_;
  std::map<std::string, std::set<std::string>> loops_of_rules_;
};

} // namespace

void verify(LoopKernel const& kernel, std::string const& stage) { KernelVerifier(kernel, stage).run(); }

} // namespace chemora::loops
