// Measures several programs for the same task in turns, so that a change of the machine's speed affects all of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace performance {

struct Candidate {
  std::string name;
  std::function<void()> run;
  double units_per_run = 0; ///< of this candidate; 0: the number of all candidates
};

/// The measured rates of a candidate in all rounds, in units per second.
struct Rate {
  std::string name;
  double median = 0, min = 0, max = 0;
  std::vector<double> rounds{}; ///< one rate per round, in the order of the measurements
};

/// Returns the median of the ratio of `a` to `b` over all rounds. Both rates of a round are measured one after the
/// other, so that slow changes of the machine's speed cancel in the ratio.
double ratio(Rate const& a, Rate const& b);

/// Measures each candidate `n_measurements` times after a warm-up. A measurement repeats the candidate for at least 0.1
/// s and divides `units_per_run` by the seconds of a run. Every second round has the opposite order.
std::vector<Rate> measure_in_turns(std::vector<Candidate> const& candidates, double units_per_run, int n_measurements);

/// Returns a time in seconds: the processor time of this thread if the program has one thread, otherwise the elapsed
/// time.
double seconds_now();

/// The candidate with the best median. The best of many noisy medians is too high, so a comparison with the fastest
/// candidate must measure it again.
struct Fastest {
  Candidate candidate;
  Rate rate; ///< rate in the measurement that selected the candidate
};
Fastest select_fastest(std::vector<Candidate> const& candidates, double units_per_run, int n_measurements);

/// Members of a JSON object: Returns the members "ours" (median), "min" and "max" of the first rate, "samples" of all
/// rates, "peers" (medians of the other rates) and "ratios" (first rate to each other rate). The last rate, multiplied
/// by `limit_factor`, is the limit.
std::string to_json(std::vector<Rate> const& rates, double limit_factor);

} // namespace performance
