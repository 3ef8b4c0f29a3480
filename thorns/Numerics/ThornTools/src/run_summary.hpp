/// The functions of cctk_RunSummary.h, with a replacement for the flesh of Cactus, which prints no summary.
#pragma once

#if __has_include("cctk_RunSummary.h")
#include "cctk_RunSummary.h"
#else
#include <unistd.h>
inline void CCTK_AddRunTime(char const*, double) {}
inline double CCTK_RunTimeOfPart(char const*) { return 0; }
inline void CCTK_AddRunFile(char const*, char const*) {}
inline int CCTK_RunIsVerbose() { return 0; }
inline int CCTK_OutputIsTerminal() { return isatty(STDOUT_FILENO); }
#endif
