// The check in every iteration: process 0 checks time and file, all processes check signals, and the results are
// shared.
#include "signals.hpp"

#include "Numerics/ThornTools/src/signals.hpp"

#include <cctk.h>
#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

#include <mpi.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>

namespace terminationtrigger {
namespace {

constexpr double minutes_per_hour = 60, seconds_per_minute = 60;
constexpr int test_iteration = 1; ///< the iteration at which the parameter testsuite triggers

/// The run time in minutes; the parameter testsuite advances it to the limit.
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

/// The path of the termination file, from the parameters and the environment.
std::string termination_path() {
  DECLARE_CCTK_PARAMETERS
  std::string const name = termination_file;
  if (!name.empty()) return name[0] == '/' ? name : std::string(out_dir) + "/" + name;
  for (char const* variable : {"MANUAL_TERMINATION_JOB_ID", "PBS_JOBID"})
    if (char const* const id = std::getenv(variable)) return std::string("/tmp/cactus_terminate.") + id;
  CCTK_ERROR("TerminationTrigger::termination_file is empty, and the environment has neither "
             "MANUAL_TERMINATION_JOB_ID nor PBS_JOBID. Name a file.");
}

/// Whether a file begins with the number 1.
bool contains_request(std::string const& path) {
  std::ifstream file(path);
  int number = 0;
  return file >> number && number == 1;
}

/// Ends the run if the file cannot be written.
void write_termination_file(std::string const& path, char const* text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) CCTK_VERROR("The termination file `%s` cannot be written.", path.c_str());
}

bool is_requested_by_file(int iteration) {
  DECLARE_CCTK_PARAMETERS
  if (!termination_from_file || iteration % check_file_every != 0) return false;
  auto const path = termination_path();
  if (testsuite && iteration == test_iteration) write_termination_file(path, "1\n");
  if (!contains_request(path)) return false;
  CCTK_VINFO("The run ends: `%s` contains 1", path.c_str());
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
    CCTK_VWARN(
        CCTK_WARN_ALERT,
        "TerminationTrigger::on_remaining_walltime (%g minutes) must be shorter than max_walltime (%g hours). It "
        "is ignored, because the run would end immediately",
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
  bool const is_requested = is_root && is_requested_by_file(cctk_iteration);
  std::array<int, 2> const local{is_over || is_requested, CCTK_ReceivedSignal()};
  std::array<int, 2> maximum{};
  MPI_Allreduce(local.data(), maximum.data(), 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  auto const [is_end, signal] = maximum;
  if (!is_end && signal == 0) return;
  *triggered = 1;
  CCTK_TerminateNext(cctkGH);
}

extern "C" void TerminationTrigger_CreateFile(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  if (CCTK_MyProc(cctkGH) == 0) write_termination_file(termination_path(), "");
}
