/// The parameters of the framework: `Cactus::...` in a parameter file.
#include "framework/parameters/thorn_catalogue.hpp"

namespace chemora::parameters {

base::SourceText framework_parameter_ccl() {
  return {"Cactus/param.ccl", R"ccl(
restricted:

KEYWORD terminate "Condition that ends the evolution" STEERABLE=ALWAYS
{
  "never"     :: "Nothing"
  "iteration" :: "Iteration cctk_itlast"
  "time"      :: "Time cctk_final_time"
  "runtime"   :: "Running time max_runtime"
  "any"       :: "The first of iteration, time and running time"
  "all"       :: "The last of iteration, time and running time"
  "either"    :: "The first of iteration and time"
  "both"      :: "The last of iteration and time"
} "iteration"

BOOLEAN terminate_next "End after this iteration" STEERABLE=ALWAYS
{
} "no"

INT cctk_itlast "Number of the last iteration" STEERABLE=ALWAYS
{
  : :: "Any number; nothing is evolved if it is 0 or less"
} 10

REAL cctk_initial_time "Time of the initial data"
{
  (*:*) :: "Any time"
} 0.0

REAL cctk_final_time "Time at which the evolution ends" STEERABLE=ALWAYS
{
  (*:*) :: "Any time; nothing is evolved if it is before the initial time"
} -1.0

REAL max_runtime "Running time, in minutes, after which the evolution ends" STEERABLE=ALWAYS
{
  0.0: :: "0: no limit"
} 0.0

KEYWORD presync_mode "Use of READS and WRITES by the driver to fill ghost zones" STEERABLE=RECOVER
{
  "off"          :: "None: only SYNC has an effect"
  "warn-only"    :: "Warns when invalid data are read"
  "mixed-warn"   :: "In addition to SYNC, fills invalid data before they are read, and warns"
  "mixed-error"  :: "The same, and ends the run on invalid data"
  "presync-only" :: "Only READS and WRITES have an effect; undeclared variables are not accessible"
} "off"

private:

STRING cctk_run_title "Title of this simulation" STEERABLE=RECOVER
{
  "" :: "Any text"
} ""

KEYWORD cctk_timer_output "Whether the time spent in each function is printed at the end" STEERABLE=RECOVER
{
  "off"  :: "No"
  "full" :: "Yes"
} "off"

BOOLEAN cctk_full_warnings "Whether warnings and errors state bin, routine, file and line" STEERABLE=ALWAYS
{
} "no"

BOOLEAN highlight_warning_messages "Whether warnings are shown in bold on a terminal" STEERABLE=ALWAYS
{
} "yes"

KEYWORD info_format "Format of informational messages" STEERABLE=ALWAYS
{
  "basic"                     :: "INFO (thorn)"
  "numeric time stamp"        :: "Begins with the seconds since 1970"
  "human-readable time stamp" :: "Begins with date and time"
  "full time stamp"           :: "Both"
} "basic"

BOOLEAN catch_signals "Whether SIGTERM, SIGINT, SIGHUP, SIGUSR1 and SIGUSR2 end the run cleanly, after the current step"
{
} "yes"

BOOLEAN cctk_strong_param_check "Whether errors found in PARAMCHECK end the run"
{
} "yes"

BOOLEAN cctk_show_schedule "Whether the schedule is printed at the start"
{
} "no"

BOOLEAN cctk_show_banners "Whether the banners of thorns are printed"
{
} "yes"

BOOLEAN cctk_brief_output "Whether less is printed at the start"
{
} "no"

BOOLEAN allow_mixeddim_gfs "Whether grid functions may have different dimensions"
{
} "no"

KEYWORD recovery_mode "Treatment of initial data when recovering from a checkpoint" STEERABLE=RECOVER
{
  "strict"  :: "Initial data are not computed: every variable must be in the checkpoint"
  "relaxed" :: "Initial data are computed, then overwritten by the data in the checkpoint"
} "strict"

KEYWORD schedule_sort_mode "Order of scheduled items that BEFORE and AFTER leave open" STEERABLE=RECOVER
{
  "none"       :: "By names of thorns, then by position in schedule.ccl"
  "ascending"  :: "By names of items"
  "descending" :: "By names of items in reverse order"
} "none"

BOOLEAN schedule_sort_warnings "Whether BEFORE and AFTER with names that are not scheduled are reported"
{
} "no"
)ccl"};
}

} // namespace chemora::parameters
