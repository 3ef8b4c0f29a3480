// The course of a run from initial data to shutdown, unless a driver replaces it.
#pragma once

#include "framework/include/cctk_Main.h"

namespace chemora::run {

/// Grid hierarchy, storage, parameter check, initial data, recovery.
int initialise(tFleshConfig* config);
/// Analysis and output of the initial data, then step after step until the end.
int evolve(tFleshConfig* config);
int shut_down(tFleshConfig* config);

/// Whether -P asks to stop after PARAMCHECK, and for how many processes it asks.
void set_parameter_check(bool exits_after_check, int n_processes);

} // namespace chemora::run
