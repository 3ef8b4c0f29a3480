// The grid, the bin in which thorns compile, and the end.
#include "framework/run/compile_only.hpp"

#include "framework/base/errors.hpp"
#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_CompileOnly.h"
#include "framework/run/evolution.hpp"
#include "framework/run/scheduler.hpp"
#include "framework/run/visit_schedule.hpp"
#include "framework/services/end_of_run.hpp"

#include <fmt/format.h>

namespace chemora::run {

namespace {

constexpr char const* compile_bin = "CCTK_COMPILE";

bool compiles_only = false;

} // namespace

void set_compile_only(bool is_asked) { compiles_only = is_asked; }

void compile_ahead(tFleshConfig* config) {
  if (has_foreign_course())
    throw base::UserError("--compile-only needs a driver that leaves the course of the run to the framework, as PUGH "
                          "does; the active driver has its own, and what it would launch cannot be told ahead.");
  cGH* const GH = set_up_grid(config);
  bool const has_compilers = !scheduler().schedule().items(compile_bin).empty();
  CCTK_Traverse(GH, compile_bin);
  if (CCTK_MyProc(GH) == 0)
    fmt::print("{}The run ends here because of --compile-only.\n",
               has_compilers ? "" : "No active thorn compiles anything (none schedules a function AT COMPILE). ");
  services::end_run(0, "");
}

} // namespace chemora::run

extern "C" int CCTK_CompilesOnly(void) { return chemora::run::compiles_only; }
