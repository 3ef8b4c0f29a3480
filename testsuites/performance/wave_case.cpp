// Reads the command line, and the graphs from the standard input.
#include "testsuites/performance/wave_case.hpp"

#include "testsuites/performance/benchmark_graph.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <iostream>
#include <iterator>

namespace performance {

int run_wave_benchmark(int argc, char** argv, std::string const& program, WaveBenchmark with_real64,
                       WaveBenchmark with_real32) {
  if (argc != 5) {
    fmt::print(stderr, "usage: {} ORDER SIZE real64|real32 MEASUREMENTS < graphs\n", program);
    return 1;
  }
  try {
    std::string const graphs{std::istreambuf_iterator<char>(std::cin), {}};
    WaveCase const problem{std::stoi(argv[1]), std::stoi(argv[2]), element_type(argv[3]), std::stoi(argv[4])};
    (problem.real == chemora::ir::Type::real32 ? with_real32 : with_real64)(problem, graphs);
    return 0;
  } catch (std::exception const& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}

} // namespace performance
