// At PARAMCHECK: what parameters ask for and cannot be had, or this version does not do, is an error, never silence.
#include "IO/IOTools/src/checkpoint/candidates.hpp"
#include "IO/IOTools/src/output_list.hpp"
#include "recovery.hpp"

#include <cctk.h>
#include <cctk_Arguments.h>
#include <cctk_ParamCheck.h>
#include <cctk_Parameters.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <unistd.h>

namespace {

void refuse(std::string const& parameter, char const* what) {
  auto const message = parameter + " asks for " + what + ", which is not available yet. Remove this setting.";
  CCTK_PARAMWARN(message.c_str());
}

/// A folder may still have to be made, but not below something that is none.
void check_folder(char const* parameter, std::filesystem::path const& folder, bool is_written) {
  std::filesystem::path there = folder.lexically_normal();
  std::error_code ignored;
  while (!there.empty() && !std::filesystem::exists(there, ignored) && there != there.parent_path())
    there = there.parent_path();
  if (there.empty()) there = ".";
  if (!std::filesystem::is_directory(there, ignored))
    CCTK_VPARAMWARN("%s is `%s`, but `%s` is a file; a folder is needed here.", parameter, folder.c_str(),
                    there.c_str());
  else if (is_written && access(there.c_str(), W_OK) != 0)
    CCTK_VPARAMWARN("%s is `%s`, but `%s` cannot be written to: %s.", parameter, folder.c_str(), there.c_str(),
                    std::strerror(errno));
}

/// A checkpoint with another name would be written and never be found again.
void check_names() {
  DECLARE_CCTK_PARAMETERS
  struct Name {
    char const* parameter;
    std::string value;
    char const* folder;
  };
  bool const is_searched = CCTK_Equals(recover, "auto") || CCTK_Equals(recover, "autoprobe");
  for (auto const& [parameter, value, folder] :
       {Name{"IO::checkpoint_file", checkpoint_file, "IO::checkpoint_dir"},
        Name{"IO::checkpoint_ID_file", checkpoint_ID_file, "IO::checkpoint_dir"},
        Name{"IO::recover_file", is_searched ? recover_file : "checkpoint", "IO::recover_dir"}})
    if (auto const reason = iotools::why_not_a_base(value); !reason.empty())
      CCTK_VPARAMWARN("%s = \"%s\" %s. The folder is named by %s.", parameter, value.c_str(), reason.c_str(), folder);
}

/// Checkpoints are the work of other thorns.
void check_methods() {
  DECLARE_CCTK_PARAMETERS
  if (ioutil::has_methods()) return;
  if (CCTK_Equals(recover, "auto") || CCTK_Equals(recover, "manual"))
    CCTK_PARAMWARN("IO::recover asks for a checkpoint, but no active thorn reads any. Activate IOHDF5.");
  bool const asks =
      checkpoint_every > 0 || checkpoint_every_walltime_hours > 0 || checkpoint_on_terminate || checkpoint_ID;
  if (asks)
    iotools::report_mistake(CCTK_THORNSTRING,
                            "The parameters of IO ask for checkpoints, but no active thorn writes any. Activate "
                            "IOHDF5 and set IOHDF5::checkpoint, or leave out IO::checkpoint_every, "
                            "IO::checkpoint_every_walltime_hours, IO::checkpoint_ID and IO::checkpoint_on_terminate.");
  else if (CCTK_Equals(recover, "autoprobe"))
    CCTK_WARN(CCTK_WARN_ALERT,
              "IO::recover = \"autoprobe\" looks for a checkpoint, but no active thorn reads any. Activate IOHDF5.");
}

} // namespace

extern "C" void IOUtil_CheckParameters(CCTK_ARGUMENTS) {
  (void)cctkGH;
  DECLARE_CCTK_PARAMETERS
  if (out3D_septimefiles || out_timesteps_per_file == 1)
    refuse(out3D_septimefiles ? "IO::out3D_septimefiles" : "IO::out_timesteps_per_file", "one file per iteration");
  if (print_timing_info) refuse("IO::print_timing_info", "a report of the time spent in output");
  check_methods();
  check_names();
  if (CCTK_ParamChecking()) check_folder("IO::out_dir", out_dir, true); // a run makes it
  check_folder("IO::checkpoint_dir", checkpoint_dir, false);
  if (!CCTK_Equals(recover, "no")) check_folder("IO::recover_dir", recover_dir, false);
  if (max_entries_per_subdir > 0) refuse("IO::max_entries_per_subdir", "output spread over folders");
}
