#include "codegen/recursion/reverse_axes.hpp"

#include <array>

namespace chemora::recursion {

namespace {

ir::LinearExpression last_point(std::string const& axis) { return ir::linear("points_" + axis) - ir::linear(1); }

class Mirror {
public:
  Mirror(System const& system, std::set<std::string> const& axes) : system_(system), axes_(axes) {}

  Function mirrored(Function function) const {
    std::map<std::string, ir::LinearExpression> values;
    for (Dimension const& dimension : function.dimensions)
      if (is_reversed(dimension)) values[dimension.name] = last_point(dimension.of) - ir::linear(dimension.name);
    for (Case& part : function.cases) {
      for (loops::Constraint& constraint : part.domain) constraint.expression = replaced(constraint.expression, values);
      part.value = mirrored(part.value, values);
    }
    for (CallSite& site : function.call_sites) site.element = mirrored(site.element, values);
    for (Range& range : function.ranges) {
      range.first = mirrored(range.first, values);
      range.last = mirrored(range.last, values);
    }
    return function;
  }

private:
  bool is_reversed(Dimension const& dimension) const {
    return dimension.kind == DimensionKind::axis && axes_.contains(dimension.of);
  }

  static ir::LinearExpression replaced(ir::LinearExpression expression,
                                       std::map<std::string, ir::LinearExpression> const& values) {
    for (auto const& [name, value] : values) expression = expression.with(name, value);
    return expression;
  }

  /// Returns the axes of the subscripts of a table or a grid function; empty for other arrays.
  std::vector<std::string> axes_of(std::string const& name) const {
    std::vector<std::string> axes;
    if (Function const* const function = system_.find_function(name))
      for (Dimension const& dimension : function->dimensions)
        axes.push_back(dimension.kind == DimensionKind::axis ? dimension.of : "");
    else
      axes = {"x", "y", "z"};
    return axes;
  }

  ir::ExpressionPtr mirrored(ir::ExpressionPtr const& value,
                             std::map<std::string, ir::LinearExpression> const& values) const {
    std::map<std::string, ir::ExpressionPtr> expressions;
    for (auto const& [name, expression] : values) expressions[name] = ir::make_linear(expression);
    return ir::transformed(ir::with_names(value, expressions), [&](ir::ExpressionPtr const& part) {
      return part->kind == ir::ExpressionKind::element ? mirrored_element(part) : part;
    });
  }

  ir::ExpressionPtr mirrored_element(ir::ExpressionPtr const& element) const {
    std::vector<std::string> const axes = axes_of(element->name);
    std::vector<ir::ExpressionPtr> subscripts = element->operands;
    for (std::size_t n = 0; n < subscripts.size() && n < axes.size(); ++n)
      if (auto const linear = ir::as_linear(subscripts[n]))
        subscripts[n] = ir::make_linear(axes_.contains(axes[n]) ? last_point(axes[n]) - *linear : *linear);
    return ir::make_element(element->type, element->name, subscripts);
  }

  System const& system_;
  std::set<std::string> const& axes_;
};

} // namespace

System with_reversed_axes(System const& system, std::set<std::string> const& axes) {
  if (axes.empty()) return system;
  System result = system;
  Mirror const mirror(system, axes);
  for (Function& function : result.functions) function = mirror.mirrored(function);
  return result;
}

} // namespace chemora::recursion
