#include "framework/run/stages.hpp"

#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_ScheduleVisit.h"
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

/// Functions without TRIGGERS inherit the triggers of the enclosing groups, because a group without due triggers does
/// not run.
void visit_functions(std::string const& where, Visit const& visit, cFunctionData const& enclosing = {}) {
  for (auto const& item : scheduler().schedule().items(where)) {
    cFunctionData data = scheduler().call_of(item).data;
    if (data.n_TriggerGroups == 0) {
      data.n_TriggerGroups = enclosing.n_TriggerGroups;
      data.TriggerGroups = enclosing.TriggerGroups;
    }
    if (item.is_group())
      visit_functions(item.statement.name.text, visit, data);
    else
      visit(data);
  }
}

using Change = std::function<void(int group, int n_time_levels)>;

/// Simulates the STORAGE statements of the run in their order; reports every change of the time levels of a group.
class StorageSimulation {
public:
  explicit StorageSimulation(Change change) : change_(std::move(change)) {
    for (auto const& [group, n_time_levels] : scheduler().permanent_storage()) raise(group, n_time_levels);
  }

  /// Items with triggers are omitted, because whether they run depends on output.
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
    int& current = n_time_levels_[group];
    if (current == n_time_levels) return;
    current = n_time_levels;
    change_(group, current);
  }

  Change change_;
  std::map<int, int> n_time_levels_;
};

} // namespace

void set_visited_run(tFleshConfig const& config) { configuration = &config; }

bool driver_replaces_simulation() { return CCTK_OverloadInitialise(nullptr) > 1 || CCTK_OverloadEvolve(nullptr) > 1; }

} // namespace chemora::run

namespace run = chemora::run;

extern "C" {

void CCTK_VisitScheduledFunctions(void (*visit)(cFunctionData const*, void*), void* data) {
  if (!run::configuration || run::driver_replaces_simulation()) return;
  for (char const* bin : run::bins_after_set_up(*run::configuration))
    run::visit_functions(bin, [&](cFunctionData const& function) { visit(&function, data); });
}

int CCTK_ScheduledTimeLevels(int group) {
  int max_levels = 0;
  auto const add = [&](std::vector<run::GroupStorage> const& storage) {
    for (auto const& [owner, n_time_levels] : storage)
      if (owner == group) max_levels = std::max(max_levels, n_time_levels);
  };
  add(run::scheduler().permanent_storage());
  for (auto const* const item : run::scheduler().schedule().all_items()) add(run::scheduler().call_of(*item).storage);
  return max_levels;
}

void CCTK_VisitScheduledStorage(void (*change)(int group, int n_time_levels, void* data), void* data) {
  run::StorageSimulation storage([&](int group, int n_time_levels) { change(group, n_time_levels, data); });
  if (!run::configuration || run::driver_replaces_simulation()) return;
  storage.visit("CCTK_BASEGRID");
  for (char const* bin : run::bins_after_set_up(*run::configuration)) storage.visit(bin);
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
