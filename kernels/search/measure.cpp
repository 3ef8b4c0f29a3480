#include "kernels/search/measure.hpp"

#include "codegen/plan/fission.hpp"
#include "framework/base/text.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/machine/timed.hpp"
#include "kernels/tuning/individual.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

namespace chemora::search {

namespace {

constexpr int max_runs_of_score = 100000;
/// A kernel that reads and writes the same array evolves its data, which must not overflow.
constexpr int max_runs_on_own_results = 100;

/// Limits the address space of this process to its present size and `bytes` more.
void limit_memory(std::uint64_t bytes) {
  if (bytes == UINT64_MAX) return;
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit const limit{pages * page_bytes + bytes, pages * page_bytes + bytes};
  setrlimit(RLIMIT_AS, &limit);
}

/// The kernels of a plan with their arrays. Arrays that the kernel writes are copies of the captured ones.
class PlannedKernels {
public:
  PlannedKernels(LoadedCapture const& loaded, plan::Plan const& plan, device::Device& device) : loaded_(loaded) {
    Capture const& capture = loaded.capture;
    auto const split = plan::split(capture.graph, plan);
    for (auto const& piece : split.pieces) compile(piece, device);
    for (std::string const& output : capture.graph.outputs) {
      auto const offset = reinterpret_cast<std::uintptr_t>(loaded.arrays.at(output).data()) % page_bytes;
      copies_.emplace(output, ArrayMemory(capture.bytes_of_array(), offset));
      copy_captured(output);
      if (base::contains(capture.graph.inputs, output)) updated_.push_back(output);
    }
    for (int slot = 0; slot < split.n_slots; ++slot) scratch_.emplace_back(capture.bytes_of_array(), 0);
    for (auto const& temporary : split.temporaries) slots_[temporary.variable] = temporary.slot;
    for (auto const& kernel : kernels_)
      arguments_.push_back(kernel.collect([&](std::string const& name) { return address(name); },
                                          [&](std::string const& name) { return capture.parameters.at(name); }));
  }

  void run() {
    for (std::size_t n = 0; n < kernels_.size(); ++n)
      kernels_[n].run(loaded_.capture.boxes, loaded_.capture.scalars, arguments_[n], loaded_.capture.row_ends);
  }

  /// Restores the captured elements of the arrays that the kernel reads and writes.
  void reset() {
    for (std::string const& name : updated_) copy_captured(name);
  }
  bool updates_arrays() const { return !updated_.empty(); }

  std::uint64_t digest() const {
    std::uint64_t digest = 0;
    for (auto const& [name, copy] : copies_) digest = digest_of(copy.data(), loaded_.capture.bytes_of_array(), digest);
    return digest;
  }

private:
  void copy_captured(std::string const& name) {
    std::memcpy(copies_.at(name).data(), loaded_.arrays.at(name).data(), loaded_.capture.bytes_of_array());
  }

  void compile(plan::Piece const& piece, device::Device& device) {
    Capture const& capture = loaded_.capture;
    auto const lowered = jit::lower_to_source(piece.graph, piece.plan, capture.problem.allocated);
    device::CompileRequest const request{capture.kernel, lowered.source, false};
    auto const compiled = device.compile({&request, 1}, 1).front();
    if (!compiled.error.empty())
      throw device::DeviceError(fmt::format("{} what the compiler accepts: {}", tuning::exceeded, compiled.error));
    kernels_.emplace_back(piece.graph, capture.extent, capture.problem.allocated,
                          device.load(capture.kernel, compiled.object, lowered.shape));
  }

  void* address(std::string const& name) const {
    if (auto const slot = slots_.find(name); slot != slots_.end())
      return scratch_[static_cast<std::size_t>(slot->second)].data();
    auto const copy = copies_.find(name);
    return copy != copies_.end() ? copy->second.data() : loaded_.arrays.at(name).data();
  }

