#include "codegen/wavefront/columns.hpp"

#include "codegen/wavefront/value_range.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::wavefront {

namespace {

using ir::ExpressionKind;
using ir::LinearExpression;
using recursion::Function;
using recursion::System;

constexpr long max_separate_values = 4; ///< values of a dimension that are computed before its loop

struct Distance {
  std::string caller{}, callee{};
  long columns = 0, rows = 0;
};

/// Returns the constant `argument` - `dimension`, if it is constant.
std::optional<long> offset_from(ir::ExpressionPtr const& argument, std::string const& dimension) {
  auto const linear = ir::as_linear(argument);
  if (!linear) return std::nullopt;
  LinearExpression const difference = *linear - ir::linear(dimension);
  if (!difference.is_constant()) return std::nullopt;
  return difference.constant;
}

/// Finds the distances of all calls. Returns a reason if a call has no constant distance.
std::string find_distances(System const& system, Columns const& columns, std::vector<Distance>& distances) {
  std::string reason;
  for (Function const& function : system.functions)
    for (recursion::Case const& part : function.cases)
      ir::for_each(part.value, [&](ir::ExpressionPtr const& e) {
        if (e->kind == ExpressionKind::reduction) reason = fmt::format("`{}` has a reduction", function.name);
        if (e->kind != ExpressionKind::element || !system.find_function(e->name)) return;
        auto const column = offset_from(e->operands[columns.column], function.dimensions[columns.column].name);
        auto const row = offset_from(e->operands[columns.row], function.dimensions[columns.row].name);
        if (column && row)
          distances.push_back({function.name, e->name, -*column, -*row});
        else
          reason = fmt::format("the call `{}` has no constant distance", ir::to_text(e));
      });
  return reason;
}

/// Returns the functions so that callees in the same element come first; empty if they call each other in a cycle.
std::vector<std::string> order_of(System const& system, std::vector<Distance> const& distances) {
  std::vector<std::string> order;
  auto const is_ready = [&](std::string const& name) {
    return std::all_of(distances.begin(), distances.end(), [&](Distance const& each) {
      return each.caller != name || each.columns != 0 || each.rows != 0 ||
             std::find(order.begin(), order.end(), each.callee) != order.end();
    });
  };
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (Function const& function : system.functions)
      if (std::find(order.begin(), order.end(), function.name) == order.end() && is_ready(function.name)) {
        order.push_back(function.name);
        is_changed = true;
      }
  }
  return order.size() == system.functions.size() ? order : std::vector<std::string>{};
}

std::string shape_reason(System const& system) {
  if (system.functions.empty()) return "there is no function";
  Function const& first = system.functions.front();
  for (Function const& function : system.functions) {
    if (function.type == recursion::ValueType::probability)
      return "probabilities of different columns would need a common exponent";
    if (function.dimensions.size() != 2) return fmt::format("`{}` does not have two dimensions", function.name);
    for (std::size_t n = 0; n < 2; ++n) {
      if (!function.dimensions[n].lower.is_constant()) return "a lower limit is not constant";
      if (function.dimensions[n].lower != first.dimensions[n].lower ||
          function.dimensions[n].upper != first.dimensions[n].upper)
        return "the functions have different dimensions";
    }
  }
  return {};
}

/// Adds the values, relative to the lower limit, where the constraint changes from true to false or back.
void add_change(loops::Constraint const& constraint, std::string const& dimension, long lower, long& n_separate) {
  LinearExpression const& e = constraint.expression;
  if (e.factors.size() != 1 || std::abs(e.factor(dimension)) != 1) return;
  long const factor = e.factor(dimension), at = -e.constant * factor;
  long const change = (constraint.is_equality || factor < 0 ? at + 1 : at) - lower;
  if (change > n_separate && change <= max_separate_values) n_separate = change;
}

