#include "progress.hpp"

#include "text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace iotools {

Termination to_termination(std::string_view keyword) {
  using enum Termination;
  static constexpr std::array<std::pair<std::string_view, Termination>, 7> words{{{"iteration", iteration},
                                                                                  {"time", time},
                                                                                  {"runtime", runtime},
                                                                                  {"any", any},
                                                                                  {"all", all},
                                                                                  {"either", either},
                                                                                  {"both", both}}};
  auto const word = lower(keyword);
  auto const entry = std::find_if(words.begin(), words.end(), [&](auto const& pair) { return pair.first == word; });
  return entry == words.end() ? never : entry->second;
}

namespace {

constexpr double unknown = -1; // smaller than any fraction

double fraction(double value, double from, double to) {
  return to > from ? std::clamp((value - from) / (to - from), 0., 1.) : 1.;
}

} // namespace

double fraction_done(Limits const& limits, int iteration, double time, double seconds) {
  double const sign = limits.time_step < 0 ? -1 : 1; // backwards in time
  bool const is_timed = limits.final_time >= limits.initial_time, is_clocked = limits.max_runtime > 0;
  double const by_iteration = fraction(iteration, 0, limits.last_iteration);
  double const by_time = fraction(sign * time, sign * limits.initial_time, sign * limits.final_time);
  double const by_runtime = is_clocked ? fraction(seconds, 0, limits.max_runtime * 60) : unknown;
  switch (limits.termination) {
  case Termination::iteration:
    return by_iteration;
  case Termination::time:
    return by_time;
  case Termination::runtime:
    return by_runtime;
  case Termination::any:
    return std::max({by_iteration, is_timed ? by_time : unknown, by_runtime});
  case Termination::all:
    return std::min({by_iteration, by_time, is_clocked ? by_runtime : 1.});
  case Termination::either:
    return std::max(by_iteration, by_time);
  case Termination::both:
    return std::min(by_iteration, by_time);
  case Termination::never:
    break;
  }
  return unknown;
}

Estimate Progress::update(double seconds, int iteration, double done) {
  Estimate estimate{.done = done};
  if (has_start_) {
    double const step = std::max(0., seconds - seconds_); // clocks of excluded times differ slightly
    double const fading = std::exp(-step / time_constant_);
    faded_seconds_ = faded_seconds_ * fading + step;
    if (step > 0 && iteration > iteration_) estimate.interval_speed = (iteration - iteration_) / step;
    faded_steps_ = faded_steps_ * fading + (iteration - iteration_);
    faded_progress_ = faded_progress_ * fading + (done - done_);
  }
  has_start_ = true;
  seconds_ = seconds;
  iteration_ = iteration;
  done_ = done;

  if (faded_seconds_ > 0 && faded_steps_ > 0) estimate.steps_per_second = faded_steps_ / faded_seconds_;
  if (done >= 0 && faded_progress_ > 0) estimate.seconds_left = (1 - done) * faded_seconds_ / faded_progress_;
  return estimate;
}

} // namespace iotools
