/* Extension of Cactus: what a run prints besides the messages of its thorns, mainly the summary at its end. */
#ifndef CCTK_RUNSUMMARY_H
#define CCTK_RUNSUMMARY_H

#ifdef __cplusplus
extern "C" {
#endif

/* Adds seconds of this process to a part of the run. The summary prints the shares of `kernels`, `compilation`,
   `waiting` (for messages of other processes), `report` (measurements for a report at the end) and `pauses` (that a
   user requested, outside of scheduled functions and timers of output). */
void CCTK_AddRunTime(char const* part, double seconds);

/* Returns the seconds of a part so far; 0 for a part without time. */
double CCTK_RunTimeOfPart(char const* part);

/* Adds a file or folder that the summary lists. An earlier entry with the same description is replaced. */
void CCTK_AddRunFile(char const* description, char const* path);

/* Returns 1 with the option --verbose, else 0. */
int CCTK_RunIsVerbose(void);

/* Returns 1 if standard output appears on a terminal, else 0. A process that mpirun starts cannot determine this; the
   environment variable CHEMORA_TERMINAL, `yes` or `no`, states whether the output of mpirun appears on a terminal. */
int CCTK_OutputIsTerminal(void);

#ifdef __cplusplus
}
#endif
#endif
