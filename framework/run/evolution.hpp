// The course of a run from initial data to shutdown, unless a driver replaces it.
#pragma once

#include "framework/include/cctk_Main.h"

#include <vector>

namespace chemora::run {

/// Grid hierarchy, storage, parameter check, coordinates.
cGH* set_up_grid(tFleshConfig* config);
/// The bins of the rest of the run, once each, when set_up_grid is done: those of steps only if there will be one.
std::vector<char const*> bins_ahead(tFleshConfig const& config);

/// set_up_grid, initial data, recovery.
int initialise(tFleshConfig* config);
/// Analysis and output of the initial data, then step after step until the end.
int evolve(tFleshConfig* config);
int shut_down(tFleshConfig* config);

/// Whether -P asks to stop after PARAMCHECK, and for how many processes it asks.
void set_parameter_check(bool exits_after_check, int n_processes);

} // namespace chemora::run
