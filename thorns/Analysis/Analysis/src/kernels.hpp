/// Kernels of the programs, compiled with the compiler and the cache of the run.
#pragma once

#include "analyses.hpp"

#include "cctk.h"

namespace analysis {

/// Makes the kernels of all analyses, or states in the kernel report that they are interpreted. Collective. Throws
/// chemora::base::UserError if a kernel cannot be compiled.
void compile_kernels(cGH const* cctkGH, std::vector<Analysis>& analyses);

/// Waits for kernels of the run, whose time does not belong to an analysis.
void finish_kernels(cGH const* cctkGH);

/// Returns where kernels can use the values of grid functions; null if this is on the host.
chemora::patterns::KernelPlace* device_place(cGH const* cctkGH, Analysis& analysis);

/// Adds the work of an analysis on this process to the report of the run.
void report_work(cGH const* cctkGH, Analysis const& analysis);

} // namespace analysis
