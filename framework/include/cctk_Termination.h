/* Requests to end a run. */
#ifndef CCTK_TERMINATION_H
#define CCTK_TERMINATION_H

#include "cGH.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A thorn, a parameter or a signal can request the end. cctk_itlast and cctk_final_time do not count as a request. */
int CCTK_TerminationReached(const cGH* GH);
void CCTK_TerminateNext(const cGH* GH);

/* Signals that end the run after the current step. By default these are the signals of Cactus::catch_signals.
   CCTK_EndOnSignal returns 0, or -1 for a signal that cannot be caught. CCTK_ReceivedSignal returns the first signal
   that this process received, or 0. CCTK_CheckpointWritten takes the seconds that a checkpoint took: the message about
   the signal contains the expected time until the end. */
int CCTK_EndOnSignal(int signal, int is_wanted);
int CCTK_ReceivedSignal(void);
void CCTK_CheckpointWritten(double seconds);

#ifdef __cplusplus
}
#endif
#endif
