/// The schedule of this run: its items with resolved names, and their execution.
#pragma once

#include "framework/include/cctk_Schedule.h"
#include "framework/parameters/parameter_table.hpp"
#include "framework/schedule/schedule.hpp"
#include "framework/variables/variable_table.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace chemora::run {

// Names of groups and variables in a thorn's schedule.ccl (names_in_schedule.cpp).

/// Returns the index of a group. The name is `owner::group`, or only `group` for a group of the thorn's implementation,
/// a private group of the thorn, or a public group of an inherited implementation. -1 if the owner is not active.
/// Throws base::UserError with the nearest name if the owner has no such group.
int scheduled_group(ccl::Name const& name, parameters::CompiledThorn const& thorn,
                    variables::VariableTable const& table);

/// Returns the index of a variable whose name has no index `[n]`. For a vector variable, this is the index of its first
/// element.
int scheduled_variable(ccl::Name const& name, parameters::CompiledThorn const& thorn,
                       variables::VariableTable const& table);

/// Variables of a READS or WRITES clause: all variables of a group, all elements of a vector variable, or one variable.
struct ScheduledVariables {
  std::vector<int> indices;
  int time_level = 0; ///< the number of suffixes `_p`
};
/// Throws base::UserError if the group does not declare the time level.
ScheduledVariables scheduled_variables(ccl::VariableReference const& reference, parameters::CompiledThorn const& thorn,
                                       variables::VariableTable const& table, ccl::Environment const& environment);

struct GroupStorage {
  int group = 0;
  int n_time_levels = 1;
};

/// Group and number of time levels of a STORAGE entry; all declared levels if it has no number. Empty if the owner of
/// the group is not active.
std::optional<GroupStorage> storage_of(ccl::VariableReference const& reference, parameters::CompiledThorn const& thorn,
                                       variables::VariableTable const& variables, ccl::Environment const& environment);

/// Returns the function of the thorn that the item schedules.
bind::ScheduledFunction const& find_function(parameters::CompiledThorn const& thorn, schedule::Item const& item);

/// A scheduled item with resolved names: groups and variables as indices, options as flags, the function's address.
/// Not copied or moved, because `data` points into the other members.
class ScheduledCall {
public:
  /// Throws base::UserError with all findings.
  ScheduledCall(schedule::Item const& item, parameters::ThornCatalogue const& catalogue,
                parameters::ParameterTable const& parameters, variables::VariableTable const& variables);
  ScheduledCall(ScheduledCall const&) = delete;
  ScheduledCall& operator=(ScheduledCall const&) = delete;

  cFunctionData data{};
  bind::FunctionPointer function = nullptr; ///< nullptr for groups
  std::vector<GroupStorage> storage;
  int timer = -1;
  /// Indices of the variables after IF and WHILE, by their position in the schedule. Resolved at the first evaluation,
  /// because only then does the driver give them storage.
  std::map<ccl::Name const*, int> condition_variables;

private:
  void set_options(schedule::Item const& item, base::Diagnostics& problems);
  void set_access(schedule::Item const& item, parameters::CompiledThorn const& thorn,
                  variables::VariableTable const& variables, ccl::Environment const& environment, bool is_binding);
  void set_tags(schedule::Item const& item);
  void point_to_members();

  std::string where_, routine_, thorn_;
  std::vector<int> sync_groups_, trigger_groups_;
  std::vector<std::string> reads_, writes_, invalidates_;
  std::vector<char const*> read_pointers_, write_pointers_, invalidate_pointers_;
  std::vector<RDWR_entry> accesses_;
};

class Scheduler {
public:
  /// Reads schedule.ccl of the active thorns with the values of the parameters. Throws base::UserError with all
  /// findings.
  void build(parameters::ThornCatalogue const& catalogue, parameters::ParameterTable const& parameters,
             variables::VariableTable const& variables);

  schedule::Schedule const& schedule() const { return schedule_; }

  using Caller = int (*)(void* function, cFunctionData* data, void* cctkGH);
  /// Runs a bin or group; the function `call` returns 1 if it has also synchronised the SYNC groups.
  void traverse(std::string const& where, cGH* cctkGH, Caller call);

  /// Name of the running bin, also while its functions run groups; empty between bins.
  std::string const& bin() const { return bin_; }

  /// The running scheduled function; nullptr between functions.
  cFunctionData const* current() const { return current_; }
  void set_current(cFunctionData const* data) { current_ = data; }
  ScheduledCall& call_of(schedule::Item const& item) { return *calls_[item.number]; }

  /// The groups in top-level STORAGE statements, each with the largest requested number of time levels.
  std::vector<GroupStorage> const& permanent_storage() const { return permanent_storage_; }

  /// Warnings: items in groups that are not scheduled, clauses without effect and, on request, names after BEFORE and
  /// AFTER that are not scheduled.
  std::vector<std::string> warnings(bool with_missing_names) const;

private:
  void add_permanent_storage(GroupStorage const& wanted);

  schedule::Schedule schedule_;
  std::vector<std::unique_ptr<ScheduledCall>> calls_; ///< indexed by Item::number
  std::vector<GroupStorage> permanent_storage_;
  std::string bin_;
  cFunctionData const* current_ = nullptr;
};

/// The scheduler of this process.
Scheduler& scheduler();

/// Returns the timer of the ghost-zone exchanges after SYNC. If an exchange overlaps with later functions
/// (`PUGH::overlap`), the timer of the function that waits for the exchange includes the waiting time.
int synchronisation_timer();

} // namespace chemora::run
