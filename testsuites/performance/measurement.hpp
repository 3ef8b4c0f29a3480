// Measures several programs for the same task in turns, so that a change of the machine's speed affects all of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace performance {

struct Candidate {
  std::string name;
  std::function<void()> run;
};

/// The rates of a candidate, in units per second, over all rounds.
struct Rate {
  std::string name;
  double median = 0, min = 0, max = 0;
  std::vector<double> rounds{}; ///< in the order of the measurements
};

/// The median over all rounds of the ratio `a` to `b`. The two rates of a round were measured one after the other, so
/// that a change of the machine's speed between rounds affects both.
double ratio(Rate const& a, Rate const& b);

/// Measures each candidate `n_measurements` times after a warm-up. A measurement repeats the candidate for at least 0.1
/// s and divides `units_per_run` by the seconds of a run. Every second round has the opposite order.
std::vector<Rate> measure_in_turns(std::vector<Candidate> const& candidates, double units_per_run, int n_measurements);

/// Processor time of this thread if the program has one thread, otherwise the time of the clock; in seconds.
double seconds_now();

/// The candidate with the best median. The best of many noisy medians is too high, so a comparison with the fastest
/// candidate must measure it again.
struct Fastest {
  Candidate candidate;
  Rate rate; ///< from the measurement that selected it
};
Fastest select_fastest(std::vector<Candidate> const& candidates, double units_per_run, int n_measurements);

/// Members of a JSON object: "ours", "min" and "max" of the first rate, "samples" of all rates, "peers" with the
/// medians of the others, and "ratios" of the first rate to each of them. The last rate is the limit, times
/// `limit_factor`.
std::string to_json(std::vector<Rate> const& rates, double limit_factor);

} // namespace performance
