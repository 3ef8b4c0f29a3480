// Signals that end a run in order: it completes its step, then writes what is due at its end.
#pragma once

#include <string>

namespace chemora::run {

/// Catches SIGTERM, SIGINT, SIGHUP, SIGUSR1 and SIGUSR2, except those that the parent process ignores, as nohup does
/// with SIGHUP. The first signal is only noted: received_signal() returns it, and the evolution ends after the current
/// step. The second has no effect. The third has its usual effect, so that a run that hangs can be stopped. Process 0
/// prints what each of them leads to. CCTK_EndOnSignal adds further signals.
void catch_signals();

/// Gives all caught signals back their earlier effect.
void release_signals();

/// The first signal that this process received; 0: none.
int received_signal();

/// How long a step with its output took. The message about the first signal contains the time by which the run ends.
void note_step(double seconds);

/// The longest times so far, in seconds of this process. Negative: none yet.
struct LongestTimes {
  double step = -1;
  double checkpoint = -1;
};

/// The sentence about the time that a run still needs for one step and a checkpoint.
std::string to_text(LongestTimes const& times);

/// "SIGTERM (15)"
std::string signal_name(int signal);

} // namespace chemora::run
