/// Makes array parts available to a reader: runs deferred kernels, finishes exchanges that would still change the
/// parts, and copies what is missing.
#pragma once

#include "array_arguments.hpp"
#include "cctk.h"
#include "validity/validity.hpp"

#include <string>
#include <vector>

namespace accelerator {

/// Has CaKernel run the kernels whose launch it has deferred. `function` is the scheduled function that is about to
/// run, if any: CaKernel continues to defer kernels whose results this function does not access.
void run_deferred_kernels(cGH const* cctkGH, cFunctionData const* function = nullptr);

/// Has the driver finish the exchanges that will fill any of these parts. Must be called before the parts are accessed.
void finish_exchanges(cGH const* cctkGH, std::vector<Access> const& accesses);

/// Makes the copies that `reader` needs. Ends the run with the names of the last writers if a part is valid nowhere.
void require_valid(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader);

/// The same on behalf of the running function.
void require_valid(cGH const* cctkGH, ResolvedArrays const& arrays, Side side);

/// The same, but skips parts that are valid nowhere.
void fetch(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader);

/// The side on which data will be used. Ends the run if this is a device and the driver does not report the functions
/// that it calls.
Side side_of(CCTK_INT on_device);

/// Ends the run if any of these parts, which were just written, is in flight: the exchange would overwrite it.
void require_not_in_flight(std::vector<Access> const& written);

} // namespace accelerator
