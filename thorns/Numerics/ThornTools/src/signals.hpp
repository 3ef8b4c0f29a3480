/// Signals that end a run in order, also for the flesh of Cactus, which has no functions for them.
#pragma once

#include "cctk.h"
#include "cctk_Termination.h"

#include <csignal>

#if !__has_include("cctk_Bin.h") // a header of Chemora's flesh only

namespace thorn_tools {

inline volatile std::sig_atomic_t received_signal = 0;

} // namespace thorn_tools

/// Catches the signal once: a second one of its kind has its usual effect. Returns 0, or -1 if it cannot be caught.
inline int CCTK_EndOnSignal(int signal, int is_wanted) {
  struct sigaction action {};
  action.sa_handler = is_wanted ? +[](int number) { thorn_tools::received_signal = number; } : SIG_DFL;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  return sigaction(signal, &action, nullptr) == 0 ? 0 : -1;
}

inline int CCTK_ReceivedSignal(void) { return thorn_tools::received_signal; }

inline void CCTK_CheckpointWritten(double) {}

#endif
