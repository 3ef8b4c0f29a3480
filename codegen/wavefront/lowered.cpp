#include "codegen/wavefront/lowered.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace chemora::wavefront {

void Launches::add_quotients(Sizes& sizes) const {
  for (Quotient const& each : quotients) {
    long const numerator = each.numerator.value(sizes), remainder = numerator % each.divisor;
    sizes[each.name] = numerator / each.divisor - (remainder < 0 ? 1 : 0);
  }
}

bool Launches::for_each(Sizes sizes, std::function<bool(Sizes const&)> const& launch) const {
  add_quotients(sizes);
  if (parameter.empty()) return launch(sizes);
  long const n_launches = number.value(sizes);
  for (long n = 0; n < n_launches; ++n) {
    sizes[parameter] = n;
    if (!launch(sizes)) return false;
  }
  return true;
}

std::vector<double> input_elements(LoweredArgument const& argument, ir::TypedArray const& declaration,
                                   std::vector<double> const& values, std::size_t n_elements) {
  std::size_t n_expected = n_elements, n_columns = 1, row_extent = 1;
  if (argument.row_elements) {
    n_columns = static_cast<std::size_t>(*argument.row_elements);
    row_extent = static_cast<std::size_t>(declaration.axes.front().extent.constant);
    n_expected = n_columns * n_columns;
  }
  if (values.size() != n_expected)
    throw base::InternalError(
        fmt::format("`{}` has {} elements instead of {}", argument.name, values.size(), n_expected));
  std::vector<double> elements(n_elements);
  for (std::size_t n = 0; n < values.size(); ++n) elements[n / n_columns * row_extent + n % n_columns] = values[n];
  return elements;
}

ir::TypedArray window_array(std::string const& name, ir::Type type, ir::Scope scope, std::vector<long> const& extents,
                            std::vector<std::string> const& copies, WindowUse& use) {
  ir::TypedArray array{.name = name, .type = type, .scope = scope, .copies = copies};
  constexpr long any_memory = 1L << 40; // exceeds any tile memory, and prevents an overflow of the product
  long n_elements = 1;
  for (long const extent : extents) {
    array.axes.push_back({.extent = ir::linear(extent), .nesting = static_cast<int>(array.axes.size())});
    n_elements = std::min(n_elements * extent, any_memory);
  }
  use.bytes += n_elements * ir::element_bytes(type);
  return array;
}

recursion::System with_scalars(recursion::System system, std::map<std::string, double> const& scalars) {
  std::map<std::string, ir::ExpressionPtr> numbers;
  for (auto const& [name, type] : system.scalars) {
    auto const found = scalars.find(name);
    if (found == scalars.end())
      throw base::UserError(system.where, fmt::format("`{}` needs a value of `{}`.", system.name, name));
    numbers[name] = ir::make_number(type, found->second);
  }
  for (recursion::Function& function : system.functions) {
    for (recursion::Case& part : function.cases) part.value = ir::with_names(part.value, numbers);
    for (recursion::Range& range : function.ranges) {
      range.first = ir::with_names(range.first, numbers);
      range.last = ir::with_names(range.last, numbers);
    }
  }
  if (system.result) system.result->value = ir::with_names(system.result->value, numbers);
  system.scalars.clear();
  return system;
}

recursion::System with_minus_infinity(recursion::System system, double number) {
  for (recursion::Function& function : system.functions)
    for (recursion::Case& part : function.cases)
      part.value = ir::transformed(part.value, [&](ir::ExpressionPtr const& e) {
        bool const is_replaced = e->kind == ir::ExpressionKind::number && e->type == ir::Type::int32 &&
                                 std::isinf(e->number) && e->number < 0;
        return is_replaced ? ir::make_number(ir::Type::int32, number) : e;
      });
  return system;
}

} // namespace chemora::wavefront
