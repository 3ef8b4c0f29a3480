#include "codegen/wavefront/lower_across.hpp"

#include "codegen/wavefront/columns_lowering.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace chemora::wavefront {

namespace {

using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Op;
using ir::Type;
using recursion::Function;
using recursion::System;
using recursion::TableValue;

/// Returns the dimensions of a table value whose elements are all reduced, by variable, or a reason.
std::string result_reason(System const& system, TableValue const& table, Columns const& columns) {
  Function const& function = system.function(table.function);
  recursion::Dimension const& row = function.dimensions[columns.row];
  if (!table.over) {
    bool const is_last_row = table.arguments[columns.row] == row.upper;
    return is_last_row ? "" : fmt::format("`{}` is not in the last row", table.name);
  }
  if (*table.over != Op::minimum && *table.over != Op::maximum) return "the result is a sum";
  if (table.variables.size() != 2) return "the result is not a reduction over two variables";
  for (std::size_t n = 0; n < 2; ++n) {
    auto const argument = table.arguments[n];
    bool const is_variable = std::any_of(table.variables.begin(), table.variables.end(),
                                         [&](auto const& variable) { return argument == ir::linear(variable.name); });
    if (!is_variable) return "an argument of the result is not a variable";
  }
  return table.arguments[0] == table.arguments[1] ? "the result is a reduction over one variable" : "";
}

} // namespace

Lowered ColumnsLowering::lower() {
  start();
  for (std::size_t n = 0; n < columns_.column_segments.size(); ++n) lower_columns_of(n);
  write_results();
  if (!options_.checked.empty()) write_overflow();
  for (LoweredArgument const& argument : values_.arguments()) arguments_.push_back(argument);
  return {std::move(kernel_), std::move(arguments_), options_.offset, {}, std::move(window_)};
}

long ColumnsLowering::columns_back(std::string const& function) const {
  auto const found = columns_.columns_back.find(function);
  return found == columns_.columns_back.end() ? 0 : found->second;
}

long ColumnsLowering::rows_back(std::string const& function) const {
  auto const found = columns_.rows_back.find(function);
  return found == columns_.rows_back.end() ? 0 : found->second;
}

void ColumnsLowering::start() {
  kernel_.name = "recursion_" + system_.name;
  values_.declare_problem_loops();
  for (std::string const& parameter : options_.varying) declare_longest(parameter);
  for (std::string const& name : columns_.order) declare_function(system_.function(name));
  tables_ = system_.result->tables;
  for (std::string const& name : options_.checked) add_check(system_.function(name));
  for (TableValue const& table : tables_) {
    Type const type = values_.table_type(system_.function(table.function));
    scalar(total_name(table), type);
    for (long c = 0; c < plan_.columns && uses_best(table); ++c) scalar(best_name(table, c), type);
    assign(total_name(table), neutral(table));
  }
  ++phase_;
}

/// Declares the largest length in the group of lanes, which limits the loops over columns and rows.
void ColumnsLowering::declare_longest(std::string const& parameter) {
  bool const is_used = columns_.column_dimension.upper.uses("length_" + parameter) ||
                       columns_.row_dimension.upper.uses("length_" + parameter);
  if (!is_used) return;
  std::string const array = "longest_of_" + parameter, name = longest_name(parameter);
  kernel_.arrays.push_back({.name = array,
                            .type = Type::int32,
                            .is_argument = true,
                            .scope = ir::Scope::grid,
                            .axes = {{.extent = ir::linear("n_groups")}}});
  arguments_.push_back({array, Role::longest, parameter});
  kernel_.arrays.push_back({.name = name, .type = Type::int32, .scope = ir::Scope::registers, .copies = {"group"}});
  kernel_.instructions.push_back({.id = name,
                                  .within = {"group"},
                                  .target = ir::make_element(Type::int32, name, {}),
                                  .value = ir::make_element(Type::int32, array, {ir::make_name(Type::int32, "group")}),
                                  .order = {ir::linear("group"), ir::linear(0)}});
}

