// Measures several plans of a captured kernel in turns, and compares the bits of their results.
//
// Usage: bench_plans CAPTURE MEASUREMENTS [PLAN ...]. Prints a JSON array with the points per second of all rounds:
// first of the cost model's plan, then of each PLAN (performance::parse_plan).
#include "codegen/plan/plan.hpp"
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/search/capture.hpp"
#include "testsuites/performance/benchmark_kernel.hpp"
#include "testsuites/performance/measurement.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

using namespace chemora;

namespace {

/// Compiles a plan, and returns its kernels and their results of one run.
struct Measured {
  std::unique_ptr<search::CapturedKernels> kernels;
  std::uint64_t digest = 0;
  int n_runs = 0;

  Measured(search::LoadedCapture const& loaded, plan::Plan const& plan, device::Device& device)
      : kernels(std::make_unique<search::CapturedKernels>(loaded, plan, device)) {
    kernels->run();
    digest = kernels->digest();
  }

  void run() {
    if (kernels->updates_arrays() && ++n_runs % search::max_runs_on_own_results == 0) kernels->reset();
    kernels->run();
  }
};

void benchmark(std::string const& folder, int n_measurements, std::vector<std::string> const& texts) {
  auto const loaded = search::read_capture(folder);
  search::Capture const& capture = loaded.capture;
  machine::set_access_times(capture.access);
  omp_set_num_threads(capture.problem.n_threads);
  auto const device = device::make_host_device();
  std::vector<std::unique_ptr<Measured>> plans;
  plans.push_back(std::make_unique<Measured>(loaded, capture.model, *device));
  for (std::string const& text : texts) {
    plan::Plan const plan = performance::parse_plan(text, capture.model);
    plan::check_legality(capture.graph, plan);
    plans.push_back(std::make_unique<Measured>(loaded, plan, *device));
    if (plans.back()->digest != plans.front()->digest)
      throw base::InternalError(
          fmt::format("The results of this plan differ from those of the model's plan:\n{}", text));
  }
  std::vector<performance::Candidate> candidates;
  for (auto const& plan : plans) candidates.push_back({"plan", [&measured = *plan] { measured.run(); }});
  auto const rates = performance::measure_in_turns(candidates, static_cast<double>(capture.n_points()), n_measurements);
  std::vector<std::string> rows;
  for (auto const& rate : rates) rows.push_back(fmt::format("[{:.6g}]", fmt::join(rate.rounds, ", ")));
  fmt::print("[{}]\n", fmt::join(rows, ", "));
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: bench_plans CAPTURE MEASUREMENTS [PLAN ...]\n", stderr);
    return 1;
  }
  try {
    benchmark(argv[1], std::stoi(argv[2]), {argv + 3, argv + argc});
    return 0;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
