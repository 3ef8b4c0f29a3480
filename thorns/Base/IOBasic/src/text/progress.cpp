// Exponentially fading averages.
#include "progress.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <vector>

namespace iobasic {
namespace {

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

double part(double value, double from, double to) {
  return to > from ? std::clamp((value - from) / (to - from), 0., 1.) : 1.;
}

} // namespace

Termination to_termination(std::string const& keyword) {
  auto const word = lower(keyword);
  if (word == "iteration") return Termination::iteration;
  if (word == "time") return Termination::time;
  if (word == "runtime") return Termination::runtime;
  if (word == "any" || word == "either") return Termination::any;
  return word == "all" || word == "both" ? Termination::all : Termination::never;
}

double fraction_done(Limits const& limits, int iteration, double time, double seconds) {
  double const by_iteration = part(iteration, 0, limits.last_iteration);
  double const by_time = part(time, limits.initial_time, limits.final_time);
  double const by_runtime = part(seconds, 0, limits.max_runtime * 60);
  std::vector<double> parts{by_iteration, by_time};
  if (limits.max_runtime > 0) parts.push_back(by_runtime);
  switch (limits.termination) {
  case Termination::iteration:
    return by_iteration;
  case Termination::time:
    return by_time;
  case Termination::runtime:
    return by_runtime;
  case Termination::any:
    return *std::max_element(parts.begin(), parts.end());
  case Termination::all:
    return *std::min_element(parts.begin(), parts.end());
  case Termination::never:
    break;
  }
  return -1;
}

Estimate Progress::update(double seconds, int iteration, double done) {
  if (has_start_) {
    double const step = seconds - seconds_;
    double const fading = std::exp(-step / time_constant_);
    faded_seconds_ = faded_seconds_ * fading + step;
    faded_steps_ = faded_steps_ * fading + (iteration - iteration_);
    faded_progress_ = faded_progress_ * fading + (done - done_);
  }
  has_start_ = true;
  seconds_ = seconds;
  iteration_ = iteration;
  done_ = done;

  Estimate estimate{.done = done};
  if (faded_seconds_ > 0 && faded_steps_ > 0) estimate.steps_per_second = faded_steps_ / faded_seconds_;
  if (done >= 0 && faded_progress_ > 0) estimate.seconds_left = (1 - done) * faded_seconds_ / faded_progress_;
  return estimate;
}

} // namespace iobasic