/// Returns the expression with the largest lengths in the group of lanes.
LinearExpression ColumnsLowering::in_group(LinearExpression expression) const {
  for (std::string const& parameter : options_.varying)
    expression = expression.with("length_" + parameter, ir::linear(longest_name(parameter)));
  return expression;
}

void ColumnsLowering::declare_function(Function const& function) {
  Type const type = values_.table_type(function);
  for (long c = -columns_back(function.name); c < plan_.columns; ++c)
    for (long age = 0; age <= rows_back(function.name); ++age) scalar(value_name(function.name, c, age), type);
  if (columns_back(function.name) == 0) return;
  std::string const name = "columns_of_" + function.name;
  LinearExpression const rows = columns_.row_dimension.upper - columns_.row_dimension.lower + ir::linear(1);
  if (plan_.window == ir::Scope::registers) {
    kernel_.assumptions.push_back({ir::linear(plan_.window_rows) - rows});
    window_.rows.push_back(rows);
    kernel_.arrays.push_back(window_array(name, type, plan_.window, {plan_.window_rows, columns_back(function.name)},
                                          {"group", "lane"}, window_));
    return;
  }
  kernel_.arrays.push_back(values_.problem_array(name, type, {rows, ir::linear(columns_back(function.name))}));
  arguments_.push_back({name, Role::work, function.name});
}

/// Adds the instruction `target = value` in the current loops.
void ColumnsLowering::assign(ExpressionPtr const& target, ExpressionPtr const& value) {
  std::vector<std::string> within{"group", "lane"};
  within.insert(within.end(), loops_.begin(), loops_.end());
  std::vector<LinearExpression> order{ir::linear("group"), ir::linear(1), ir::linear("lane"), ir::linear(phase_)};
  order.insert(order.end(), order_.begin(), order_.end());
  order.push_back(ir::linear(++statement_));
  kernel_.instructions.push_back({.id = fmt::format("s{}", statement_),
                                  .within = std::move(within),
                                  .target = target,
                                  .value = value,
                                  .order = std::move(order)});
}

void ColumnsLowering::loop(std::string const& name, LinearExpression const& lower, LinearExpression const& upper,
                           long factor) {
  kernel_.loops.push_back({name});
  kernel_.constraints.push_back({ir::linear(name) - lower});
  kernel_.constraints.push_back({in_group(upper) - factor * ir::linear(name)});
  loops_.push_back(name);
}

/// Lowers one segment of the columns: a single column, or tiles of several columns.
void ColumnsLowering::lower_columns_of(std::size_t number) {
  column_ = columns_.column_segments[number];
  recursion::Dimension const& dimension = columns_.column_dimension;
  LinearExpression const first = dimension.lower + ir::linear(column_.offset);
  std::string const tile = fmt::format("tile_{}", number);
  n_columns_ = column_.is_range ? plan_.columns : 1;
  first_column_ = first;
  if (column_.is_range) {
    loop(tile, ir::linear(0), dimension.upper - first, n_columns_);
    first_column_ += n_columns_ * ir::linear(tile);
  } else if (column_.offset > 0) { // the column exists only if the dimension has so many values
    loop(tile, ir::linear(0), ir::linear(0));
    kernel_.constraints.push_back({in_group(dimension.upper) - first - ir::linear(tile)});
  }
  order_ = {loops_.empty() ? ir::linear(0) : ir::linear(tile)};
  tile_loops_ = loops_;
  hoisted_.clear();
  initialise_tile();
  for (std::size_t n = 0; n < columns_.row_segments.size(); ++n) lower_rows_of(number, n);
  finish_tile();
  loops_.clear();
  order_.clear();
  ++phase_;
}

void ColumnsLowering::initialise_tile() {
  order_.push_back(ir::linear(0));
  for (TableValue const& table : tables_)
    for (long c = 0; c < n_columns_ && uses_best(table); ++c) assign(best_name(table, c), neutral(table));
  for (std::string const& function : columns_.order)
    for (long c = -stored_columns(function); c < n_columns_; ++c)
      for (long age = 1; age <= rows_back(function); ++age) {
        std::string const name = value_name(function, c, age);
        assign(name, ir::make_number(kernel_.array(name).type, 0));
      }
  order_.pop_back();
}

