#include "update_batches.hpp"

#include "cctk_Functions.h"

#include <algorithm>
#include <utility>

namespace mol {

UpdateBatches::UpdateBatches(std::vector<Batch> batches, std::vector<ArrayRef> const& unneeded)
    : batches_(std::move(batches)) {
  for (Batch const& batch : batches_) {
    is_submitted_.push_back(batch.n > 0 && std::all_of(batch.updates.begin(), batch.updates.end(),
                                                       [](Update const& update) { return is_on_grid(update); }));
    if (!is_submitted_.back()) continue;
    for (Update const& update : batch.updates) {
      targets_.add(update.target, update.scale);
      n_sources_.push_back(static_cast<CCTK_INT>(update.sources.size()));
      for (ScaledArray const& source : update.sources) sources_.add(source.array, source.factor);
    }
  }
  for (ArrayRef const& array : unneeded)
    if (is_on_grid(array)) unneeded_.add(array, 0);
  is_done_.resize(n_sources_.size());
}

void UpdateBatches::submit_to_kernels(cGH const* cctkGH, bool may_wait) {
  std::fill(is_done_.begin(), is_done_.end(), 0);
  static bool const is_provided = CCTK_IsFunctionAliased("CaKernel_Update") != 0;
  if (is_provided)
    CaKernel_Update(cctkGH, targets_.size(), targets_.variables.data(), targets_.time_levels.data(),
                    targets_.factors.data(), n_sources_.data(), sources_.variables.data(), sources_.time_levels.data(),
                    sources_.factors.data(), unneeded_.variables.data(), unneeded_.time_levels.data(), unneeded_.size(),
                    may_wait, is_done_.data());
}

void UpdateBatches::apply(cGH const* cctkGH, bool may_wait) {
  submit_to_kernels(cctkGH, may_wait);
  auto is_done = is_done_.begin();
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    std::vector<Update> remaining;
    for (Update const& update : batches_[b].updates)
      if (!is_submitted_[b] || *is_done++ == 0) remaining.push_back(update);
    if (!remaining.empty()) update(cctkGH, remaining, batches_[b].n);
  }
}

} // namespace mol
