#include "codegen/wavefront/ordered_lowering.hpp"

#include <fmt/format.h>

namespace chemora::wavefront {

using ir::LinearExpression;
using ir::Type;
using recursion::Function;

std::string OrderedLowering::row_name(std::string const& function, long n) {
  return fmt::format("row_{}_{}", n, function);
}
std::string OrderedLowering::old_name(std::string const& function, long n) {
  return fmt::format("old_{}_{}", n, function);
}
std::string OrderedLowering::new_name(std::string const& function, long n) {
  return fmt::format("new_{}_{}", n, function);
}

void OrderedLowering::declare_table(Function const& function) {
  OrderedStorage const& storage = space_.storage(function.name);
  Type const type = values_.table_type(function);
  auto const declare = [&](std::string const& name) { assign(builder_.scalar(name, type), ir::make_number(type, 0)); };
  if (storage.is_scalar)
    for (long n = 0; n < storage.n_rows; ++n) declare(row_name(function.name, n));
  if (storage.inner_level) {
    for (long n = 0; n < storage.n_old; ++n) declare(old_name(function.name, n));
    for (long n = 0; n < storage.n_new; ++n) declare(new_name(function.name, n));
  }
  if (storage.is_scalar || declare_private_window(function, type)) return;
  std::vector<LinearExpression> extents;
  for (std::size_t const axis : storage.axes)
    extents.push_back(function.dimensions[axis].upper - function.dimensions[axis].lower + ir::linear(1));
  if (storage.level) extents.push_back(ir::linear(storage.n_rows));
  std::string const name = "table_" + function.name;
  kernel_.arrays.push_back(values_.problem_array(name, type, extents));
  arguments_.push_back({name, plan_.keeps_tables ? Role::table : Role::work, function.name});
  if (!is_wide(function)) return;
  std::string const exponents = exponent_of(ir::make_element(type, name, {}))->name;
  kernel_.arrays.push_back(values_.problem_array(exponents, Type::int32, extents));
  arguments_.push_back({exponents, plan_.keeps_tables ? Role::exponent : Role::work, function.name});
}

/// Declares rows with one axis in private memory, if the plan requests this.
bool OrderedLowering::declare_private_window(Function const& function, Type type) {
  OrderedStorage const& storage = space_.storage(function.name);
  if (plan_.window != ir::Scope::registers || !storage.level || storage.axes.size() != 1) return false;
  recursion::Dimension const& dimension = function.dimensions[storage.axes.front()];
  LinearExpression const rows = dimension.upper - dimension.lower + ir::linear(1);
  kernel_.assumptions.push_back({ir::linear(plan_.window_rows) - rows});
  window_.rows.push_back(rows);
  std::string const name = "table_" + function.name;
  auto const declare = [&](std::string const& array, Type type_of_array) {
    kernel_.arrays.push_back(window_array(array, type_of_array, plan_.window, {plan_.window_rows, storage.n_rows},
                                          {"group", "lane"}, window_));
  };
  declare(name, type);
  if (is_wide(function)) declare(exponent_of(ir::make_element(type, name, {}))->name, Type::int32);
  return true;
}

void OrderedLowering::load_previous_row(Places const& places, std::size_t level) {
  for (OrderedPlace const& place : places) {
    OrderedStorage const& storage = space_.storage(place.function->name);
    if (storage.inner_level != level || storage.n_old == 0) continue;
    conditions_.clear();
    if (!place.conditions.empty()) conditions_.push_back(uniform_condition(place.conditions));
    assign(scalar(old_name(place.function->name, 0)), own_element(place));
    conditions_.clear();
  }
}

void OrderedLowering::next_iteration(Places const& places, std::size_t level) {
  for (OrderedPlace const& place : places) {
    std::string const& function = place.function->name;
    OrderedStorage const& storage = space_.storage(function);
    auto const move = [&](auto const& name, long n_values) {
      for (long n = n_values - 1; n > 0; --n) assign(scalar(name(function, n)), scalar(name(function, n - 1)));
    };
    if (storage.is_scalar && storage.level == level) move(row_name, storage.n_rows);
    if (storage.inner_level != level) continue;
    move(old_name, storage.n_old);
    move(new_name, storage.n_new);
  }
}

} // namespace chemora::wavefront
