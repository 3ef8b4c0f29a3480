// A triad over arrays that no cache holds.
#include "kernels/machine/bandwidth.hpp"

#include "kernels/machine/machine.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>

namespace chemora::machine {

namespace {

/// Per array: four times the last cache over three arrays, and within these bounds.
std::size_t elements_per_array(int n_processes_on_node) {
  constexpr std::size_t least = std::size_t{4} << 20;
  constexpr std::size_t most = std::size_t{256} << 20;
  std::size_t const bytes = 4 * this_machine().caches.back().bytes / static_cast<std::size_t>(std::max(1, n_processes_on_node));
  return std::clamp(bytes, least, most) / sizeof(double);
}

double sweep(double* a, double const* b, double const* c, std::ptrdiff_t n) {
  auto const start = std::chrono::steady_clock::now();
#pragma omp parallel for simd schedule(static)
  for (std::ptrdiff_t i = 0; i < n; ++i) a[i] = b[i] + 3.0 * c[i];
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double measure(int n_processes_on_node) {
  std::size_t const n = elements_per_array(n_processes_on_node);
  std::unique_ptr<double[]> const a(new double[n]), b(new double[n]), c(new double[n]);
  auto const size = static_cast<std::ptrdiff_t>(n);
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t i = 0; i < size; ++i) { // first touched by the thread that uses it
    a[i] = 0;
    b[i] = 1;
    c[i] = 2;
  }
  constexpr int n_sweeps = 5;
  double best = sweep(a.get(), b.get(), c.get(), size);
  for (int i = 1; i < n_sweeps; ++i) best = std::min(best, sweep(a.get(), b.get(), c.get(), size));
  return 3.0 * sizeof(double) * static_cast<double>(n) / std::max(best, 1e-9);
}

} // namespace

double measured_bandwidth(int n_processes_on_node) {
  static double const bandwidth = measure(n_processes_on_node);
  return bandwidth;
}

} // namespace chemora::machine
