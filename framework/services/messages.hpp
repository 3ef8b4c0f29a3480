// Which messages are shown, and what is said about where they come from.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace chemora::services {

/// Set by start-up from the command line, the parameters and MPI.
struct MessageSettings {
  int process = 0;
  int warning_level = 1; ///< warnings up to this level are shown
  int error_level = 0;   ///< warnings up to this level end the run
  int logging_level = 0; ///< below 0 no information is shown
  bool is_full = false;  ///< warnings say host, bin, routine, file and line
  bool is_bold = false;  ///< warnings are bold
  bool has_numeric_time = false;
  bool has_readable_time = false;
  /// "bin CCTK_EVOL, routine MoL::MoL_Add" while a scheduled function runs, else empty.
  std::function<std::string()> context = [] { return std::string(); };
};

MessageSettings& message_settings();

/// Whole sentences of what CCTK_ParamWarn has reported on this process so far; process 0 has shown its own.
std::vector<std::string> const& parameter_errors();

} // namespace chemora::services
