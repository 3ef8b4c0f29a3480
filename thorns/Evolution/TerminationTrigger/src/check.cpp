// Process 0's answer and all processes' signals, once per iteration; then all know the same.
#include "signals.hpp"
#include "termination_file.hpp"

#include "Numerics/ThornTools/src/signals.hpp"

#include <cctk.h>
#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

#include <mpi.h>

#include <array>
#include <csignal>

namespace terminationtrigger {
namespace {

constexpr double minutes_per_hour = 60, seconds_per_minute = 60;
constexpr int test_iteration = 1; ///< at which the parameter testsuite pulls the triggers

/// Minutes of running; the parameter testsuite turns the clock forward.
double minutes(int iteration) {
  DECLARE_CCTK_PARAMETERS
  double const now = CCTK_RunTime() / seconds_per_minute;
  return testsuite && iteration == test_iteration ? max_walltime * minutes_per_hour - on_remaining_walltime : now;
}

bool is_time_over(int iteration, double& next_message) {
  DECLARE_CCTK_PARAMETERS
  if (max_walltime == 0 || on_remaining_walltime == 0) return false;
  double const now = minutes(iteration), remaining = max_walltime * minutes_per_hour - now;
  if (output_remtime_every_minutes > 0 && now > next_message) {
    next_message += output_remtime_every_minutes;
    CCTK_VINFO("%.1f minutes of walltime remain", remaining);
  }
  if (remaining > on_remaining_walltime) return false;
  CCTK_VINFO("The run ends: %.1f minutes of walltime remain", remaining);
  return true;
}

bool is_asked_by_file(int iteration) {
  DECLARE_CCTK_PARAMETERS
  if (!termination_from_file || iteration % check_file_every != 0) return false;
  auto const path = termination_path();
  if (testsuite && iteration == test_iteration) write_termination_file(path, "1\n");
  if (!file_says_end(path)) return false;
  CCTK_VINFO("The run ends: `%s` says 1", path.c_str());
  return true;
}

void raise_first_signal() {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_Equals(signal_names[0], "SIGUSR1")) std::raise(SIGUSR1);
  if (CCTK_Equals(signal_names[0], "SIGUSR2")) std::raise(SIGUSR2);
  if (CCTK_Equals(signal_names[0], "SIGHUP")) std::raise(SIGHUP);
  if (CCTK_Equals(signal_names[0], "SIGINT")) std::raise(SIGINT);
  if (CCTK_Equals(signal_names[0], "SIGTERM")) std::raise(SIGTERM);
}

} // namespace
} // namespace terminationtrigger

using namespace terminationtrigger;

extern "C" void TerminationTrigger_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  check_signals();
  if (max_walltime == 0 || on_remaining_walltime < max_walltime * minutes_per_hour) return;
  if (CCTK_MyProc(cctkGH) == 0)
    CCTK_VWARN(CCTK_WARN_ALERT,
               "TerminationTrigger::on_remaining_walltime (%g minutes) is not shorter than max_walltime (%g hours): it "
               "is ignored, for the run would end at once",
               static_cast<double>(on_remaining_walltime), static_cast<double>(max_walltime));
  CCTK_ParameterSet("on_remaining_walltime", CCTK_THORNSTRING, "0.0");
}

extern "C" void TerminationTrigger_Reset(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TerminationTrigger_Reset)
  DECLARE_CCTK_PARAMETERS
  *triggered = 0;
  *watchminutes = output_remtime_every_minutes;
}

extern "C" void TerminationTrigger_Check(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TerminationTrigger_Check)
  DECLARE_CCTK_PARAMETERS
  listen_to_signals();
  if (testsuite && cctk_iteration == test_iteration) raise_first_signal();
  bool const is_root = CCTK_MyProc(cctkGH) == 0;
  double next_message = *watchminutes;
  bool const is_over = is_root && is_time_over(cctk_iteration, next_message);
  *watchminutes = next_message;
  bool const is_asked = is_root && is_asked_by_file(cctk_iteration);
  std::array<int, 2> const mine{is_over || is_asked, CCTK_ReceivedSignal()};
  std::array<int, 2> all{};
  MPI_Allreduce(mine.data(), all.data(), 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  auto const [is_end, signal] = all;
  if (!is_end && signal == 0) return;
  *triggered = 1;
  CCTK_TerminateNext(cctkGH);
}
