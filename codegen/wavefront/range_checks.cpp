#include "codegen/wavefront/range_checks.hpp"

#include "codegen/recursion/check_accesses.hpp"
#include "codegen/wavefront/call_sets.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::wavefront {

using ir::ExpressionPtr;
using ir::LinearExpression;
using Constraints = std::vector<loops::Constraint>;

namespace {

LinearExpression const one = ir::linear(1);

/// Adds `lower <= value <= upper`.
void add_between(Constraints& domain, LinearExpression const& lower, LinearExpression const& value,
                 LinearExpression const& upper) {
  domain.push_back({value - lower, false});
  domain.push_back({upper - value, false});
}

void add_ranges(Constraints& domain, std::vector<recursion::Dimension> const& dimensions) {
  for (recursion::Dimension const& each : dimensions)
    add_between(domain, each.lower, ir::linear(each.name), each.upper);
}

std::vector<std::string> names_of(std::vector<recursion::Dimension> const& dimensions) {
  std::vector<std::string> names;
  for (recursion::Dimension const& each : dimensions) names.push_back(each.name);
  return names;
}

/// The least value of a size in any problem.
long least(std::string const& size) {
  if (size.starts_with("n_states_")) return 2;
  return size.starts_with("length_") || size.starts_with("points_") ? 1 : 0;
}

} // namespace

/// Finds the accesses that may be outside for some sizes.
class RangeChecks::Collector {
public:
  Collector(recursion::System const& system, std::vector<Access>& found) : system_(system), found_(found) {}

  void collect() {
    for (recursion::Function const& function : system_.functions)
      for (recursion::Case const& part : function.cases) {
        function_ = &function;
        variables_ = names_of(function.dimensions);
        domain_ = part.domain;
        add_ranges(domain_, function.dimensions);
        visit(part.value);
      }
    if (system_.result)
      for (recursion::TableValue const& value : system_.result->tables) add_result(value);
  }

private:
  void add_result(recursion::TableValue const& value) {
    variables_ = names_of(value.variables);
    domain_ = value.domain;
    add_ranges(domain_, value.variables);
    std::string const arguments = base::join(value.arguments, ", ", [](auto const& a) { return ir::to_text(a); });
    Access access{.text = fmt::format("{}({})", value.function, recursion::with_written_sizes(arguments)),
                  .where = system_.where,
                  .dimensions = value.variables};
    add_axes(access, system_.function(value.function), {value.arguments.begin(), value.arguments.end()});
  }

  void visit(ExpressionPtr const& e) {
    std::size_t const n_variables = variables_.size(), n_constraints = domain_.size();
    if (e->kind == ir::ExpressionKind::reduction) add_variable(e->loops.at(0));
    if (e->kind == ir::ExpressionKind::element) add_element(*e);
    for (ExpressionPtr const& operand : e->operands) visit(operand);
    variables_.resize(n_variables);
    domain_.resize(n_constraints);
  }

  void add_variable(std::string const& variable) {
    variables_.push_back(variable);
    for (recursion::Range const& range : function_->ranges) {
      auto const first = ir::as_linear(range.first), last = ir::as_linear(range.last);
      if (range.variable == variable && first && last) add_between(domain_, *first, ir::linear(variable), *last);
    }
  }

  void add_element(ir::Expression const& element) {
    Access access{.text = fmt::format("{}[{}]", element.name,
                                      base::join(element.operands, ", ", [](auto const& o) { return ir::to_text(o); })),
                  .where = function_->where,
                  .dimensions = function_->dimensions};
    for (recursion::CallSite const& site : function_->call_sites)
      if (site.element->name == element.name &&
          std::ranges::equal(site.element->operands, element.operands, ir::equal)) {
        access.text = site.text;
        access.where = site.where;
      }
    std::vector<std::optional<LinearExpression>> subscripts;
    for (ExpressionPtr const& operand : element.operands) subscripts.push_back(ir::as_linear(operand));
    if (recursion::Function const* const callee = system_.find_function(element.name))
      return add_axes(access, *callee, subscripts);
    recursion::InputArray const& array = system_.array(element.name);
    if (array.kind == recursion::InputArray::Kind::model) return; // states and transitions are always inside
    for (std::size_t axis = 0; axis < subscripts.size() && axis < array.extents.size(); ++axis) {
      bool const has_letters = array.extents[axis].is_constant();
      if (subscripts[axis] && !has_letters)
        add(access, fmt::format("the subscript of `{}`", array.parameter), *subscripts[axis], ir::linear(0),
            array.extents[axis] - one);
    }
  }

  void add_axes(Access const& access, recursion::Function const& callee,
                std::vector<std::optional<LinearExpression>> const& arguments) {
    for (std::size_t axis = 0; axis < callee.dimensions.size(); ++axis) {
      recursion::Dimension const& dimension = callee.dimensions[axis];
      if (arguments[axis])
        add(access, fmt::format("`{}` of `{}`", dimension.name, callee.name), *arguments[axis], dimension.lower,
            dimension.upper);
    }
  }

  /// Adds the access unless it is inside for all sizes.
  void add(Access access, std::string const& axis, LinearExpression const& subscript, LinearExpression const& lower,
           LinearExpression const& upper) {
    for (LinearExpression const& excess : {lower - subscript - one, subscript - upper - one}) {
      std::vector<std::string> names = variables_;
      names.insert(names.end(), system_.sizes.begin(), system_.sizes.end());
      NamedSet outside(names);
      for (loops::Constraint const& constraint : domain_) outside.add(constraint);
      for (std::string const& size : system_.sizes) outside.add_at_least_0(ir::linear(size) - ir::linear(least(size)));
      outside.add_at_least_0(excess);
      if (outside.is_empty()) continue;
      access.axis = axis;
      access.variables = variables_;
      access.domain = domain_;
      access.subscript = subscript;
      access.lower = lower;
      access.upper = upper;
      found_.push_back(std::move(access));
      return;
    }
  }

  recursion::System const& system_;
  std::vector<Access>& found_;
  recursion::Function const* function_ = nullptr;
  std::vector<std::string> variables_{};
  Constraints domain_{};
};

RangeChecks::RangeChecks(recursion::System const& system) { Collector(system, doubtful_).collect(); }

void RangeChecks::check(std::map<std::string, long> const& sizes) const {
  for (Access const& access : doubtful_)
    for (bool const is_upper : {false, true}) {
      LinearExpression const& bound = is_upper ? access.upper : access.lower;
      LinearExpression const excess = (is_upper ? access.subscript - bound : bound - access.subscript) - one;
      NamedSet outside(access.variables);
      for (loops::Constraint const& constraint : access.domain)
        outside.add({with_sizes(constraint.expression, sizes), constraint.is_equality});
      outside.add_at_least_0(with_sizes(excess, sizes));
      auto example = outside.sample();
      if (!example) continue;
      std::string const position = base::join(
          access.variables, ", ", [&](auto const& name) { return fmt::format("{} = {}", name, (*example)[name]); });
      example->insert(sizes.begin(), sizes.end());
      throw base::UserError(
          access.where,
          fmt::format("`{}` is outside{}: {} is {}, but must be between {} and {}. {}", access.text,
                      position.empty() ? "" : " for " + position, access.axis, access.subscript.value(*example),
                      access.lower.value(sizes), access.upper.value(sizes),
                      recursion::advice_on_condition(access.subscript, bound, is_upper, access.dimensions)));
    }
}

} // namespace chemora::wavefront
