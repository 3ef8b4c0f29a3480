/// The arrays that aliased functions receive, and how their parts become available to a reader: deferred kernels run,
/// exchanges that would still change the parts finish, and what is missing is copied.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <memory>
#include <string>
#include <vector>

namespace accelerator {

/// Lists of arrays as aliased functions receive them. Boxes have three local indices each. Without regions and boxes,
/// the request applies to whole arrays.
struct ArrayArguments {
  CCTK_INT const *variables, *levels, *time_levels;
  CCTK_INT n;
  CCTK_INT const* regions = nullptr;    ///< sums of CCTK_VALID_* and next_to_boundary
  CCTK_INT const* lower = nullptr;      ///< inclusive
  CCTK_INT const* upper = nullptr;      ///< exclusive
  CCTK_INT const* is_written = nullptr; ///< for each box: written or read
};

/// Lists of variables, refinement levels and time levels, as the aliased functions take them.
struct ArrayLists {
  std::vector<CCTK_INT> variables, levels, time_levels;

  void add(ArrayId const& array);
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

/// The arguments that are grid functions with storage.
struct ResolvedArrays {
  std::vector<Access> accesses; ///< one per argument
  std::vector<Access> sums;     ///< each array once, without blocks that have no points
};
/// Results are cached, because functions pass the same lists in every time step.
std::shared_ptr<ResolvedArrays const> resolve_arrays(cGH const* cctkGH, ArrayArguments const& arguments);

/// For arguments with is_written.
std::shared_ptr<Update const> resolve_update(cGH const* cctkGH, ArrayArguments const& arguments);

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
