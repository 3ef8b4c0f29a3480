#include "framework/schedule/schedule.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

namespace chemora::schedule {

namespace {

constexpr std::array all_bins{
    Bin{"CCTK_RECOVER_PARAMETERS", "recover parameters"},
    Bin{"CCTK_STARTUP", "start up, before the grid exists"},
    Bin{"CCTK_WRAGH", "after the grid is set up, before its variables exist"},
    Bin{"CCTK_PARAMCHECK", "check parameters"},
    Bin{"CCTK_PREREGRIDINITIAL", "before the first change of grids"},
    Bin{"CCTK_POSTREGRIDINITIAL", "after the first change of grids"},
    Bin{"CCTK_BASEGRID", "set up coordinates and grids"},
    Bin{"CCTK_COMPILE", "with --compile-only: compile the kernels of the run, then end"},
    Bin{"CCTK_INITIAL", "initial data"},
    Bin{"CCTK_POSTINITIAL", "after initial data"},
    Bin{"CCTK_POSTRESTRICTINITIAL", "after restricting initial data"},
    Bin{"CCTK_POSTPOSTINITIAL", "after initial data of all levels"},
    Bin{"CCTK_RECOVER_VARIABLES", "recover variables"},
    Bin{"CCTK_POST_RECOVER_VARIABLES", "after recovery"},
    Bin{"CCTK_CPINITIAL", "checkpoint initial data"},
    Bin{"CCTK_PREREGRID", "before a change of grids"},
    Bin{"CCTK_POSTREGRID", "after a change of grids"},
    Bin{"CCTK_PRESTEP", "before a step"},
    Bin{"CCTK_EVOL", "evolve by a step"},
    Bin{"CCTK_POSTRESTRICT", "after restricting"},
    Bin{"CCTK_POSTSTEP", "after a step"},
    Bin{"CCTK_CHECKPOINT", "checkpoint"},
    Bin{"CCTK_ANALYSIS", "analysis, then output"},
    Bin{"CCTK_TERMINATE", "before the grid is removed"},
    Bin{"CCTK_SHUTDOWN", "shut down"},
};

constexpr std::string_view prefix = "CCTK_";

/// Returns the key of a bin (its full name) or of a group (its name in lower case).
std::string key_of(std::string const& where) {
  std::string const bin = bin_name(where);
  return bin.empty() ? ccl::lower_case(where) : bin;
}

/// Whether the list contains the name or alias of the item.
bool names(std::vector<ccl::Name> const& list, Item const& item) {
  return std::any_of(list.begin(), list.end(),
                     [&](ccl::Name const& name) { return ccl::same_name(name.text, item.shown_name()); });
}

std::vector<Item> ordered(std::vector<Item> items) {
  Precedence precedence(items.size());
  for (std::size_t a = 0; a < items.size(); ++a)
    for (std::size_t b = 0; b < items.size(); ++b) {
      if (a == b) continue;
      if (names(items[a].statement.before, items[b])) precedence.add(a, b);
      if (names(items[a].statement.after, items[b])) precedence.add(b, a);
    }
  Order const order = order_of(precedence);
  if (!order.cycle.empty()) {
    std::string path;
    for (std::size_t index : order.cycle) path += items[index].shown_name() + " before ";
    Item const& first = items[order.cycle.front()];
    throw base::UserError(first.statement.name.where,
                          "The order in " + first.where + " contradicts itself: " + path + first.shown_name() + ".");
  }
  std::vector<Item> result;
  for (std::size_t index : order.indices) result.push_back(std::move(items[index]));
  return result;
}

bool all_non_zero(std::vector<ccl::Name> const& variables, Item const& item, Actions& actions) {
  return std::all_of(variables.begin(), variables.end(),
                     [&](ccl::Name const& variable) { return actions.is_non_zero(variable, item); });
}

void run_items(std::vector<Item> const& items, Actions& actions);

void run_once(Item const& item, Actions& actions) {
  if (item.is_group())
    run_items(*item.inner, actions);
  else
    actions.call(item);
}

/// Evaluates IF and WHILE; returns whether the item has run.
bool run(Item const& item, Actions& actions) {
  auto const& whiles = item.statement.while_variables;
  if (!all_non_zero(item.statement.if_variables, item, actions)) return false;
  if (!all_non_zero(whiles, item, actions)) return false;
  do run_once(item, actions);
  while (!whiles.empty() && all_non_zero(whiles, item, actions));
  return true;
}

void run_items(std::vector<Item> const& items, Actions& actions) {
  for (Item const& item : items) {
    if (!actions.is_wanted(item)) continue;
    actions.enter(item);
    if (run(item, actions)) actions.complete(item);
    actions.leave(item);
  }
}

/// Names of all bins, for messages.
std::string bin_names() {
  auto const without_prefix = [](Bin const& bin) { return bin.name.substr(prefix.size()); };
  return base::join(all_bins, ", ", without_prefix);
}

} // namespace

std::span<Bin const> bins() { return all_bins; }

std::string bin_name(std::string_view name) {
  if (ccl::same_name(name.substr(0, prefix.size()), prefix)) name.remove_prefix(prefix.size());
  for (Bin const& bin : all_bins)
    if (ccl::same_name(name, bin.name.substr(prefix.size()))) return std::string(bin.name);
  return {};
}

std::vector<ThornStatement> sorted(std::vector<ThornStatement> statements, std::string const& mode) {
  auto const name_of = [](ThornStatement const& each) { return ccl::lower_case(each.statement->shown_name()); };
  auto const is_less = [&](ThornStatement const& a, ThornStatement const& b) {
    if (mode == "ascending") return name_of(a) < name_of(b);
    if (mode == "descending") return name_of(b) < name_of(a);
    return a.thorn < b.thorn;
  };
  std::stable_sort(statements.begin(), statements.end(), is_less);
  return statements;
}

Schedule::Schedule(std::vector<ThornStatement> const& statements) {
  base::Diagnostics diagnostics;
  std::map<std::string, std::vector<Item>> groups;
  for (auto const& [thorn, statement] : statements) {
    if (statement->is_group) declared_.insert(key_of(statement->name.text));
    if (statement->in.text.empty()) continue;
    std::string const bin = bin_name(statement->in.text);
    if (statement->is_at_bin && bin.empty())
      diagnostics.error(statement->in.where, "There is no bin `" + statement->in.text +
                                                 "`; use IN for a group. The bins are " + bin_names() + ".");
    groups[key_of(statement->in.text)].push_back({thorn, *statement, bin.empty() ? statement->in.text : bin});
  }
  diagnostics.throw_if_errors();
  for (auto& [key, items] : groups) groups_[key] = ordered(std::move(items));
  link();
  check_for_groups_in_themselves();
}

std::vector<Item> const& Schedule::items(std::string const& where) const {
  static std::vector<Item> const none;
  auto const found = groups_.find(key_of(where));
  return found == groups_.end() ? none : found->second;
}

std::vector<Item const*> Schedule::all_items() const {
  std::vector<Item const*> all;
  for (auto const& [key, items] : groups_)
    for (Item const& item : items) all.push_back(&item);
  return all;
}

std::vector<std::string> Schedule::bins_with(std::string const& where) const {
  std::set<std::string> holders{key_of(where)}; // `where` and all groups that contain it directly or indirectly
  for (std::size_t n_before = 0; n_before != holders.size();) {
    n_before = holders.size();
    for (auto const& [key, items] : groups_)
      for (Item const& item : items)
        if (item.is_group() && holders.count(key_of(item.statement.name.text))) holders.insert(key);
  }
  std::vector<std::string> found;
  for (Bin const& bin : bins())
    if (holders.count(std::string(bin.name))) found.emplace_back(bin.name);
  return found;
}

bool Schedule::contains(std::string const& where) const {
  return !bin_name(where).empty() || groups_.count(key_of(where)) || declared_.count(key_of(where));
}

std::vector<Item const*> Schedule::items_without_group() const {
  std::vector<Item const*> lost;
  for (auto const& [key, items] : groups_)
    if (bin_name(key).empty() && !declared_.count(key))
      for (Item const& item : items) lost.push_back(&item);
  return lost;
}

// Groups point to their items, so that the execution of a step needs no look-up by name.
void Schedule::link() {
  std::size_t n = 0;
  for (auto& [key, items] : groups_)
    for (Item& item : items) {
      item.number = n++;
      if (item.is_group()) item.inner = &this->items(item.statement.name.text);
    }
}

void Schedule::check_for_groups_in_themselves() const {
  std::set<std::string> done, open;
  std::function<void(std::string const&)> const visit = [&](std::string const& key) {
    if (done.count(key)) return;
    open.insert(key);
    for (Item const& item : items(key)) {
      if (!item.is_group()) continue;
      std::string const inner = key_of(item.statement.name.text);
      if (open.count(inner))
        throw base::UserError(item.statement.name.where, "The group " + item.statement.name.text +
                                                             " would contain itself: it is scheduled in " + item.where +
                                                             ", which runs within it.");
      visit(inner);
    }
    open.erase(key);
    done.insert(key);
  };
  for (auto const& [key, items] : groups_) visit(key);
}

void traverse(Schedule const& schedule, std::string const& where, Actions& actions) {
  run_items(schedule.items(where), actions);
}

} // namespace chemora::schedule
