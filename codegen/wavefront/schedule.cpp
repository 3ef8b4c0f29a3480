#include "codegen/wavefront/schedule.hpp"

#include "codegen/wavefront/schedule_search.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace chemora::wavefront {

using ir::LinearExpression;
using Sizes = std::map<std::string, long>;

namespace {

/// Returns the time of the element of a function with these arguments.
LinearExpression time_at(Schedule const& schedule, recursion::Function const& function,
                         std::vector<LinearExpression> const& arguments) {
  AffineTime const& time = schedule.times.at(function.name);
  LinearExpression result = ir::linear(time.offset);
  for (std::size_t axis = 0; axis < arguments.size(); ++axis) result += time.coefficients.at(axis) * arguments[axis];
  return result;
}

std::vector<LinearExpression> position_of(recursion::Function const& function) {
  std::vector<LinearExpression> position;
  for (recursion::Dimension const& dimension : function.dimensions) position.push_back(ir::linear(dimension.name));
  return position;
}

/// Returns the time between the called and the calling element.
LinearExpression delay(Schedule const& schedule, CallSet const& set) {
  return time_at(schedule, *set.caller, position_of(*set.caller)) - time_at(schedule, *set.callee, set.arguments);
}

/// Returns whether calls at the same position, without their conditions, do not form a cycle.
bool have_order_of_same_elements(std::vector<CallSet> const& sets, std::size_t n_functions) {
  std::map<std::string, std::size_t> depth;
  for (std::size_t round = 0; round <= n_functions; ++round) {
    bool has_changed = false;
    for (CallSet const& set : sets) {
      if (!set.is_of_same_element() || depth[set.call.caller] > depth[set.call.callee]) continue;
      depth[set.call.caller] = depth[set.call.callee] + 1;
      has_changed = true;
    }
    if (!has_changed) return true;
  }
  return false;
}

bool may_have_equal_time(Schedule const& schedule, CallSet const& set, bool has_order) {
  return has_order && set.is_of_same_element() &&
         schedule.times.at(set.call.caller).coefficients == schedule.times.at(set.call.callee).coefficients;
}

std::string value_text(std::vector<LinearExpression> const& arguments, std::map<std::string, long> const& values) {
  std::vector<long> numbers;
  for (LinearExpression const& argument : arguments) numbers.push_back(argument.value(values));
  return fmt::format("{}", fmt::join(numbers, ", "));
}

std::string violation_text(CallSet const& set, Schedule const& schedule, std::map<std::string, long> const& values,
                           bool allows_equal) {
  auto const time = [&](recursion::Function const& function, std::vector<LinearExpression> const& arguments) {
    return fmt::format("`{}({})` has the time {}", function.name, value_text(arguments, values),
                       time_at(schedule, function, arguments).value(values));
  };
  return fmt::format("The schedule of `{}` violates the call `{}`: {}, and {}, which it calls. The time of a caller "
                     "must {} that of the element that it calls.",
                     set.call.caller, set.call.text, time(*set.caller, position_of(*set.caller)),
                     time(*set.callee, set.arguments), allows_equal ? "not be less than" : "be greater than");
}

/// Returns an example of the call at which the schedule is invalid.
std::optional<std::map<std::string, long>> violating_example(CallSet const& set, Schedule const& schedule,
                                                             Sizes const& sizes, bool allows_equal) {
  NamedSet points(set.variables);
  for (loops::Constraint const& constraint : set.domain)
    points.add({with_sizes(constraint.expression, sizes), constraint.is_equality});
  LinearExpression const excess = delay(schedule, set) - ir::linear(allows_equal ? 0 : 1);
  points.add_at_least_0(ir::linear(-1) - with_sizes(excess, sizes));
  std::optional<std::map<std::string, long>> example = points.sample();
  if (example) example->insert(sizes.begin(), sizes.end());
  return example;
}

/// Returns the schedule, in which the least offset is 0 or the first schedule of the user has its own offset.
Schedule schedule_of(recursion::System const& system, Unknowns const& unknowns, std::vector<long> const& values) {
  long shift = -*std::min_element(values.begin() + static_cast<long>(unknowns.n_coefficients), values.end());
  auto const fixed = std::ranges::find_if(system.functions, [](auto const& each) { return each.schedule.has_value(); });
  if (fixed != system.functions.end()) shift = fixed->schedule->constant - values[unknowns.offset(fixed->name)];
  Schedule schedule;
  for (recursion::Function const& function : system.functions) {
    AffineTime& time = schedule.times[function.name];
    for (std::size_t axis = 0; axis < function.dimensions.size(); ++axis)
      time.coefficients.push_back(values[unknowns.coefficient(function.name, axis)]);
    time.offset = values[unknowns.offset(function.name)] + shift;
  }
  return schedule;
}

/// Returns the schedule of the user if all functions have one.
std::optional<Schedule> users_schedule(recursion::System const& system) {
  Schedule schedule;
  for (recursion::Function const& function : system.functions) {
    if (!function.schedule) return std::nullopt;
    AffineTime& time = schedule.times[function.name];
    for (recursion::Dimension const& dimension : function.dimensions)
      time.coefficients.push_back(function.schedule->factor(dimension.name));
    time.offset = function.schedule->constant;
  }
  return schedule;
}

struct Violation {
  std::string text{};
  base::SourcePosition where{}; ///< of the call
};

std::optional<Violation> first_violation(recursion::System const& system, Schedule const& schedule,
                                         Sizes const& sizes) {
  std::vector<CallSet> const sets = call_sets(system, Conditions::ignored);
  bool const has_order = have_order_of_same_elements(sets, system.functions.size());
  for (CallSet const& set : sets) {
    bool const allows_equal = may_have_equal_time(schedule, set, has_order);
    if (auto const example = violating_example(set, schedule, sizes, allows_equal))
      return Violation{violation_text(set, schedule, *example, allows_equal), set.call.where};
  }
  return std::nullopt;
}

Schedule checked_users_schedule(recursion::System const& system, Schedule schedule, Sizes const& sizes) {
  if (std::optional<Violation> const violation = first_violation(system, schedule, sizes))
    throw base::UserError(violation->where, violation->text);
  schedule.n_partitions = n_partitions(system, schedule, sizes);
  return schedule;
}

std::optional<std::vector<long>> solution(recursion::System const& system, Sizes const& sizes, SearchOptions options,
                                          SameElement same_element) {
  Unknowns const unknowns(system);
  std::vector<Inequality> conditions = users_conditions(system, unknowns);
  for (Inequality const& condition : conditions)
    options.coefficient_bound = std::max(options.coefficient_bound, std::labs(condition.at_least));
  for (CallSet const& set : call_sets(system, Conditions::ignored))
    for (Inequality const& condition : inequalities(set, unknowns, sizes, same_element))
      if (std::ranges::count(conditions, condition) == 0) conditions.push_back(condition);
  return best_solution(system, unknowns, conditions, sizes, options.coefficient_bound);
}

} // namespace

