/// Prints how long a run took and for what, at its end.
#include "framework/include/cctk_IOMethods.h"
#include "framework/include/cctk_Timers.h"
#include "framework/run/scheduler.hpp"
#include "framework/run/stages.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>

namespace chemora::run {

namespace {

/// Returns the largest memory in bytes that any process has used. Collective over all processes.
double largest_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  double const own = 1024.0 * static_cast<double>(usage.ru_maxrss); // Linux counts units of 1024 bytes
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

} // namespace

double seconds_of_timer(int timer) {
  static cTimerData* const info = CCTK_TimerCreateData();
  CCTK_TimerI(timer, info);
  auto const* const value = CCTK_GetClockValueI(0, info);
  return value ? CCTK_TimerClockSeconds(value) : 0;
}

std::string summary_text(RunTimes const& times) {
  std::string text = fmt::format("The run took {}", duration_text(times.total));
  if (!times.steps.empty())
    text += fmt::format(", with {} step{} at {:.4g} steps/s (median)", times.steps.size(),
                        times.steps.size() == 1 ? "" : "s", 1 / std::max(median(times.steps), 1e-9));
  auto const percent = [&](double seconds) { return 100 * seconds / std::max(times.total, 1e-9); };
  return text + fmt::format(".\nScheduled functions {:.0f}%, ghost zones {:.0f}%, output {:.0f}%, others "
                            "{:.0f}%; at most {:.0f} MB per process.\n",
                            percent(times.functions), percent(times.exchange), percent(times.output),
                            std::max(0.0, percent(times.total - times.functions - times.exchange - times.output)),
                            1e-6 * times.memory);
}

void print_summary(double seconds_of_run, std::vector<double> const& seconds_of_steps) {
  RunTimes times{.total = seconds_of_run, .steps = seconds_of_steps, .memory = largest_memory()};
  for (auto const* const item : scheduler().schedule().all_items())
    if (!item->is_group()) times.functions += seconds_of_timer(scheduler().call_of(*item).timer);
  times.exchange = seconds_of_timer(synchronisation_timer());
  for (int handle = 0; handle < CCTK_NumIOMethods(); ++handle)
    times.output += seconds_of_timer(CCTK_IOMethod(handle)->timer_handle);
  fmt::print("{}\n{}", std::string(80, '-'), summary_text(times));
}

} // namespace chemora::run
