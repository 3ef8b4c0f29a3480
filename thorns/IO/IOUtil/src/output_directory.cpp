// IO::out_dir is there before any thorn sets up its grid: others than output thorns write into it, too.
#include "IO/IOTools/src/checkpoint/sole_writer.hpp"
#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/text_file.hpp"
#include "recovery.hpp"

#include <cctk_Arguments.h>
#include <cctk_ParamCheck.h>
#include <cctk_Parameters.h>

#include <filesystem>
#include <memory>
#include <string>

namespace {

namespace fs = std::filesystem;

bool is_empty(fs::path const& directory) {
  std::error_code error;
  return fs::is_empty(directory, error) || error;
}

/// Two runs that write into one folder mix the lines of their files. Why this one must not, or empty when it may from
/// now on, until it ends.
std::string objection_to_writing(std::string const& folder) {
  static std::unique_ptr<iotools::SoleWriter> claim;
  claim = std::make_unique<iotools::SoleWriter>(folder, "chemora-output");
  if (claim->other().empty()) return "";
  return "Another run, " + claim->other() + ", writes its output into `" + folder +
         "`. Wait for its end, or set another IO::out_dir.";
}

} // namespace

extern "C" void IOUtil_ClaimOutputDirectory(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_ParamChecking()) return;
  auto const reason = iotools::from_root(iotools::my_rank() == 0 ? objection_to_writing(out_dir) : "");
  if (!reason.empty()) CCTK_ERROR(reason.c_str());
}

extern "C" void IOUtil_MakeOutputDirectory(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  if (!CCTK_ParamChecking() && CCTK_MyProc(cctkGH) == 0) {
    if (auto const reason = iotools::make_directory(out_dir); !reason.empty())
      CCTK_VPARAMWARN("%s Choose another IO::out_dir.", reason.c_str());
    else if (require_empty_output_directory && !ioutil::has_recovered() && !is_empty(out_dir))
      CCTK_VPARAMWARN("`%s` (IO::out_dir) is not empty, and IO::require_empty_output_directory is set. Name another "
                      "directory, or remove this one.",
                      out_dir);
  }
  CCTK_Barrier(cctkGH);
}
