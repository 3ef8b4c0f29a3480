/// The stages of the program, in the order in which they run.
#pragma once

#include "framework/bind/thorn_binding.hpp"
#include "framework/include/cctk_Main.h"
#include "framework/parameters/par_file.hpp"
#include "framework/parameters/thorn_catalogue.hpp"
#include "framework/run/command_line.hpp"
#include "framework/run/processes.hpp"

#include <span>
#include <string>
#include <vector>

namespace chemora::run {

/// Makes the arguments available to thorns (cctk_CommandLine.h). `argv` must outlive the run.
void set_invocation(int argc, char** argv, std::string const& parameter_file);

/// Executes an option that only prints information, or runs the simulation. Returns the exit code; throws
/// base::UserError and other exceptions, which main() reports.
int run_program(CommandLine const& command_line, Processes const& processes, std::span<bind::ThornBinding const> thorns,
                std::span<bind::AliasedFunction const> functions);

// Information that the program prints (information.cpp).

/// Prints name, version, date, host, folder, processes and threads.
void print_header(CommandLine const& command_line, int n_processes);
void print_active_thorns(std::vector<std::string> const& activated_as_providers);
int list_thorns();
int test_thorn(std::string const& name);
int describe_all_parameters(bool with_ranges);
int describe_parameter(std::string const& full_name);

// Start-up (start_up.cpp, activation.cpp).

/// Reads the CCL of all compiled thorns. Throws base::UserError.
void read_thorns(std::span<bind::ThornBinding const> bindings);

/// Reads the parameter file, activates thorns, sets parameters, recovers parameters from a checkpoint, and makes the
/// variables, the aliased functions and the schedule, in this order. No code of a thorn runs before all this is
/// correct, except the recovery of parameters. Returns whether parameters came from a checkpoint. Throws
/// base::UserError with all findings of the stage that failed.
bool start_up(CommandLine const& command_line, Processes const& processes,
              std::span<bind::AliasedFunction const> functions);

/// Activates the requested thorns, and thorns that provide a capability that these need. Returns the names of the
/// latter. Reports to `problems`: thorns that are not compiled, two thorns with one implementation, missing
/// implementations that are inherited or befriended, and thorns of REQUIRES THORNS that are not active.
std::vector<std::string> activate_thorns(parameters::ThornCatalogue& catalogue,
                                         std::vector<parameters::RequestedThorn> const& requested,
                                         base::Diagnostics& problems);

// The default driver (default_driver.cpp): grid scalars only, the same on every process.

/// Registers the functions of the default driver. A driver thorn replaces them at STARTUP.
void install_default_driver();

/// Makes the current time level the first past one. Does nothing if a driver thorn made the hierarchy: that rotates its
/// own time levels when PRESTEP begins.
void rotate_time_levels(cGH* cctkGH);

// The simulation (evolution.cpp), unless a driver replaces it.

/// Option -P: the run ends after PARAMCHECK, which assumes `n_processes` processes (0: as many as there are).
void set_parameter_check(bool exits_after_check, int n_processes);

/// Makes the grid hierarchy, storage and coordinates, and checks the parameters.
cGH* set_up_grid(tFleshConfig* config);
/// The bins that run after set_up_grid, each once; the bins of time steps only if there is at least one step.
std::vector<char const*> bins_after_set_up(tFleshConfig const& config);

/// set_up_grid, then initial data or recovery.
int initialise(tFleshConfig* config);
/// Analysis and output of the initial data, then time steps until the end.
int evolve(tFleshConfig* config);
int shut_down(tFleshConfig* config);

/// Option --compile-only: the value that CCTK_CompilesOnly returns.
void set_compile_only(bool compiles_only);
/// Runs --compile-only: sets up the grid, lets thorns compile in bin COMPILE, and ends all processes. Throws
/// base::UserError if a driver replaces the simulation.
[[noreturn]] void compile_ahead(tFleshConfig* config);

// Functions that the run will call, for cctk_ScheduleVisit.h (visit_schedule.cpp).

/// Sets the run that CCTK_VisitScheduledFunctions visits; `config` must live as long as thorns call it.
void set_visited_run(tFleshConfig const& config);
/// Whether a driver replaces Initialise or Evolve.
bool driver_replaces_simulation();

} // namespace chemora::run
