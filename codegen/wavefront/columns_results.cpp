#include "codegen/wavefront/columns_lowering.hpp"
#include "codegen/wavefront/representation.hpp"

#include <algorithm>

namespace chemora::wavefront {

using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Op;
using ir::Type;
using recursion::Function;
using recursion::TableValue;

/// Adds the maximum of all elements of a function to the tables, unless the result contains it.
void ColumnsLowering::add_check(Function const& function) {
  auto const is_maximum = [&](TableValue const& table) {
    return table.function == function.name && table.over == Op::maximum && domain_of(table, function).empty();
  };
  if (std::any_of(tables_.begin(), tables_.end(), is_maximum)) return;
  TableValue table{.name = "top_" + function.name, .over = Op::maximum, .function = function.name};
  for (recursion::Dimension const& dimension : function.dimensions) {
    table.variables.push_back(dimension);
    table.arguments.push_back(ir::linear(dimension.name));
  }
  tables_.push_back(table);
}

/// The neutral element of a reduction. A single element is always computed.
ExpressionPtr ColumnsLowering::neutral(TableValue const& table) const {
  Function const& function = system_.function(table.function);
  if (table.over) return values_.infinity(function.type, *table.over == Op::minimum);
  return ir::make_number(values_.table_type(function), 0);
}

void ColumnsLowering::update_best(Function const& function, long c) {
  for (TableValue const& table : tables_) {
    if (!uses_best(table) || table.function != function.name) continue;
    if (!table.over) {
      std::vector<loops::Constraint> const is_row{{table.arguments[columns_.row] - row_value_, true}};
      assign(best_name(table, c),
             ir::make_operation(Op::select, {values_.condition(is_row, context_of(function, c)),
                                             read(value_name(function.name, c, 0)), read(best_name(table, c))}));
      continue;
    }
    std::map<std::string, LinearExpression> variables;
    for (std::size_t n = 0; n < 2; ++n)
      variables[table.arguments[n].factors.begin()->first] =
          n == columns_.column ? first_column_ + ir::linear(c) : row_value_;
    std::vector<loops::Constraint> conditions;
    for (loops::Constraint constraint : domain_of(table, function)) {
      for (auto const& [name, value] : variables) constraint.expression = constraint.expression.with(name, value);
      if (row_loop_.empty() || constraint.expression.uses(row_loop_)) conditions.push_back(constraint);
    }
    std::string const name = best_name(table, c);
    ExpressionPtr const best = ir::make_operation(*table.over, {read(name), read(value_name(function.name, c, 0))});
    assign(name, conditions.empty()
                     ? best
                     : ir::make_operation(Op::select,
                                          {values_.condition(conditions, context_of(function, c)), best, read(name)}));
  }
}

/// Returns the constraints of a reduction that are not those of the dimensions of the table.
std::vector<loops::Constraint> ColumnsLowering::domain_of(TableValue const& table, Function const& function) const {
  std::vector<loops::Constraint> result = table.domain;
  for (recursion::Dimension const& variable : table.variables)
    for (std::size_t n = 0; n < 2; ++n) {
      if (table.arguments[n] != ir::linear(variable.name)) continue;
      LinearExpression const value = ir::linear(variable.name);
      if (variable.lower != function.dimensions[n].lower) result.push_back({value - variable.lower});
      bool const is_masked = n == columns_.column || values_.varies(variable.upper);
      if (variable.upper != function.dimensions[n].upper || (is_masked && n != columns_.column))
        result.push_back({variable.upper - value});
    }
  return result;
}

/// Combines the columns of the tile that belong to the problem of the lane.
void ColumnsLowering::finish_tile() {
  order_.push_back(ir::linear(static_cast<long>(columns_.row_segments.size()) + 2));
  row_loop_.clear();
  for (TableValue const& table : tables_)
    for (long c = 0; c < n_columns_; ++c) finish_column(table, c);
  order_.pop_back();
}

void ColumnsLowering::finish_column(TableValue const& table, long c) {
  LinearExpression const column = first_column_ + ir::linear(c);
  Function const& function = system_.function(table.function);
  std::vector<loops::Constraint> conditions;
  ExpressionPtr value;
  if (table.over) {
    conditions.push_back({columns_.column_dimension.upper - column});
    std::string const variable = table.arguments[columns_.column].factors.begin()->first;
    std::string const row = table.arguments[columns_.row].factors.begin()->first;
    for (loops::Constraint const& constraint : domain_of(table, function))
      if (!constraint.expression.uses(row))
        conditions.push_back({constraint.expression.with(variable, column), constraint.is_equality});
    value = ir::make_operation(*table.over, {read(total_name(table)), read(best_name(table, c))});
  } else {
    conditions.push_back({table.arguments[columns_.column] - column, true});
    value = read(uses_best(table) ? best_name(table, c) : value_name(function.name, c, 0));
  }
  assign(total_name(table),
         ir::make_operation(Op::select, {values_.condition(conditions, {}), value, read(total_name(table))}));
}

void ColumnsLowering::write_results() {
  for (TableValue const& table : system_.result->tables) {
    std::string const name = "result_" + table.name;
    kernel_.arrays.push_back(values_.problem_array(name, kernel_.array(total_name(table)).type, {}));
    arguments_.push_back({name, Role::value, table.name});
    assign(ir::make_element(kernel_.array(name).type, name, values_.problem_subscripts({})), read(total_name(table)));
  }
}

/// The largest number of a narrow type may stand for a larger one.
void ColumnsLowering::write_overflow() {
  kernel_.arrays.push_back(values_.problem_array("overflow", Type::int32, {}));
  arguments_.push_back({"overflow", Role::overflow, ""});
  ExpressionPtr condition = ir::make_number(Type::boolean, 0);
  for (TableValue const& table : tables_) {
    if (table.over != Op::maximum || !options_.checked.contains(table.function)) continue;
    ExpressionPtr const value = read(total_name(table));
    ExpressionPtr const limit = ir::make_number(value->type, overflow_limit(value->type));
    ExpressionPtr const part = ir::make_operation(Op::less_equal, {limit, value});
    condition = ir::make_operation(Op::logical_or, {condition, part});
  }
  assign(ir::make_element(Type::int32, "overflow", values_.problem_subscripts({})),
         ir::make_operation(Op::select, {condition, ir::make_integer(1), ir::make_integer(0)}));
}

} // namespace chemora::wavefront
