// From a parameter file to a run that can begin.
#pragma once

#include "framework/bind/thorn_binding.hpp"
#include "framework/run/command_line.hpp"
#include "framework/run/processes.hpp"

#include <span>

namespace chemora::run {

/// Reads the CCL of all compiled thorns. Throws base::UserError.
void read_thorns(std::span<bind::ThornBinding const> bindings);

/// Parameter file, activation, parameters, recovery of parameters, variables, aliased functions, schedule, in this
/// order; nothing of a thorn but the recovery runs before all of it is right. Returns whether parameters came from a
/// checkpoint. Throws base::UserError with all findings of the step that failed.
bool start_up(CommandLine const& command_line, Processes const& processes,
              std::span<bind::AliasedFunction const> functions);

} // namespace chemora::run
