/// Estimates the times of plans within problems, from which PlanChoice chooses plans and the rows of strips.
#pragma once

#include "codegen/wavefront/plan.hpp"
#include "kernels/recursions/problem_list.hpp"
#include "kernels/recursions/typed_systems.hpp"

namespace chemora::recursions {

/// Estimated times. The unit is the time in which a plan across problems computes one vector of elements.
struct WithinTime {
  double of_one = 0; ///< with one worker (thread of the host, or unit of a device)
  double of_all = 0; ///< if all workers compute the problem
};

class WithinCost {
public:
  /// `plan` must have a schedule and lanes. One instruction computes `vector_lanes` of the lanes.
  WithinCost(recursion::System const& system, wavefront::Plan const& plan, int vector_lanes, PlanFacts const& facts,
             std::vector<std::string> const& parameters);

  /// Returns the time with strips of `strip_rows` rows; 0: no strips.
  WithinTime time(long strip_rows, Lengths lengths) const;

  /// Returns the rows of strips for which all workers together need the shortest time; 0: no strips. The window of a
  /// strip takes at most half of the first-level cache. Tables whose window exceeds the cache of a worker are divided
  /// if such strips exist. If integers may overflow, strips are chosen even if they take somewhat longer, because the
  /// launches that follow an overflow in a strip are omitted.
  int best_strip_rows(Lengths lengths, bool can_overflow = false) const;

private:
  double vector_lanes_, n_workers_, bytes_per_row_;
  int lanes_;
  double first_cache_bytes_, cache_bytes_;
  TableSizes sizes_;
  SizeExpression n_times_;
  std::optional<SizeExpression> n_rows_{}, n_columns_{}; ///< of tables of two dimensions
};

} // namespace chemora::recursions
