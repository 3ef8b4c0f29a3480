#include "codegen/recursion/system.hpp"

#include "codegen/recursion/affine_set.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::recursion {

namespace {

std::string box_text(std::vector<Dimension> const& dimensions) {
  return base::join(dimensions, ", ", [](Dimension const& d) {
    return fmt::format("{}: {} to {}", d.name, ir::to_text(d.lower), ir::to_text(d.upper));
  });
}

std::string table_text(TableValue const& value) {
  std::string const arguments =
      base::join(value.arguments, ", ", [](ir::LinearExpression const& a) { return ir::to_text(a); });
  std::string text = fmt::format("{}[{}]", value.function, arguments);
  if (!value.over) return text;
  std::string const domain = value.domain.empty() ? "" : " where " + to_text(value.domain);
  return fmt::format("reduce {}({}{}: {})", ir::info(*value.over).name, box_text(value.variables), domain, text);
}

std::string function_text(Function const& function) {
  std::string text =
      fmt::format("function {} {}[{}]\n", to_text(function.type), function.name, box_text(function.dimensions));
  for (Range const& range : function.ranges)
    text += fmt::format("  range {}: {} to {}\n", range.variable, ir::to_text(range.first), ir::to_text(range.last));
  if (function.schedule) text += fmt::format("  schedule {}\n", ir::to_text(*function.schedule));
  for (Case const& part : function.cases)
    text += fmt::format("  {}: {}\n", to_text(part.domain), ir::to_text(part.value));
  return text;
}

std::string array_text(InputArray const& array) {
  std::string const extents = base::join(array.extents, ", ", [&](ir::LinearExpression const& extent) {
    return extent == ir::LinearExpression{} ? "letters" : ir::to_text(extent);
  });
  std::string const alphabet = array.alphabet ? fmt::format(" of {}", *array.alphabet) : "";
  return fmt::format("array {} {} [{}]{}\n", ir::to_text(array.type), array.name, extents, alphabet);
}

/// Visits all calls in an expression together with the variables of the reductions around them.
class CallCollector {
public:
  CallCollector(System const& system, Function const& function, std::vector<Call>& calls)
      : system_(system), function_(function), calls_(calls) {}

  void collect(std::size_t case_number) {
    case_number_ = case_number;
    visit(function_.cases[case_number].value);
  }

private:
  void visit(ir::ExpressionPtr const& expression) {
    if (expression->kind == ir::ExpressionKind::element && system_.find_function(expression->name)) add(expression);
    std::size_t const n_variables = variables_.size();
    variables_.insert(variables_.end(), expression->loops.begin(), expression->loops.end());
    for (ir::ExpressionPtr const& operand : expression->operands) visit(operand);
    variables_.resize(n_variables);
  }

  void add(ir::ExpressionPtr const& element) {
    Call call{.caller = function_.name,
              .callee = element->name,
              .case_number = case_number_,
              .element = element,
              .domain = joined(function_.cases[case_number_].domain, range_constraints()),
              .where = function_.where};
    for (ir::ExpressionPtr const& argument : element->operands) call.arguments.push_back(ir::as_linear(argument));
    call.text =
        fmt::format("{}({})", element->name,
                    base::join(element->operands, ", ", [](auto const& argument) { return ir::to_text(argument); }));
    for (CallSite const& site : function_.call_sites)
      if (ir::equal(site.element, element)) {
        call.text = site.text;
        call.where = site.where;
        break;
      }
    calls_.push_back(std::move(call));
  }

  /// Returns the linear bounds of the variables around the call.
  Constraints range_constraints() const {
    Constraints result;
    for (Range const& range : function_.ranges) {
      if (!base::contains(variables_, range.variable)) continue;
      auto const first = ir::as_linear(range.first), last = ir::as_linear(range.last);
      if (first) result.push_back(at_least(ir::linear(range.variable), *first));
      if (last) result.push_back(at_least(*last, ir::linear(range.variable)));
    }
    return result;
  }

  System const& system_;
  Function const& function_;
  std::vector<Call>& calls_;
  std::size_t case_number_ = 0;
  std::vector<std::string> variables_{};
};

} // namespace

std::string_view to_text(ValueType type) {
  switch (type) {
  case ValueType::integer:
    return "int";
  case ValueType::real:
    return "float";
  case ValueType::probability:
    return "prob";
  case ValueType::boolean:
    return "bool";
  case ValueType::character:
    return "char";
  }
  return {};
}

ir::Type ir_type(ValueType type) {
  if (type == ValueType::integer || type == ValueType::character) return ir::Type::int32;
  return type == ValueType::boolean ? ir::Type::boolean : ir::Type::real64;
}

Function const* System::find_function(std::string const& function_name) const {
  return find_in(functions, function_name);
}

Function const& System::function(std::string const& function_name) const {
  Function const* const found = find_function(function_name);
  if (!found) throw base::InternalError(fmt::format("system `{}` has no function `{}`", name, function_name));
  return *found;
}

InputArray const& System::array(std::string const& array_name) const {
  InputArray const* const found = find_in(arrays, array_name);
  if (!found) throw base::InternalError(fmt::format("system `{}` has no array `{}`", name, array_name));
  return *found;
}

std::vector<Call> calls(System const& system) {
  std::vector<Call> result;
  for (Function const& function : system.functions)
    for (std::size_t n = 0; n < function.cases.size(); ++n) CallCollector(system, function, result).collect(n);
  return result;
}

std::string to_text(System const& system) {
  std::string text = fmt::format("system {}\n", system.name);
  text += fmt::format("sizes {}\n", base::join(system.sizes));
  for (auto const& [name, type] : system.scalars) text += fmt::format("scalar {} {}\n", ir::to_text(type), name);
  for (InputArray const& array : system.arrays) text += array_text(array);
  for (Function const& function : system.functions) text += function_text(function);
  if (!system.result) return text;
  text += fmt::format("result {} {}({}) = {}\n", to_text(system.result->type), system.result->name,
                      base::join(system.result->calling), ir::to_text(system.result->value));
  for (TableValue const& value : system.result->tables)
    text += fmt::format("  {} = {}\n", value.name, table_text(value));
  return text;
}

} // namespace chemora::recursion
