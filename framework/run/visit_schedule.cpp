// The walk over the schedule that calls nothing.
#include "framework/run/visit_schedule.hpp"

#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_ScheduleVisit.h"
#include "framework/run/evolution.hpp"
#include "framework/run/scheduler.hpp"

#include <functional>
#include <string>

namespace chemora::run {

namespace {

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

} // namespace

void set_visited_run(tFleshConfig const& config) { configuration = &config; }

bool has_foreign_course() { return CCTK_OverloadInitialise(nullptr) > 1 || CCTK_OverloadEvolve(nullptr) > 1; }

} // namespace chemora::run

namespace run = chemora::run;

extern "C" {

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
