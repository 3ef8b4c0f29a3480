/// Start-up of IOUtil: the extension IO, the check of parameters, and the output directory.
#include "ioGH.h"
#include "recovery.hpp"

#include "IO/IOTools/src/checkpoint/checkpoint_set.hpp"
#include "IO/IOTools/src/checkpoint/folder_lock.hpp"
#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "Numerics/ThornTools/src/run_summary.hpp"

#include <algorithm>
#include <cctk.h>
#include <cctk_Arguments.h>
#include <cctk_ParamCheck.h>
#include <cctk_Parameters.h>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace {

std::vector<int> downsample;
ioGH extension;

void* setup_extension(tFleshConfig*, int, cGH* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  downsample = iotools::downsampling();
  extension = {};
  int const n = CCTK_nProcs(cctkGH);
  extension.ioproc_every = CCTK_Equals(out_mode, "proc") ? 1
                           : CCTK_Equals(out_mode, "np") ? std::min(out_proc_every, n)
                                                         : n;
  extension.nioprocs = (n + extension.ioproc_every - 1) / extension.ioproc_every;
  extension.ioproc = CCTK_MyProc(cctkGH) / extension.ioproc_every * extension.ioproc_every;
  extension.unchunked = extension.nioprocs == 1 && (out_unchunked || n == 1);
  extension.downsample = downsample.data();
  extension.out_single = out_single_precision;
  extension.recovered = ioutil::has_recovered();
  extension.stop_on_parse_errors = strict_io_parameter_check;
  return &extension;
}

} // namespace

extern "C" int IOUtil_Startup(void) {
  int const handle = CCTK_RegisterGHExtension("IO");
  CCTK_RegisterGHExtensionSetupGH(handle, setup_extension);
  return 0;
}

extern "C" CCTK_INT IOUtil_TruncateOutputFiles(CCTK_POINTER_TO_CONST) {
  DECLARE_CCTK_PARAMETERS
  return ioutil::has_recovered() ? truncate_files_after_recovering : truncate_files;
}

namespace {

namespace fs = std::filesystem;

bool is_empty(fs::path const& directory) {
  std::error_code error;
  return fs::is_empty(directory, error) || error;
}

/// Locks the output folder until the end of the run, because two runs would mix the lines of their files. Returns the
/// reason if another run holds the lock, or an empty text.
std::string lock_output_folder(std::string const& folder) {
  static std::unique_ptr<iotools::FolderLock> lock;
  lock = std::make_unique<iotools::FolderLock>(folder, "chemora-output");
  if (lock->holder().empty()) return "";
  return "Another run, " + lock->holder() + ", writes its output into `" + folder +
         "`. Wait for its end, or set another IO::out_dir.";
}

} // namespace

extern "C" void IOUtil_ClaimOutputDirectory(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  auto const reason = iotools::broadcast_from_root(iotools::is_root() ? lock_output_folder(out_dir) : "");
  if (!reason.empty()) CCTK_ERROR(reason.c_str());
}

extern "C" void IOUtil_MakeOutputDirectory(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  if (!CCTK_ParamChecking() && iotools::is_root()) {
    iotools::make_directory(out_dir); // IOUtil_CheckParameters reports errors
    CCTK_AddRunFile("Output", out_dir);
  }
  CCTK_Barrier(cctkGH);
}

namespace {

void reject(std::string const& parameter, char const* feature) {
  auto const message = parameter + " requests " + feature + ", which is not implemented. Remove this setting.";
  CCTK_PARAMWARN(message.c_str());
}

/// Reports base names of checkpoints under which recovery would not find any checkpoint.
void check_names() {
  DECLARE_CCTK_PARAMETERS
  struct Name {
    char const* parameter;
    std::string value;
    char const* folder;
  };
  bool const searches_folder = CCTK_Equals(recover, "auto") || CCTK_Equals(recover, "autoprobe");
  for (auto const& [parameter, value, folder] :
       {Name{"IO::checkpoint_file", checkpoint_file, "IO::checkpoint_dir"},
        Name{"IO::checkpoint_ID_file", checkpoint_ID_file, "IO::checkpoint_dir"},
        Name{"IO::recover_file", searches_folder ? recover_file : "checkpoint", "IO::recover_dir"}})
    if (auto const reason = iotools::base_name_error(value); !reason.empty())
      CCTK_VPARAMWARN("%s = \"%s\" %s. Use %s for the folder.", parameter, value.c_str(), reason.c_str(), folder);
}

bool requests_checkpoints() {
  DECLARE_CCTK_PARAMETERS
  return checkpoint_every > 0 || checkpoint_every_walltime_hours > 0 || checkpoint_on_terminate || checkpoint_ID;
}

/// Reports checkpoints and recovery if no active thorn supports them.
void check_methods() {
  DECLARE_CCTK_PARAMETERS
  if (ioutil::has_methods()) return;
  if (CCTK_Equals(recover, "auto") || CCTK_Equals(recover, "manual"))
    CCTK_PARAMWARN("IO::recover requires a checkpoint, but no active thorn reads checkpoints. Activate IOHDF5.");
  if (requests_checkpoints())
    iotools::report_parameter_error(
        CCTK_THORNSTRING, "The parameters of IO request checkpoints, but no active thorn writes checkpoints. Activate "
                          "IOHDF5 and set IOHDF5::checkpoint, or remove IO::checkpoint_every, "
                          "IO::checkpoint_every_walltime_hours, IO::checkpoint_ID and IO::checkpoint_on_terminate.");
  else if (CCTK_Equals(recover, "autoprobe"))
    CCTK_WARN(CCTK_WARN_ALERT, "IO::recover = \"autoprobe\" searches for a checkpoint, but no active thorn reads "
                               "checkpoints. Activate IOHDF5.");
}

} // namespace

extern "C" void IOUtil_CheckParameters(CCTK_ARGUMENTS) {
  (void)cctkGH;
  DECLARE_CCTK_PARAMETERS
  if (out3D_septimefiles || out_timesteps_per_file == 1)
    reject(out3D_septimefiles ? "IO::out3D_septimefiles" : "IO::out_timesteps_per_file", "one file per iteration");
  if (print_timing_info) reject("IO::print_timing_info", "a report of the time spent in output");
  check_methods();
  check_names();
  iotools::check_folder(CCTK_THORNSTRING, "IO::out_dir", out_dir, true);
  if (require_empty_output_directory && !ioutil::has_recovered() && iotools::is_root() && !is_empty(out_dir))
    CCTK_VPARAMWARN("`%s` (IO::out_dir) is not empty, and IO::require_empty_output_directory is set. Choose another "
                    "directory, or remove this one.",
                    out_dir);
  iotools::check_folder(CCTK_THORNSTRING, "IO::checkpoint_dir", checkpoint_dir,
                        requests_checkpoints() && ioutil::has_methods());
  if (!CCTK_Equals(recover, "no")) iotools::check_folder(CCTK_THORNSTRING, "IO::recover_dir", recover_dir, false);
  if (max_entries_per_subdir > 0) reject("IO::max_entries_per_subdir", "output distributed over folders");
}
