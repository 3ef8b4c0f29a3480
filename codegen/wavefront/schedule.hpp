/// Schedules of recursions: the time at which each element of a table is computed (sections 4.4 to 4.8 of the paper).
#pragma once

#include "codegen/recursion/system.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::wavefront {

/// The time `coefficients . x + offset` of the element x of a function. Elements of equal time do not depend on each
/// other, with one exception: an element may have the same time as an element of another function that it calls with
/// its own position as arguments, if both functions have the same coefficients. These elements are computed one after
/// another. A single function has offset 0.
struct AffineTime {
  std::vector<long> coefficients{}; ///< one per dimension
  long offset = 0;
  bool operator==(AffineTime const&) const = default;
};

/// A common schedule of all functions of a system.
struct Schedule {
  std::map<std::string, AffineTime> times{};
  long n_partitions = 0; ///< number of different times, from the first to the last
  bool operator==(Schedule const&) const = default;
};

struct SearchOptions {
  long coefficient_bound = 10; ///< maximum absolute value of a coefficient
};

/// Returns the reason why a schedule is invalid for these sizes, with the call and an example, or nothing if it is
/// valid: the time of each element is greater than those of the elements that it calls. Like the paper, the check
/// ignores the conditions under which a call happens, except for the ranges of variables of reductions.
std::optional<std::string> violation(recursion::System const& system, Schedule const& schedule,
                                     std::map<std::string, long> const& sizes);

/// Returns the number of different times from the first to the last of all functions.
long n_partitions(recursion::System const& system, Schedule const& schedule, std::map<std::string, long> const& sizes);

/// Returns the valid schedule with the fewest partitions for these sizes, or nothing if no schedule with coefficients
/// within the bound is valid. Functions that call each other with equal arguments have equal coefficients, unless there
/// is no such schedule. The least offset is 0. Of schedules with equally many partitions, the result is the one whose
/// coefficients have the smallest sum of absolute values, then the first in lexicographic order from large to small
/// coefficients. If functions have schedules of the user, these are checked and returned; throws base::UserError with
/// violation().
std::optional<Schedule> find_schedule(recursion::System const& system, std::map<std::string, long> const& sizes,
                                      SearchOptions const& options = {});

/// Returns the schedules of which one is minimal for any sizes, found by lexicographic minimisation for each
/// permutation of the dimensions (section 4.7 of the paper). Only for one function without a schedule of the user,
/// whose calls are uniform; otherwise empty. The numbers of partitions are 0, because the sizes are unknown.
std::vector<Schedule> conditional_schedules(recursion::System const& system, SearchOptions const& options = {});

/// Returns the first schedule with the fewest partitions for these sizes.
Schedule const& choose(std::vector<Schedule> const& schedules, recursion::System const& system,
                       std::map<std::string, long> const& sizes);

/// Returns the number of previous partitions that an element reads, for uniform calls; otherwise nothing.
std::optional<long> window(recursion::System const& system, Schedule const& schedule);

/// A sequential order of all elements: the lexicographic order of vectors of linear expressions of the dimensions and
/// sizes. It exists for more systems than a schedule does, for example for silent states that follow all others.
struct Order {
  /// By function: components of equal length. A component is an expression of dimensions and sizes.
  std::map<std::string, std::vector<ir::LinearExpression>> vectors{};
};

/// Returns an order that computes each element after all elements that it calls, taking the conditions of calls into
/// account. Throws base::UserError with the calls that form a cycle if there is none with components `dimension`,
/// `-dimension`, differences of two dimensions, or constants. Functions share the outer components where this is
/// possible, so that their loops can be fused. Of several orders, the result prefers the dimensions with the names
/// `outermost` as first components, then dimensions in the order of their declaration.
Order find_order(recursion::System const& system, std::vector<std::string> const& outermost = {});

/// Returns the reason why no schedule exists, with a smallest set of calls that exclude it, for messages. The schedules
/// of the user are fixed.
std::string no_schedule_reason(recursion::System const& system, SearchOptions options = {});

} // namespace chemora::wavefront
