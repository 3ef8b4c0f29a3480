// When output is due, from the criterion and its interval.
#pragma once

#include <string>

namespace iotools {

enum class Criterion {
  never,
  iteration, ///< at iterations that are multiples of `every`
  time       ///< at the first iteration at or after each multiple of `dt`, counted from the initial time
};

struct Frequency {
  Criterion criterion = Criterion::never;
  int every = -1;  ///< 0 or less: no output
  double dt = -1.; ///< negative: no output; 0: at every iteration

  bool operator==(Frequency const&) const = default;
};

/// "every 8 iterations", "every 0.5 of time", "at every iteration", "never".
std::string to_text(Frequency const& frequency);

/// The moment of the run that is asked about.
struct Moment {
  int iteration = 0;
  double time = 0;
  double delta_time = 0;   ///< the step that led here
  double initial_time = 0; ///< of the whole run, also after a restart
};

/// Depends on its arguments alone, so that a restarted run writes at the same iterations as an uninterrupted one.
bool is_due(Frequency const& frequency, Moment const& moment);

/// The criterion of a keyword parameter: "never", "iteration", "divisor" (the same) or "time".
Criterion to_criterion(char const* keyword);

} // namespace iotools
