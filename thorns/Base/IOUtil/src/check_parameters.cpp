// At PARAMCHECK: what parameters ask for and this version does not do is an error, never silence.
#include <cctk.h>
#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

#include <string>

namespace {

void refuse(std::string const& parameter, char const* what) {
  auto const message = parameter + " asks for " + what + ", which is not available yet. Remove this setting.";
  CCTK_PARAMWARN(message.c_str());
}

} // namespace

extern "C" void IOUtil_CheckParameters(CCTK_ARGUMENTS) {
  (void)cctkGH;
  DECLARE_CCTK_PARAMETERS
  if (!CCTK_Equals(recover, "no"))
    refuse("IO::recover = \"" + std::string(recover) + "\"", "starting from a checkpoint");
  if (*filereader_ID_files != '\0') refuse("IO::filereader_ID_files", "reading initial data from files");
  if (checkpoint_ID) refuse("IO::checkpoint_ID", "a checkpoint");
  if (checkpoint_every > 0) refuse("IO::checkpoint_every", "checkpoints");
  if (checkpoint_every_walltime_hours > 0) refuse("IO::checkpoint_every_walltime_hours", "checkpoints");
  if (checkpoint_on_terminate) refuse("IO::checkpoint_on_terminate", "a checkpoint");
  if (out3D_septimefiles || out_timesteps_per_file == 1)
    refuse(out3D_septimefiles ? "IO::out3D_septimefiles" : "IO::out_timesteps_per_file", "one file per iteration");
  if (print_timing_info) refuse("IO::print_timing_info", "a report of the time spent in output");
  if (max_entries_per_subdir > 0) refuse("IO::max_entries_per_subdir", "output spread over folders");
}
