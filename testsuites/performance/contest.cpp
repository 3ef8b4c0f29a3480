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
    for (std::size_t c = 0; c < contestants.size(); ++c)
      measured[c].push_back(units_per_run * n_times[c] / seconds(contestants[c], n_times[c]));
  std::vector<Rate> rates;
  for (std::size_t c = 0; c < contestants.size(); ++c) {
    auto& of_one = measured[c];
    std::sort(of_one.begin(), of_one.end());
    rates.push_back({contestants[c].name, of_one[of_one.size() / 2], of_one.front(), of_one.back()});
  }
  return rates;
}

Winner fastest(std::vector<Contestant> const& contestants, double units_per_run, int n_measurements) {
  auto const rates = contest(contestants, units_per_run, n_measurements);
  auto const best =
      std::max_element(rates.begin(), rates.end(), [](Rate const& a, Rate const& b) { return a.median < b.median; });
  return {contestants[static_cast<std::size_t>(best - rates.begin())], *best};
}

} // namespace performance
