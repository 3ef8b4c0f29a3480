// Updates that thorn CaKernel may take over: all whose places are grid functions.
#include "offer.hpp"

#include "cctk_Functions.h"

#include <algorithm>
#include <utility>

namespace mol {

Offer::Offer(std::vector<Batch> batches, std::vector<Place> const& unneeded) : batches_(std::move(batches)) {
  for (Batch const& batch : batches_) {
    is_offered_.push_back(batch.n > 0 && std::all_of(batch.updates.begin(), batch.updates.end(),
                                                     [](Update const& update) { return is_on_grid(update); }));
    if (!is_offered_.back()) continue;
    for (Update const& update : batch.updates) {
      targets_.add(update.target, update.scale);
      n_sources_.push_back(static_cast<CCTK_INT>(update.sources.size()));
      for (Scaled const& source : update.sources) sources_.add(source.place, source.factor);
    }
  }
  for (Place const& place : unneeded)
    if (is_on_grid(place)) lost_.add(place, 0);
  done_.resize(n_sources_.size());
}

void Offer::hand_over(cGH const* cctkGH, bool may_wait) {
  std::fill(done_.begin(), done_.end(), 0);
  static bool const is_provided = CCTK_IsFunctionAliased("CaKernel_Update") != 0;
  if (is_provided)
    CaKernel_Update(cctkGH, targets_.size(), targets_.variables.data(), targets_.time_levels.data(),
                    targets_.factors.data(), n_sources_.data(), sources_.variables.data(), sources_.time_levels.data(),
                    sources_.factors.data(), lost_.variables.data(), lost_.time_levels.data(), lost_.size(), may_wait,
                    done_.data());
}

void Offer::carry_out(cGH const* cctkGH, bool may_wait) {
  hand_over(cctkGH, may_wait);
  auto done = done_.begin();
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    std::vector<Update> left;
    for (Update const& update : batches_[b].updates)
      if (!is_offered_[b] || *done++ == 0) left.push_back(update);
    if (!left.empty()) update(cctkGH, left, batches_[b].n);
  }
}

} // namespace mol
