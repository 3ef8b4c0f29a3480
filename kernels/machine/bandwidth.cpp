// Measures the memory bandwidth with triads over arrays that exceed the caches, with ordinary and with non-temporal
// stores.
#include "kernels/machine/machine.hpp"
#include "kernels/machine/measured_rates.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <sys/mman.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace chemora::machine {

namespace {

constexpr int n_trials = 3;

/// Returns the number of elements for which each array has four times the size of the last-level cache, within bounds.
std::size_t elements_per_array(int n_processes_on_node) {
  constexpr std::size_t minimum = std::size_t{4} << 20;
  constexpr std::size_t maximum = std::size_t{256} << 20;
  std::size_t const bytes =
      4 * this_machine().caches.back().bytes / static_cast<std::size_t>(std::max(1, n_processes_on_node));
  return std::clamp(bytes, minimum, maximum) / sizeof(double) / 2 * 2;
}

struct Free {
  void operator()(double* array) const { std::free(array); }
};
using Array = std::unique_ptr<double[], Free>;

/// Allocates an array with large pages, because the grid functions of a run use large pages.
Array allocate(std::size_t n) {
  constexpr std::size_t large_page = std::size_t{1} << 21;
  std::size_t const bytes = (n * sizeof(double) + large_page - 1) / large_page * large_page;
  auto* const array = static_cast<double*>(std::aligned_alloc(large_page, bytes));
  if (!array) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
  madvise(array, bytes, MADV_HUGEPAGE); // a hint; small pages work as well
#endif
  return Array(array);
}

using Sweep = void(double* a, double const* b, double const* c, std::ptrdiff_t n);

void sweep(double* a, double const* b, double const* c, std::ptrdiff_t n) {
#pragma omp parallel for simd schedule(static)
  for (std::ptrdiff_t i = 0; i < n; ++i) a[i] = b[i] + 3.0 * c[i];
}

#if defined(__SSE2__)
/// Computes the triad with non-temporal stores, which do not read the overwritten cache lines. `n` must be even.
void sweep_nontemporal(double* a, double const* b, double const* c, std::ptrdiff_t n) {
  constexpr std::ptrdiff_t piece = 4096;
  __m128d const three = _mm_set1_pd(3.0);
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t first = 0; first < n; first += piece) {
    for (std::ptrdiff_t i = first; i < std::min(n, first + piece); i += 2)
      _mm_stream_pd(a + i, _mm_add_pd(_mm_load_pd(b + i), _mm_mul_pd(three, _mm_load_pd(c + i))));
    _mm_sfence();
  }
}
constexpr Sweep* sweeps[] = {sweep, sweep_nontemporal};
#else
constexpr Sweep* sweeps[] = {sweep};
#endif

double seconds_of(std::function<void()> const& work) {
  auto const start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Returns the variant with the smallest minimum time in alternating trials.
template <typename RunSweep>
Sweep* fastest(RunSweep const& run) {
  std::array<double, std::size(sweeps)> shortest;
  shortest.fill(1e300);
  for (int trial = 0; trial < n_trials; ++trial)
    for (std::size_t s = 0; s < shortest.size(); ++s)
      shortest[s] = std::min(shortest[s], seconds_of([&] { run(sweeps[s]); }));
  return sweeps[std::min_element(shortest.begin(), shortest.end()) - shortest.begin()];
}

BestOfRounds measure(int n_processes_on_node, std::function<void()> const& wait_for_all) {
  std::size_t const n = elements_per_array(n_processes_on_node);
  Array const a = allocate(n), b = allocate(n), c = allocate(n);
  auto const size = static_cast<std::ptrdiff_t>(n);
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t i = 0; i < size; ++i) { // each array element is first touched by the thread that uses it
    a[i] = 0;
    b[i] = 1;
    c[i] = 2;
  }
  auto const run = [&](Sweep* sweep_of) { sweep_of(a.get(), b.get(), c.get(), size); };
  Sweep* const best = fastest(run);
  return best_of_rounds(
      3.0 * sizeof(double) * static_cast<double>(n), [&] { run(best); }, wait_for_all);
}

} // namespace

BestOfRounds const& measured_bandwidth(int n_processes_on_node, std::function<void()> const& wait_for_all) {
  static BestOfRounds const bandwidth = measure(n_processes_on_node, wait_for_all);
  return bandwidth;
}

} // namespace chemora::machine
