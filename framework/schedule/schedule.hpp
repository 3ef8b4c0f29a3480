/// The schedule: the bins in their order, the items of each bin and group in theirs, and their execution.
#pragma once

#include "framework/ccl/schedule_file.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::schedule {

/// A standard bin, in which items are scheduled with AT.
struct Bin {
  std::string_view name;    ///< name with prefix, as `CCTK_INITIAL`
  std::string_view purpose; ///< description in the printed schedule
};

/// All bins in the order in which a run executes them.
std::span<Bin const> bins();

/// The full name of a bin: `name` in any case, with or without `CCTK_`. Empty for an unknown bin.
std::string bin_name(std::string_view name);

/// One SCHEDULE statement of one active thorn.
struct Item {
  std::string thorn;
  ccl::ScheduleItem statement;
  std::string where; ///< the bin (`CCTK_EVOL`) or group that contains the item

  std::size_t number = 0;                   ///< index in all_items()
  std::vector<Item> const* inner = nullptr; ///< the items of a group, in order

  bool is_group() const { return statement.is_group; }
  std::string const& shown_name() const { return statement.shown_name(); }
};

struct ThornStatement {
  std::string thorn;
  ccl::ScheduleItem const* statement = nullptr;
};

/// Sorts the statements in the order that resolves ties, by Cactus::schedule_sort_mode. Mode `none` sorts by the bytes
/// of the thorn names, as in Cactus, then by the position in the file. The modes `ascending` and `descending` sort by
/// the names of items, ignoring case.
std::vector<ThornStatement> sorted(std::vector<ThornStatement> statements, std::string const& mode);

/// Pairs "before, after" of indices 0 .. n-1.
class Precedence {
public:
  explicit Precedence(std::size_t n) : followers_(n) {}
  void add(std::size_t before, std::size_t after) { followers_[before].push_back(after); }
  std::vector<std::vector<std::size_t>> const& followers() const { return followers_; }

private:
  std::vector<std::vector<std::size_t>> followers_;
};

/// Either all indices in order, or one cycle: a before b before ... before a.
struct Order {
  std::vector<std::size_t> indices;
  std::vector<std::size_t> cycle;
};

/// Returns a total order that respects the pairs. The algorithm visits the positions from the first to the last. While
/// a pair requires that a later index precedes the index at the position, the algorithm exchanges the first such index
/// with it. Ties are resolved as in Cactus, because parameter files and reference data depend on it; an exchange also
/// moves an index without pairs. There are at most n (n - 1) / 2 exchanges, because each removes at least one pair of
/// indices in wrong order.
Order order_of(Precedence const& precedence);

/// The items of all bins and groups. BEFORE and AFTER refer to functions or groups of the same group, by their alias if
/// they have one; unknown names are ignored. Ties are resolved as in order_of, equally on every rank and in every run.
class Schedule {
public:
  Schedule() = default;
  Schedule(Schedule&&) = default; // items of groups keep their addresses
  Schedule& operator=(Schedule&&) = default;

  /// Throws base::UserError for unknown bins, for contradicting orders (with the cycle), and for groups that contain
  /// themselves.
  explicit Schedule(std::vector<ThornStatement> const& statements);

  /// Items of a bin or group in order; empty if it has none. Case is ignored, and the prefix `CCTK_` of bins is
  /// optional.
  std::vector<Item> const& items(std::string const& where) const;

  /// All items of all bins and groups. The pointers are valid until the schedule is destroyed or assigned to.
  std::vector<Item const*> all_items() const;

  /// The bins in which the items of a bin or group run, in the order of bins(); none for groups that only thorns
  /// traverse.
  std::vector<std::string> bins_with(std::string const& where) const;

  /// Whether `where` is a bin, a group with items, or a group that a SCHEDULE GROUP statement declares.
  bool contains(std::string const& where) const;

  /// Items IN groups that no statement declares, in order of declaration. These items never run, so the user gets a
  /// warning. A group that is declared without AT or IN is traversed by its thorn.
  std::vector<Item const*> items_without_group() const;

private:
  void link();
  void check_for_groups_in_themselves() const;

  std::map<std::string, std::vector<Item>> groups_; ///< by bin name or lower-case group name
  std::set<std::string> declared_;                  ///< groups that a statement declares, lower case
};

/// Operations of the execution; framework/run implements them with variables and the driver.
class Actions {
public:
  virtual ~Actions() = default;

  /// Whether the item runs now; called first.
  virtual bool is_wanted(Item const&) { return true; }

  /// Allocates the storage of an item before its conditions are evaluated. leave() frees the storage after the item has
  /// completed.
  virtual void enter(Item const& item) = 0;
  virtual void leave(Item const& item) = 0;

  /// Runs a function, then synchronises its SYNC groups.
  virtual void call(Item const& item) = 0;

  /// Called after a function or group has run, but not if IF or WHILE prevented it from running.
  virtual void complete(Item const&) {}

  /// Whether the integer grid scalar of an IF or WHILE is not 0.
  virtual bool is_non_zero(ccl::Name const& variable, Item const& item) = 0;
};

/// Runs every item of `where` in order. IF is evaluated once, WHILE before each pass.
void traverse(Schedule const& schedule, std::string const& where, Actions& actions);

/// The schedule as indented text: every bin with items, groups expanded, with WHILE, IF and descriptions. If `where` is
/// not empty, only this bin or group is printed.
std::string to_text(Schedule const& schedule, std::string const& where = "");

/// The schedule in the DOT language of Graphviz: one cluster per group, arrows in order of execution.
std::string to_dot(Schedule const& schedule);

} // namespace chemora::schedule
