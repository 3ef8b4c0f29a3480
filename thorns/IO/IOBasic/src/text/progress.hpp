// How far the run is, how fast it goes, and when it will end.
#pragma once

namespace iobasic {

enum class Termination { never, iteration, time, runtime, any, all, either, both };

/// What ends the run: parameters of Cactus, and the time step, whose sign says where time goes.
struct Limits {
  Termination termination = Termination::iteration;
  int last_iteration = 0;
  double initial_time = 0, final_time = 0;
  double max_runtime = 0; ///< minutes; 0: no limit
  double time_step = 1;
};

/// The part of the run that is done, 0 to 1; negative when nothing ends it. As in the flesh, "any" has no final time
/// before the initial one, and no limit of running time counts; "either" and "both" are of iteration and time only.
double fraction_done(Limits const& limits, int iteration, double time, double seconds);

struct Estimate {
  double done = -1;             ///< 0 to 1, negative: unknown
  double steps_per_second = -1; ///< negative: unknown
  double seconds_left = -1;     ///< negative: unknown
};

/// Rates over the last half minute or so: sums of steps, progress and seconds that fade with the time constant. All
/// wall time counts, output and analysis too, so that the estimate is of when the run ends and not of its kernels.
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

} // namespace iobasic
