// Whether a multiple of the interval lies in the step that led to this moment.
#include "frequency.hpp"

#include "names.hpp"
#include "number_format.hpp"

#include <cmath>

namespace iotools {
namespace {

/// Rounding of the time, in steps, that still counts as having reached a multiple of the interval.
constexpr double slack = 1e-6;

bool crossed_multiple(double dt, Moment const& moment) {
  double const tolerance = slack * moment.delta_time;
  double const now = moment.time - moment.initial_time + tolerance;
  double const before = now - moment.delta_time;
  return std::floor(now / dt) > std::floor(before / dt);
}

} // namespace

bool is_due(Frequency const& frequency, Moment const& moment) {
  switch (frequency.criterion) {
  case Criterion::never:
    return false;
  case Criterion::iteration:
    return frequency.every > 0 && moment.iteration % frequency.every == 0;
  case Criterion::time:
    if (frequency.dt < 0) return false;
    return frequency.dt == 0 || moment.iteration == 0 || crossed_multiple(frequency.dt, moment);
  }
  return false;
}

std::string to_text(Frequency const& frequency) {
  bool const by_iteration = frequency.criterion == Criterion::iteration;
  bool const by_time = frequency.criterion == Criterion::time;
  if ((by_iteration && frequency.every == 1) || (by_time && frequency.dt == 0)) return "at every iteration";
  if (by_iteration && frequency.every > 1) return "every " + std::to_string(frequency.every) + " iterations";
  return by_time && frequency.dt > 0 ? "every " + to_text(frequency.dt, 6) + " of time" : "never";
}

Criterion to_criterion(char const* keyword) {
  auto const name = lower(keyword);
  if (name == "iteration" || name == "divisor") return Criterion::iteration;
  return name == "time" ? Criterion::time : Criterion::never;
}

} // namespace iotools
