// A scheduled item made ready to run: groups and variables as numbers, options as flags, the function's address.
#pragma once

#include "framework/include/cctk_Schedule.h"
#include "framework/parameters/parameter_table.hpp"
#include "framework/schedule/schedule.hpp"
#include "framework/variables/variable_table.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::run {

struct GroupStorage {
  int group = 0;
  int n_time_levels = 1;
};

/// Not copied or moved: `data` points into the other members.
class ScheduledCall {
public:
  /// Throws base::UserError with all findings, and for constructs that are not acted upon.
  ScheduledCall(schedule::Item const& item, parameters::ThornCatalogue const& catalogue,
                parameters::ParameterTable const& parameters, variables::VariableTable const& variables);
  ScheduledCall(ScheduledCall const&) = delete;
  ScheduledCall& operator=(ScheduledCall const&) = delete;

  cFunctionData data{};
  bind::FunctionPointer function = nullptr; ///< nullptr for groups
  std::vector<GroupStorage> storage;
  int timer = -1;
  /// Those of IF and WHILE by place in the schedule, from when they are first asked for: the driver gives them storage.
  std::map<ccl::Name const*, int> conditions;

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

/// A scheduled function in the thorn's code.
bind::ScheduledFunction const& find_function(parameters::CompiledThorn const& thorn, schedule::Item const& item);

/// Group and number of time levels of a STORAGE entry; all declared levels if it gives none. Nothing when the group's
/// owner is not active.
std::optional<GroupStorage> storage_of(ccl::VariableReference const& reference, parameters::CompiledThorn const& thorn,
                                       variables::VariableTable const& variables, ccl::Environment const& environment);

} // namespace chemora::run
