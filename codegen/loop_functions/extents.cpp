#include "codegen/loop_functions/extents.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <optional>

namespace chemora::loop_functions {

namespace {

/// The extents of an array: the product of those that are known, and the only one that is not.
struct KnownShape {
  long product = 1;
  int n_unknown = 0;
  ir::LinearExpression unknown{}; ///< with the values of known integers
};

KnownShape known_shape(Argument const& array, std::map<std::string, long> const& values) {
  KnownShape shape;
  for (ir::LinearExpression extent : array.extents) {
    for (auto const& [name, value] : values) extent = extent.with(name, ir::linear(value));
    if (extent.is_constant()) {
      shape.product *= extent.constant;
    } else {
      ++shape.n_unknown;
      shape.unknown = extent;
    }
  }
  return shape;
}

/// The integer whose value makes `extent` equal to `n`, if `extent` has one unknown integer and the value is integral.
std::optional<std::pair<std::string, long>> solution(ir::LinearExpression const& extent, long n) {
  if (extent.factors.size() != 1) return std::nullopt;
  auto const& [name, factor] = *extent.factors.begin();
  if ((n - extent.constant) % factor != 0) return std::nullopt;
  return std::pair(name, (n - extent.constant) / factor);
}

/// Determines one more integer. Returns whether there was one.
bool determine_next(LoopFunction const& function, std::map<std::string, long> const& n_elements,
                    std::map<std::string, long>& values) {
  for (Argument const& array : function.arguments) {
    if (!array.is_array) continue;
    KnownShape const shape = known_shape(array, values);
    long const n = n_elements.at(array.name);
    if (shape.n_unknown != 1 || (shape.product == 0 ? n != 0 : n % shape.product != 0)) continue;
    if (auto const found = solution(shape.unknown, shape.product == 0 ? 0 : n / shape.product)) {
      values.insert(*found);
      return true;
    }
  }
  return false;
}

std::string shape_text(Argument const& array) {
  return array.name + "(" + base::join(array.extents, ", ", [](auto const& extent) { return ir::to_text(extent); }) +
         ")";
}

} // namespace

std::map<std::string, long> complete_extents(LoopFunction const& function, std::map<std::string, long> known,
                                             std::map<std::string, long> const& n_elements) {
  while (determine_next(function, n_elements, known)) {
  }
  base::Diagnostics errors(&function.source);
  std::string const given =
      base::join(known, ", ", [](auto const& value) { return fmt::format("{} = {}", value.first, value.second); });
  for (Argument const& argument : function.arguments) {
    if (!argument.is_array) {
      if (argument.type == ir::Type::int32 && !known.contains(argument.name) && argument.meaning.empty())
        errors.error(argument.where,
                     fmt::format("The integer `{}` has no value: it does not follow from the numbers of "
                                 "elements of the arrays. Known are {}.",
                                 argument.name, given.empty() ? "no integers" : given));
      continue;
    }
    KnownShape const shape = known_shape(argument, known);
    long const n = n_elements.at(argument.name);
    if (shape.n_unknown == 0 ? shape.product != n : shape.product != 0 && n % shape.product != 0)
      errors.error(
          argument.where,
          fmt::format("The argument `{}` does not have the size of its variable, which has {} elements on this "
                      "process. The values are {}.",
                      shape_text(argument), n, given.empty() ? "unknown" : given));
  }
  errors.throw_if_errors();
  return known;
}

} // namespace chemora::loop_functions
