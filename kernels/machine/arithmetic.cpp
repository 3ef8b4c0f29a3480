// Measures the arithmetic rate with chains of x = x m + a. The number of independent chains hides the latency of the
// operations. Each vector width has its own function.
#include "kernels/machine/machine.hpp"
#include "kernels/machine/measured_rates.hpp"

#include <omp.h>

#include <algorithm>
#include <chrono>

namespace chemora::machine {

namespace {

/// number of chains; the chains and two constants fill the 16 vector registers of most processors
constexpr int n_chains = 14;
constexpr double batch_seconds = 0.01; ///< duration of a batch, much longer than the start of OpenMP threads

typedef double Lanes2 __attribute__((vector_size(16)));
#if defined(__x86_64__)
typedef double Lanes4 __attribute__((vector_size(32)));
typedef double Lanes8 __attribute__((vector_size(64)));
#endif

/// The function returns a result that depends on all chains, so that the compiler cannot remove their computation.
template <class Lanes>
inline __attribute__((always_inline)) double run_chains(long n_steps) {
  Lanes const zero = {}, factor = zero + 0.999999, term = zero + 1e-6;
  Lanes x[n_chains] = {};
  for (int c = 0; c < n_chains; ++c) x[c] += 1.0 + c;
  for (long step = 0; step < n_steps; ++step)
#pragma GCC unroll 14 // without unrolling, the compiler would keep the array of chains in memory
    for (int c = 0; c < n_chains; ++c) x[c] = x[c] * factor + term;
  double sum = 0;
  for (int c = 0; c < n_chains; ++c) sum += x[c][0];
  return sum;
}

double run_2(long n_steps) { return run_chains<Lanes2>(n_steps); }
#if defined(__x86_64__)
__attribute__((target("avx"))) double run_4(long n_steps) { return run_chains<Lanes4>(n_steps); }
__attribute__((target("avx512f"))) double run_8(long n_steps) { return run_chains<Lanes8>(n_steps); }
#endif

struct Variant {
  double (*run)(long n_steps);
  int n_lanes;
};

Variant widest() {
#if defined(__x86_64__)
  int const bytes = this_machine().vector_bytes;
  if (bytes >= 64) return {run_8, 8};
  if (bytes >= 32) return {run_4, 4};
#endif
  return {run_2, 2};
}

double seconds_of(Variant const& variant, long n_steps, double& sum) {
  auto const start = std::chrono::steady_clock::now();
  double total = 0;
#pragma omp parallel reduction(+ : total)
  total += variant.run(n_steps);
  sum += total;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

BestOfRounds measured_arithmetic(std::function<void()> const& wait_for_all) {
  Variant const variant = widest();
  double volatile used = 0; // volatile, so that the compiler does not remove the computation
  double sum = 0;
  long n_steps = 1000;
  while (seconds_of(variant, n_steps, sum) < batch_seconds / 4 && n_steps < (1L << 40)) n_steps *= 2;
  n_steps *= 4;
  double const n_operations = 2.0 * n_chains * variant.n_lanes * static_cast<double>(n_steps) * omp_get_max_threads();
  auto const result = best_of_rounds(
      n_operations, [&] { seconds_of(variant, n_steps, sum); }, wait_for_all);
  used = sum;
  (void)used;
  return result;
}

} // namespace chemora::machine
