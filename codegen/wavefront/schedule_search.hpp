/// Search for coefficients of schedules that obey linear inequalities.
#pragma once

#include "codegen/wavefront/call_sets.hpp"
#include "codegen/wavefront/schedule.hpp"

#include <optional>
#include <vector>

namespace chemora::wavefront {

/// The sum of multiples of unknowns is at least `at_least`, or equal to it.
struct Inequality {
  std::vector<long> factors{};
  long at_least = 0;
  bool is_equality = false;
  bool operator==(Inequality const&) const = default;
};

/// The unknowns of a search: the coefficients of all functions, then their offsets.
struct Unknowns {
  explicit Unknowns(recursion::System const& system);

  std::size_t coefficient(std::string const& function, std::size_t axis) const { return first.at(function) + axis; }
  std::size_t offset(std::string const& function) const { return n_coefficients + number.at(function); }

  std::map<std::string, std::size_t> first{}, number{};
  std::size_t n_coefficients = 0, n = 0;
};

/// Whether elements of equal time may call each other at the same position.
enum class SameElement { ordered, at_different_times };

/// Returns conditions for the coefficients and offsets that the call imposes for these sizes.
std::vector<Inequality> inequalities(CallSet const& set, Unknowns const& unknowns,
                                     std::map<std::string, long> const& sizes, SameElement same_element);

/// Returns conditions that fix the schedules of the user, of which only the differences of offsets matter.
std::vector<Inequality> users_conditions(recursion::System const& system, Unknowns const& unknowns);

/// Returns the corners of the box of a function: the least and greatest indices of its dimensions; nothing if the box
/// is empty.
std::vector<std::vector<long>> corners(recursion::Function const& function, std::map<std::string, long> const& sizes);

/// Returns the best values of the unknowns, with coefficients from -bound to bound, in the order of find_schedule().
/// The conditions of a system with one function must not be equalities.
std::optional<std::vector<long>> best_solution(recursion::System const& system, Unknowns const& unknowns,
                                               std::vector<Inequality> const& conditions,
                                               std::map<std::string, long> const& sizes, long bound);

/// Returns whether the conditions have any solution with coefficients from -bound to bound.
bool have_solution(Unknowns const& unknowns, std::vector<Inequality> const& conditions, long bound);

} // namespace chemora::wavefront
