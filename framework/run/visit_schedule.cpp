// The walk over the schedule that calls nothing.
#include "framework/run/visit_schedule.hpp"

#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_ScheduleVisit.h"
#include "framework/run/evolution.hpp"
#include "framework/run/scheduler.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

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

using Change = std::function<void(int group, int n_time_levels)>;

/// Time levels of each group as the STORAGE statements met so far leave them; reports every change.
class StorageCourse {
public:
  explicit StorageCourse(Change change) : change_(std::move(change)) {
    for (auto const& [group, n_time_levels] : scheduler().permanent_storage()) raise(group, n_time_levels);
  }

  /// Items with triggers are left out: whether they run depends on output.
  void visit(std::string const& where) {
    for (auto const& item : scheduler().schedule().items(where)) {
      auto const& call = scheduler().call_of(item);
      if (call.data.n_TriggerGroups > 0) continue;
      std::vector<int> before;
      for (auto const& [group, n_time_levels] : call.storage) before.push_back(raise(group, n_time_levels));
      if (item.is_group()) visit(item.statement.name.text);
      for (std::size_t n = before.size(); n-- > 0;) set(call.storage[n].group, before[n]);
    }
  }

private:
  int raise(int group, int n_time_levels) {
    int const before = n_time_levels_[group];
    set(group, std::max(before, n_time_levels));
    return before;
  }

  void set(int group, int n_time_levels) {
    int& now = n_time_levels_[group];
    if (now == n_time_levels) return;
    now = n_time_levels;
    change_(group, now);
  }

  Change change_;
  std::map<int, int> n_time_levels_;
};

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

int CCTK_ScheduledTimeLevels(int group) {
  int most = 0;
  auto const see = [&](std::vector<run::GroupStorage> const& storage) {
    for (auto const& [owner, n_time_levels] : storage)
      if (owner == group) most = std::max(most, n_time_levels);
  };
  see(run::scheduler().permanent_storage());
  for (auto const* const item : run::scheduler().schedule().all_items()) see(run::scheduler().call_of(*item).storage);
  return most;
}

void CCTK_VisitScheduledStorage(void (*change)(int group, int n_time_levels, void* data), void* data) {
  run::StorageCourse course([&](int group, int n_time_levels) { change(group, n_time_levels, data); });
  if (!run::configuration || run::has_foreign_course()) return;
  course.visit("CCTK_BASEGRID");
  for (char const* bin : run::bins_ahead(*run::configuration)) course.visit(bin);
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
