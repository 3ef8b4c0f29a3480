/// Lists of updates that are made once and computed in every step, by CaKernel or by MoL.
#pragma once

#include "arrays.hpp"

#include <vector>

namespace mol {

/// The updates of one variable.
struct Batch {
  std::vector<Update> updates;
  std::ptrdiff_t n; ///< points
};

class UpdateBatches {
public:
  /// The values of arrays in `unneeded` may be lost after the updates.
  UpdateBatches(std::vector<Batch> batches, std::vector<ArrayRef> const& unneeded);

  std::vector<Batch> const& batches() const { return batches_; }

  /// Computes the updates. The values are those of calling update() for each batch. CaKernel may fuse its updates with
  /// the kernels of right-hand sides. With `may_wait`, CaKernel may compute them later, but before the results are
  /// read.
  void apply(cGH const* cctkGH, bool may_wait);

  /// Passes the updates of grid functions to CaKernel and leaves the others. Used by --compile-only.
  void submit_to_kernels(cGH const* cctkGH, bool may_wait);

private:
  std::vector<Batch> batches_;
  std::vector<bool> is_submitted_; ///< by batch: all arrays are grid functions
  ScaledTimeLevels targets_, sources_, unneeded_;
  std::vector<CCTK_INT> n_sources_, is_done_; ///< by update that is submitted
};

} // namespace mol
