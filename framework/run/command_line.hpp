/// The command line and its parser.
#pragma once

#include "framework/parameters/par_evaluation.hpp"

#include <string>
#include <vector>

namespace chemora::run {

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
  bool is_verbose = false;        ///< describe_parameters: print ranges, too
  bool is_dot = false;            ///< print_schedule: in the format of Graphviz
  bool exits_after_check = false; ///< -P: end after PARAMCHECK
  int n_checked_processes = 0;    ///< -P N
  bool compiles_only = false;     ///< --compile-only: end after BASEGRID and COMPILE
  int logging_level = 0;
  int warning_level = 1;
  int error_level = 0;
  parameters::ParameterLevel parameter_level = parameters::ParameterLevel::normal;
  bool redirects_output = false; ///< -r: standard output of processes other than 0 is written to files
  bool redirects_errors = false;
  bool redirects_root = false; ///< -R: also output of process 0
  std::string log_folder = ".";
  std::string buffering; ///< no, line or full; empty: default of the system
  std::string parameter_file;
};

/// Parses the options of a Cactus executable; long options also with a single dash. Throws base::UserError with all
/// findings.
CommandLine parse_command_line(std::vector<std::string> const& arguments);

/// The text that --help prints.
std::string usage(std::string const& program);

} // namespace chemora::run
