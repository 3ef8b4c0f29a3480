// IF around WHILE around the item.
#include "framework/schedule/traversal.hpp"

#include <algorithm>

namespace chemora::schedule {

namespace {

bool all_non_zero(std::vector<ccl::Name> const& variables, Item const& item, Actions& actions) {
  return std::all_of(variables.begin(), variables.end(),
                     [&](ccl::Name const& variable) { return actions.is_non_zero(variable, item); });
}

void run_once(Schedule const& schedule, Item const& item, Actions& actions) {
  if (item.is_group())
    traverse(schedule, item.statement.name.text, actions);
  else
    actions.call(item);
}

void run(Schedule const& schedule, Item const& item, Actions& actions) {
  if (!all_non_zero(item.statement.if_variables, item, actions)) return;
  if (item.statement.while_variables.empty()) return run_once(schedule, item, actions);
  while (all_non_zero(item.statement.while_variables, item, actions)) run_once(schedule, item, actions);
}

} // namespace

void traverse(Schedule const& schedule, std::string const& where, Actions& actions) {
  for (Item const& item : schedule.items(where)) {
    actions.enter(item);
    run(schedule, item, actions);
    actions.leave(item);
  }
}

} // namespace chemora::schedule
