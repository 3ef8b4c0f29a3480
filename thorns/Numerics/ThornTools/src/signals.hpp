/// Functions with which a signal ends the run after the current iteration. For the flesh of Cactus, which does not have
/// these functions, this header defines them.
#pragma once

#include "cctk.h"
#include "cctk_Termination.h"

#include <csignal>

#if !__has_include("cctk_Bin.h") // only the flesh of Chemora has this header

namespace thorn_tools {

inline volatile std::sig_atomic_t received_signal = 0;

} // namespace thorn_tools

/// Catches a signal once. A second signal with the same number has its default effect. Returns 0, or -1 if the signal
/// cannot be caught.
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
