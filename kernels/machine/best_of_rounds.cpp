/// Measures a rate in several rounds and determines the load of other programs. All measurements of bandwidth and
/// arithmetic use these functions.
#include "kernels/machine/measured_rates.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <fstream>
#include <string>
#include <unistd.h>

namespace chemora::machine {

namespace {

constexpr int n_rounds = 7, n_agreeing = 3;
constexpr double round_seconds = 0.05; ///< minimum duration of a round, several ticks of the clock of /proc/stat
/// maximum spread of undisturbed rates, which agree within a few percent on an idle machine
constexpr double largest_spread = 0.1;
/// maximum number of processors that other programs use in an undisturbed measurement; system services use less
constexpr double max_others = 0.5;

/// Returns the busy seconds of all processors since the machine started; negative if the system does not report this
/// time.
double busy_seconds() {
  std::ifstream file("/proc/stat");
  std::string word;
  // times in user, nice and system mode, idle, waiting for input, in two kinds of interrupts, and stolen
  std::array<double, 8> ticks{};
  if (!(file >> word) || word != "cpu") return -1;
  for (double& value : ticks)
    if (!(file >> value)) return -1;
  return (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6] + ticks[7]) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double own_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

} // namespace

double BestOfRounds::others() const { return std::max(0.0, busy - own); }

bool BestOfRounds::is_disturbed() const { return spread > largest_spread || others() > max_others; }

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

BestOfRounds best_of_rounds(double units_per_batch, std::function<void()> const& batch,
                            std::function<void()> const& wait_for_all, std::function<double()> const& clock) {
  std::array<double, n_rounds> rates{};
  double const busy_before = busy_seconds(), own_before = own_seconds();
  double const first = wall_seconds();
  for (double& rate : rates) {
    wait_for_all();
    double const start = clock();
    int n_batches = 0;
    double seconds = 0;
    do {
      batch();
      ++n_batches;
      seconds = clock() - start;
    } while (seconds < round_seconds);
    rate = n_batches * units_per_batch / seconds;
  }
  wait_for_all();
  double const seconds = wall_seconds() - first; // by the clock of /proc/stat
  double const busy = busy_before < 0 ? 0 : (busy_seconds() - busy_before) / seconds;
  std::sort(rates.rbegin(), rates.rend());
  return {rates[0], 1 - rates[n_agreeing - 1] / rates[0], busy, (own_seconds() - own_before) / seconds};
}

BestOfRounds combined_on_one_node(BestOfRounds const& a, BestOfRounds const& b) {
  return {a.rate + b.rate, std::max(a.spread, b.spread), std::max(a.busy, b.busy), a.own + b.own};
}

BestOfRounds combined_on_two_nodes(BestOfRounds const& a, BestOfRounds const& b) {
  BestOfRounds const& worse = a.others() > b.others() ? a : b;
  return {a.rate + b.rate, std::max(a.spread, b.spread), worse.busy, worse.own};
}

std::map<std::string, BestOfRounds> aggregate_by_device(std::vector<Measurement> const& results) {
  std::map<std::string, BestOfRounds> nodes;
  std::map<std::string, std::map<std::string, BestOfRounds>> parts; // device, node
  for (auto const& [node, device, best] : results) {
    nodes[node] = combined_on_one_node(nodes[node], best);
    parts[device][node] = combined_on_one_node(parts[device][node], best);
  }
  std::map<std::string, BestOfRounds> devices;
  for (auto& [device, on_nodes] : parts)
    for (auto& [node, part] : on_nodes) {
      part.busy = nodes.at(node).busy;
      part.own = nodes.at(node).own;
      devices[device] = combined_on_two_nodes(devices[device], part);
    }
  return devices;
}

} // namespace chemora::machine
