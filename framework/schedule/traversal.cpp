// IF around WHILE around the item.
#include "framework/schedule/traversal.hpp"

#include <algorithm>

namespace chemora::schedule {

namespace {

bool all_non_zero(std::vector<ccl::Name> const& variables, Item const& item, Actions& actions) {
  return std::all_of(variables.begin(), variables.end(),
                     [&](ccl::Name const& variable) { return actions.is_non_zero(variable, item); });
}

void walk(std::vector<Item> const& items, Actions& actions);

void run_once(Item const& item, Actions& actions) {
  if (item.is_group())
    walk(*item.inner, actions);
  else
    actions.call(item);
}

/// Returns whether it has run.
bool run(Item const& item, Actions& actions) {
  auto const& whiles = item.statement.while_variables;
  if (!all_non_zero(item.statement.if_variables, item, actions)) return false;
  if (!all_non_zero(whiles, item, actions)) return false;
  do run_once(item, actions);
  while (!whiles.empty() && all_non_zero(whiles, item, actions));
  return true;
}

void walk(std::vector<Item> const& items, Actions& actions) {
  for (Item const& item : items) {
    if (!actions.is_wanted(item)) continue;
    actions.enter(item);
    if (run(item, actions)) actions.complete(item);
    actions.leave(item);
  }
}

} // namespace

void traverse(Schedule const& schedule, std::string const& where, Actions& actions) {
  walk(schedule.items(where), actions);
}

} // namespace chemora::schedule
