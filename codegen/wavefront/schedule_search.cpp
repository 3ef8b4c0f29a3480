#include "codegen/wavefront/schedule_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace chemora::wavefront {

namespace {

/// Enumerates the coefficients of a single function, large ones first, without those that cannot be better than the
/// best ones that are known. No condition is an equality: equalities relate the coefficients of several functions, or
/// have the schedules of the user, which replace the search if all functions have one.
class Enumeration {
public:
  Enumeration(recursion::Function const& function, std::vector<Inequality> const& conditions,
              std::map<std::string, long> const& sizes, long bound)
      : conditions_(conditions), bound_(bound) {
    for (recursion::Dimension const& dimension : function.dimensions)
      extents_.push_back(std::max(dimension.upper.value(sizes) - dimension.lower.value(sizes), 0L));
    coefficients_.resize(extents_.size());
  }

  std::optional<std::vector<long>> best() {
    continue_from(0, 0, 0);
    return best_;
  }

private:
  /// `span` and `sum` are the duration and the sum of absolute values of the coefficients before `axis`.
  void continue_from(std::size_t axis, long span, long sum) {
    if (std::pair(span, sum) >= std::pair(best_span_, best_sum_) || !may_hold(axis)) return;
    if (axis == coefficients_.size()) {
      best_ = coefficients_;
      best_span_ = span;
      best_sum_ = sum;
      return;
    }
    for (long value = bound_; value >= -bound_; --value) {
      coefficients_[axis] = value;
      continue_from(axis + 1, span + std::labs(value) * extents_[axis], sum + std::labs(value));
    }
  }

  /// Returns whether the conditions can hold for the coefficients before `n_chosen`.
  bool may_hold(std::size_t n_chosen) const {
    return std::ranges::all_of(conditions_, [&](Inequality const& condition) {
      long greatest = -condition.at_least;
      for (std::size_t axis = 0; axis < coefficients_.size(); ++axis) {
        long const factor = condition.factors[axis];
        greatest += axis < n_chosen ? factor * coefficients_[axis] : std::labs(factor) * bound_;
      }
      return greatest >= 0;
    });
  }

  std::vector<Inequality> const& conditions_;
  long bound_;
  std::vector<long> extents_{}, coefficients_{};
  std::optional<std::vector<long>> best_{};
  long best_span_ = std::numeric_limits<long>::max(), best_sum_ = 0;
};

/// The conditions of a search as integer set. Its variables are the unknowns, then the absolute values of coefficients.
class IntegerProgram {
public:
  IntegerProgram(Unknowns const& unknowns, std::vector<Inequality> const& conditions, long bound)
      : unknowns_(unknowns), set_(unknowns.n + unknowns.n_coefficients) {
    for (Inequality const& condition : conditions) {
      polyhedral::Row row{-condition.at_least};
      row.insert(row.end(), condition.factors.begin(), condition.factors.end());
      set_.add(row, condition.is_equality);
    }
    for (std::size_t k = 0; k < unknowns_.n_coefficients; ++k)
      for (long const sign : {-1L, 1L}) {
        polyhedral::Row row = zero();
        row[1 + k] = sign;
        row[0] = bound;
        set_.add_at_least_0(row);
        row[0] = 0;
        row[1 + unknowns_.n + k] = 1;
        set_.add_at_least_0(row);
      }
  }

  bool has_solution() const { return !set_.is_empty(); }

  /// Adds that all times are between 0 and `last`.
  void limit_times(recursion::System const& system, std::map<std::string, long> const& sizes, long last) {
    for (recursion::Function const& function : system.functions)
      for (std::vector<long> const& corner : corners(function, sizes)) {
        polyhedral::Row time = zero();
        time[1 + unknowns_.offset(function.name)] = 1;
        for (std::size_t axis = 0; axis < corner.size(); ++axis)
          time[1 + unknowns_.coefficient(function.name, axis)] = corner[axis];
        set_.add_at_least_0(time);
        for (long& factor : time) factor = -factor;
        time[0] = last;
        set_.add_at_least_0(time);
      }
  }

  void limit_sum(long sum) {
    polyhedral::Row row = zero();
    row[0] = sum;
    for (std::size_t k = 0; k < unknowns_.n_coefficients; ++k) row[1 + unknowns_.n + k] = -1;
    set_.add_at_least_0(row);
  }

  void bound_unknown(std::size_t k, long factor, long value) {
    polyhedral::Row row = zero();
    row[1 + k] = factor;
    row[0] = -factor * value;
    set_.add_at_least_0(row);
  }

private:
  polyhedral::Row zero() const { return polyhedral::Row(1 + unknowns_.n + unknowns_.n_coefficients, 0); }

  Unknowns const& unknowns_;
  polyhedral::IntegerSet set_;
};

/// Returns the least number from `low` to `high` for which `holds`, which is monotonic and holds for `high`.
template <typename Predicate>
long least(long low, long high, Predicate const& holds) {
  while (low < high) {
    long const middle = low + (high - low) / 2;
    if (holds(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return high;
}

/// Returns the greatest time for which the conditions have a solution, if all times are at least 0.
long min_last_time(IntegerProgram const& program, recursion::System const& system,
                   std::map<std::string, long> const& sizes) {
  auto const is_enough = [&](long last) {
    IntegerProgram limited = program;
    limited.limit_times(system, sizes, last);
    return limited.has_solution();
  };
  long high = 1;
  while (!is_enough(high)) high *= 2;
  return least(0, high, is_enough);
}

/// Minimises the last time, then the sum of absolute values, then chooses large coefficients first and small offsets.
std::optional<std::vector<long>> best_of_program(recursion::System const& system, Unknowns const& unknowns,
                                                 std::vector<Inequality> const& conditions,
                                                 std::map<std::string, long> const& sizes, long bound) {
  IntegerProgram program(unknowns, conditions, bound);
  if (!program.has_solution()) return std::nullopt;
  long const last = min_last_time(program, system, sizes);
  program.limit_times(system, sizes, last);
  auto const is_enough = [&](long sum) {
    IntegerProgram limited = program;
    limited.limit_sum(sum);
    return limited.has_solution();
  };
  program.limit_sum(least(0, bound * static_cast<long>(unknowns.n_coefficients), is_enough));
  std::vector<long> values;
  for (std::size_t k = 0; k < unknowns.n; ++k) {
    // Coefficients are maximised, offsets are minimised: the factor of the unknown in what is minimised.
    long const sign = k < unknowns.n_coefficients ? -1 : 1;
    long const limit = k < unknowns.n_coefficients ? bound : last + bound * (last + 1);
    long const value = least(-limit, limit, [&](long minimum) {
      IntegerProgram limited = program;
      limited.bound_unknown(k, -sign, sign * minimum);
      return limited.has_solution();
    });
    values.push_back(sign * value);
    program.bound_unknown(k, 1, values.back());
    program.bound_unknown(k, -1, values.back());
  }
  return values;
}

} // namespace

std::optional<std::vector<long>> best_solution(recursion::System const& system, Unknowns const& unknowns,
                                               std::vector<Inequality> const& conditions,
                                               std::map<std::string, long> const& sizes, long bound) {
  if (system.functions.size() > 1) return best_of_program(system, unknowns, conditions, sizes, bound);
  std::optional<std::vector<long>> best = Enumeration(system.functions.front(), conditions, sizes, bound).best();
  if (best) best->push_back(0);
  return best;
}

bool have_solution(Unknowns const& unknowns, std::vector<Inequality> const& conditions, long bound) {
  return IntegerProgram(unknowns, conditions, bound).has_solution();
}

} // namespace chemora::wavefront
