/// Functions of the services that the program itself calls; thorns call the C interface in framework/include.
#pragma once

#include "framework/bind/thorn_binding.hpp"
#include "framework/parameters/thorn_catalogue.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace chemora::services {

/// Which messages are printed, and what they contain. Start-up sets these from the command line, parameters and MPI.
struct MessageSettings {
  int process = 0;
  int warning_level = 1; ///< warnings up to this level are printed
  int error_level = 0;   ///< warnings up to this level end the run
  int logging_level = 0; ///< if negative, no information is printed
  bool is_full = false;  ///< warnings contain host, bin, routine, file and line
  bool is_bold = false;  ///< warnings are bold
  bool has_numeric_time = false;
  bool has_readable_time = false;
  /// "bin CCTK_EVOL, routine MoL::MoL_Add" while a scheduled function runs, otherwise empty.
  std::function<std::string()> context = [] { return std::string(); };
};

MessageSettings& message_settings();

/// What thorns have reported for the summary at the end of the run (cctk_RunSummary.h).
struct RunSummary {
  std::map<std::string, double, std::less<>> seconds;     ///< by part of the run
  std::vector<std::pair<std::string, std::string>> files; ///< descriptions and paths
  bool is_verbose = false;                                ///< option --verbose
};

RunSummary& run_summary();

/// Removes those folders that CCTK_CreateDirectory has created in this process and that are empty.
void remove_created_folders();

/// The complete messages that CCTK_ParamWarn has reported on this process so far. Process 0 has printed its own.
std::vector<std::string> const& parameter_errors();

/// Prints the banners of thorns in the order of registration, separated by lines.
void print_banners();

/// Copies as much as fits to the buffer of a C caller; returns the length of the whole text.
int copy_text(std::string const& text, int length, char* buffer);

constexpr int user_error = 1;     ///< exit code: a mistake in the input
constexpr int internal_error = 2; ///< exit code: a bug in Chemora

/// Prints `message` once and ends every process with this exit code.
[[noreturn]] void end_run(int exit_code, std::string const& message);

/// Sets the function that end_run() calls to end all processes; it must not return. Without it, end_run() ends only
/// this process.
void set_end_of_run(void (*handler)(int exit_code, std::string const& message));

/// Points every slot to the function of the active thorn that provides it; nullptr if none does. Throws base::UserError
/// if two active thorns provide a function, or if a function that an active thorn requires has no provider.
void resolve_aliased_functions(parameters::ThornCatalogue const& catalogue,
                               std::span<bind::AliasedFunction const> functions);

} // namespace chemora::services
