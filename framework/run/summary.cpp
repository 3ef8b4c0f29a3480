/// Prints how long a run took and for what, at its end.
#include "framework/base/words.hpp"
#include "framework/include/cctk_IOMethods.h"
#include "framework/include/cctk_RunSummary.h"
#include "framework/include/cctk_Timers.h"
#include "framework/run/scheduler.hpp"
#include "framework/run/stages.hpp"
#include "framework/services/services.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace chemora::run {

namespace {

double recorded_memory = 0; ///< by record_memory()

double own_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss); // Linux counts units of 1024 bytes
}

/// Returns the largest memory in bytes that any process has used. Collective over all processes.
double largest_memory() {
  double const own = recorded_memory > 0 ? recorded_memory : own_memory();
  double largest = own;
  int is_finalised = 0; // by a foreign driver
  MPI_Finalized(&is_finalised);
  if (!is_finalised) MPI_Allreduce(&own, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return largest;
}

std::string duration_text(double seconds) {
  auto const whole = static_cast<long>(seconds);
  if (whole < 60) return fmt::format("{:.1f} s", seconds);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02} h", whole / 3600, whole / 60 % 60, whole % 60);
}

double median(std::vector<double> values) {
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Concatenates items with commas and breaks lines at 100 columns.
std::string in_lines(std::vector<std::string> const& parts) {
  constexpr std::size_t max_width = 99; // without the comma or full stop
  std::string text;
  std::size_t width = 0;
  for (auto const& part : parts) {
    bool const is_full = width + 2 + part.size() > max_width;
    if (!text.empty()) text += is_full ? ",\n  " : ", ";
    width = (is_full ? 2 : width + 2) + part.size();
    text += part;
  }
  return text;
}

} // namespace

void record_memory() { recorded_memory = own_memory(); }

double seconds_of_timer(int timer) {
  static cTimerData* const info = CCTK_TimerCreateData();
  CCTK_TimerI(timer, info);
  auto const* const value = CCTK_GetClockValueI(0, info);
  return value ? CCTK_TimerClockSeconds(value) : 0;
}

std::string summary_text(RunTimes const& times) {
  std::string text = fmt::format("The run took {}", duration_text(times.total));
  if (!times.steps.empty())
    text += fmt::format(", with {} at {:.4g} steps/s (median)", base::counted(times.steps.size(), "step"),
                        1 / std::max(median(times.steps), 1e-9));
  auto const percent = [&](double seconds) { return 100 * std::max(0.0, seconds) / std::max(times.total, 1e-9); };
  text += fmt::format("; at most {:.0f} MB per process.\n", 1e-6 * times.memory);
  std::vector<std::string> parts;
  auto const add = [&](char const* part, double seconds) {
    parts.push_back(fmt::format("{} {:.0f}%", part, percent(seconds)));
  };
  double const output = times.output - times.output_compilation, functions = times.functions + times.output_compilation;
  if (times.kernels > 0 || times.compilation > 0) {
    add("Kernels", times.kernels);
    add("compilation", times.compilation);
    if (percent(times.report) >= 0.5) add("report", times.report);
    add("other functions", functions - times.kernels - times.compilation - times.report);
  } else {
    add("Scheduled functions", times.functions);
  }
  add("ghost zones", times.exchange);
  if (percent(times.waiting) >= 0.5) parts.back() += fmt::format(" (waiting {:.0f}%)", percent(times.waiting));
  add("output", output);
  if (percent(times.pauses) >= 0.5) add("pauses", times.pauses);
  add("remainder", times.total - times.functions - times.exchange - times.output - times.pauses);
  text += in_lines(parts) + ".\n";
  std::size_t width = 0;
  for (auto const& [description, path] : times.files) width = std::max(width, description.size());
  for (auto const& [description, path] : times.files)
    text += fmt::format("{:<{}} {}\n", description + ":", width + 1, path);
  return text;
}

void print_summary(double seconds_of_run, std::vector<double> const& seconds_of_steps) {
  RunTimes times{.total = seconds_of_run, .steps = seconds_of_steps, .memory = largest_memory()};
  for (auto const* const item : scheduler().schedule().all_items())
    if (!item->is_group()) times.functions += seconds_of_timer(scheduler().call_of(*item).timer);
  times.exchange = seconds_of_timer(synchronisation_timer());
  for (int handle = 0; handle < CCTK_NumIOMethods(); ++handle)
    times.output += seconds_of_timer(CCTK_IOMethod(handle)->timer_handle);
  times.kernels = CCTK_RunTimeOfPart("kernels");
  times.compilation = CCTK_RunTimeOfPart("compilation");
  times.output_compilation = CCTK_RunTimeOfPart("compilation during output");
  times.report = CCTK_RunTimeOfPart("report");
  times.waiting = CCTK_RunTimeOfPart("waiting");
  times.pauses = CCTK_RunTimeOfPart("pauses");
  std::error_code ignored;
  for (auto const& [description, path] : services::run_summary().files)
    times.files.emplace_back(description, std::filesystem::weakly_canonical(path, ignored).string());
  fmt::print("{}\n{}", std::string(80, '-'), summary_text(times));
}

} // namespace chemora::run
