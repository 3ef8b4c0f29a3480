/// The end of an evolution: by iteration, time, running time, request or signal.
#pragma once

#include "framework/include/cGH.h"

#include <string>

namespace chemora::run {

/// The values of `Cactus::terminate` and of the other parameters that determine the end of the run.
struct EndConditions {
  std::string terminate = "iteration"; ///< never, iteration, time, runtime, any, all, either, both
  int last_iteration = 0;
  double initial_time = 0;
  double final_time = -1;
  double max_seconds = 0; ///< 0: no limit
};

/// The iteration, time and running time that is_end() compares with the conditions.
struct Progress {
  int iteration = 0;
  double time = 0;
  double time_step = 0;
  double seconds = 0; ///< wall time since the start of the run
};

/// Whether the evolution ends. A time is reached if it is less than a millionth of a step away. A condition that is
/// switched off (a final time before the initial time for "any" and "all", no limit of running time) does not delay
/// "all" and never ends "any".
bool is_end(EndConditions const& conditions, Progress const& progress);

/// Collective: whether this is the last iteration, by the parameters, CCTK_TerminateNext, Cactus::terminate_next or a
/// signal to any process.
bool is_end(cGH const& cctkGH);

/// The signal that ends the run, or 0. The value is that of the last call of is_end(cctkGH) and is equal on all
/// processes.
int signal_of_any_process();

/// Catches SIGTERM, SIGINT, SIGHUP, SIGUSR1 and SIGUSR2, except those that the parent process ignores, as nohup does
/// with SIGHUP. The first signal is recorded: received_signal() returns it, and the evolution ends after the current
/// step, with the output and the checkpoint that are due at its end. The second signal has no effect. The third signal
/// has its default effect, so that the user can stop a run that hangs. Process 0 prints the effect of each signal.
/// CCTK_EndOnSignal adds further signals.
void catch_signals();

/// Restores the earlier effect of all caught signals.
void release_signals();

/// The first signal that this process received, or 0.
int received_signal();

/// Reports the duration of a step with its output. The message about the first signal contains the time by which the
/// run ends.
void record_step(double seconds);

/// The longest durations of a step and of a checkpoint on this process, in seconds. A negative value means that none
/// was measured.
struct LongestTimes {
  double step = -1;
  double checkpoint = -1;
};

/// Returns a sentence with the estimated time for one more step and a checkpoint.
std::string to_text(LongestTimes const& times);

/// "SIGTERM (15)"
std::string signal_name(int signal);

} // namespace chemora::run
