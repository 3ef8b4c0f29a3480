/// The statements of a `foreach` as instructions of a kernel.
#include "codegen/patterns/lower_foreach.hpp"
#include "codegen/patterns/nest_values.hpp"
#include "codegen/patterns/nodes.hpp"

#include <algorithm>
#include <set>

namespace chemora::patterns {

using ir::ExpressionPtr;
using ir::linear;
using ir::LinearExpression;
using ir::Op;

namespace {

/// States of an element of the checked form.
constexpr long assigned = 1, updated = 2;

NodePtr accesses_of_block(Program const& program, std::vector<Statement> const& statements, std::size_t first,
                          base::SourcePosition const& where);

NodePtr all_of(std::vector<NodePtr> parts, base::SourcePosition const& where) {
  return std::make_shared<Node const>(Node{.kind = NodeKind::construct, .operands = std::move(parts), .where = where});
}

NodePtr accesses_of_store(Program const& program, Statement const& statement) {
  if (statement.subscripts.empty()) return all_of({statement.value}, statement.where);
  Variable const& variable = program.variables[static_cast<std::size_t>(statement.variable)];
  NodePtr const target = std::make_shared<Node const>(Node{.kind = NodeKind::variable,
                                                           .type = variable.type,
                                                           .variable = statement.variable,
                                                           .extents = variable.extents,
                                                           .where = statement.where});
  Node element{
      .kind = NodeKind::element, .type = statement.value->type, .operands = {target}, .where = statement.where};
  element.operands.insert(element.operands.end(), statement.subscripts.begin(), statement.subscripts.end());
  return all_of({std::make_shared<Node const>(std::move(element)), statement.value}, statement.where);
}

/// Returns the generators of a `foreach` as nested maps, because each generator is a level of the mapping.
NodePtr accesses_of_loops(Program const& program, Statement const& statement) {
  NodePtr result = accesses_of_block(program, statement.body, 0, statement.where);
  for (std::size_t n = statement.generators.size(); n-- > 0;) {
    Pattern pattern{.kind = PatternKind::map, .generators = {statement.generators[n]}, .body = result};
    result = std::make_shared<Node const>(Node{.kind = NodeKind::pattern,
                                               .type = array_type(1, Type(), false),
                                               .pattern = std::make_shared<Pattern const>(std::move(pattern)),
                                               .where = statement.where});
  }
  return result;
}

NodePtr accesses_of_block(Program const& program, std::vector<Statement> const& statements, std::size_t first,
                          base::SourcePosition const& where) {
  std::vector<NodePtr> parts;
  for (std::size_t n = first; n < statements.size(); ++n) {
    Statement const& statement = statements[n];
    if (statement.kind != StatementKind::let) {
      parts.push_back(accesses_of(program, statement));
      continue;
    }
    NodePtr const body = accesses_of_block(program, statements, n + 1, where);
    parts.push_back(std::make_shared<Node const>(Node{.kind = NodeKind::let,
                                                      .variable = statement.variable,
                                                      .operands = {statement.value, body},
                                                      .where = statement.where}));
    break;
  }
  return all_of(std::move(parts), where);
}

void add_stores(Statement const& statement, std::vector<Statement const*>& stores) {
  if (statement.kind == StatementKind::store) stores.push_back(&statement);
  for (Statement const& inner : statement.body) add_stores(inner, stores);
  for (Statement const& inner : statement.otherwise) add_stores(inner, stores);
}

int depth_of(Statement const& statement) {
  int depth = 0;
  for (std::vector<Statement> const* block : {&statement.body, &statement.otherwise})
    for (Statement const& inner : *block) depth = std::max(depth, depth_of(inner));
  return depth + static_cast<int>(statement.generators.size());
}

/// Returns the number of loops that enclose all instructions.
int perfect_depth(Statement const& statement) {
  int const depth = static_cast<int>(statement.generators.size());
  bool const is_perfect = statement.body.size() == 1 && statement.body[0].kind == StatementKind::foreach;
  return is_perfect ? depth + perfect_depth(statement.body[0]) : depth;
}

/// Returns a mapping whose blocks enclose all instructions.
Mapping mapping_for(Statement const& statement, ForeachForm form, Mapping mapping) {
  int const depth = depth_of(statement), n_blocks = perfect_depth(statement);
  for (std::size_t n = 0; n < mapping.levels.size(); ++n) {
    LevelMapping& level = mapping.levels[n];
    bool const is_in_order = form == ForeachForm::checked && static_cast<int>(n) < depth;
    if (is_in_order) level = {Dimension::sequential, 1, {SpanKind::all, 1}};
    if (level.span.kind == SpanKind::split || static_cast<int>(n) >= n_blocks) level.span = {SpanKind::all, 1};
  }
  return mapping;
}

ExpressionPtr binary(Op op, ExpressionPtr const& left, ExpressionPtr const& right) {
  return ir::make_operation(op, {left, right});
}

/// Returns whether two numbers certainly have equal bits. NaNs never do.
ExpressionPtr have_equal_bits(ExpressionPtr const& left, ExpressionPtr const& right) {
  ExpressionPtr const are_equal = binary(Op::equal, left, right);
  if (left->type != ir::Type::real64) return are_equal;
  ExpressionPtr const unit = ir::make_number(ir::Type::real64, 1); // 1 / x distinguishes 0 from -0
  return binary(Op::logical_and, are_equal,
                binary(Op::equal, binary(Op::divide, unit, left), binary(Op::divide, unit, right)));
}

} // namespace

void for_each_value(Statement const& statement, std::function<void(NodePtr const&)> const& visit) {
  if (statement.value) visit(statement.value);
  if (statement.count) visit(statement.count);
  for (NodePtr const& subscript : statement.subscripts) visit(subscript);
  for (Generator const& generator : statement.generators) for_each_part(generator, visit);
  for (auto const& [name, column] : statement.columns) visit(column);
  if (statement.kind != StatementKind::foreach) return;
  auto const visit_inner = [&](auto const& visit_again, Statement const& inner) -> void {
    if (inner.kind == StatementKind::foreach) return for_each_value(inner, visit);
    for_each_value(inner, visit);
    for (Statement const& part : inner.body) visit_again(visit_again, part);
    for (Statement const& part : inner.otherwise) visit_again(visit_again, part);
  };
  for (Statement const& inner : statement.body) visit_inner(visit_inner, inner);
}

std::set<int> stored_variables(Statement const& statement) {
  std::set<int> variables;
  if (statement.kind == StatementKind::store) variables.insert(statement.variable);
  for (Statement const& inner : statement.body) variables.merge(stored_variables(inner));
  for (Statement const& inner : statement.otherwise) variables.merge(stored_variables(inner));
  return variables;
}

NodePtr accesses_of(Program const& program, Statement const& statement) {
  switch (statement.kind) {
  case StatementKind::store:
    return accesses_of_store(program, statement);
  case StatementKind::foreach:
    return accesses_of_loops(program, statement);
  case StatementKind::condition:
    return std::make_shared<Node const>(
        Node{.kind = NodeKind::conditional,
             .operands = {statement.value, accesses_of_block(program, statement.body, 0, statement.where),
                          accesses_of_block(program, statement.otherwise, 0, statement.where)},
             .where = statement.where});
  default:
    throw base::InternalError("a statement of foreach is neither a store nor a condition");
  }
}

struct NestValues::Foreach {
  LoweredForeach& lowered;
  std::vector<Statement const*> stores{};

