// From a parameter file to a run that can begin.
#pragma once

#include "framework/bind/thorn_binding.hpp"
#include "framework/include/cctk_Flesh.h"
#include "framework/run/command_line.hpp"
#include "framework/run/processes.hpp"

#include <span>

namespace chemora::run {

/// Reads the CCL of all compiled thorns. Throws base::UserError.
void read_thorns(std::span<bind::ThornBinding const> bindings);

/// Parameter file, activation, parameters, variables, aliased functions, schedule, in this order; nothing of a thorn
/// runs before all of it is right. Throws base::UserError with all findings of the step that failed.
void start_up(CommandLine const& command_line, Processes const& processes,
              std::span<bind::AliasedFunction const> functions);

/// The bins before there is a grid.
void run_startup_bins(tFleshConfig& config);

} // namespace chemora::run
