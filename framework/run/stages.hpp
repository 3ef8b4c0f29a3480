/// The stages of the program, in the order in which they run.
#pragma once

#include "framework/bind/thorn_binding.hpp"
#include "framework/include/cctk_Main.h"
#include "framework/parameters/par_evaluation.hpp"
#include "framework/parameters/par_file.hpp"
#include "framework/parameters/thorn_catalogue.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace chemora::run {

// The processes of a run: MPI from start to end, also after an error, and the threads of each process (processes.cpp).

/// Calls MPI_Init in the constructor and MPI_Finalize in the destructor.
class Processes {
public:
  Processes(int* argc, char*** argv);
  ~Processes();
  Processes(Processes const&) = delete;
  Processes& operator=(Processes const&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_root() const { return rank_ == 0; }

  /// Returns the text of process 0 on all processes.
  std::string broadcast(std::string text) const;

private:
  int rank_ = 0;
  int size_ = 1;
};

/// Ends every process with this exit code and prints `message` once. If all processes call this function (for example
/// because of a wrong parameter), they end without MPI_Abort. If some processes do not call it within a few seconds,
/// the calling process aborts all processes.
[[noreturn]] void end_all_processes(int exit_code, std::string const& message);

/// The processors that each process of a computer may run on. If n processes may run on a processor, each of them has a
/// share of 1/n in it.
using ProcessorsOfProcesses = std::vector<std::vector<int>>;

/// Returns the sum of the shares of a process in all processors, rounded down, but at least 1.
int processors_of_process(ProcessorsOfProcesses const& processors, std::size_t process);

/// Unless the user has set OMP_NUM_THREADS, limits the threads of this process to its share of the processors.
/// Collective over all processes. Returns a warning for the user if there are, or would be, more threads than
/// processors; otherwise an empty text.
std::string choose_number_of_threads();

// The command line (command_line.cpp).

/// The options and the parameter file of a run.
struct CommandLine {
  enum class Action {
    run,
    help,
    version,
    list_thorns,
    test_thorn,
    describe_parameters,
    describe_parameter,
    print_schedule
  };
  Action action = Action::run;
  std::string argument;           ///< thorn of test_thorn, parameter of describe_parameter
  bool is_verbose = false;        ///< describe_parameters also prints ranges
  bool is_dot = false;            ///< print_schedule: in the format of Graphviz
  bool exits_after_check = false; ///< -P: end after PARAMCHECK
  int n_checked_processes = 0;    ///< -P N
  bool compiles_only = false;     ///< --compile-only: end after BASEGRID and COMPILE
  bool is_quiet = false;          ///< --quiet: no standard output
  bool reports_all = false;       ///< --verbose
  int logging_level = 0;
  int warning_level = 1;
  int error_level = 0;
  parameters::ParameterLevel parameter_level = parameters::ParameterLevel::normal;
  bool redirects_output = false; ///< -r: standard output of processes other than 0 is written to files
  bool redirects_errors = false;
  bool redirects_root = false; ///< -R: also output of process 0
  std::string log_folder = ".";
  std::string buffering;                    ///< no, line or full; empty: default of the system
  std::vector<std::string> thorn_libraries; ///< libraries of added thorns
  std::string parameter_file;
};

/// Parses the options of a Cactus executable; long options also with a single dash. Throws base::UserError with all
/// findings.
CommandLine parse_command_line(std::vector<std::string> const& arguments);

/// The text that --help prints.
std::string usage(std::string const& program);

/// Makes the arguments available to thorns (cctk_CommandLine.h). `argv` must outlive the run.
void set_invocation(int argc, char** argv, std::string const& parameter_file);

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

/// Loads libraries of added thorns (bind::AddedThorn), and adds their thorns to the catalogue. Returns the aliased
/// functions of the program and of the libraries. Throws base::UserError if a file is not a library with a thorn for
/// this program, or if the program has a thorn of this name.
std::vector<bind::AliasedFunction> load_thorn_libraries(std::vector<std::string> const& paths);

/// Activates the requested thorns, and the thorns that provide their required capabilities. Returns the names of the
/// added thorns. Reports to `problems`: thorns that are not compiled, two thorns with one implementation, missing
/// implementations that are inherited or befriended, and thorns of REQUIRES THORNS that are not active.
std::vector<std::string> activate_thorns(parameters::ThornCatalogue& catalogue,
                                         std::vector<parameters::RequestedThorn> const& requested,
                                         base::Diagnostics& problems);

// The default driver (default_driver.cpp): grid scalars only, the same on every process.

/// Registers the functions of the default driver. A driver thorn replaces them at STARTUP.
void install_default_driver();

/// Rotates the time levels, so that the current level becomes the first past level. Does nothing if a driver thorn made
/// the grid hierarchy: the driver rotates its time levels when PRESTEP begins.
void rotate_time_levels(cGH* cctkGH);

// The simulation (evolution.cpp), unless a driver replaces it.

/// Option -P: the run ends after PARAMCHECK, which assumes `n_processes` processes (0: as many as there are).
void set_parameter_check(bool exits_after_check, int n_processes);

/// Makes the grid hierarchy, storage and coordinates, and checks the parameters.
cGH* set_up_grid(tFleshConfig* config);
/// Returns the bins that run after set_up_grid, without repetitions. The bins of time steps are included only if the
/// run has at least one step.
std::vector<char const*> bins_after_set_up(tFleshConfig const& config);

/// Calls set_up_grid, then computes initial data or recovers data from a checkpoint.
int initialise(tFleshConfig* config);
/// Runs analysis and output of the initial data, then time steps until the end of the run.
int evolve(tFleshConfig* config);
int shut_down(tFleshConfig* config);

/// Option --compile-only: the value that CCTK_CompilesOnly returns.
void set_compile_only(bool compiles_only);
/// Runs --compile-only: sets up the grid, lets thorns compile in bin COMPILE, and ends all processes. Throws
/// base::UserError if a driver replaces the simulation.
[[noreturn]] void compile_ahead(tFleshConfig* config);

// The summary at the end of a run (summary.cpp).

/// The parts of a run: times of process 0 in seconds, and the memory in bytes.
struct RunTimes {
  double total = 0;
  std::vector<double> steps{};   ///< duration of each step, with its analysis and output
  double functions = 0;          ///< scheduled functions
  double kernels = 0;            ///< kernels, by the clock of their device; mostly a part of `functions`
  double compilation = 0;        ///< compilation of kernels, in `functions` or `output`
  double report = 0;             ///< measurements for a report at the end, a part of `functions`
  double exchange = 0;           ///< exchange of ghost zones after scheduled functions
  double waiting = 0;            ///< waiting for messages of other processes, mostly a part of `exchange`
  double output = 0;             ///< output methods
  double output_compilation = 0; ///< the part of `compilation` in `output`
  double pauses = 0;             ///< pauses that a user requested
  double memory = 0;             ///< the largest memory that a process has used
  std::vector<std::pair<std::string, std::string>> files{}; ///< descriptions and absolute paths
};

/// Returns two lines of at most 100 columns: the total time, the number of steps, the memory, and the fractions of the
/// parts; then a line for each file.
std::string summary_text(RunTimes const& times);

/// Records the memory that this process has used so far, so that the summary does not contain the memory of reports at
/// the end of the run.
void record_memory();

/// Prints the summary of the run. Collective over all processes.
void print_summary(double seconds_of_run, std::vector<double> const& seconds_of_steps);

/// Returns the time of a timer of cctk_Timers.h in seconds.
double seconds_of_timer(int timer);

/// Returns the durations of all steps in seconds. A driver that replaces the evolution provides none.
std::vector<double> const& seconds_of_steps();

// Functions that the run will call, for cctk_ScheduleVisit.h (visit_schedule.cpp).

/// Sets the run that CCTK_VisitScheduledFunctions visits; `config` must live as long as thorns call it.
void set_visited_run(tFleshConfig const& config);
/// Whether a driver replaces Initialise or Evolve.
bool driver_replaces_simulation();

} // namespace chemora::run
