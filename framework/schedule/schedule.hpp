// Which items each bin and group holds, in the order in which they run.
#pragma once

#include "framework/ccl/schedule_file.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace chemora::schedule {

/// One SCHEDULE statement of one active thorn.
struct Item {
  std::string thorn;
  ccl::ScheduleItem statement;
  std::string where; ///< bin (`CCTK_EVOL`) or group it runs in

  std::size_t number = 0;                   ///< place among all_items()
  std::vector<Item> const* inner = nullptr; ///< those of a group, in order

  bool is_group() const { return statement.is_group; }
  std::string const& shown_name() const { return statement.shown_name(); }
};

struct ThornStatement {
  std::string thorn;
  ccl::ScheduleItem const* statement = nullptr;
};

/// The statements in the order that decides ties, by Cactus::schedule_sort_mode. `none`: by thorns' names (bytes, as
/// Cactus, so that the ThornList does not matter), each thorn's in order of its file; `ascending`, `descending`: by
/// names of items in any case.
std::vector<ThornStatement> sorted(std::vector<ThornStatement> statements, std::string const& mode);

/// Orders all groups. BEFORE and AFTER name functions or groups of the same group, by their alias if they have one;
/// names that are not there are ignored; ties fall as `order_of` says, so the same on every rank and in every run.
class Schedule {
public:
  Schedule() = default;
  Schedule(Schedule&&) = default; // items of groups stay where they are
  Schedule& operator=(Schedule&&) = default;

  /// Throws base::UserError for an unknown bin, for orders that contradict each other (names the cycle) and for
  /// groups that contain themselves.
  explicit Schedule(std::vector<ThornStatement> const& statements);

  /// Items of a bin or group in order; empty when it has none. Any case; bins with or without `CCTK_`.
  std::vector<Item> const& items(std::string const& where) const;

  /// Every item of every bin and group. They stay where they are while this schedule lives and is not assigned to.
  std::vector<Item const*> all_items() const;

  /// The bins in which the items of a bin or group run, in the order of bins(); none for groups that only thorns
  /// traverse.
  std::vector<std::string> bins_with(std::string const& where) const;

  /// True for bins and for groups that hold items or are declared.
  bool knows(std::string const& where) const;

  /// Items IN groups that nobody declares, in order of declaration: they never run, which deserves a warning. A group
  /// declared without AT or IN is traversed by its thorn itself.
  std::vector<Item const*> items_without_group() const;

private:
  void link();
  void check_for_groups_in_themselves() const;

  std::map<std::string, std::vector<Item>> groups_; ///< by bin name or lower-case group name
  std::set<std::string> declared_;                  ///< groups that a statement declares, lower case
};

} // namespace chemora::schedule
