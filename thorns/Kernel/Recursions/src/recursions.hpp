/// Gives thorns the solvers of recursions on the device of this process, with the compiler and the cache of the run. A
/// thorn that includes this header requires Recursions, CaKernel, Devices and Kernels in configuration.ccl.
#pragma once

#include "cctk.h"
#include "kernels/device/device.hpp"
#include "kernels/recursions/solver.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ca_recursions {

/// The device of this process. The first call is collective. Throws chemora::base::UserError if there is none.
chemora::device::Device& device(cGH const* cctkGH);

/// Returns a function that compiles kernels, or reads them from the cache, on this process alone. The report of the run
/// contains their times under the names `owner.NAME`. The first call is collective.
chemora::recursions::Compile compiler(cGH const* cctkGH, std::string const& owner);

/// The settings from the parameters of Recursions, with the number of threads of this process.
chemora::recursions::Settings settings();

/// Checks that the plan of the parameter file names no other functions. Throws chemora::base::UserError.
void check_plan(std::vector<std::string> const& functions);

/// Returns a solver. `shared` contains the arguments that all problems have in common. `owner` names the program for
/// the report, such as `Sequences::search`. The first call is collective. Throws chemora::base::UserError.
std::unique_ptr<chemora::recursions::Solver> make_solver(cGH const* cctkGH, chemora::recursion::System system,
                                                         chemora::recursion::Inputs shared, std::string const& owner);

/// Replaces the lines of `owner` in the report of the run by the work of its solvers on all processes. Collective.
void report(cGH const* cctkGH, std::string const& owner, chemora::recursions::Statistics const& statistics);

} // namespace ca_recursions
