/// Lists of arrays as the aliased functions receive them, resolved to array parts. Results are cached, because
/// functions pass the same lists in every time step.
#pragma once

#include "cctk.h"
#include "validity/update.hpp"
#include "validity/validity.hpp"

#include <memory>
#include <vector>

namespace accelerator {

/// The arguments. Boxes have three local indices each. Without regions and boxes, whole arrays are meant.
struct ArrayArguments {
  CCTK_INT const *variables, *levels, *time_levels;
  CCTK_INT n;
  CCTK_INT const* regions = nullptr;    ///< sums of CCTK_VALID_* and next_to_boundary
  CCTK_INT const* lower = nullptr;      ///< inclusive
  CCTK_INT const* upper = nullptr;      ///< exclusive
  CCTK_INT const* is_written = nullptr; ///< for each box: written or read
};

/// The arguments that are grid functions with storage.
struct ResolvedArrays {
  std::vector<Access> accesses; ///< one per argument
  std::vector<Access> sums;     ///< each array once, without blocks that have no points
};
std::shared_ptr<ResolvedArrays const> resolve_arrays(cGH const* cctkGH, ArrayArguments const& arguments);

/// For arguments with is_written.
std::shared_ptr<Update const> resolve_update(cGH const* cctkGH, ArrayArguments const& arguments);

} // namespace accelerator
