#include "codegen/patterns/bind_inputs.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace chemora::patterns {

namespace {

class Binder {
public:
  Binder(Program const& program, Inputs const& inputs, GridInputs grid)
      : program_(program), inputs_(inputs), grid_(grid) {}

  BoundInputs bind() {
    check_names();
    bind_numbers();
    for (std::size_t n = 0; n < program_.variables.size(); ++n) {
      Variable const& variable = program_.variables[n];
      if (is_bound(variable)) bind_sizes(variable);
    }
    for (std::size_t n = 0; n < program_.variables.size(); ++n) {
      Variable const& variable = program_.variables[n];
      if (is_bound(variable)) bind_array(static_cast<int>(n), variable);
      if (variable.role == Role::size && !bound_.numbers.contains(static_cast<int>(n)) && !has_missing_)
        error(variable, fmt::format("The size `{}` does not follow from the inputs; an input needs it as an extent.",
                                    variable.name));
    }
    diagnostics_.throw_if_errors();
    for (Program::Csr const& matrix : program_.matrices) check_matrix(matrix);
    diagnostics_.throw_if_errors();
    return std::move(bound_);
  }

private:
  bool is_bound(Variable const& variable) const {
    return variable.role == Role::input || (variable.role == Role::grid && grid_ == GridInputs::whole);
  }

  void error(Variable const& variable, std::string const& message) { diagnostics_.error(variable.where, message); }

  void check_names() {
    std::vector<std::string> parameters, arrays;
    for (Variable const& variable : program_.variables) {
      if (variable.role == Role::parameter) parameters.push_back(variable.name);
      if (variable.role == Role::input || variable.role == Role::grid) arrays.push_back(variable.name);
    }
    auto const check = [&](std::string const& name, std::vector<std::string> const& known, std::string const& what) {
      if (!base::contains(known, name))
        diagnostics_.error({program_.name, 0, 0},
                           fmt::format("The program has no {} `{}`.{}", what, name, base::did_you_mean(name, known)));
    };
    for (auto const& [name, value] : inputs_.parameters) check(name, parameters, "parameter");
    for (auto const& [name, value] : inputs_.arrays) check(name, arrays, "input");
  }

  void bind_numbers() {
    for (std::size_t n = 0; n < program_.variables.size(); ++n) {
      Variable const& variable = program_.variables[n];
      int const number = static_cast<int>(n);
      if (variable.role == Role::parameter) {
        auto const found = inputs_.parameters.find(variable.name);
        bound_.numbers[number] = found == inputs_.parameters.end() ? variable.value : found->second;
        if (std::string const reason = why_not_value(variable, bound_.numbers[number]); !reason.empty())
          error(variable, reason);
      }
      if (variable.role != Role::grid_number) continue;
      int const axis = variable.name.back() - 'x';
      bound_.numbers[number] = variable.name.starts_with("points_")   ? static_cast<double>(inputs_.points[axis])
                               : variable.name.starts_with("origin_") ? inputs_.origin[axis]
                                                                      : inputs_.spacing[axis];
    }
  }

  ArrayValue const* find(Variable const& variable) const {
    auto const found = inputs_.arrays.find(variable.name);
    return found == inputs_.arrays.end() ? nullptr : &found->second;
  }

  /// An extent that is a size, or the sum of a size and a number, determines the size.
  void bind_sizes(Variable const& variable) {
    ArrayValue const* const value = find(variable);
    if (!value || value->extents.size() != variable.extents.size()) {
      has_missing_ = true;
      return;
    }
    for (std::size_t axis = 0; axis < value->extents.size(); ++axis) {
      Node const* extent = variable.extents[axis].get();
      auto number = static_cast<double>(value->extents[axis]);
      bool const is_sum = extent->kind == NodeKind::operation && extent->op == ir::Op::add;
      if (is_sum && extent->operands[1]->kind == NodeKind::number) {
        number -= extent->operands[1]->number;
        extent = extent->operands[0].get();
      }
      if (extent->kind == NodeKind::variable &&
          program_.variables[static_cast<std::size_t>(extent->variable)].role == Role::size)
        bound_.numbers.emplace(extent->variable, number);
    }
  }