/// The number of previous columns that the current tile reads.
long ColumnsLowering::stored_columns(std::string const& function) const {
  return column_.is_range ? columns_back(function) : std::min(columns_back(function), column_.offset);
}

void ColumnsLowering::lower_rows_of(std::size_t column_number, std::size_t number) {
  row_ = columns_.row_segments[number];
  recursion::Dimension const& dimension = columns_.row_dimension;
  LinearExpression const first = dimension.lower + ir::linear(row_.offset);
  std::string const name = fmt::format("row_{}_{}", column_number, number);
  bool const is_loop = row_.is_range || row_.offset > 0;
  row_value_ = is_loop ? ir::linear(name) : first;
  row_loop_ = is_loop ? name : "";
  std::size_t const n_loops = loops_.size();
  if (is_loop) loop(name, first, dimension.upper);
  if (is_loop && !row_.is_range) kernel_.constraints.push_back({first - ir::linear(name)});
  order_.push_back(ir::linear(static_cast<long>(number) + 2));
  order_.push_back(is_loop ? ir::linear(name) : ir::linear(0));
  load_columns();
  for (long c = 0; c < n_columns_; ++c)
    for (std::string const& function : columns_.order) compute(system_.function(function), c);
  store_columns();
  next_row();
  order_.resize(order_.size() - 2);
  loops_.resize(n_loops);
}

ExpressionPtr ColumnsLowering::stored(std::string const& function, long column) const {
  LinearExpression const row = row_value_ - columns_.row_dimension.lower;
  return values_.problem_element("columns_of_" + function, {ir::make_linear(row), ir::make_integer(column)});
}

void ColumnsLowering::load_columns() {
  for (std::string const& function : columns_.order)
    for (long c = -stored_columns(function); c < 0; ++c)
      assign(value_name(function, c, 0), stored(function, c + columns_back(function)));
}

void ColumnsLowering::store_columns() {
  for (std::string const& function : columns_.order) {
    long const n_stored = columns_back(function);
    for (long k = 0; k < n_stored; ++k) {
      long const column = n_columns_ - n_stored + k;
      if (column >= -stored_columns(function)) assign(stored(function, k), read(value_name(function, column, 0)));
    }
  }
}

/// Moves the values to the names of the previous row.
void ColumnsLowering::next_row() {
  for (std::string const& function : columns_.order)
    for (long c = -stored_columns(function); c < n_columns_; ++c)
      for (long age = rows_back(function); age > 0; --age)
        assign(value_name(function, c, age), read(value_name(function, c, age - 1)));
}

void ColumnsLowering::compute(Function const& function, long c) {
  std::vector<std::pair<std::vector<loops::Constraint>, ExpressionPtr>> parts; // unknown constraints, value
  for (recursion::Case const& part : function.cases) {
    std::vector<loops::Constraint> unknown;
    bool is_possible = true;
    for (loops::Constraint const& constraint : part.domain) {
      Truth const truth = holds(constraint, function, columns_, column_, row_);
      is_possible = is_possible && truth != Truth::never;
      if (truth == Truth::unknown) unknown.push_back(constraint);
    }
    if (is_possible) parts.emplace_back(unknown, part.value);
  }
  if (parts.empty()) throw base::InternalError(fmt::format("no case of `{}` applies", function.name));
  LaneValues::Context const context = context_of(function, c);
  ExpressionPtr value = values_.value(parts.back().second, function.type, context);
  for (auto part = parts.rbegin() + 1; part != parts.rend(); ++part)
    value = ir::make_operation(Op::select, {values_.condition(part->first, context),
                                            values_.value(part->second, function.type, context), value});
  assign(value_name(function.name, c, 0), value);
  update_best(function, c);
}

