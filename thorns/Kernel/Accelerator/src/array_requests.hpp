/// Resolves the lists of arrays passed to aliased functions, and makes array parts available to a reader: runs
/// deferred kernels, finishes exchanges that would still change the parts, and copies parts that are not valid on
/// the reader's side.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <memory>
#include <string>
#include <vector>

namespace accelerator {

/// Lists of arrays as aliased functions receive them. Each box has three local indices. Without regions and boxes,
/// the request applies to whole arrays.
struct ArrayArguments {
  CCTK_INT const *variables, *levels, *time_levels;
  CCTK_INT n;
  CCTK_INT const* regions = nullptr;    ///< sums of CCTK_VALID_* and next_to_boundary
  CCTK_INT const* lower = nullptr;      ///< inclusive
  CCTK_INT const* upper = nullptr;      ///< exclusive
  CCTK_INT const* is_written = nullptr; ///< for each box: 1 if it is written, 0 if it is read
};

/// Lists of variables, refinement levels and time levels in the types of the aliased functions' arguments.
struct ArrayLists {
  std::vector<CCTK_INT> variables, levels, time_levels;

  void add(ArrayId const& array);
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

/// The accesses to those arguments that are grid functions with storage.
struct ResolvedArrays {
  std::vector<Access> accesses; ///< one access per argument
  std::vector<Access> sums;     ///< one access per array, without blocks that have no points
};
/// Caches its results, because functions pass the same lists in every time step.
std::shared_ptr<ResolvedArrays const> resolve_arrays(cGH const* cctkGH, ArrayArguments const& arguments);

/// Resolves arguments whose list `is_written` is set.
std::shared_ptr<Update const> resolve_update(cGH const* cctkGH, ArrayArguments const& arguments);

/// Has CaKernel run the kernels whose launch it has deferred. `function` is the scheduled function that is about to
/// run, if any: CaKernel continues to defer kernels whose results this function does not access.
void run_deferred_kernels(cGH const* cctkGH, cFunctionData const* function = nullptr);

/// Has the driver finish the exchanges that will fill any of these parts. Must be called before the parts are accessed.
void finish_exchanges(cGH const* cctkGH, std::vector<Access> const& accesses);

/// Makes the copies that `reader` needs. Ends the run with the names of the last writers if a part is valid nowhere.
void require_valid(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader);

/// Makes the copies that the running function needs. Ends the run if a part is valid nowhere.
void require_valid(cGH const* cctkGH, ResolvedArrays const& arrays, Side side);

/// Makes the copies that `reader` needs, and skips parts that are valid neither on the host nor on the device.
void fetch(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader);

/// The side (host or device) that an aliased function's argument `on_device` denotes. Ends the run if it is the
/// device and the driver does not report the functions that it calls.
Side side_of(CCTK_INT on_device);

/// Ends the run if any of these parts, which were just written, is in flight: the exchange would overwrite it.
void require_not_in_flight(std::vector<Access> const& written);

} // namespace accelerator
