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
  if (out3D_septimefiles || out_timesteps_per_file == 1)
    refuse(out3D_septimefiles ? "IO::out3D_septimefiles" : "IO::out_timesteps_per_file", "one file per iteration");
  if (print_timing_info) refuse("IO::print_timing_info", "a report of the time spent in output");
  if (max_entries_per_subdir > 0) refuse("IO::max_entries_per_subdir", "output spread over folders");
}
