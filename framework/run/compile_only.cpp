// The walk over the schedule that calls nothing, and the end.
#include "framework/run/compile_only.hpp"

#include "framework/base/errors.hpp"
#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_CompileOnly.h"
#include "framework/run/evolution.hpp"
#include "framework/run/scheduler.hpp"
#include "framework/services/end_of_run.hpp"

#include <fmt/format.h>

#include <functional>

namespace chemora::run {

namespace {

constexpr char const* compile_bin = "CCTK_COMPILE";

bool compiles_only = false;
tFleshConfig const* configuration = nullptr;

using Visit = std::function<void(cFunctionData const&)>;

/// Functions without triggers of their own have those of the groups around them, which may keep them from running.
void visit_functions(std::string const& where, Visit const& visit, cFunctionData const& around = {}) {
  for (auto const& item : scheduler().schedule().items(where)) {
    cFunctionData data = scheduler().call_of(item).data;
    if (data.n_TriggerGroups == 0) {
      data.n_TriggerGroups = around.n_TriggerGroups;
      data.TriggerGroups = around.TriggerGroups;
    }
    if (item.is_group())
      visit_functions(item.statement.name.text, visit, data);
    else
      visit(data);
  }
}

/// Whether a driver has put its own course of a run in the place of ours.
bool has_foreign_course() { return CCTK_OverloadInitialise(nullptr) > 1 || CCTK_OverloadEvolve(nullptr) > 1; }

} // namespace

void set_compile_only(bool is_asked, tFleshConfig const* config) {
  compiles_only = is_asked;
  configuration = config;
}

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

namespace run = chemora::run;

extern "C" {

int CCTK_CompilesOnly(void) { return run::compiles_only; }

void CCTK_VisitScheduledFunctions(void (*visit)(cFunctionData const*, void*), void* data) {
  if (!run::configuration || run::has_foreign_course()) return;
  for (char const* bin : run::bins_ahead(*run::configuration))
    run::visit_functions(bin, [&](cFunctionData const& function) { visit(&function, data); });
}

int CCTK_VisitFunctionsIn(char const* where, void (*visit)(cFunctionData const*, void*), void* data) {
  int n_calls = 0;
  run::visit_functions(where, [&](cFunctionData const& function) {
    visit(&function, data);
    ++n_calls;
  });
  return n_calls;
}

} // extern "C"