LaneValues::Context ColumnsLowering::context_of(Function const& function, long c) {
  return {.dimensions = dimension_values(function, c),
          .rows = row_loop_,
          .function = &function,
          .call = [this, &function, c](ir::Expression const& call) { return called(function, call, c); },
          .hoist = [this](ExpressionPtr const& value) { return hoisted(value); },
          .tabulate = [this](ExpressionPtr const& element,
                             ExpressionPtr const& subscript) { return tabulated(element, subscript); }};
}

/// Adds the instruction `target = value` before the rows of the current tile, in stage 0 or 1.
void ColumnsLowering::assign_before_rows(long stage, std::string const& loop, ExpressionPtr const& target,
                                         ExpressionPtr const& value) {
  auto const loops = std::exchange(loops_, tile_loops_);
  auto const order = std::exchange(order_, {order_.front(), ir::linear(stage)});
  if (!loop.empty()) {
    loops_.push_back(loop);
    order_.push_back(ir::linear(loop));
  }
  assign(target, value);
  loops_ = loops;
  order_ = order;
}

ExpressionPtr ColumnsLowering::hoisted(ExpressionPtr const& value) {
  auto const [found, is_new] = hoisted_.try_emplace(ir::to_text(value), "");
  if (is_new) {
    found->second = fmt::format("constant_{}", ++n_hoisted_);
    scalar(found->second, value->type);
    assign_before_rows(0, {}, read(found->second), value);
  }
  return read(found->second);
}

/// Computes a temporary with the values of `element` for all letters.
ExpressionPtr ColumnsLowering::tabulated(ExpressionPtr const& element, ExpressionPtr const& subscript) {
  std::string const loop = fmt::format("letter_{}", phase_);
  if (!kernel_.find_loop(loop)) {
    kernel_.loops.push_back({loop});
    kernel_.constraints.push_back({ir::linear(loop)});
    kernel_.constraints.push_back({ir::linear(options_.n_letters - 1) - ir::linear(loop)});
  }
  ExpressionPtr const letter = ir::make_name(Type::int32, loop);
  ExpressionPtr const value = ir::with_names(element, {{"letter", letter}});
  auto const [found, is_new] = hoisted_.try_emplace(ir::to_text(value), "");
  if (is_new) {
    found->second = fmt::format("row_{}", ++n_hoisted_);
    ir::TypedArray array = values_.lane_scalar(found->second, element->type);
    array.axes.push_back({.extent = ir::linear(options_.n_letters)});
    kernel_.arrays.push_back(array);
    assign_before_rows(1, loop, ir::make_element(element->type, found->second, {letter}), value);
  }
  return ir::make_element(element->type, found->second, {subscript});
}

ExpressionPtr ColumnsLowering::called(Function const& caller, ir::Expression const& call, long c) const {
  auto const distance = [&](std::size_t position) {
    LinearExpression const argument = *ir::as_linear(call.operands[position]);
    return (ir::linear(caller.dimensions[position].name) - argument).constant;
  };
  long const column = c - distance(columns_.column), rows = distance(columns_.row);
  // Elements outside of the table are read only by cases that do not apply.
  bool const exists = column >= -stored_columns(call.name) && (rows == 0 || row_.is_range || row_.offset >= rows);
  return exists ? read(value_name(call.name, column, rows))
                : ir::make_number(values_.table_type(system_.function(call.name)), 0);
}

std::optional<std::string> why_not_columns(System const& system, LoweringOptions const& options) {
  ColumnsOrReason const found = columns_of(system, options.varying);
  if (!found.columns) return found.reason;
  if (!system.result) return "there is no result";
  for (TableValue const& table : system.result->tables)
    if (std::string reason = result_reason(system, table, *found.columns); !reason.empty()) return reason;
  return std::nullopt;
}

Lowered lower_columns(System const& system, Plan const& plan, LoweringOptions const& options) {
  ColumnsOrReason const found = columns_of(system, options.varying);
  if (!found.columns) throw base::InternalError(found.reason);
  return ColumnsLowering(system, *found.columns, plan, options).lower();
}

} // namespace chemora::wavefront
