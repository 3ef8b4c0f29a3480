// The texts the binder writes for Fortran; headers of the C headers' names, found first by Fortran sources.
#pragma once

#include "framework/bind/generated_texts.hpp"

namespace chemora::bind {

/// cctk_Parameters.h: DECLARE_CCTK_PARAMETERS declares every parameter the thorn sees, in a common block.
std::string fortran_parameters_header(Thorn const& thorn);

/// cctk_Arguments.h: CCTK_ARGUMENTS, DECLARE_CCTK_ARGUMENTS, DECLARE_CCTK_ARGUMENTS_<function>, CCTK_PASS_FTOF.
std::string fortran_arguments_header(ThornSet const& set, Thorn const& thorn);

/// cctk_Functions.h: DECLARE_CCTK_FUNCTIONS declares the aliased functions the thorn uses.
std::string fortran_functions_header(ThornSet const& set, Thorn const& thorn);

/// The generated includes with Fortran around the parts of thorns that may be inactive.
std::vector<GeneratedInclude> fortran_used_includes(ThornSet const& set, Thorn const& thorn);

// Parts of <Thorn>_binding.cpp.

/// The common block of the parameters and `copy_parameters()`, which fills it.
std::string fortran_parameter_block(Thorn const& thorn);

/// For each scheduled Fortran function a C function of a `cGH*`: `call_waveevolve_`.
std::string fortran_scheduled_functions(ThornSet const& set, Thorn const& thorn);

/// What the table of scheduled functions points to.
std::string scheduled_function_entry(ccl::ScheduleItem const& item);

/// For each aliased function the thorn provides in Fortran a C function: `provide_<function>`.
std::string fortran_provided_functions(ThornSet const& set, Thorn const& thorn);

/// Part of aliased_functions.cpp: the function as Fortran calls it.
std::string aliased_function_for_fortran(ccl::FunctionPrototype const& prototype, std::string const& name);

} // namespace chemora::bind
