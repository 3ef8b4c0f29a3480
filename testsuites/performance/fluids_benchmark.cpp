// Measures the hand-written solver of the Euler equations, and the memory bandwidth.
//
// Usage: bench_fluids DIMENSIONS CELLS real64|real32 MEASUREMENTS CHECKED_STEPS. Prints a JSON object: "samples", the
// cells per second of whole steps; "bandwidth", the bytes per second of a triad; "norms", the root mean squares of all
// variables after CHECKED_STEPS steps from the initial data.
#include "kernels/machine/measured_rates.hpp"
#include "testsuites/performance/handwritten_euler.hpp"
#include "testsuites/performance/measurement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <string>

namespace {

constexpr double courant_number = 0.4; ///< as in scripts/benchmarks/fluids.py

template <typename Real>
void benchmark(std::ptrdiff_t n_axes, std::ptrdiff_t n, int n_measurements, int n_checked) {
  performance::HandwrittenEuler<Real> fluid({n, n_axes > 1 ? n : 1, n_axes > 2 ? n : 1});
  auto const step = [&] { fluid.step(static_cast<Real>(courant_number)); };
  for (int i = 0; i < n_checked; ++i) step();
  std::vector<double> norms;
  for (std::size_t variable = 0; variable < 5; ++variable) norms.push_back(fluid.norm2(variable));
  auto const rates =
      performance::measure_in_turns({{"plain", step}}, static_cast<double>(fluid.n_cells()), n_measurements);
  fmt::print(R"({{"samples": [{:.6g}], "bandwidth": {:.6g}, "norms": [{:.17g}]}})"
             "\n",
             fmt::join(rates.front().rounds, ", "), chemora::machine::measured_bandwidth().rate,
             fmt::join(norms, ", "));
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fputs("usage: bench_fluids DIMENSIONS CELLS real64|real32 MEASUREMENTS CHECKED_STEPS\n", stderr);
    return 1;
  }
  auto const run = std::string(argv[3]) == "real32" ? benchmark<float> : benchmark<double>;
  run(std::stol(argv[1]), std::stol(argv[2]), std::stoi(argv[4]), std::stoi(argv[5]));
  return 0;
}