  LoweredForeach::Target const& target(int variable) const {
    return *std::ranges::find(lowered.targets, variable, &LoweredForeach::Target::variable);
  }
};

/// Declares the arrays that the statement assigns.
void NestValues::declare_targets(Foreach& foreach) {
  for (Statement const* const store : foreach.stores) {
    int const number = store->variable;
    std::vector<LoweredForeach::Target>& targets = foreach.lowered.targets;
    if (std::ranges::find(targets, number, &LoweredForeach::Target::variable) != targets.end()) continue;
    Variable const& variable = declared(number);
    bool const is_array = variable.type.is_array();
    Type const& element = is_array ? *variable.type.element : variable.type;
    std::size_t const n_fields = types_of(element).size();
    LoweredForeach::Target target{.variable = number, .argument = variable.name};
    if (foreach.lowered.form == ForeachForm::in_place) {
      if (!is_array) fail(*value_, "numbers that are updated in place");
      std::vector<ExpressionPtr> const first(variable.extents.size(), ir::make_integer(0));
      element_of_argument(number, first); // declares the argument
    } else {
      target.argument = result_argument(variable.name);
      declare_argument(target.argument, memory_type(program_, element), variable.extents, n_fields);
    }
    auto const n_stores = std::ranges::count(foreach.stores, number, &Statement::variable);
    if (foreach.lowered.form == ForeachForm::checked && (n_stores > 1 || !store->update)) {
      target.states = target.argument + ".states";
      declare_argument(target.states, ir::Type::int32, variable.extents, n_fields);
    }
    targets.push_back(std::move(target));
  }
  if (foreach.lowered.form != ForeachForm::checked) return;
  std::string& conflict = foreach.lowered.conflict;
  conflict = result_argument(".conflict");
  declare_argument(conflict, ir::Type::int32, {}, 1);
}

/// Initialises the copies with the values from before the statement.
void NestValues::copy_targets(Foreach const& foreach) {
  for (LoweredForeach::Target const& target : foreach.lowered.targets) {
    Variable const& variable = declared(target.variable);
    std::vector<ExpressionPtr> subscripts;
    for (std::size_t axis = 0; axis < variable.extents.size(); ++axis) {
      LinearExpression const last = result_.kernel.array(target.argument).axes[axis].extent - linear(1);
      LevelMapping level{Dimension::sequential, 1, {SpanKind::all, 1}};
      if (axis == 0) level = {Dimension::x, 1, {SpanKind::points, 1}};
      subscripts.push_back(ir::make_linear(loops_.open_level(level, "copied", linear(0), last).index));
    }
    Fields const old = variable.extents.empty() ? value_of_variable(target.variable)
                                                : element_of_argument(target.variable, subscripts);
    if (subscripts.empty()) subscripts.push_back(ir::make_integer(0));
    for (std::size_t n = 0; n < old.size(); ++n) {
      ExpressionPtr const copy = field_of(target.argument, subscripts, n, old.size());
      builder_.assign(copy, in_memory(old[n], copy->type));
      if (!target.states.empty())
        builder_.assign(field_of(target.states, subscripts, n, old.size()), ir::make_integer(0));
    }
    builder_.add_grid_barrier();
  }
}

Fields NestValues::value_of_variable(int number) {
  Variable const& item = declared(number);
  return variable(Node{.kind = NodeKind::variable, .type = item.type, .variable = number, .where = item.where});
}

/// Returns a field of an element of an array in memory.
ExpressionPtr NestValues::field_of(std::string const& array, std::vector<ExpressionPtr> subscripts, std::size_t field,
                                   std::size_t n_fields) const {
  if (n_fields > 1) subscripts.push_back(ir::make_integer(static_cast<long>(field)));
  return ir::make_element(result_.kernel.array(array).type, array, std::move(subscripts));
}

void NestValues::execute(Foreach const& foreach, std::vector<Statement> const& statements) {
  for (Statement const& statement : statements) execute(foreach, statement);
}

void NestValues::execute(Foreach const& foreach, Statement const& statement) {
  std::size_t const depth = builder_.loops().size();
  switch (statement.kind) {
  case StatementKind::let:
    return define(statement.variable, statement.value);
  case StatementKind::store:
    return store(foreach, statement);
  case StatementKind::condition: {
    ExpressionPtr const holds = builder_.scalar(builder_.new_name("holds"), ir::Type::boolean);
    builder_.assign(holds, value(statement.value)[0]);
    {
      loops::KernelBuilder::Condition const scope(builder_, holds);
      execute(foreach, statement.body);
    }
    loops::KernelBuilder::Condition const scope(builder_, ir::make_operation(Op::logical_not, {holds}));
    return execute(foreach, statement.otherwise);
  }
  case StatementKind::foreach:
    for (Generator const& generator : statement.generators) {
      ElementCount const count = count_of_generator(generator);
      LinearExpression const index =
          loops_.open_level(mapping_of_level(), declared(generator.variable).name, linear(0), count.bound - linear(1))
              .index;
      ++level_;
      define_generator(generator, ir::make_linear(index));
    }
    execute(foreach, statement.body);
    level_ -= statement.generators.size();
    return builder_.close_to(depth);
  default:
    throw base::InternalError("a statement of foreach has no kernel");
  }
}

void NestValues::store(Foreach const& foreach, Statement const& statement) {
  LoweredForeach::Target const& target = foreach.target(statement.variable);
  std::vector<ExpressionPtr> subscripts;
  for (NodePtr const& subscript : statement.subscripts) subscripts.push_back(integer(subscript));
  if (subscripts.empty()) subscripts.push_back(ir::make_integer(0));
  Fields values = value(statement.value);
  std::vector<ExpressionPtr> elements;
  for (std::size_t n = 0; n < values.size(); ++n) {
    elements.push_back(field_of(target.argument, subscripts, n, values.size()));
    values[n] = in_memory(values[n], elements[n]->type);
    if (statement.update) values[n] = ir::make_operation(*statement.update, {elements[n], values[n]});
  }
  if (!target.states.empty()) {
    for (std::size_t n = 0; n < values.size(); ++n) {
      ExpressionPtr const number = builder_.scalar(builder_.new_name("assigned_value"), values[n]->type);
      builder_.assign(number, values[n]);
      values[n] = number;
      check_store(foreach, statement, elements[n], field_of(target.states, subscripts, n, values.size()), number);
    }
  }
  builder_.assign_together(elements, values);
}

/// Sets the conflict if an element receives another value than in an earlier iteration, or is assigned and updated.
void NestValues::check_store(Foreach const& foreach, Statement const& statement, ExpressionPtr const& element,
                             ExpressionPtr const& state, ExpressionPtr const& number) {
  ExpressionPtr const old_state = builder_.scalar(builder_.new_name("state"), ir::Type::int32);
  builder_.assign(old_state, state);
  ExpressionPtr const new_state = ir::make_integer(statement.update ? updated : assigned);
  ExpressionPtr is_conflict = binary(Op::not_equal, old_state, new_state);
  if (!statement.update)
    is_conflict =
        binary(Op::logical_or, is_conflict, ir::make_operation(Op::logical_not, {have_equal_bits(element, number)}));
  ExpressionPtr const was_changed = binary(Op::not_equal, old_state, ir::make_integer(0));
  builder_.assign(field_of(foreach.lowered.conflict, {ir::make_integer(0)}, 0, 1), ir::make_integer(1),
                  {binary(Op::logical_and, was_changed, is_conflict)});
  builder_.assign(state, new_state);
}

void NestValues::store_foreach(LoweredForeach& lowered, Statement const& statement) {
  result_.result = result_.kernel.name = kernel_result;
  reserve_names();
  Foreach foreach{.lowered = lowered};
  add_stores(statement, foreach.stores);
  declare_targets(foreach);
  if (lowered.form != ForeachForm::in_place) copy_targets(foreach);
  if (!lowered.conflict.empty())
    builder_.assign(field_of(lowered.conflict, {ir::make_integer(0)}, 0, 1), ir::make_integer(0));
  execute(foreach, statement);
  builder_.close_to(0);
  lowered.inputs = result_.inputs;
  lowered.chunk_counts = result_.chunk_counts;
  lowered.kernel = std::move(result_.kernel);
}

LoweredForeach lower_foreach(Program const& declarations, Statement const& statement, ForeachForm form,
                             Mapping const& mapping, NestOptions const& options) {
  LoweredForeach lowered{.form = form};
  Mapping const levels = mapping_for(statement, form, mapping);
  NestValues(declarations, levels, options, accesses_of(declarations, statement)).store_foreach(lowered, statement);
  return lowered;
}

} // namespace chemora::patterns
