// When the evolution ends.
#pragma once

#include "framework/include/cGH.h"

#include <functional>
#include <string>

namespace chemora::run {

/// What `cactus::terminate` and its companions say.
struct EndConditions {
  std::string terminate = "iteration"; ///< never, iteration, time, runtime, any, all, either, both
  int last_iteration = 0;
  double initial_time = 0;
  double final_time = -1;
  double most_seconds = 0; ///< 0: as long as it takes
};

/// The state that they are compared with.
struct Progress {
  int iteration = 0;
  double time = 0;
  double time_step = 0;
  double seconds = 0; ///< since the start
};

/// A time counts as reached when it is less than a millionth of a step away. A condition that is already met at the
/// beginning, or that is switched off (final time before the initial time for "any" and "all", no limit of running
/// time), does not hold up "all" and never ends "any".
bool is_end(EndConditions const& conditions, Progress const& now);

/// The conditions as the parameters say them now: they are steerable.
EndConditions end_conditions();

/// Collective: whether this is the last iteration, by the parameters, CCTK_TerminateNext, cactus::terminate_next or a
/// signal to any process.
bool is_end(cGH const& GH);

/// The signal that ends the run, 0 without one: the same on all processes, as of their last is_end(GH).
int signal_of_any_process();

} // namespace chemora::run
