// Measures the same kernels on every device of the machine. The results are the rates of kernels, the limits of the
// device, and the costs of launches and copies. The program also checks that all devices compute bitwise equal results.
//
// Usage: bench_devices SIZE LARGE_SIZE LARGE_OPERATIONS RUNS < graphs. The kernels are right-hand sides of the wave
// equation of orders 2 to 8 at SIZE^3 points, and a large generated graph at LARGE_SIZE^3. Prints a JSON object (see
// scripts/benchmarks/devices.py).
#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "kernels/monitor/kernel_report.hpp"
#include "testsuites/performance/benchmark_kernel.hpp"
#include "testsuites/performance/planned_kernel.hpp"
#include "testsuites/support/large_graph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <iterator>

using namespace chemora;
using performance::PlannedKernel;

namespace {

struct Spread {
  double median = 0, min = 0, max = 0;
  std::vector<double> samples{};
};

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values[values.size() / 2], values.front(), values.back(), values};
}

std::string to_json(Spread const& spread) {
  return fmt::format(R"({{"median": {}, "min": {}, "max": {}, "samples": [{}]}})", spread.median, spread.min,
                     spread.max, fmt::join(spread.samples, ", "));
}

double seconds_of(std::function<void()> const& work) {
  auto const start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct NamedDevice {
  std::string name; ///< host, host-own, opencl:0, cuda:0, ...
  std::unique_ptr<device::Device> device;
};

/// Adds all devices of a family to `found`. The n-th process of a node gets the n-th device; the search ends when the
/// first device is returned again.
template <typename Make>
void find_all(std::vector<NamedDevice>& found, std::string const& family, Make const& make) {
  std::string first;
  try {
    for (int share = 0;; ++share) {
      auto device = make(share);
      std::string const name = device->properties().name;
      if (share == 0) first = name;
      if (share > 0 && name == first) return;
      found.push_back({fmt::format("{}:{}", family, share), std::move(device)});
    }
  } catch (device::DeviceError const& error) {
    std::fprintf(stderr, "no further device of the family %s: %s\n", family.c_str(), error.what());
  }
}

std::vector<NamedDevice> all_devices() {
  std::vector<NamedDevice> found;
  found.push_back({"host", device::make_host_device()});
  found.push_back({"host-own", device::make_host_device({.own_memory = true})});
  find_all(found, "opencl", [](int share) { return device::make_opencl_device({"", "", share}); });
  find_all(found, "cuda", [](int share) { return device::make_cuda_device({"", share}); });
  return found;
}

/// The time in seconds until the launch of a kernel for one point returns, averaged over many consecutive launches, and
/// the time until the kernel is complete.
struct LaunchSeconds {
  Spread returned, done;
};

LaunchSeconds launches(device::Device& device, ir::Graph const& graph, int n_runs) {
  constexpr int n_in_a_row = 100;
  PlannedKernel tiny(device, graph, 1);
  std::vector<double> returned, done;
  tiny.launch();
  device.finish();
  for (int run = 0; run < n_runs; ++run) {
    returned.push_back(seconds_of([&] {
                         for (int n = 0; n < n_in_a_row; ++n) tiny.launch();
                       }) /
                       n_in_a_row);
    device.finish();
    done.push_back(seconds_of([&] {
      tiny.launch();
      device.finish();
    }));
  }
  return {spread_of(returned), spread_of(done)};
}

/// Bytes per second of whole arrays of 64 MiB.
struct Copies {
  Spread to_device, to_host;
};

Copies copies(device::Device& device, int n_runs) {
  device::ArrayShape const shape{{256, 256, 128}, sizeof(double)};
  base::Box const whole{{0, 0, 0}, shape.extent};
  std::vector<double> numbers(shape.bytes() / sizeof(double), 1);
  void* const memory = device.allocate(shape.bytes());
  auto const bytes = static_cast<double>(shape.bytes());
  std::vector<double> to_device, to_host;
  for (int run = 0; run <= n_runs; ++run) { // the first run touches the memory and is not counted
    double const there = bytes / seconds_of([&] {
                           device.copy_to_device(memory, numbers.data(), shape, whole);
                           device.finish();
                         });
    double const back = bytes / seconds_of([&] { device.copy_to_host(numbers.data(), memory, shape, whole); });
    if (run == 0) continue;
    to_device.push_back(there);
    to_host.push_back(back);
  }
  device.release(memory);
  return {spread_of(to_device), spread_of(to_host)};
}

struct Case {
  std::string name;
  ir::Graph graph;
  int n;
};

struct Candidate {
  NamedDevice const& device;
  monitor::DeviceLimits const& limits;
  std::unique_ptr<PlannedKernel> kernel{};
  int n_times = 1;
  std::vector<double> rates{};
};

double measure(Candidate& candidate) {
  double const seconds = seconds_of([&] {
    for (int n = 0; n < candidate.n_times; ++n) candidate.kernel->launch();
    candidate.device.device->finish();
  });
  return candidate.kernel->n_points() * candidate.n_times / seconds;
}

/// Returns the names of the outputs that are not bitwise equal to those of the host.
std::string differing(std::map<std::string, std::vector<double>> const& host,
                      std::map<std::string, std::vector<double>> const& other) {
  std::string names;
  for (auto const& [name, values] : host)
    if (std::memcmp(values.data(), other.at(name).data(), values.size() * sizeof(double)) != 0)
      names += (names.empty() ? "" : " ") + name;
  return names;
}

/// Measures the devices in turns, so that a change of the machine's speed affects all of them.
std::vector<std::string> run_case(Case const& test, std::vector<NamedDevice> const& found,
                                  std::vector<monitor::DeviceLimits> const& limits, int n_runs) {
  constexpr double min_seconds = 0.05;
  std::vector<Candidate> candidates;
  for (std::size_t d = 0; d < found.size(); ++d) {
    Candidate& candidate = candidates.emplace_back(Candidate{found[d], limits[d]});
    candidate.kernel = std::make_unique<PlannedKernel>(*found[d].device, test.graph, test.n);
    measure(candidate); // touches memory
    while (candidate.kernel->n_points() * candidate.n_times < min_seconds * measure(candidate)) candidate.n_times *= 2;
  }
  for (int run = 0; run < n_runs; ++run)
    for (Candidate& candidate : candidates) candidate.rates.push_back(measure(candidate));
  auto const host_outputs = candidates.front().kernel->outputs();
  double const host_rate = spread_of(candidates.front().rates).median;
  std::vector<std::string> results;
  for (Candidate& candidate : candidates) {
    auto const& kernel = *candidate.kernel;
    double const by_memory = candidate.limits.bandwidth.rate / kernel.bytes_per_point(),
                 by_arithmetic = candidate.limits.arithmetic.rate / std::max(1, kernel.flops_per_point());
    Spread const rate = spread_of(candidate.rates);
    results.push_back(fmt::format(
        "{{\"case\": \"{} n={} real64 device={}\", \"unit\": \"points/s\", \"ours\": {}, \"min\": {}, \"max\": {}, "
        "\"samples\": {{\"ours\": [{}]}}, \"limit\": {}, \"bound_by\": \"{}\", \"kernels\": {}, \"peers\": {{\"host\": "
        "{}}}, "
        "\"differing_from_host\": \"{}\"}}",
        test.name, test.n, candidate.device.name, rate.median, rate.min, rate.max, fmt::join(rate.samples, ", "),
        std::min(by_memory, by_arithmetic), by_memory <= by_arithmetic ? "memory" : "arithmetic", kernel.n_kernels(),
        host_rate, differing(host_outputs, candidate.kernel->outputs())));
  }
  return results;
}

std::string joined(std::vector<std::string> const& texts) {
  std::string text;
  for (auto const& one : texts) text += (text.empty() ? "\n  " : ",\n  ") + one;
  return text;
}

int run(int size, int large_size, int large_operations, int n_runs) {
  std::string const text{std::istreambuf_iterator<char>(std::cin), {}};
  auto const found = all_devices();
  std::vector<monitor::DeviceLimits> limits;
  std::vector<std::string> devices, results;
  for (NamedDevice const& one : found) {
    std::fprintf(stderr, "%s: limits, launches, copies\n", one.name.c_str());
    limits.push_back(monitor::measure_limits(*one.device));
    auto const launch = launches(*one.device, performance::find_graph(text, "Wave_RHS", 2), n_runs);
    auto const copied = copies(*one.device, n_runs);
    bool const is_disturbed = limits.back().bandwidth.is_disturbed() || limits.back().arithmetic.is_disturbed();
    devices.push_back(fmt::format("{{\"device\": \"{}\", \"name\": \"{}\", \"bytes_per_second\": {}, "
                                  "\"flops_per_second\": {}, \"is_disturbed\": {}, "
                                  "\"launch_returns\": {}, \"launch_is_done\": {}, \"to_device_bytes_per_second\": {}, "
                                  "\"to_host_bytes_per_second\": {}}}",
                                  one.name, one.device->properties().name, limits.back().bandwidth.rate,
                                  limits.back().arithmetic.rate, is_disturbed, to_json(launch.returned),
                                  to_json(launch.done), to_json(copied.to_device), to_json(copied.to_host)));
  }
  std::vector<Case> cases;
  for (int const order : {2, 4, 6, 8})
    cases.push_back({fmt::format("Wave_RHS order={}", order), performance::find_graph(text, "Wave_RHS", order), size});
  if (large_size > 0)
    cases.push_back({fmt::format("large operations={}", large_operations),
                     testing_support::large_graph({.n_operations = large_operations}), large_size});
  for (Case const& test : cases) {
    std::fprintf(stderr, "%s\n", test.name.c_str());
    for (auto const& result : run_case(test, found, limits, n_runs)) results.push_back(result);
  }
  fmt::print("{{\"devices\": [{}\n],\n\"results\": [{}\n]}}\n", joined(devices), joined(results));
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fputs("usage: bench_devices SIZE LARGE_SIZE LARGE_OPERATIONS RUNS < graphs\n", stderr);
    return 1;
  }
  try {
    return run(std::stoi(argv[1]), std::stoi(argv[2]), std::stoi(argv[3]), std::stoi(argv[4]));
  } catch (std::exception const& error) {
    std::fprintf(stderr, "bench_devices: %s\n", error.what());
    return 1;
  }
}
