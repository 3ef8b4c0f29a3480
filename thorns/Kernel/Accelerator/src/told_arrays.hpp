// Arrays and parts of them as aliased functions are told of them: worked out once for each list, as functions tell the
// same in every step.
#pragma once

#include "cctk.h"
#include "validity/update.hpp"
#include "validity/validity.hpp"

#include <memory>
#include <vector>

namespace accelerator {

/// Three local indices for each box.
struct ToldArrays {
  CCTK_INT const *variables, *levels, *time_levels;
  CCTK_INT n;
  CCTK_INT const* regions = nullptr; ///< CCTK_VALID_* and next_to_boundary; if there are neither these nor
  CCTK_INT const* lower = nullptr;   ///< boxes: everywhere
  CCTK_INT const* upper = nullptr;
  CCTK_INT const* is_written = nullptr; ///< box by box, of functions that overwrite some and read others
};

/// Those that are grid functions with storage.
struct Arrays {
  std::vector<Access> accesses; ///< one by one
  std::vector<Access> sums;     ///< each array once, without blocks that have no points
};
std::shared_ptr<Arrays const> arrays_of(cGH const* cctkGH, ToldArrays const& told);

/// Of lists with is_written.
std::shared_ptr<Update const> update_of(cGH const* cctkGH, ToldArrays const& told);

} // namespace accelerator
