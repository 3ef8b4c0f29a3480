// cctk_Comm.h: CCTK_Exit and CCTK_Abort; and the end of a run on errors.
#include "framework/services/end_of_run.hpp"

#include "framework/include/cctk_Comm.h"
#include "framework/services/overloadable.hpp"

#include <cstdio>
#include <cstdlib>

namespace chemora::services {

namespace {

void (*end_of_run)(int, std::string const&) = nullptr;

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

namespace {

int end_quietly(cGH*, int code) { end_run(code, ""); }

chemora::services::Overloadable<int(cGH*, int)> overloadable_exit{end_quietly}, overloadable_abort{end_quietly};

} // namespace

// These two do not return, whatever a driver's function does.
extern "C" {

int CCTK_Exit(cGH* GH, int retval) {
  overloadable_exit.current(GH, retval);
  end_run(retval, "");
}

int CCTK_Abort(cGH* GH, int retval) {
  overloadable_abort.current(GH, retval);
  end_run(retval, "");
}

int CCTK_OverloadExit(int (*function)(cGH* GH, int retval)) { return overloadable_exit.replace(function); }
int CCTK_OverloadAbort(int (*function)(cGH* GH, int retval)) { return overloadable_abort.replace(function); }

} // extern "C"