  /// Returns the value of an extent; nothing if a size is not known.
  std::optional<double> value_of(Node const& node) const {
    if (node.kind == NodeKind::number) return node.number;
    if (node.kind == NodeKind::variable) {
      auto const found = bound_.numbers.find(node.variable);
      return found == bound_.numbers.end() ? std::nullopt : std::optional(found->second);
    }
    std::vector<double> operands;
    for (NodePtr const& operand : node.operands) {
      std::optional<double> const value = value_of(*operand);
      if (!value) return std::nullopt;
      operands.push_back(*value);
    }
    return ir::evaluate(node.op, ir::Type::int32, ir::Type::int32, operands);
  }

  void bind_array(int number, Variable const& variable) {
    ArrayValue const* const value = find(variable);
    if (!value) return error(variable, fmt::format("The input `{}` is missing.", variable.name));
    if (value->extents.size() != variable.extents.size())
      return error(variable, fmt::format("The input `{}` has {} axes; expected {}.", variable.name,
                                         value->extents.size(), variable.extents.size()));
    std::size_t n_elements = 1;
    for (std::size_t axis = 0; axis < value->extents.size(); ++axis) {
      std::optional<double> const expected = value_of(*variable.extents[axis]);
      long const extent = value->extents[axis];
      n_elements *= static_cast<std::size_t>(extent);
      if (expected && static_cast<long>(*expected) != extent)
        error(variable, fmt::format("Axis {} of the input `{}` has {} elements; other inputs require {}.", axis,
                                    variable.name, extent, static_cast<long>(*expected)));
    }
    if (value->is_on_device) {
      bound_.arrays[number] = {.extents = value->extents};
      return;
    }
    std::size_t const components = n_components(program_, *variable.type.element);
    if (value->numbers.size() != n_elements * components)
      return error(variable, fmt::format("The input `{}` has {} numbers; its extents require {}.", variable.name,
                                         value->numbers.size(), n_elements * components));
    bound_.arrays[number] = whole_array({.n_components = components, .numbers = value->numbers}, value->extents);
  }

  void check_matrix(Program::Csr const& matrix) {
    std::vector<double> const& first = bound_.arrays.at(matrix.first).storage->numbers;
    std::vector<double> const& column = bound_.arrays.at(matrix.column).storage->numbers;
    Variable const& variable = program_.variables[static_cast<std::size_t>(matrix.first)];
    bool const is_ascending = std::is_sorted(first.begin(), first.end());
    if (first.front() != 0 || first.back() != static_cast<double>(column.size()) || !is_ascending)
      error(variable, fmt::format("`{0}.first` must increase from 0 to {1}, the number of elements of `{0}.column`.",
                                  matrix.name, column.size()));
    double const n_columns = *value_of(*matrix.columns);
    for (double const index : column)
      if (index < 0 || index >= n_columns)
        return error(variable, fmt::format("`{}.column` contains {}; columns are from 0 to {}.", matrix.name, index,
                                           n_columns - 1));
  }

  Program const& program_;
  Inputs const& inputs_;
  GridInputs grid_;
  BoundInputs bound_{};
  base::Diagnostics diagnostics_{};
  bool has_missing_ = false;
};

} // namespace

std::size_t n_components(Program const& program, Type const& element) {
  return element.kind == Kind::structure ? program.structure(element.structure).fields.size() : 1;
}

std::string why_not_value(Variable const& parameter, double value) {
  double const converted = ir::evaluate(ir::Op::convert, ir::Type::real64, ir::Type::int32, {&value, 1});
  bool const is_boolean = parameter.type.kind == Kind::boolean, is_real = parameter.type.kind == Kind::real;
  if (!is_real && (converted != value || (is_boolean && value != 0 && value != 1)))
    return fmt::format("The value {} of the parameter `{}` is not of type {}.", value, parameter.name,
                       to_text(parameter.type));
  auto const [min, max] = parameter.range;
  if (!(value < min) && !(value > max)) return {};
  return fmt::format("The value {} of the parameter `{}` is out of range; expected {}.", value, parameter.name,
                     std::isinf(max)   ? fmt::format("at least {}", min)
                     : std::isinf(min) ? fmt::format("at most {}", max)
                                       : fmt::format("{} to {}", min, max));
}

BoundInputs bind_inputs(Program const& program, Inputs const& inputs, GridInputs grid) {
  return Binder(program, inputs, grid).bind();
}

} // namespace chemora::patterns
