// What the benchmarks of the wave equation are asked for on their command lines.
#pragma once

#include "codegen/ir/graph.hpp"
#include "testsuites/performance/padded_grid.hpp"

#include <string>

namespace performance {

struct WaveCase {
  int order, size;
  chemora::ir::Type real;
  int n_measurements;

  int ghosts() const { return order / 2; }
  PaddedGrid padded() const { return {size, ghosts(), real == chemora::ir::Type::real32 ? 4 : 8}; }
};

using WaveBenchmark = void (*)(WaveCase const& problem, std::string const& graphs);

/// main() of `PROGRAM ORDER SIZE real64|real32 MEASUREMENTS < graphs`, with a benchmark for each type.
int run_wave_benchmark(int argc, char** argv, std::string const& program, WaveBenchmark with_real64,
                       WaveBenchmark with_real32);

} // namespace performance
