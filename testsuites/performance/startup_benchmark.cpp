// Measures the stages between the text of a graph and a loaded kernel, for generated graphs of growing size.
//
// Usage: bench_startup OPERATIONS RUNS COMPILATIONS. Prints a JSON object (see scripts/benchmarks/startup.py).
#include "codegen/ahead/built_in_kernels.hpp"
#include "codegen/plan/fission.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/disk_cache.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/tiling/choose_kernels.hpp"
#include "testsuites/support/large_graph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace {

using namespace chemora;

base::Index3 const extent{70, 70, 70};
base::Box const interior{{3, 3, 3}, {67, 67, 67}};

/// The time of each stage in seconds, in all runs.
class Stages {
public:
  template <class Work>
  auto time(std::string const& stage, Work const& work) {
    auto const start = std::chrono::steady_clock::now();
    auto result = work();
    add(stage, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    return result;
  }
  void add(std::string const& stage, double seconds) { seconds_[stage].push_back(seconds); }

  std::string to_json() {
    std::string text;
    for (auto& [stage, seconds] : seconds_) {
      std::sort(seconds.begin(), seconds.end());
      text += fmt::format(R"({}"{}": {{"median": {:.4g}, "min": {:.4g}, "max": {:.4g}, "samples": [{:.4g}]}})",
                          text.empty() ? "" : ", ", stage, seconds[seconds.size() / 2], seconds.front(), seconds.back(),
                          fmt::join(seconds, ", "));
    }
    return "{" + text + "}";
  }

private:
  std::map<std::string, std::vector<double>> seconds_;
};

struct Prepared {
  std::vector<std::string> names, sources;
  std::vector<device::LaunchShape> shapes;
};

/// Runs all stages from the registered text of a graph to the source code for the compiler, as the thorn CaKernel does.
Prepared prepare(std::string const& text, Stages& stages) {
  ir::Graph const read = stages.time("read", [&] {
    ir::Graph graph = ir::parse_graph(text);
    ir::verify(graph, "benchmark");
    return graph;
  });
  ir::Graph const graph = stages.time("specialise", [&] {
    return jit::specialise(read, {.spacing = std::array{0.1, 0.1, 0.1}, .global_size = extent}).front().graph;
  });
  auto const pieces = stages.time("plan", [&] {
    tiling::Problem const problem{extent, interior, omp_get_max_threads()};
    return plan::split(graph, tiling::choose_kernels(graph, problem, machine::this_machine(), {}).plan);
  });
  return stages.time("lower", [&] {
    Prepared prepared;
    for (auto const& piece : pieces.pieces) {
      auto lowered = jit::lower_to_source(piece.graph, piece.plan, extent);
      prepared.names.push_back(piece.graph.name);
      prepared.sources.push_back(std::move(lowered.source));
      prepared.shapes.push_back(lowered.shape);
    }
    return prepared;
  });
}

/// Returns the processor time of all child processes that have ended. The elapsed time would include other work on the
/// machine.
double seconds_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  auto const seconds = [](timeval const& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Compiles one kernel after the other, so that the seconds are those of the compiler; then stores, finds and loads.
void compile(Prepared const& prepared, device::Device& device, Stages& stages) {
  std::string pattern = (std::filesystem::temp_directory_path() / "chemora-startup-XXXXXX").string();
  std::string const folder = mkdtemp(pattern.data());
  jit::DiskCache cache(folder);
  std::vector<device::CompileRequest> requests;
  for (std::size_t n = 0; n < prepared.names.size(); ++n) requests.push_back({prepared.names[n], prepared.sources[n]});
  double const before = seconds_of_children();
  auto const objects = device.compile(requests, 1);
  stages.add("compile", seconds_of_children() - before);
  stages.time("store", [&] {
    for (std::size_t n = 0; n < objects.size(); ++n) cache.store(prepared.sources[n], objects[n].object);
    return 0;
  });
  stages.time("find", [&] {
    for (auto const& source : prepared.sources) cache.find(source);
    return 0;
  });
  stages.time("load", [&] {
    for (std::size_t n = 0; n < objects.size(); ++n) {
      if (!objects[n].error.empty()) throw device::DeviceError(objects[n].error);
      device.load(prepared.names[n], objects[n].object, prepared.shapes[n]);
    }
    return 0;
  });
  std::filesystem::remove_all(folder);
}

void benchmark(int n_operations, int n_runs, int n_compilations) {
  auto const device = device::make_host_device();
  ir::Graph const graph = testing_support::large_graph({.n_operations = n_operations});
  std::string const text = ir::to_text(graph);
  Stages stages;
  for (int run = 0; run < n_runs; ++run) {
    Prepared const prepared = prepare(text, stages);
    stages.time("identify", [&] { return ahead::built_in_parts(graph).size(); });
    if (run < n_compilations) compile(prepared, *device, stages);
  }
  fmt::print(R"({{"case": "operations={}", "operations": {}, "unit": "s", "stages": {}}})"
             "\n",
             n_operations, n_operations, stages.to_json());
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: bench_startup OPERATIONS RUNS COMPILATIONS\n", stderr);
    return 1;
  }
  try {
    benchmark(std::stoi(argv[1]), std::stoi(argv[2]), std::stoi(argv[3]));
  } catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
