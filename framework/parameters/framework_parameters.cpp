// What `cactus::...` means in a parameter file.
#include "framework/parameters/framework_parameters.hpp"

namespace chemora::parameters {

base::SourceText framework_parameter_ccl() {
  return {"Cactus/param.ccl", R"ccl(
restricted:

KEYWORD terminate "What ends the evolution" STEERABLE=ALWAYS
{
  "never"     :: "Nothing"
  "iteration" :: "Iteration cctk_itlast"
  "time"      :: "Time cctk_final_time"
  "runtime"   :: "max_runtime minutes of running"
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

REAL cctk_final_time "Time at which to end" STEERABLE=ALWAYS
{
  (*:*) :: "Any time; nothing is evolved if it is before the initial time"
} -1.0

REAL max_runtime "Minutes after which to end" STEERABLE=ALWAYS
{
  0.0: :: "0: as long as it takes"
} 0.0

KEYWORD presync_mode "What the driver does about ghost zones from READS and WRITES" STEERABLE=RECOVER
{
  "off"          :: "Nothing: only SYNC counts"
  "warn-only"    :: "Warns when invalid data are read"
  "mixed-warn"   :: "Fills what is read invalid, besides SYNC, and warns"
  "mixed-error"  :: "The same, and ends the run on invalid data"
  "presync-only" :: "Only READS and WRITES count; undeclared variables are not accessible"
} "off"

private:

STRING cctk_run_title "What this simulation is about" STEERABLE=RECOVER
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

KEYWORD info_format "What comes before the text of an information" STEERABLE=ALWAYS
{
  "basic"                     :: "INFO (thorn)"
  "numeric time stamp"        :: "Seconds since 1970 first"
  "human-readable time stamp" :: "Date and time first"
  "full time stamp"           :: "Both"
} "basic"

BOOLEAN catch_signals "Whether SIGTERM, SIGINT, SIGHUP, SIGUSR1 and SIGUSR2 end the run in order, after the current step"
{
} "yes"

BOOLEAN cctk_strong_param_check "Whether errors found in PARAMCHECK end the run"
{
} "yes"

BOOLEAN cctk_show_schedule "Whether the schedule is printed at the start"
{
} "no"

BOOLEAN cctk_show_banners "Whether thorns' banners are shown"
{
} "yes"

BOOLEAN cctk_brief_output "Whether less is printed at the start"
{
} "no"

BOOLEAN allow_mixeddim_gfs "Whether grid functions may have different dimensions"
{
} "no"

KEYWORD recovery_mode "What happens to initial data when recovering from a checkpoint" STEERABLE=RECOVER
{
  "strict"  :: "They are not computed: every variable must be in the checkpoint"
  "relaxed" :: "They are computed, then overwritten by what the checkpoint holds"
} "strict"

KEYWORD schedule_sort_mode "Order of scheduled items that nothing else orders" STEERABLE=RECOVER
{
  "none"       :: "By names of thorns, then that of the schedule.ccl files"
  "ascending"  :: "By names of items"
  "descending" :: "By names of items, backwards"
} "none"

BOOLEAN schedule_sort_warnings "Whether BEFORE and AFTER of something that is not scheduled are reported"
{
} "no"
)ccl"};
}

} // namespace chemora::parameters
