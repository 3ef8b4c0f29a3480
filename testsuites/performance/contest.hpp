// Measures several programs for one task: they take turns, so that a change of the machine's speed meets all of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace performance {

struct Contestant {
  std::string name;
  std::function<void()> run;
};

/// Per second, of all measurements of a contestant.
struct Rate {
  std::string name;
  double median = 0, least = 0, most = 0;
  std::vector<double> rounds{}; ///< in the order in which they were measured
};

/// The median, over the rounds of a contest, of one rate over another one's: both were measured one after the other,
/// and what changes the machine's speed from round to round changes both.
double ratio(Rate const& a, Rate const& b);

/// `units_per_run` over the seconds of a run; each measurement repeats a contestant for at least 0.1 s, after a
/// warm-up; every second round goes through them backwards. With one thread the seconds are those that the processor
/// spent on it, else those on the clock.
std::vector<Rate> contest(std::vector<Contestant> const& contestants, double units_per_run, int n_measurements);

/// What such seconds are read from: with one thread its processor time, else the clock.
double seconds_now();

/// Who has the best median in a contest of these alone. The best of many noisy medians is better than it is: whoever
/// compares with the winner measures it anew, taking turns.
struct Winner {
  Contestant contestant;
  Rate rate; ///< in that contest
};
Winner fastest(std::vector<Contestant> const& contestants, double units_per_run, int n_measurements);

} // namespace performance
