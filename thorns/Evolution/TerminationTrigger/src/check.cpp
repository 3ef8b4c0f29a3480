// Checks in every iteration whether the run must end. Process 0 checks the run time and the termination file, and all
// processes check signals. A reduction combines the results.
#include "Numerics/ThornTools/src/signals.hpp"

#include <cctk.h>
#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

#include <mpi.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>

namespace terminationtrigger {
namespace {

constexpr double minutes_per_hour = 60, seconds_per_minute = 60;
constexpr int test_iteration = 1; ///< the iteration at which the parameter testsuite ends the run

/// The run time in minutes. With the parameter testsuite, it is the time limit at iteration 1.
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

/// Whether the termination file begins with the number 1.
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

int number_of(char const* name) {
  struct Signal {
    char const* name;
    int number;
  };
  constexpr Signal signals[] = {
      {"SIGHUP", SIGHUP}, {"SIGINT", SIGINT}, {"SIGTERM", SIGTERM}, {"SIGUSR1", SIGUSR1}, {"SIGUSR2", SIGUSR2}};
  for (auto const& signal : signals)
    if (CCTK_Equals(name, signal.name)) return signal.number;
  return 0;
}

constexpr int n_elements = 10; ///< number of elements of signal_names and signal_numbers

std::set<int> selected_signals() {
  DECLARE_CCTK_PARAMETERS
  std::set<int> selected;
  for (int n = 0; n < n_elements; ++n) {
    int const number = *signal_names[n] != '\0' ? number_of(signal_names[n]) : static_cast<int>(signal_numbers[n]);
    if (number > 0) selected.insert(number);
  }
  return selected;
}

/// The reason why a signal cannot be caught, as a relative clause; null if the signal can be caught.
char const* reason_not_catchable(int number) {
  if (number == SIGKILL || number == SIGSTOP) return "which no program can catch";
  struct sigaction now {};
  return sigaction(number, nullptr, &now) == 0 ? nullptr : "which is not a signal of this system";
}

/// Makes the flesh end the run after the current iteration when it receives a signal that the parameters select.
/// Signals that were selected before and no longer are get their previous effect.
void listen_to_signals() {
  static std::set<int> requested;
  auto const selected = selected_signals();
  for (int const number : selected)
    if (!requested.contains(number) && CCTK_EndOnSignal(number, 1) != 0)
      CCTK_VWARN(CCTK_WARN_ALERT, "Signal %d cannot be caught", number);
  for (int const number : requested)
    if (!selected.contains(number)) CCTK_EndOnSignal(number, 0);
  requested = selected;
}

/// Reports a parameter error for each signal that cannot be caught.
void check_signals() {
  DECLARE_CCTK_PARAMETERS
  for (int n = 0; n < n_elements; ++n) {
    if (*signal_names[n] != '\0' || signal_numbers[n] == 0) continue;
    if (char const* const reason = reason_not_catchable(static_cast<int>(signal_numbers[n])))
      CCTK_VPARAMWARN("TerminationTrigger::signal_numbers[%d] is the signal %d, %s. Choose SIGHUP, SIGINT, "
                      "SIGTERM, SIGUSR1 or SIGUSR2 in TerminationTrigger::signal_names, or another number.",
                      n, static_cast<int>(signal_numbers[n]), reason);
  }
}

void raise_first_signal() {
  DECLARE_CCTK_PARAMETERS
  if (int const number = number_of(signal_names[0]); number > 0) std::raise(number);
}

} // namespace
} // namespace terminationtrigger

using namespace terminationtrigger;

extern "C" int TerminationTrigger_ListenToSignals(void) {
  listen_to_signals();
  return 0;
}

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