  LoadedCapture const& loaded_;
  std::vector<launch::BoundKernel> kernels_;
  std::map<std::string, ArrayMemory> copies_;
  std::vector<std::string> updated_;
  std::vector<ArrayMemory> scratch_;
  std::map<std::string, int> slots_;
  std::vector<launch::BoundKernel::Arguments> arguments_;
};

/// Returns the duration of a number of runs.
double seconds_of(PlannedKernels& kernels, int n_runs) {
  double seconds = 0;
  int const max_runs = kernels.updates_arrays() ? max_runs_on_own_results : n_runs;
  for (int done = 0; done < n_runs; done += max_runs) {
    kernels.reset();
    double const start = machine::wall_seconds();
    for (int n = done; n < std::min(n_runs, done + max_runs); ++n) kernels.run();
    seconds += machine::wall_seconds() - start;
  }
  return seconds;
}

/// Waits until no other process holds the lock. The lock ends with this process.
void lock(std::string const& file) {
  if (file.empty()) return;
  int const descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  while (descriptor >= 0 && flock(descriptor, LOCK_EX) != 0 && errno == EINTR) {
  }
}

/// The work of the child. Stages: compilation, waiting for the lock, runs.
void measure_here(LoadedCapture const& loaded, plan::Plan const& plan, device::Device& device, Limits const& limits,
                  std::optional<std::uint64_t> expected, std::string const& lock_file, Report const& report) {
  limit_memory(limits.bytes);
  omp_set_num_threads(loaded.capture.problem.n_threads);
  PlannedKernels kernels(loaded, plan, device);
  report("compiled");
  lock(lock_file);
  report("locked");
  kernels.run();
  std::uint64_t const digest = kernels.digest();
  if (expected && digest != *expected) return report("failure The results differ from those of the model's plan.");
  double const once = seconds_of(kernels, 1);
  int const n_runs =
      std::clamp(static_cast<int>(std::ceil(limits.seconds_per_score / std::max(once, 1e-9))), 1, max_runs_of_score);
  std::string scores;
  for (int n = 0; n < limits.n_scores; ++n) {
    double fastest = seconds_of(kernels, n_runs);
    for (int group = 1; group < limits.groups_per_score; ++group)
      fastest = std::min(fastest, seconds_of(kernels, n_runs));
    scores += fmt::format(" {}", static_cast<double>(loaded.capture.n_points()) * n_runs / fastest);
  }
  kernels.reset();
  kernels.run();
  if (kernels.digest() != digest) return report("failure The results of the last run differ from those of the first.");
  report(fmt::format("scores {}{}", digest, scores));
}

} // namespace

std::uint64_t digest_of(char const* bytes, std::size_t size, std::uint64_t seed) {
  constexpr std::size_t n_lanes = 4; // independent chains of multiplications
  constexpr std::uint64_t prime = 0x9e3779b97f4a7c15;
  std::uint64_t lanes[n_lanes] = {seed, seed + 1, seed + 2, seed + 3};
  std::size_t lane = 0;
  for (std::size_t at = 0; at < size; at += sizeof(std::uint64_t), lane = (lane + 1) % n_lanes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + at, std::min(sizeof word, size - at));
    lanes[lane] = (lanes[lane] ^ word) * prime;
    lanes[lane] ^= lanes[lane] >> 32;
  }
  std::uint64_t digest = size;
  for (std::uint64_t const each : lanes) {
    digest = (digest ^ each) * prime;
    digest ^= digest >> 29;
  }
  return digest;
}

Measurement measure(LoadedCapture const& loaded, plan::Plan const& plan, device::Device& device, Limits const& limits,
                    std::optional<std::uint64_t> expected, std::string const& lock_file) {
  Measurement measurement;
  double const start = machine::wall_seconds();
  double const stages[] = {limits.compile_seconds, 1e9, limits.run_seconds};
  double ends[3] = {};
  auto const texts = run_in_child(
      [&](Report const& report) { measure_here(loaded, plan, device, limits, expected, lock_file, report); },
      [&](std::size_t n) {
        if (ends[std::min<std::size_t>(n, 2)] == 0) ends[std::min<std::size_t>(n, 2)] = machine::wall_seconds();
        return stages[std::min<std::size_t>(n, 2)];
      },
      measurement.failure);
  measurement.compile_seconds = (ends[1] > 0 ? ends[1] : machine::wall_seconds()) - start;
  measurement.run_seconds = ends[2] > 0 ? machine::wall_seconds() - ends[2] : 0;
  for (std::string const& text : texts) {
    constexpr std::string_view failed = "failure ", scores = "scores ";
    if (text.starts_with(failed)) measurement.failure = text.substr(failed.size());
    if (!text.starts_with(scores)) continue;
    std::istringstream words(text.substr(scores.size()));
    words >> measurement.digest;
    for (double score = 0; words >> score;) measurement.scores.push_back(score);
  }
  if (measurement.failure.empty() && measurement.scores.empty())
    measurement.failure = "The child process ended without a score.";
  return measurement;
}

} // namespace chemora::search
