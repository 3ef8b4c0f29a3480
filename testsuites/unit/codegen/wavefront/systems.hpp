/// Systems for the tests of schedules, made from calls.
#pragma once

#include "codegen/recursion/system.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::wavefront::tests {

/// Returns a function of the dimensions `x`, `y`, `z`, ..., which range from 0 to `n_x - 1`, `n_y - 1`, ...
inline recursion::Function box_function(std::string const& name, std::size_t n_dimensions) {
  recursion::Function function{.name = name};
  for (std::size_t axis = 0; axis < n_dimensions; ++axis) {
    std::string const dimension(1, "xyzuvw"[axis]);
    function.dimensions.push_back({.name = dimension,
                                   .kind = recursion::DimensionKind::integer,
                                   .lower = ir::linear(0),
                                   .upper = ir::linear("n_" + dimension) - ir::linear(1)});
  }
  return function;
}

inline ir::ExpressionPtr call(std::string const& function, std::vector<ir::LinearExpression> const& arguments) {
  std::vector<ir::ExpressionPtr> subscripts;
  for (ir::LinearExpression const& argument : arguments) subscripts.push_back(ir::make_linear(argument));
  return ir::make_element(ir::Type::int32, function, subscripts);
}

/// Adds a case whose value is the sum of the calls.
inline void add_calls(recursion::Function& function, std::vector<ir::ExpressionPtr> const& calls,
                      std::vector<loops::Constraint> const& domain = {}) {
  ir::ExpressionPtr value = ir::make_integer(1);
  for (ir::ExpressionPtr const& each : calls) value = ir::make_operation(ir::Op::add, {value, each});
  function.cases.push_back({domain, value});
}

/// Returns the system of one function that calls itself at a distance of each of `offsets`.
inline recursion::System uniform(std::vector<std::vector<long>> const& offsets) {
  recursion::Function function = box_function("f", offsets.front().size());
  std::vector<ir::ExpressionPtr> calls;
  for (std::vector<long> const& offset : offsets) {
    std::vector<ir::LinearExpression> arguments;
    for (std::size_t axis = 0; axis < offset.size(); ++axis)
      arguments.push_back(ir::linear(function.dimensions[axis].name) + ir::linear(offset[axis]));
    calls.push_back(call("f", arguments));
  }
  add_calls(function, calls);
  return {.name = "f", .functions = {function}, .sizes = {"n_x", "n_y", "n_z"}};
}

inline std::map<std::string, long> box(std::vector<long> const& extents) {
  std::map<std::string, long> sizes{{"n_x", 1}, {"n_y", 1}, {"n_z", 1}};
  for (std::size_t axis = 0; axis < extents.size(); ++axis) sizes[std::string("n_") + "xyz"[axis]] = extents[axis];
  return sizes;
}

} // namespace chemora::wavefront::tests
