/// Estimates how much of a run is complete, its speed, and the remaining time.
#pragma once

#include <string_view>

namespace iotools {

/// The values of Cactus::terminate.
enum class Termination { never, iteration, time, runtime, any, all, either, both };

/// The value with this name, in any case; `never` for an unknown name.
Termination to_termination(std::string_view keyword);

/// The limits of the run from the parameters of Cactus, and the time step, whose sign is the direction of time.
struct Limits {
  Termination termination = Termination::iteration;
  int last_iteration = 0;
  double initial_time = 0, final_time = 0;
  double max_runtime = 0; ///< minutes; 0: no limit
  double time_step = 1;
};

/// Returns the fraction of the run that is complete, from 0 to 1. The result is negative if the run has no limit. As in
/// the flesh, "any" ignores a final time before the initial time and a missing limit of running time; "either" and
/// "both" only use iteration and time.
double fraction_done(Limits const& limits, int iteration, double time, double seconds);

struct Estimate {
  double done = -1;             ///< 0 to 1, negative: unknown
  double steps_per_second = -1; ///< over about the last half minute; negative: unknown
  double seconds_left = -1;     ///< negative: unknown
  double interval_speed = -1;   ///< steps per second since the previous estimate; negative: unknown
};

/// Estimates the remaining time from the speed over about the last half minute. Older steps, progress and seconds have
/// exponentially decreasing weights. The wall time includes output and analysis, so that the estimate applies to the
/// whole run.
class Progress {
public:
  explicit Progress(double time_constant = 30.) : time_constant_(time_constant) {}

  Estimate update(double seconds, int iteration, double done);

private:
  double time_constant_;
  bool has_start_ = false;
  double seconds_ = 0, done_ = 0;
  int iteration_ = 0;
  double faded_seconds_ = 0, faded_steps_ = 0, faded_progress_ = 0;
};

} // namespace iotools
