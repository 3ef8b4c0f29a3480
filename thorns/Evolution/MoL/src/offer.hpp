// Updates that thorn CaKernel may take over: made once, carried out in every step.
#pragma once

#include "accesses.hpp"
#include "fields.hpp"

#include <vector>

namespace mol {

// The updates of one variable; its points.
struct Batch {
  std::vector<Update> updates;
  std::ptrdiff_t n;
};

class Offer {
public:
  // The values of `unneeded` places may be lost.
  Offer(std::vector<Batch> batches, std::vector<Place> const& unneeded);

  std::vector<Batch> const& batches() const { return batches_; }

  // The same as calling update() for one batch after another. Right-hand sides that CaKernel computes may become one
  // with the updates that it takes over. With `may_wait`, these may be carried out later, but before anybody sees it.
  void carry_out(cGH const* cctkGH, bool may_wait);

  // Only what CaKernel takes over.
  void hand_over(cGH const* cctkGH, bool may_wait);

private:
  std::vector<Batch> batches_;
  std::vector<bool> is_offered_; // by batch
  Accesses targets_, sources_, lost_;
  std::vector<CCTK_INT> n_sources_, done_; // by update that is offered
};

} // namespace mol