std::vector<TableSegment> table_segments(System const& system, std::size_t dimension) {
  long n_separate = 0;
  for (Function const& function : system.functions)
    for (recursion::Case const& part : function.cases)
      for (loops::Constraint const& constraint : part.domain)
        add_change(constraint, function.dimensions[dimension].name, function.dimensions[dimension].lower.constant,
                   n_separate);
  std::vector<TableSegment> segments;
  for (long n = 0; n < n_separate; ++n) segments.push_back({n, false});
  segments.push_back({n_separate, true});
  return segments;
}

/// Returns the values of a linear expression; sizes are not negative.
Interval values_of(LinearExpression const& expression, std::map<std::string, Interval> const& dimensions) {
  Interval result{static_cast<double>(expression.constant), static_cast<double>(expression.constant)};
  for (auto const& [name, factor] : expression.factors) {
    auto const found = dimensions.find(name);
    Interval const of = found == dimensions.end() ? Interval{0, infinity} : found->second;
    auto const f = static_cast<double>(factor);
    result.lower += f > 0 ? f * of.lower : f * of.upper;
    result.upper += f > 0 ? f * of.upper : f * of.lower;
  }
  return result;
}

Interval interval_of(recursion::Dimension const& dimension, TableSegment const& segment) {
  auto const first = static_cast<double>(dimension.lower.constant + segment.offset);
  return {first, segment.is_range ? infinity : first};
}

/// Tries the two dimensions as columns. A varying sequence has the columns, so that all lanes have the same rows.
std::string try_columns(System const& system, std::size_t column, Columns& columns) {
  columns = Columns{.column = column, .row = 1 - column};
  columns.column_dimension = system.functions.front().dimensions[columns.column];
  columns.row_dimension = system.functions.front().dimensions[columns.row];
  std::vector<Distance> distances;
  if (std::string reason = find_distances(system, columns, distances); !reason.empty()) return reason;
  for (Distance const& each : distances) {
    if (each.columns < 0 || each.rows < 0)
      return fmt::format("`{}` calls `{}` in a later row or column", each.caller, each.callee);
    columns.columns_back[each.callee] = std::max(columns.columns_back[each.callee], each.columns);
    columns.rows_back[each.callee] = std::max(columns.rows_back[each.callee], each.rows);
  }
  columns.order = order_of(system, distances);
  if (columns.order.empty()) return "functions call each other in the same element";
  columns.column_segments = table_segments(system, columns.column);
  columns.row_segments = table_segments(system, columns.row);
  return {};
}

} // namespace

ColumnsOrReason columns_of(System const& system, std::set<std::string> const& varying) {
  if (std::string reason = shape_reason(system); !reason.empty()) return {std::nullopt, reason};
  std::vector<recursion::Dimension> const& dimensions = system.functions.front().dimensions;
  std::size_t const column = !varying.contains(dimensions[1].of) && varying.contains(dimensions[0].of) ? 0 : 1;
  Columns columns;
  if (std::string reason = try_columns(system, column, columns); !reason.empty()) return {std::nullopt, reason};
  return {columns, {}};
}

Truth holds(loops::Constraint const& constraint, Function const& function, Columns const& columns,
            TableSegment const& column, TableSegment const& row) {
  std::map<std::string, Interval> dimensions;
  for (auto const& [position, segment] : {std::pair(columns.column, column), std::pair(columns.row, row)}) {
    recursion::Dimension const& dimension = function.dimensions[position];
    dimensions[dimension.name] = interval_of(dimension, segment);
    if (!constraint.is_equality && constraint.expression == dimension.upper - ir::linear(dimension.name))
      return Truth::always;
  }
  Interval const values = values_of(constraint.expression, dimensions);
  if (values.upper < 0 || (constraint.is_equality && values.lower > 0)) return Truth::never;
  if (constraint.is_equality) return values.lower == 0 && values.upper == 0 ? Truth::always : Truth::unknown;
  return values.lower >= 0 ? Truth::always : Truth::unknown;
}

} // namespace chemora::wavefront
