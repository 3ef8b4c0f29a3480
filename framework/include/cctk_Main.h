/* The phases of a run. A driver may replace each of them. */
#ifndef CCTK_MAIN_H
#define CCTK_MAIN_H

#include "cctk_Flesh.h"

#ifdef __cplusplus
extern "C" {
#endif

int CCTK_Initialise(tFleshConfig* config);
int CCTK_Evolve(tFleshConfig* config);
int CCTK_Shutdown(tFleshConfig* config);
int CCTK_MainLoopIndex(void);
int CCTK_SetMainLoopIndex(int main_loop_index);

int CCTK_OverloadInitialise(int (*function)(tFleshConfig* config));
int CCTK_OverloadEvolve(int (*function)(tFleshConfig* config));
int CCTK_OverloadShutdown(int (*function)(tFleshConfig* config));
int CCTK_OverloadMainLoopIndex(int (*function)(void));
int CCTK_OverloadSetMainLoopIndex(int (*function)(int main_loop_index));

#ifdef __cplusplus
}
#endif
#endif
