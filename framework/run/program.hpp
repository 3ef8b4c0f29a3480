// The whole program behind main().
#pragma once

#include "framework/bind/thorn_binding.hpp"
#include "framework/run/command_line.hpp"
#include "framework/run/processes.hpp"

#include <span>

namespace chemora::run {

/// Answers the options that only ask, or runs the simulation. The exit code. Throws what main() reports.
int answer_or_simulate(CommandLine const& command_line, Processes const& processes,
                       std::span<bind::ThornBinding const> thorns, std::span<bind::AliasedFunction const> functions);

} // namespace chemora::run
