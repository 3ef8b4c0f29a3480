#include "codegen/polyhedral/program.hpp"
#include "framework/base/errors.hpp"

#include <algorithm>

namespace chemora::polyhedral {

namespace {

bool is_linear_comparison(ir::Op op) { return op == ir::Op::less || op == ir::Op::less_equal || op == ir::Op::equal; }

bool equal_accesses(Access const& a, Access const& b) {
  return a.array == b.array && a.is_write == b.is_write && a.n_guards == b.n_guards && a.subscripts == b.subscripts &&
         a.range == b.range;
}

bool is_additive(ir::Op op) { return op == ir::Op::add || op == ir::Op::subtract; }

bool is_constant(Row const& row) {
  return std::all_of(row.begin() + 1, row.end(), [](long factor) { return factor == 0; });
}

} // namespace

std::optional<std::size_t> Statement::find(std::string const& variable) const {
  auto const found = std::find(variables.begin(), variables.end(), variable);
  if (found == variables.end()) return std::nullopt;
  return static_cast<std::size_t>(found - variables.begin());
}

Program::Program(loops::LoopKernel const& source) : kernel(source) {
  for (loops::Parameter const& parameter : kernel.parameters)
    if (parameter.type == ir::Type::int32) parameters.push_back(parameter.name);
  Statement none;
  for (loops::Constraint const& assumption : kernel.assumptions)
    if (auto const row = find_row(none, assumption.expression)) assumptions.push_back({*row, assumption.is_equality});
  statements.reserve(kernel.instructions.size());
  for (loops::Instruction const& instruction : kernel.instructions) add_statement(instruction);
}

std::optional<Row> Program::find_row(Statement const& statement, ir::LinearExpression const& expression) const {
  Row result(1 + parameters.size() + statement.variables.size(), 0);
  result[0] = expression.constant;
  for (auto const& [name, factor] : expression.factors) {
    auto const parameter = std::find(parameters.begin(), parameters.end(), name);
    if (parameter != parameters.end()) {
      result[1 + static_cast<std::size_t>(parameter - parameters.begin())] += factor;
    } else if (auto const variable = statement.find(name)) {
      result[1 + parameters.size() + *variable] += factor;
    } else {
      return std::nullopt;
    }
  }
  while (result.size() > 1 && result.back() == 0) result.pop_back(); // equal expressions have equal rows
  return result;
}

Row Program::row(Statement& statement, ir::LinearExpression const& expression) const {
  for (auto const& [name, factor] : expression.factors)
    if (!statement.find(name) && std::find(parameters.begin(), parameters.end(), name) == parameters.end())
      statement.variables.push_back(name);
  return *find_row(statement, expression);
}

void Program::add_statement(loops::Instruction const& instruction) {
  Statement& statement = statements.emplace_back();
  statement.instruction = &instruction;
  statement.variables = instruction.within;
  for (loops::Constraint const& constraint : loops::constraints_within(kernel, instruction.within)) {
    statement.domain.push_back({row(statement, constraint.expression), constraint.is_equality});
    for (auto const& [name, factor] : constraint.expression.factors)
      if (ir::TypedArray const* array = kernel.find_array(name))
        add_access(statement, ir::make_element(array->type, name, {}), false, {});
  }
  for (ir::LinearExpression const& position : instruction.order) statement.order.push_back(row(statement, position));
  for (ir::ExpressionPtr const& condition : instruction.conditions) {
    ir::ExpressionPtr const full = loops::expanded(kernel, condition);
    add_accesses(statement, full, {}); // evaluated only if the previous conditions hold
    add_guard(statement, full);
  }
  if (!instruction.target) return;
  add_accesses(statement, loops::expanded(kernel, instruction.value), {});
  for (ir::ExpressionPtr const& subscript : instruction.target->operands)
    add_accesses(statement, loops::expanded(kernel, subscript), {});
  add_access(statement, instruction.target, true, {});
  mark_update(statement);
}

void Program::add_accesses(Statement& statement, ir::ExpressionPtr const& expression,
                           std::vector<std::string> const& reduction_loops) {
  std::vector<std::string> loops = reduction_loops;
  if (expression->kind == ir::ExpressionKind::reduction)
    loops.insert(loops.end(), expression->loops.begin(), expression->loops.end());
  if (expression->kind == ir::ExpressionKind::element) add_access(statement, expression, false, reduction_loops);
  for (ir::ExpressionPtr const& operand : expression->operands) add_accesses(statement, operand, loops);
}

void Program::add_access(Statement& statement, ir::ExpressionPtr const& element, bool is_write,
                         std::vector<std::string> const& reduction_loops) {
  Access access{.array = &kernel.array(element->name), .is_write = is_write, .n_guards = statement.guard.size()};
  for (ir::ExpressionPtr const& subscript : element->operands) {
    auto const linear = ir::as_linear(loops::expanded(kernel, subscript));
    access.subscripts.push_back(linear ? std::optional(row(statement, *linear)) : std::nullopt);
  }
  if (!reduction_loops.empty()) {
    std::vector<std::string> within = statement.instruction->within;
    within.insert(within.end(), reduction_loops.begin(), reduction_loops.end());
    for (loops::Constraint const& constraint : loops::constraints_within(kernel, within))
      access.range.push_back({row(statement, constraint.expression), constraint.is_equality});
  }
  for (Access const& known : statement.accesses)
    if (equal_accesses(known, access)) return;
  statement.accesses.push_back(std::move(access));
}

void Program::add_guard(Statement& statement, ir::ExpressionPtr const& condition) {
  bool const is_operation = condition->kind == ir::ExpressionKind::operation;
  if (is_operation && condition->op == ir::Op::logical_and) {
    for (ir::ExpressionPtr const& part : condition->operands) add_guard(statement, part);
    return;
  }
  bool const is_comparison = is_operation && is_linear_comparison(condition->op);
  auto const left = is_comparison ? ir::as_linear(condition->operands[0]) : std::nullopt;
  auto const right = is_comparison ? ir::as_linear(condition->operands[1]) : std::nullopt;
  if (!left || !right) {
    statement.has_other_conditions = true;
    return;
  }
  ir::LinearExpression difference = *right - *left;
  if (condition->op == ir::Op::less) difference.constant -= 1;
  statement.guard.push_back({row(statement, difference), condition->op == ir::Op::equal});
}

void Program::mark_update(Statement& statement) {
  loops::Instruction const& instruction = *statement.instruction;
  if (!kernel.reassociated.contains(instruction.target->name)) return;
  auto const update = loops::only_update_of(kernel, instruction);
  if (!update) return;
  Access const& write = statement.accesses.back();
  for (Access& access : statement.accesses) {
    if (access.array != write.array) continue;
    access.is_update = true;
    access.update = update->op;
  }
}

bool may_conflict(Access const& first, Access const& second, bool with_updates) {
  if (first.array != second.array || (!first.is_write && !second.is_write)) return false;
  if (!with_updates && first.is_update && second.is_update &&
      (first.update == second.update || (is_additive(first.update) && is_additive(second.update))))
    return false;
  for (std::size_t n = 0; n < first.subscripts.size(); ++n) {
    auto const &a = first.subscripts[n], &b = second.subscripts[n];
    if (a && b && is_constant(*a) && is_constant(*b) && (*a)[0] != (*b)[0]) return false;
  }
  return true;
}

InstancePair::InstancePair(Program const& program, Statement const& first, Statement const& second)
    : program_(program), first_(first), second_(second) {}

Row InstancePair::first(Row const& row) const { return row; }

Row InstancePair::second(Row const& row) const {
  std::size_t const n_common = 1 + program_.parameters.size();
  Row result(row.begin(), row.begin() + static_cast<long>(std::min(n_common, row.size())));
  if (row.size() <= n_common) return result;
  result.resize(n_common + first_.variables.size(), 0);
  result.insert(result.end(), row.begin() + static_cast<long>(n_common), row.end());
  return result;
}

Row InstancePair::first_variable(std::string const& name) const { return *program_.find_row(first_, ir::linear(name)); }

Row InstancePair::second_variable(std::string const& name) const {
  return second(*program_.find_row(second_, ir::linear(name)));
}

IntegerSet InstancePair::domain() const {
  IntegerSet set(program_.parameters.size() + first_.variables.size() + second_.variables.size());
  for (RowConstraint const& assumption : program_.assumptions) set.add(assumption);
  for (RowConstraint const& constraint : first_.domain) set.add(first(constraint.row), constraint.is_equality);
  for (RowConstraint const& constraint : second_.domain) set.add(second(constraint.row), constraint.is_equality);
  return set;
}

void InstancePair::add_conflict(IntegerSet& set, Access const& a, Access const& b,
                                std::vector<std::string> const& copies) const {
  for (RowConstraint const& constraint : a.range) set.add(first(constraint.row), constraint.is_equality);
  for (RowConstraint const& constraint : b.range) set.add(second(constraint.row), constraint.is_equality);
  for (std::size_t n = 0; n < a.n_guards; ++n) set.add(first(first_.guard[n].row), first_.guard[n].is_equality);
  for (std::size_t n = 0; n < b.n_guards; ++n) set.add(second(second_.guard[n].row), second_.guard[n].is_equality);
  for (std::size_t n = 0; n < a.subscripts.size(); ++n)
    if (a.subscripts[n] && b.subscripts[n]) set.add_equal_0(first(*a.subscripts[n]) - second(*b.subscripts[n]));
  for (std::string const& loop : copies) add_equal(set, loop);
}

void InstancePair::add_equal(IntegerSet& set, std::string const& loop) const {
  if (first_.instruction->is_within(loop) && second_.instruction->is_within(loop))
    set.add_equal_0(first_variable(loop) - second_variable(loop));
}

Dependence InstancePair::example(IntegerSet const& set, Access const& a, Access const& b) const {
  auto const values = set.sample();
  if (!values) throw base::InternalError("no example exists for an empty set of dependences");
  Dependence result{.from = first_.instruction->id,
                    .to = second_.instruction->id,
                    .kind = !a.is_write  ? DependenceKind::anti
                            : b.is_write ? DependenceKind::output
                                         : DependenceKind::flow,
                    .array = a.array->name};
  result.first.instruction = result.from;
  result.second.instruction = result.to;
  std::size_t const n_parameters = program_.parameters.size();
  for (std::size_t n = 0; n < n_parameters; ++n) {
    result.first.parameters[program_.parameters[n]] = (*values)[n];
    result.second.parameters[program_.parameters[n]] = (*values)[n];
  }
  for (std::size_t n = 0; n < first_.instruction->within.size(); ++n)
    result.first.loops[first_.variables[n]] = (*values)[n_parameters + n];
  for (std::size_t n = 0; n < second_.instruction->within.size(); ++n)
    result.second.loops[second_.variables[n]] = (*values)[n_parameters + first_.variables.size() + n];
  return result;
}

std::optional<IntegerSet> first_before(IntegerSet set, std::vector<Row> const& first, std::vector<Row> const& second,
                                       bool or_equal) {
  std::size_t const n_entries = std::max(first.size(), second.size());
  for (std::size_t n = 0; n < n_entries; ++n) {
    Row difference = set.reduced((n < second.size() ? second[n] : Row{0}) - (n < first.size() ? first[n] : Row{0}));
    if (is_constant(difference)) {
      if (difference[0] == 0) continue;
      if (difference[0] < 0 || set.is_empty()) return std::nullopt;
      return set;
    }
    IntegerSet before = set;
    difference[0] -= 1;
    before.add_at_least_0(difference);
    if (!before.is_empty()) return before;
    difference[0] += 1;
    set.add_equal_0(difference);
  }
  if (!or_equal || set.is_empty()) return std::nullopt;
  return set;
}

std::optional<IntegerSet> ordered(InstancePair const& pair, IntegerSet const& set, Statement const& first,
                                  Statement const& second) {
  std::vector<Row> a, b;
  for (Row const& row : first.order) a.push_back(pair.first(row));
  for (Row const& row : second.order) b.push_back(pair.second(row));
  return first_before(set, a, b);
}

} // namespace chemora::polyhedral
