#include "kernels/search/measure.hpp"

#include "kernels/machine/timed.hpp"
#include "kernels/search/capture.hpp"
#include "kernels/tuning/individual.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

namespace chemora::search {

namespace {

constexpr int max_runs_of_score = 100000;

/// Limits the address space of this process to its present size and `bytes` more.
void limit_memory(std::uint64_t bytes) {
  if (bytes == UINT64_MAX) return;
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit const limit{pages * page_bytes + bytes, pages * page_bytes + bytes};
  setrlimit(RLIMIT_AS, &limit);
}

/// Returns a time in seconds: the processor time of this thread if this thread runs the kernels, because other programs
/// change it less than the elapsed time; otherwise the elapsed time.
double seconds_now(bool is_on_host) {
  if (!is_on_host || omp_get_max_threads() > 1) return machine::wall_seconds();
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Returns the duration of a number of runs.
double seconds_of(CapturedKernels& kernels, int n_runs, bool is_on_host) {
  double seconds = 0;
  int const max_runs = kernels.updates_arrays() ? max_runs_on_own_results : n_runs;
  for (int done = 0; done < n_runs; done += max_runs) {
    kernels.reset();
    kernels.finish();
    double const start = seconds_now(is_on_host);
    for (int n = done; n < std::min(n_runs, done + max_runs); ++n) kernels.run();
    kernels.finish();
    seconds += seconds_now(is_on_host) - start;
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
void measure_here(LoadedCapture const& loaded, plan::Plan const& plan, OpenDevice const& open_device,
                  Limits const& limits, std::optional<std::uint64_t> expected, std::string const& lock_file,
                  Report const& report) {
  bool const is_on_host = loaded.capture.is_on_host();
  if (is_on_host) limit_memory(limits.bytes); // drivers of devices reserve much more addresses than they use
  omp_set_num_threads(loaded.capture.problem.n_threads);
  CapturedKernels kernels(loaded, plan, open_device());
  report("compiled");
  lock(lock_file);
  report("locked");
  kernels.run();
  std::uint64_t const digest = kernels.digest();
  if (expected && digest != *expected) return report("failure The results differ from those of the model's plan.");
  double const once = seconds_of(kernels, 1, is_on_host);
  int const n_runs =
      std::clamp(static_cast<int>(std::ceil(limits.seconds_per_score / std::max(once, 1e-9))), 1, max_runs_of_score);
  std::string scores;
  for (int n = 0; n < limits.n_scores; ++n) {
    double fastest = seconds_of(kernels, n_runs, is_on_host);
    for (int group = 1; group < limits.groups_per_score; ++group)
      fastest = std::min(fastest, seconds_of(kernels, n_runs, is_on_host));
    scores += fmt::format(" {}", static_cast<double>(loaded.capture.n_points()) * n_runs / fastest);
  }
  kernels.reset();
  kernels.run();
  if (kernels.digest() != digest) return report("failure The results of the last run differ from those of the first.");
  report(fmt::format("scores {}{}", digest, scores));
}

} // namespace

Measurement measure(LoadedCapture const& loaded, plan::Plan const& plan, OpenDevice const& open_device,
                    Limits const& limits, std::optional<std::uint64_t> expected, std::string const& lock_file) {
  Measurement measurement;
  double const start = machine::wall_seconds();
  double const stages[] = {limits.compile_seconds, 1e9, limits.run_seconds};
  double ends[3] = {};
  auto const texts = run_in_child(
      [&](Report const& report) { measure_here(loaded, plan, open_device, limits, expected, lock_file, report); },
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
