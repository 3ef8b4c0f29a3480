#include "codegen/wavefront/ordered_lowering.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

namespace chemora::wavefront {

using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Op;
using ir::Type;
using recursion::at_least;
using recursion::Constraints;
using recursion::Function;
using recursion::implies;
using recursion::joined;
using recursion::System;
using recursion::ValueType;

namespace {

constexpr std::size_t max_cuts = 8; ///< of a loop; further cases are selections

Plan single_column(Plan plan) {
  plan.columns = 1;
  return plan;
}

bool contradicts(Constraints const& domain, loops::Constraint const& constraint) {
  return recursion::is_empty(joined(domain, {constraint}));
}

/// Returns the constraint for `loop` in place of a loop variable.
Constraints with_loop(Constraints constraints, std::string const& from, LinearExpression const& to) {
  for (loops::Constraint& constraint : constraints) constraint.expression = constraint.expression.with(from, to);
  return constraints;
}

/// Returns the only value of a loop variable that the constraints permit, if it is obvious.
std::optional<LinearExpression> only_value(Constraints const& constraints, std::string const& loop) {
  for (loops::Constraint const& lower : constraints) {
    if (lower.expression.factor(loop) != 1) continue;
    LinearExpression const value = -1 * lower.expression.with(loop, {});
    loops::Constraint const upper{value - ir::linear(loop), false};
    if (lower.is_equality || std::ranges::count(constraints, upper) > 0) return value;
  }
  return std::nullopt;
}

/// Returns which sequences are the dimensions of the outermost loops: those that differ between problems.
std::vector<std::string> outermost_dimensions(System const& system, LoweringOptions const& options) {
  std::vector<std::string> names;
  for (Function const& function : system.functions)
    for (recursion::Dimension const& dimension : function.dimensions)
      if (dimension.kind == recursion::DimensionKind::index && options.varying.contains(dimension.of))
        names.push_back(dimension.name);
  return names;
}

constexpr char const* placeholder = "time"; ///< the variable of a loop before it is divided into segments

} // namespace

std::optional<std::string> why_not_ordered(System const& system, Plan const& plan, LoweringOptions const& options) {
  try {
    OrderedLowering(system, plan, options).lower();
    return std::nullopt;
  } catch (NotOrdered const& error) {
    return error.reason;
  }
}

Lowered lower_ordered(System const& system, Plan const& plan, LoweringOptions const& options) {
  try {
    return OrderedLowering(system, plan, options).lower();
  } catch (NotOrdered const& error) {
    throw base::InternalError(error.reason);
  }
}

OrderedLowering::OrderedLowering(System const& system, Plan const& plan, LoweringOptions const& options)
    : original_(system), in_group_(in_group(system, options.varying)), system_(system), plan_(single_column(plan)),
      options_(options), space_(original_, outermost_dimensions(system, options), plan.keeps_tables),
      values_(system_, plan_, options_, kernel_), builder_(kernel_) {
  for (std::string const& size : original_.sizes) sizes_.push_back({ir::linear(size)});
  for (std::string const& name : options_.varying) {
    LinearExpression const own = own_sizes(ir::linear("length_" + name)), longest = ir::linear("longest_" + name);
    sizes_.push_back({own});
    sizes_.push_back(at_least(longest, own));
    sizes_.push_back(at_least(ir::linear("length_" + name), longest));
  }
}

Lowered OrderedLowering::lower() {
  check_types();
  kernel_.name = "recursion_" + original_.name;
  declare_problem();
  for (recursion::TableValue const& table : original_.result->tables) {
    std::optional<WaveValue> const value = wave_value(original_, table);
    if (!value && table.over)
      throw NotOrdered{fmt::format("the result combines other elements of `{}` than a part of "
                                   "the table",
                                   table.function)};
    tables_.push_back(value ? *value : WaveValue{.table = table});
  }
  add_overflow_checks(tables_, original_, options_.checked);
  is_wide_ = options_.has_element_exponents || why_not_scaled_rows();
  if (is_wide_) space_.store_in_arrays();
  for (Function const& function : original_.functions) declare_table(function);
  if (!is_wide_) initialise_probabilities();
  find_fused_reductions();
  for (WaveValue const& value : tables_) declare_value(value);
  Places places;
  for (Function const& function : in_group_.functions) places.push_back({.function = &function});
  lower_group(places, 0, sizes_);
  update_stored_elements();
  write_values();
  if (!options_.checked.empty() || scaled_level_) write_overflow();
  for (LoweredArgument const& argument : values_.arguments()) arguments_.push_back(argument);
  return {std::move(kernel_), std::move(arguments_), options_.offset, {}, std::move(window_)};
}

void OrderedLowering::check_types() const {
  if (!original_.result) throw NotOrdered{"there is no result"};
  bool const is_narrow = plan_.integers != Type::int32;
  for (recursion::TableValue const& table : original_.result->tables)
    if (table.over == Op::add && is_narrow) throw NotOrdered{"the result is a sum of narrow integers"};
  for (Function const& function : original_.functions)
    for (recursion::Case const& part : function.cases)
      ir::for_each(part.value, [&](ExpressionPtr const& e) {
        if (e->kind == ir::ExpressionKind::reduction && e->op == Op::add && is_narrow && e->type == Type::int32)
          throw NotOrdered{"a case is a sum of narrow integers"};
      });
  for (std::string const& name : options_.varying)
    for (recursion::InputArray const& array : original_.arrays)
      if (array.parameter == name && array.kind != recursion::InputArray::Kind::letters)
        throw NotOrdered{fmt::format("`{}` differs between problems and is no sequence", name)};
}

void OrderedLowering::declare_problem() {
  values_.declare_problem_loops();
  builder_.enter("group");
  for (std::string const& name : options_.varying) {
    if (std::ranges::count(original_.sizes, "length_" + name) == 0) continue;
    std::string const array = "longest_of_" + name;
    kernel_.arrays.push_back({.name = array,
                              .type = Type::int32,
                              .is_argument = true,
                              .scope = ir::Scope::grid,
                              .axes = {{.extent = ir::linear("n_groups")}}});
    arguments_.push_back({array, Role::longest, name});
    builder_.assign(builder_.scalar("longest_" + name, Type::int32),
                    ir::make_element(Type::int32, array, {ir::make_name(Type::int32, "group")}));
  }
  builder_.enter("lane");
}

void OrderedLowering::lower_group(Places const& places, std::size_t level, Constraints const& domain) {
  if (level == space_.n_levels()) {
    for (OrderedPlace const& place : places) compute(place, domain);
    return;
  }
  std::map<long, Places> constants;
  for (OrderedPlace const& place : places) {
    LinearExpression const& component = space_.component(place.function->name, level);
    if (!component.is_constant()) return lower_loop(places, level, domain);
    constants[component.constant].push_back(place);
  }
  for (auto const& each : constants) lower_group(each.second, level + 1, domain);
}

void OrderedLowering::lower_loop(Places places, std::size_t level, Constraints const& domain) {
  std::vector<Constraints> ranges;
  for (OrderedPlace& place : places) {
    ranges.push_back(place.enter(space_.component(place.function->name, level), ir::linear(placeholder)));
    place.conditions = joined(place.conditions, ranges.back());
  }
  Constraints const range = hull(ranges, placeholder, domain);
  std::vector<FusedReduction*> const fused = fused_reductions(places, level, domain);
  Constraints ranges_of_fused;
  for (FusedReduction const* each : fused)
    ranges_of_fused = joined(ranges_of_fused, range_of(*each, ir::linear(placeholder)));
  std::vector<LinearExpression> const values = cuts(places, joined(domain, range), ranges_of_fused);
  for (std::size_t n = 0; n <= values.size(); ++n) {
    Constraints segment = range;
    auto const add = [&](loops::Constraint const& constraint) {
      if (!implies(joined(domain, segment), constraint)) segment.push_back(constraint);
    };
    for (std::size_t k = 0; k < n; ++k) add(at_least(ir::linear(placeholder), values[k]));
    if (n < values.size()) add(at_least(values[n] - ir::linear(1), ir::linear(placeholder)));
    lower_segment(places, level, domain, segment, fused);
  }
}

Constraints OrderedLowering::hull(std::vector<Constraints> const& ranges, std::string const& loop,
                                  Constraints const& domain) const {
  Constraints result;
  bool has_bound[2] = {false, false};
  for (Constraints const& range : ranges)
    for (loops::Constraint const& constraint : range) {
      bool const is_common = std::ranges::all_of(ranges, [&](Constraints const& each) {
        return std::ranges::count(each, constraint) > 0 || implies(joined(domain, each), constraint);
      });
      if (!is_common || std::ranges::count(result, constraint) > 0) continue;
      result.push_back(constraint);
      has_bound[constraint.expression.factor(loop) > 0 ? 0 : 1] = true;
    }
  if (!has_bound[0] || !has_bound[1])
    throw NotOrdered{"functions with a common loop have ranges of which none contains the others"};
  return result;
}

std::vector<LinearExpression> OrderedLowering::cuts(Places const& places, Constraints const& domain,
                                                    Constraints const& others) const {
  std::vector<LinearExpression> found;
  auto const add = [&](LinearExpression const& value) {
    loops::Constraint const is_after = at_least(ir::linear(placeholder), value);
    bool const divides = !implies(domain, is_after) && !contradicts(domain, is_after);
    if (divides && std::ranges::count(found, value) == 0) found.push_back(value);
  };
  auto const add_constraint = [&](loops::Constraint const& constraint) {
    LinearExpression const value = constraint.expression.with(placeholder, {});
    long const factor = constraint.expression.factor(placeholder);
    if (factor != 1 && factor != -1) return;
    LinearExpression const bound = -factor * value;
    if (factor == 1 || constraint.is_equality) add(bound);
    if (factor == -1 || constraint.is_equality) add(bound + ir::linear(1));
  };
  for (loops::Constraint const& constraint : others) add_constraint(constraint);
  for (OrderedPlace const& place : places) {
    for (loops::Constraint const& condition : place.conditions) add_constraint(condition);
    for (recursion::Case const& part : place.function->cases)
      for (loops::Constraint const& constraint : part.domain) {
        LinearExpression const expression = place.at(constraint.expression);
        bool const is_known = std::ranges::none_of(
            place.function->dimensions, [&](recursion::Dimension const& each) { return expression.uses(each.name); });
        if (is_known && !values_.varies(expression)) add_constraint({expression, constraint.is_equality});
      }
  }
  // Sizes are usually large. Any order of the values is correct.
  Constraints usual = domain;
  long constexpr usual_size = 8;
  for (std::string const& size : original_.sizes) usual.push_back(at_least(ir::linear(size), ir::linear(usual_size)));
  for (std::string const& name : options_.varying)
    usual.push_back(at_least(ir::linear("longest_" + name), ir::linear(usual_size)));
  std::vector<LinearExpression> sorted;
  for (LinearExpression const& value : found) {
    auto const next = std::ranges::find_if(
        sorted, [&](LinearExpression const& other) { return implies(usual, at_least(other, value)); });
    sorted.insert(next, value);
  }
  if (sorted.size() > max_cuts) sorted.resize(max_cuts);
  return sorted;
}

void OrderedLowering::lower_segment(Places places, std::size_t level, Constraints const& domain,
                                    Constraints const& segment, std::vector<FusedReduction*> const& fused) {
  Constraints const inside = joined(domain, segment);
  if (recursion::is_empty(inside)) return;
  Places const all = places;
  std::erase_if(places, [&](OrderedPlace const& place) {
    return std::ranges::any_of(place.conditions, [&](auto const& condition) { return contradicts(inside, condition); });
  });
  if (places.empty()) return;
  for (OrderedPlace& place : places)
    std::erase_if(place.conditions, [&](auto const& condition) { return implies(inside, condition); });
  std::optional<LinearExpression> value = only_value(segment, placeholder);
  if (value && uses_group_sizes(*value)) value.reset();
  bool const is_certain =
      value && std::ranges::all_of(with_loop(segment, placeholder, *value),
                                   [&](auto const& constraint) { return implies(domain, constraint); });
  std::size_t const n_outer = builder_.loops().size();
  LinearExpression time = value.value_or(ir::linear(0));
  Constraints known = domain;
  if (!is_certain) {
    std::string const loop = builder_.new_name(fmt::format("time_{}", level));
    builder_.open(loop);
    known = joined(known, with_loop(segment, placeholder, ir::linear(loop)));
    for (loops::Constraint const& constraint : with_loop(segment, placeholder, ir::linear(loop)))
      builder_.add_constraint(constraint);
    if (!value) time = ir::linear(loop);
  }
  for (OrderedPlace const& place : all) current_.erase(place.function->name);
  for (OrderedPlace& place : places) {
    place.replace(placeholder, time);
    current_[place.function->name] = place;
  }
  for (FusedReduction& each : fused_)
    if (space_.storage(each.function->name).level == level) each.is_complete = false;
  load_previous_row(places, level);
  lower_group(places, level + 1, known);
  for (FusedReduction const* each : fused) update_fused_reduction(*each, time, known);
  update_elements(places, level, time, known);
  if (scaled_level_ == level) rescale(time);
  next_iteration(all, level);
  builder_.close_to(n_outer);
}

void OrderedLowering::compute(OrderedPlace const& place, Constraints const& domain) {
  if (place.indices.size() != place.function->dimensions.size())
    throw base::InternalError(fmt::format("the order does not determine the elements of `{}`", place.function->name));
  conditions_.clear();
  if (!place.conditions.empty()) conditions_.push_back(uniform_condition(place.conditions));
  Scope scope{.place = &place, .domain = joined(domain, place.conditions), .indices = place.indices};
  ExpressionPtr const own = own_value(place);
  if (is_wide(*place.function))
    compute_wide(place, scope);
  else
    assign(own, case_value(scope));
  if (space_.storage(place.function->name).inner_level) assign(own_element(place), own);
  for (WaveValue const& value : tables_)
    if (value.table.over && value.table.function == place.function->name) update_value(value, place, scope.domain);
  conditions_.clear();
}

ExpressionPtr OrderedLowering::uniform_condition(Constraints const& constraints) const {
  ExpressionPtr result;
  for (loops::Constraint const& constraint : constraints) {
    ExpressionPtr const value = ir::make_linear(largest_sizes(constraint.expression)), zero = ir::make_integer(0);
    ExpressionPtr const part = constraint.is_equality ? ir::make_operation(Op::equal, {value, zero})
                                                      : ir::make_operation(Op::less_equal, {zero, value});
    result = result ? ir::make_operation(Op::logical_and, {result, part}) : part;
  }
  return result;
}

} // namespace chemora::wavefront
