// A triad over arrays that no cache holds.
#include "kernels/machine/bandwidth.hpp"

#include "kernels/machine/machine.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>

namespace chemora::machine {

namespace {

constexpr int n_rounds = 3;
constexpr double bytes_per_round = 1e9; ///< of all processes of a node: long against the time to wait for one another

/// Per array: four times the last cache over three arrays, and within these bounds.
std::size_t elements_per_array(int n_processes_on_node) {
  constexpr std::size_t least = std::size_t{4} << 20;
  constexpr std::size_t most = std::size_t{256} << 20;
  std::size_t const bytes =
      4 * this_machine().caches.back().bytes / static_cast<std::size_t>(std::max(1, n_processes_on_node));
  return std::clamp(bytes, least, most) / sizeof(double);
}

void sweep(double* a, double const* b, double const* c, std::ptrdiff_t n) {
#pragma omp parallel for simd schedule(static)
  for (std::ptrdiff_t i = 0; i < n; ++i) a[i] = b[i] + 3.0 * c[i];
}

double measure(int n_processes_on_node, std::function<void()> const& wait_for_all) {
  std::size_t const n = elements_per_array(n_processes_on_node);
  std::unique_ptr<double[]> const a(new double[n]), b(new double[n]), c(new double[n]);
  auto const size = static_cast<std::ptrdiff_t>(n);
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t i = 0; i < size; ++i) { // first touched by the thread that uses it
    a[i] = 0;
    b[i] = 1;
    c[i] = 2;
  }
  double const sweep_bytes = 3.0 * sizeof(double) * static_cast<double>(n);
  double const node_bytes = sweep_bytes * std::max(1, n_processes_on_node);
  int const n_sweeps = std::max(1, static_cast<int>(bytes_per_round / node_bytes));
  double best = 0;
  for (int round = 0; round < n_rounds; ++round) {
    wait_for_all();
    auto const start = std::chrono::steady_clock::now();
    for (int i = 0; i < n_sweeps; ++i) sweep(a.get(), b.get(), c.get(), size);
    wait_for_all();
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = std::max(best, n_sweeps * sweep_bytes / std::max(seconds, 1e-9));
  }
  return best;
}

} // namespace

double measured_bandwidth(int n_processes_on_node, std::function<void()> const& wait_for_all) {
  static double const bandwidth = measure(n_processes_on_node, wait_for_all);
  return bandwidth;
}

} // namespace chemora::machine
