// What a run will call: for thorns, cctk_ScheduleVisit.h.
#pragma once

#include "framework/include/cctk_Main.h"

namespace chemora::run {

/// The run whose functions CCTK_VisitScheduledFunctions visits; it must live as long as any thorn asks.
void set_visited_run(tFleshConfig const& config);

/// Whether a driver has put its own course of a run in the place of ours.
bool has_foreign_course();

} // namespace chemora::run