std::vector<Inequality> users_conditions(recursion::System const& system, Unknowns const& unknowns) {
  std::vector<Inequality> conditions;
  recursion::Function const* first = nullptr;
  auto const equal = [&](long value) -> std::vector<long>& {
    conditions.push_back({.factors = std::vector<long>(unknowns.n, 0), .at_least = value, .is_equality = true});
    return conditions.back().factors;
  };
  for (recursion::Function const& function : system.functions) {
    if (!function.schedule) continue;
    for (std::size_t axis = 0; axis < function.dimensions.size(); ++axis)
      equal(function.schedule->factor(function.dimensions[axis].name))[unknowns.coefficient(function.name, axis)] = 1;
    if (first == nullptr) first = &function;
    std::vector<long>& offsets = equal(function.schedule->constant - first->schedule->constant);
    offsets[unknowns.offset(function.name)] += 1;
    offsets[unknowns.offset(first->name)] -= 1;
  }
  return conditions;
}

std::optional<std::string> violation(recursion::System const& system, Schedule const& schedule, Sizes const& sizes) {
  std::optional<Violation> const found = first_violation(system, schedule, sizes);
  return found ? std::optional(found->text) : std::nullopt;
}

long n_partitions(recursion::System const& system, Schedule const& schedule, Sizes const& sizes) {
  std::optional<long> first, last;
  for (recursion::Function const& function : system.functions)
    for (std::vector<long> const& corner : corners(function, sizes)) {
      AffineTime const& time = schedule.times.at(function.name);
      long const at = std::inner_product(corner.begin(), corner.end(), time.coefficients.begin(), time.offset);
      first = std::min(first.value_or(at), at);
      last = std::max(last.value_or(at), at);
    }
  return first ? *last - *first + 1 : 0;
}

std::optional<Schedule> find_schedule(recursion::System const& system, Sizes const& sizes,
                                      SearchOptions const& options) {
  if (std::optional<Schedule> const users = users_schedule(system))
    return checked_users_schedule(system, *users, sizes);
  std::vector<CallSet> const sets = call_sets(system, Conditions::ignored);
  bool const has_calls_of_same_element = std::ranges::any_of(sets, &CallSet::is_of_same_element);
  std::optional<std::vector<long>> values;
  if (has_calls_of_same_element && have_order_of_same_elements(sets, system.functions.size()))
    values = solution(system, sizes, options, SameElement::ordered);
  if (!values) values = solution(system, sizes, options, SameElement::at_different_times);
  if (!values) return std::nullopt;
  Schedule schedule = schedule_of(system, Unknowns(system), *values);
  schedule.n_partitions = n_partitions(system, schedule, sizes);
  return schedule;
}

Schedule const& choose(std::vector<Schedule> const& schedules, recursion::System const& system, Sizes const& sizes) {
  if (schedules.empty()) throw base::InternalError("there is no schedule to choose");
  return *std::ranges::min_element(schedules, {},
                                   [&](Schedule const& schedule) { return n_partitions(system, schedule, sizes); });
}

std::optional<long> window(recursion::System const& system, Schedule const& schedule) {
  long result = 0;
  for (CallSet const& set : call_sets(system, Conditions::ignored)) {
    LinearExpression const time = delay(schedule, set);
    if (!time.is_constant()) return std::nullopt;
    result = std::max(result, time.constant);
  }
  return result;
}

} // namespace chemora::wavefront
