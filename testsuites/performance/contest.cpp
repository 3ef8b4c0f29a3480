// Clocks and medians.
#include "testsuites/performance/contest.hpp"

#include <algorithm>
#include <ctime>
#include <omp.h>

namespace performance {

namespace {

double seconds(Contestant const& contestant, int n_times) {
  double const start = seconds_now();
  for (int n = 0; n < n_times; ++n) contestant.run();
  return seconds_now() - start;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int repetitions(Contestant const& contestant) {
  contestant.run();
  int n_times = 1;
  while (seconds(contestant, n_times) < 0.1) n_times *= 2;
  return n_times;
}

} // namespace

double seconds_now() {
  timespec time{};
  clock_gettime(omp_get_max_threads() == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::vector<Rate> contest(std::vector<Contestant> const& contestants, double units_per_run, int n_measurements) {
  std::vector<int> n_times;
  for (auto const& contestant : contestants) n_times.push_back(repetitions(contestant));
  std::vector<std::vector<double>> measured(contestants.size());
  for (int n = 0; n < n_measurements; ++n)
    for (std::size_t k = 0; k < contestants.size(); ++k) {
      std::size_t const c = n % 2 == 0 ? k : contestants.size() - 1 - k;
      measured[c].push_back(units_per_run * n_times[c] / seconds(contestants[c], n_times[c]));
    }
  std::vector<Rate> rates;
  for (std::size_t c = 0; c < contestants.size(); ++c) {
    auto const [least, most] = std::minmax_element(measured[c].begin(), measured[c].end());
    rates.push_back({contestants[c].name, median(measured[c]), *least, *most, measured[c]});
  }
  return rates;
}

double ratio(Rate const& a, Rate const& b) {
  std::vector<double> ratios;
  for (std::size_t n = 0; n < a.rounds.size(); ++n) ratios.push_back(a.rounds[n] / b.rounds[n]);
  return median(ratios);
}

Winner fastest(std::vector<Contestant> const& contestants, double units_per_run, int n_measurements) {
  auto const rates = contest(contestants, units_per_run, n_measurements);
  auto const best =
      std::max_element(rates.begin(), rates.end(), [](Rate const& a, Rate const& b) { return a.median < b.median; });
  return {contestants[static_cast<std::size_t>(best - rates.begin())], *best};
}

} // namespace performance
