// What the names of groups and variables in a thorn's schedule.ccl mean.
#pragma once

#include "framework/parameters/thorn_catalogue.hpp"
#include "framework/variables/variable_table.hpp"

namespace chemora::run {

/// Index of a group: `owner::group`, or `group` of the thorn's implementation, its own private one, or a public one of
/// an implementation that it inherits from. -1 when the owner is not active. Throws base::UserError with the nearest
/// name if the owner has no such group.
int scheduled_group(ccl::Name const& name, parameters::CompiledThorn const& thorn,
                    variables::VariableTable const& table);

/// The same for a variable, without index: the first of its elements.
int scheduled_variable(ccl::Name const& name, parameters::CompiledThorn const& thorn,
                       variables::VariableTable const& table);

/// Variables of a READS or WRITES clause: all of a group, all elements of a vector variable, or one; and the time
/// level that suffixes `_p` say, which the group must declare.
struct ScheduledVariables {
  std::vector<int> indices;
  int time_level = 0;
};
ScheduledVariables scheduled_variables(ccl::VariableReference const& reference, parameters::CompiledThorn const& thorn,
                                       variables::VariableTable const& table, ccl::Environment const& environment);

} // namespace chemora::run
