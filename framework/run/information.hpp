// What the program says about itself, its thorns and their parameters.
#pragma once

#include "framework/run/command_line.hpp"

#include <string>
#include <vector>

namespace chemora::run {

/// Name, version, date, host, folder, processes and threads.
void print_header(CommandLine const& command_line, int n_processes);

void print_active_thorns(std::vector<std::string> const& activated_for_others);

/// Answers to the options that only ask; the exit code.
int list_thorns();
int test_thorn(std::string const& name);
int describe_all_parameters(bool with_ranges);
int describe_parameter(std::string const& full_name);

bool stderr_is_terminal();

} // namespace chemora::run
