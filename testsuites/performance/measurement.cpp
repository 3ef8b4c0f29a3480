#include "testsuites/performance/measurement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <omp.h>

namespace performance {

namespace {

double seconds(Candidate const& candidate, int n_runs) {
  double const start = seconds_now();
  for (int n = 0; n < n_runs; ++n) candidate.run();
  return seconds_now() - start;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Warms up; returns the number of runs that together take at least 0.1 s.
int runs_per_measurement(Candidate const& candidate) {
  candidate.run();
  int n_runs = 1;
  while (seconds(candidate, n_runs) < 0.1) n_runs *= 2;
  return n_runs;
}

} // namespace

double seconds_now() {
  timespec time{};
  clock_gettime(omp_get_max_threads() == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::vector<Rate> measure_in_turns(std::vector<Candidate> const& candidates, double units_per_run, int n_measurements) {
  std::vector<int> n_runs;
  for (auto const& candidate : candidates) n_runs.push_back(runs_per_measurement(candidate));
  std::vector<std::vector<double>> measured(candidates.size());
  for (int n = 0; n < n_measurements; ++n)
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      std::size_t const c = n % 2 == 0 ? k : candidates.size() - 1 - k;
      double const units = candidates[c].units_per_run > 0 ? candidates[c].units_per_run : units_per_run;
      measured[c].push_back(units * n_runs[c] / seconds(candidates[c], n_runs[c]));
    }
  std::vector<Rate> rates;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    auto const [min, max] = std::minmax_element(measured[c].begin(), measured[c].end());
    rates.push_back({candidates[c].name, median(measured[c]), *min, *max, measured[c]});
  }
  return rates;
}

double ratio(Rate const& a, Rate const& b) {
  std::vector<double> ratios;
  for (std::size_t n = 0; n < a.rounds.size(); ++n) ratios.push_back(a.rounds[n] / b.rounds[n]);
  return median(ratios);
}

Fastest select_fastest(std::vector<Candidate> const& candidates, double units_per_run, int n_measurements) {
  auto const rates = measure_in_turns(candidates, units_per_run, n_measurements);
  auto const best =
      std::max_element(rates.begin(), rates.end(), [](Rate const& a, Rate const& b) { return a.median < b.median; });
  return {candidates[static_cast<std::size_t>(best - rates.begin())], *best};
}

std::string to_json(std::vector<Rate> const& rates, double limit_factor) {
  Rate const &ours = rates.front(), &limit = rates.back();
  std::vector<std::string> samples, peers, ratios;
  for (Rate const& rate : rates) {
    samples.push_back(fmt::format(R"("{}": [{:.6g}])", rate.name, fmt::join(rate.rounds, ", ")));
    if (&rate == &ours || &rate == &limit) continue;
    peers.push_back(fmt::format(R"("{}": {:.6g})", rate.name, rate.median));
    ratios.push_back(fmt::format(R"("{}": {:.4g})", rate.name, ratio(ours, rate)));
  }
  ratios.push_back(fmt::format(R"("limit": {:.4g})", ratio(ours, limit) / limit_factor));
  return fmt::format(
      R"("unit": "points/s", "ours": {:.6g}, "min": {:.6g}, "max": {:.6g}, "runs": {}, "limit": {:.6g}, )"
      R"("peers": {{{}}}, "ratios": {{{}}}, "samples": {{{}}})",
      ours.median, ours.min, ours.max, ours.rounds.size(), limit.median * limit_factor, fmt::join(peers, ", "),
      fmt::join(ratios, ", "), fmt::join(samples, ", "));
}

} // namespace performance
