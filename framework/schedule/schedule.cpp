// Gathers items by group and orders each group.
#include "framework/schedule/schedule.hpp"

#include "framework/base/errors.hpp"
#include "framework/schedule/bins.hpp"
#include "framework/schedule/order.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace chemora::schedule {

namespace {

/// Bins by their full name, groups in lower case.
std::string key_of(std::string const& where) {
  std::string const bin = bin_name(where);
  return bin.empty() ? ccl::lower_case(where) : bin;
}

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
    throw base::UserError(first.statement.name.where, "The order asked for in " + first.where +
                                                          " contradicts itself: " + path + first.shown_name() + ".");
  }
  std::vector<Item> result;
  for (std::size_t index : order.indices) result.push_back(std::move(items[index]));
  return result;
}

} // namespace

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
                                                 "`; a group is named after IN. The bins are " + bin_names() + ".");
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
  std::set<std::string> holders{key_of(where)}; // it and all groups that hold it
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

bool Schedule::knows(std::string const& where) const {
  return !bin_name(where).empty() || groups_.count(key_of(where)) || declared_.count(key_of(where));
}

std::vector<Item const*> Schedule::items_without_group() const {
  std::vector<Item const*> lost;
  for (auto const& [key, items] : groups_)
    if (bin_name(key).empty() && !declared_.count(key))
      for (Item const& item : items) lost.push_back(&item);
  return lost;
}

// Walks follow addresses: names would be looked up in every step.
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

} // namespace chemora::schedule
