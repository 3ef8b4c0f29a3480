// The best of several short measurements of a rate, and whether something else disturbed them.
#pragma once

#include <functional>

namespace chemora::machine {

struct BestOfRounds {
  double rate = 0;   ///< units per second of the fastest round
  double spread = 0; ///< by what part of it the third fastest fell short: rounds that nothing disturbs agree
  double busy = 0;   ///< processors of the node that were busy in the meantime, on average; 0: unknown
  double own = 0;    ///< those that worked for this process

  double others() const; ///< processors that something else kept busy
  bool is_disturbed() const;
};

/// Seconds of a clock that never goes backwards.
double wall_seconds();

/// Runs `batch` repeatedly in seven rounds of at least 0.05 s by `clock`, which tests replace. All processes that
/// measure together call this function together: `wait_for_all` returns when each of them has called it, and is called
/// before every round and after the last. Rounds have equal length, so that all processes work at the same time, even
/// if there are more processes than processors.
BestOfRounds best_of_rounds(double units_per_batch, std::function<void()> const& batch,
                            std::function<void()> const& wait_for_all,
                            std::function<double()> const& clock = wall_seconds);

/// What two processes that measured together found: rates are added, the worse of two disturbances counts.
BestOfRounds joined_on_one_node(BestOfRounds const& a, BestOfRounds const& b);
BestOfRounds joined_on_two_nodes(BestOfRounds const& a, BestOfRounds const& b);

} // namespace chemora::machine
