// Scheduled functions: copies data for output back to the host, and prints the report.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "copies.hpp"
#include "readers.hpp"
#include "tracked_arrays.hpp"

using namespace accelerator;

namespace {

struct Selection {
  cGH const* cctkGH;
  std::vector<Access> accesses;
};

void select(int variable, char const*, void* data) {
  DECLARE_CCTK_PARAMETERS
  auto& selection = *static_cast<Selection*>(data);
  int const n_time_levels = copy_back_all_timelevels ? CCTK_ActiveTimeLevelsVI(selection.cctkGH, variable) : 1;
  for (int time_level = 0; time_level < n_time_levels; ++time_level) {
    ArrayId const array{variable, refinement_level(selection.cctkGH), time_level};
    if (is_tracked(selection.cctkGH, array))
      selection.accesses.push_back({array, partition_of(selection.cctkGH, variable).all()});
  }
}

} // namespace

extern "C" void Accelerator_CopyBack(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  if (copy_back_every == 0 || cctk_iteration % copy_back_every != 0) return;
  Selection selection{cctkGH, {}};
  if (*copy_back_vars && CCTK_TraverseString(copy_back_vars, select, &selection, CCTK_GROUP_OR_VAR) < 0)
    CCTK_VWARN(CCTK_WARN_ALERT,
               "Accelerator::copy_back_vars = \"%s\" contains a name that is neither a variable nor a group. Correct "
               "the name.",
               copy_back_vars);
  fetch(cctkGH, selection.accesses, Side::host, "output");
}

extern "C" void Accelerator_Report(CCTK_ARGUMENTS) {
  (void)cctkGH;
  DECLARE_CCTK_PARAMETERS
  if (!report) return;
  CCTK_VINFO("%s", traffic_report().c_str());
  for (auto const& [reader, seconds] : seconds_of_copies())
    CCTK_VINFO("Copies for %s on this process: %.6f s", reader.c_str(), seconds);
}
