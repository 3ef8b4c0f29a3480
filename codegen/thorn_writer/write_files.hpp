// The files of a generated thorn, and the parts of its source. All texts are deterministic and end with a newline.
#pragma once

#include "codegen/tensor/tensor_system.hpp"
#include "codegen/thorn_writer/thorn.hpp"

#include <string>
#include <vector>

namespace chemora::thorn_writer {

/// Implementation, inherited implementations, aliased functions, groups.
std::string write_interface(Thorn const& thorn);

/// The parameters, including `boundary` if a variable evolves.
std::string write_parameters(Thorn const& thorn);

/// Storage, registration of kernels and evolved variables, calculations, boundary conditions.
std::string write_schedule(Thorn const& thorn);

std::string write_configuration(Thorn const& thorn);

/// C++ that includes only cctk.h: the graphs as text, one function for each scheduled item, and the registration of
/// kernels. `n_built_in_sources` further sources contain built-in kernels.
std::string write_source(Thorn const& thorn, int n_built_in_sources);

/// Functions that select boundary conditions and register variables, for the unnamed namespace of the source. At each
/// face, a condition sets the points that kernels do not compute.
std::string boundary_functions(Thorn const& thorn);

/// The scheduled functions that call boundary_functions().
std::string scheduled_boundaries(Thorn const& thorn);

/// A condition of parameters for schedule.ccl: `initial == "gaussian" and not quiet` becomes
/// `CCTK_Equals(initial, "gaussian") && !quiet`.
std::string schedule_condition(tensor::Expression const& condition, std::vector<tensor::Parameter> const& parameters);

/// A value of parameters for a C++ function that declares the parameters: `conformal_factor == "W" ? 1 : sqrt(2)`
/// becomes
/// `(CCTK_EQUALS(conformal_factor, "W") ? 1.0 : std::sqrt(2.0))`.
std::string c_value(tensor::Expression const& expression, std::vector<tensor::Parameter> const& parameters);

} // namespace chemora::thorn_writer
