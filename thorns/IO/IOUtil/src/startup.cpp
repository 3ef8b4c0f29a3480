// Registers the grid extension "IO".
#include "startup.hpp"

#include "ioGH.h"
#include "recovery.hpp"

#include <cctk_Parameters.h>

#include <algorithm>

namespace {

int downsample[3];
ioGH extension;

void* setup_extension(tFleshConfig*, int, cGH* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  downsample[0] = out_downsample_x;
  downsample[1] = out_downsample_y;
  downsample[2] = out_downsample_z;
  extension = {};
  int const n = CCTK_nProcs(cctkGH);
  extension.ioproc_every = CCTK_Equals(out_mode, "proc") ? 1
                           : CCTK_Equals(out_mode, "np") ? std::min(out_proc_every, n)
                                                         : n;
  extension.nioprocs = (n + extension.ioproc_every - 1) / extension.ioproc_every;
  extension.ioproc = CCTK_MyProc(cctkGH) / extension.ioproc_every * extension.ioproc_every;
  extension.unchunked = extension.nioprocs == 1 && (out_unchunked || n == 1);
  extension.downsample = downsample;
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
