/// Statements of the interpreter.
#include "codegen/patterns/interpreter.hpp"

#include "codegen/patterns/nodes.hpp"
#include "framework/base/number.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::patterns {

namespace {

enum ElementState : char { unchanged, assigned, updated };

} // namespace

Interpreter::Interpreter(Program const& program, Inputs const& inputs, Distribution const& distribution)
    : program_(program), inputs_(inputs), distribution_(distribution), slots_(program.variables.size()) {
  BoundInputs const bound = bind_inputs(program, inputs, distribution.grid ? GridInputs::separate : GridInputs::whole);
  for (std::size_t n = 0; n < slots_.size(); ++n) {
    int const number = static_cast<int>(n);
    Type const& type = program.variables[n].type;
    if (type.is_scalar() || type.kind == Kind::structure) slots_[n].numbers.resize(components(type));
    if (auto const found = bound.numbers.find(number); found != bound.numbers.end())
      slots_[n].numbers = {found->second};
    if (auto const found = bound.arrays.find(number); found != bound.arrays.end()) slots_[n].array = found->second;
  }
}

std::vector<Output> Interpreter::run() {
  execute(program_.statements);
  return std::move(outputs_);
}

void Interpreter::fail(base::SourcePosition const& where, std::string const& message) {
  throw base::UserError(where, message);
}

void Interpreter::execute(std::vector<Statement> const& statements) {
  for (Statement const& statement : statements) execute(statement);
}

void Interpreter::execute(Statement const& statement) {
  bool const is_outside = foreach_depth_ == 0;
  bool const has_inner = statement.kind == StatementKind::condition || statement.kind == StatementKind::repeat;
  if (is_outside && !has_inner && statement.kind != StatementKind::output && compute(statement)) return;
  if (is_outside) provide(statement);
  interpret(statement);
  if (is_outside) changed(statement);
}

void Interpreter::interpret(Statement const& statement) {
  switch (statement.kind) {
  case StatementKind::let:
    return define(statement.variable, *statement.value);
  case StatementKind::assign:
    return assign(statement);
  case StatementKind::store:
    return store(statement);
  case StatementKind::foreach:
    ++foreach_depth_;
    for_each(statement.generators, [&] { execute(statement.body); });
    if (--foreach_depth_ == 0) commit();
    return;
  case StatementKind::condition:
    return execute(number(*statement.value) != 0 ? statement.body : statement.otherwise);
  case StatementKind::repeat:
    return repeat(statement);
  case StatementKind::output:
    return output(statement);
  }
}

void Interpreter::assign(Statement const& statement) {
  Node const& value = *statement.value;
  if (!value.type.is_array()) return define(statement.variable, value);
  ArrayView const array = this->array(value);
  ArrayView& target = slot(statement.variable).array;
  if (!statement.is_declaration && array.extents != target.extents)
    fail(statement.where, fmt::format("The extents of `{}` change from [{}] to [{}]; a `var` keeps its extents.",
                                      variable(statement.variable).name, fmt::join(target.extents, ", "),
                                      fmt::join(array.extents, ", ")));
  target = array;
}

Interpreter::Pending& Interpreter::pending_of(int variable) {
  auto const [item, is_new] = pending_.emplace(variable, Pending());
  Pending& pending = item->second;
  if (!is_new) return pending;
  Slot const& slot = this->slot(variable);
  bool const is_array = this->variable(variable).type.is_array();
  pending.numbers = is_array ? to_value(slot.array).numbers : slot.numbers;
  pending.states.assign(pending.numbers.size(), unchanged);
  return pending;
}

void Interpreter::store(Statement const& statement) {
  Slot const& slot = this->slot(statement.variable);
  std::size_t const n = components(statement.value->type);
  std::vector<double> value(n);
  evaluate(*statement.value, value.data());
  std::size_t first = 0;
  if (!statement.subscripts.empty()) {
    // Pending values have the last axis fastest.
    ArrayView const shape = whole_array({}, slot.array.extents);
    Node const place{.where = statement.where, .array_name = variable(statement.variable).name};
    first = static_cast<std::size_t>(offset_of(place, shape, statement.subscripts, 0)) * n;
  }
  update(statement, pending_of(statement.variable), first, value);
  if (foreach_depth_ == 0) commit();
}

void Interpreter::update(Statement const& statement, Pending& pending, std::size_t first,
                         std::vector<double> const& value) {
  char const state = statement.update ? updated : assigned;
  std::string const& name = variable(statement.variable).name;
  for (std::size_t n = 0; n < value.size(); ++n) {
    double& target = pending.numbers[first + n];
    char& old_state = pending.states[first + n];
    if (old_state != unchanged && old_state != state)
      fail(statement.where, fmt::format("An element of `{}` is assigned and updated in one `foreach`.", name));
    if (old_state == assigned && !base::same_bits(target, value[n]))
      fail(statement.where,
           fmt::format("Iterations of `foreach` assign the different values {} and {} to an element of "
                       "`{}`.",
                       target, value[n], name));
    ir::Type const type = memory_type(statement.value->type.kind);
    std::array const operands{target, value[n]};
    target = statement.update ? ir::evaluate(*statement.update, type, type, operands) : value[n];
    old_state = state;
  }
}

void Interpreter::commit() {
  for (auto& [number, pending] : pending_) {
    Slot& slot = this->slot(number);
    Type const& type = variable(number).type;
    if (type.is_array())
      slot.array = whole_array({.n_components = components(*type.element), .numbers = std::move(pending.numbers)},
                               slot.array.extents);
    else
      slot.numbers = std::move(pending.numbers);
  }
  pending_.clear();
}

void Interpreter::repeat(Statement const& statement) {
  long const n = integer(*statement.count);
  for (long step = 0; step < n; ++step) {
    slot(statement.variable).numbers[0] = static_cast<double>(step);
    execute(statement.body);
    provide(statement);
    if (statement.value && number(*statement.value) != 0) return;
  }
}

ArrayValue Interpreter::value_of(Node const& node) {
  if (distribution_.grid && node.type.is_array() && node.type.is_over_grid) return gathered(node);
  if (node.type.is_array()) return to_value(array(node));
  ArrayValue value;
  value.numbers.resize(components(node.type));
  evaluate(node, value.numbers.data());
  return value;
}

void Interpreter::output(Statement const& statement) {
  Output result{.name = statement.name};
  for (auto const& [name, node] : statement.columns) {
    result.columns.emplace_back(name, value_of(*node));
    long const n = result.columns.back().second.extents.empty() ? 0 : result.columns.back().second.extents[0];
    long const n_first = result.columns[0].second.extents.empty() ? 0 : result.columns[0].second.extents[0];
    if (n != n_first)
      fail(node->where,
           fmt::format("The column `{}` has {} elements and the column `{}` has {}; the columns of a table "
                       "have equal sizes.",
                       name, n, result.columns[0].first, n_first));
  }
  outputs_.push_back(std::move(result));
}

std::vector<Output> interpret(Program const& program, Inputs const& inputs) {
  return Interpreter(program, inputs).run();
}

} // namespace chemora::patterns
