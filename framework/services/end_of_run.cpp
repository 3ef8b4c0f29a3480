// cctk_Comm.h: CCTK_Exit and CCTK_Abort; and the end of a run on errors.
#include "framework/services/end_of_run.hpp"

#include "framework/include/cctk_Comm.h"

#include <cstdio>
#include <cstdlib>

namespace chemora::services {

namespace {

void (*end_of_run)(int, std::string const&) = nullptr;
int (*exit_function)(cGH*, int) = nullptr;
int (*abort_function)(cGH*, int) = nullptr;

} // namespace

void set_end_of_run(void (*handler)(int exit_code, std::string const& message)) { end_of_run = handler; }

void end_run(int exit_code, std::string const& message) {
  if (end_of_run) end_of_run(exit_code, message);
  std::fflush(stdout);
  if (!message.empty()) std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(exit_code);
}

} // namespace chemora::services

using chemora::services::end_run;

extern "C" {

int CCTK_Exit(cGH* GH, int retval) {
  if (chemora::services::exit_function) chemora::services::exit_function(GH, retval);
  end_run(retval, "");
}

int CCTK_Abort(cGH* GH, int retval) {
  if (chemora::services::abort_function) chemora::services::abort_function(GH, retval);
  end_run(retval, "");
}

int CCTK_OverloadExit(int (*function)(cGH* GH, int retval)) {
  chemora::services::exit_function = function;
  return 1;
}

int CCTK_OverloadAbort(int (*function)(cGH* GH, int retval)) {
  chemora::services::abort_function = function;
  return 1;
}

} // extern "C"
