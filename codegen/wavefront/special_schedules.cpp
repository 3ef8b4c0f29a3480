#include "codegen/wavefront/schedule.hpp"
#include "codegen/wavefront/schedule_search.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace chemora::wavefront {

using ir::LinearExpression;

namespace {

/// Returns the differences between the position of the caller and the arguments, or nothing if a call is not uniform.
std::optional<std::vector<std::vector<long>>> differences(std::vector<CallSet> const& sets) {
  std::vector<std::vector<long>> result;
  for (CallSet const& set : sets) {
    result.emplace_back();
    for (std::size_t axis = 0; axis < set.arguments.size(); ++axis) {
      LinearExpression const difference = ir::linear(set.caller->dimensions[axis].name) - set.arguments[axis];
      if (!difference.is_constant()) return std::nullopt;
      result.back().push_back(difference.constant);
    }
  }
  return result;
}

/// Finds the lexicographically least coefficients from 0 to `bound` in the order `axes`.
class LexicographicSearch {
public:
  LexicographicSearch(std::vector<std::vector<long>> const& differences, std::vector<std::size_t> axes, long bound)
      : differences_(differences), axes_(std::move(axes)), bound_(bound), coefficients_(axes_.size(), 0) {}

  std::optional<std::vector<long>> least() { return continue_from(0) ? std::optional(coefficients_) : std::nullopt; }

private:
  bool continue_from(std::size_t n) {
    bool const may_hold = std::ranges::all_of(differences_, [&](std::vector<long> const& difference) {
      long greatest = 0;
      for (std::size_t k = 0; k < axes_.size(); ++k)
        greatest +=
            k < n ? difference[axes_[k]] * coefficients_[axes_[k]] : std::max(difference[axes_[k]], 0L) * bound_;
      return greatest >= 1;
    });
    if (!may_hold || n == axes_.size()) return may_hold;
    for (long value = 0; value <= bound_; ++value) {
      coefficients_[axes_[n]] = value;
      if (continue_from(n + 1)) return true;
    }
    return false;
  }

  std::vector<std::vector<long>> const& differences_;
  std::vector<std::size_t> axes_;
  long bound_;
  std::vector<long> coefficients_;
};

/// Removes calls as long as the others exclude all schedules.
std::vector<CallSet> excluding_calls(std::vector<CallSet> sets, std::vector<Inequality> const& users,
                                     Unknowns const& unknowns, std::map<std::string, long> const& sizes, long bound) {
  auto const have_schedule = [&](std::vector<CallSet> const& some) {
    std::vector<Inequality> conditions = users;
    for (CallSet const& set : some)
      std::ranges::copy(inequalities(set, unknowns, sizes, SameElement::at_different_times),
                        std::back_inserter(conditions));
    return have_solution(unknowns, conditions, bound);
  };
  if (have_schedule(sets)) return {};
  for (std::size_t n = sets.size(); n-- > 0;) {
    std::vector<CallSet> fewer = sets;
    fewer.erase(fewer.begin() + static_cast<long>(n));
    if (!have_schedule(fewer)) sets = std::move(fewer);
  }
  return sets;
}

std::map<std::string, long> equal_sizes(recursion::System const& system, long value) {
  std::map<std::string, long> sizes;
  for (std::string const& size : system.sizes) sizes[size] = value;
  return sizes;
}

std::string call_list(std::vector<CallSet> const& sets) {
  std::vector<std::string> texts;
  for (CallSet const& set : sets) {
    std::string const where = set.call.where.line > 0 ? fmt::format(" (line {})", set.call.where.line) : "";
    texts.push_back(fmt::format("`{}` in `{}`{}", set.call.text, set.call.caller, where));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

} // namespace

std::vector<Schedule> conditional_schedules(recursion::System const& system, SearchOptions const& options) {
  if (system.functions.size() != 1 || system.functions.front().schedule) return {};
  std::vector<CallSet> const sets = call_sets(system, Conditions::ignored);
  auto const offsets = differences(sets);
  if (!offsets) return {};
  recursion::Function const& function = system.functions.front();
  std::vector<std::size_t> axes(function.dimensions.size());
  std::iota(axes.begin(), axes.end(), 0U);
  std::vector<Schedule> schedules;
  do {
    auto const found = LexicographicSearch(*offsets, axes, options.coefficient_bound).least();
    Schedule const schedule{.times = {{function.name, {.coefficients = found.value_or(std::vector<long>{})}}}};
    if (found && std::ranges::count(schedules, schedule) == 0) schedules.push_back(schedule);
  } while (std::ranges::next_permutation(axes).found);
  return schedules;
}

std::string no_schedule_reason(recursion::System const& system, SearchOptions options) {
  long constexpr some_size = 40;
  Unknowns const unknowns(system);
  auto const sizes = equal_sizes(system, some_size);
  std::vector<CallSet> const sets = call_sets(system, Conditions::ignored);
  std::vector<Inequality> const users = users_conditions(system, unknowns);
  for (Inequality const& condition : users)
    options.coefficient_bound = std::max(options.coefficient_bound, std::labs(condition.at_least));
  std::vector<CallSet> const excluding = excluding_calls(sets, users, unknowns, sizes, options.coefficient_bound);
  if (excluding.empty()) return fmt::format("There is a schedule for sizes of {}.", some_size);
  std::string const start = fmt::format(
      "No linear function of the dimensions with coefficients from {} to {} increases from the called to "
      "the calling element for {}.",
      -options.coefficient_bound, options.coefficient_bound,
      excluding.size() == 1 ? "the call " + call_list(excluding) : "all of the calls " + call_list(excluding));
  long constexpr large_bound = 100000;
  if (!excluding_calls(sets, users, unknowns, sizes, large_bound).empty()) return start;
  long low = options.coefficient_bound + 1, high = large_bound;
  auto const is_enough = [&](long bound, long size) {
    return excluding_calls(sets, users, unknowns, equal_sizes(system, size), bound).empty();
  };
  while (low < high) {
    long const middle = (low + high) / 2;
    if (is_enough(middle, some_size))
      high = middle;
    else
      low = middle + 1;
  }
  if (!is_enough(high, 2 * some_size)) return start + " The coefficients of a schedule would depend on the sizes.";
  return start + fmt::format(" A schedule exists if coefficients up to {} are allowed.", high);
}

} // namespace chemora::wavefront
