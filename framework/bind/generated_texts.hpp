/// The files that chemora-bind writes. Each function returns the contents of one file or a part of it.
#pragma once

#include "framework/bind/thorn_set.hpp"

#include <string>
#include <vector>

namespace chemora::bind {

/// definethisthorn.h: CCTK_THORN, CCTK_THORNSTRING, CCTK_ARRANGEMENTSTRING, THORN_IS_<thorn>.
std::string thorn_name_header(Thorn const& thorn);

/// cctk_DefineThorn.h: <ARRANGEMENT>_<THORN> for every compiled thorn and the thorn that it replaces, in capitals.
std::string thorn_list_header(ThornSet const& set);

/// cctk_Capabilities.h: HAVE_CAPABILITY_<name> for the capabilities that the thorn requires and this configuration has.
std::string capabilities_header(ThornSet const& set, Thorn const& thorn);

/// cctk_Parameters.h: DECLARE_CCTK_PARAMETERS defines `CCTK_REAL const A = ...;` for every parameter that the thorn
/// sees.
std::string parameters_header(Thorn const& thorn);

/// cctk_Arguments.h: CCTK_ARGUMENTS; DECLARE_CCTK_ARGUMENTS defines `cctk_lsh`, `u`, `u_p`, ... for the grid and every
/// variable that the thorn sees, DECLARE_CCTK_ARGUMENTS_<function> only those that the function reads (const) or
/// writes.
std::string arguments_header(ThornSet const& set, Thorn const& thorn);

/// cctk_Functions.h: prototypes of the aliased functions that the thorn uses or provides.
std::string functions_header(ThornSet const& set, Thorn const& thorn);

/// A header that thorns contribute to with INCLUDE HEADER and INCLUDE SOURCE.
struct GeneratedInclude {
  std::string name;
  std::string contents;
};
std::vector<GeneratedInclude> used_includes(ThornSet const& set, Thorn const& thorn);

/// <Thorn>_binding.cpp: the table of one thorn, see thorn_binding.hpp.
std::string thorn_binding_source(ThornSet const& set, Thorn const& thorn);

/// registry.cpp: thorn_bindings().
std::string registry_source(ThornSet const& set);

/// aliased_functions.cpp: every aliased function as a C function that calls through its slot.
std::string aliased_functions_source(ThornSet const& set);

// Headers for Fortran, with the names of the headers for C. Fortran sources find them first.

/// cctk_Parameters.h: DECLARE_CCTK_PARAMETERS declares every parameter that the thorn sees, in a common block.
std::string fortran_parameters_header(Thorn const& thorn);

/// cctk_Arguments.h: CCTK_ARGUMENTS, DECLARE_CCTK_ARGUMENTS, DECLARE_CCTK_ARGUMENTS_<function>, CCTK_PASS_FTOF.
std::string fortran_arguments_header(ThornSet const& set, Thorn const& thorn);

/// cctk_Functions.h: DECLARE_CCTK_FUNCTIONS declares the aliased functions that the thorn uses.
std::string fortran_functions_header(ThornSet const& set, Thorn const& thorn);

/// The generated includes for Fortran: each contribution has an effect only if its thorn is active.
std::vector<GeneratedInclude> fortran_used_includes(ThornSet const& set, Thorn const& thorn);

// Parts of <Thorn>_binding.cpp.

/// The common block of the parameters and `copy_parameters()`, which fills it.
std::string fortran_parameter_block(Thorn const& thorn);

/// A C function with a `cGH*` for each scheduled Fortran function: `call_waveevolve_`.
std::string fortran_scheduled_functions(ThornSet const& set, Thorn const& thorn);

/// The function in the table of scheduled functions.
std::string scheduled_function_entry(ccl::ScheduleItem const& item);

/// A C function for each aliased function that the thorn provides in Fortran: `provide_<function>`.
std::string fortran_provided_functions(ThornSet const& set, Thorn const& thorn);

/// Part of aliased_functions.cpp: the function that Fortran calls.
std::string aliased_function_for_fortran(ccl::FunctionPrototype const& prototype, std::string const& name);

/// Writes <folder>/<Thorn>/include/*.h, <folder>/<Thorn>/<Thorn>_binding.cpp, <folder>/registry.cpp and
/// <folder>/aliased_functions.cpp. A file whose contents do not change keeps its time, so that nothing is
/// compiled again. Throws UserError if a file cannot be written.
void write_configuration(ThornSet const& set, std::string const& folder);

/// Writes the file if its contents change; returns whether it was written.
bool write_if_changed(std::string const& path, std::string const& contents);

} // namespace chemora::bind
