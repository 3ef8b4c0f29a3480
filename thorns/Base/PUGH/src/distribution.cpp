// How the groups of one shape are spread over the processes.
#include "distribution.hpp"

namespace pugh {

Distribution::Distribution(Decomposition const& decomposition, int rank)
    : shape_(decomposition.shape()), box_(decomposition.local_box(rank)), topology_(decomposition.topology()),
      decomposition_(decomposition), exchange_(make_exchange(decomposition, rank)) {
  set_numbers();
}

Distribution::Distribution(Shape const& replicated) : shape_(replicated), box_(replicated_box(replicated)) {
  set_numbers();
}

void Distribution::set_numbers() {
  for (int d = 0; d < shape_.dimension; ++d) upper_[d] = box_.upper(d);
}

LocalBox Distribution::box_of(int rank) const { return decomposition_ ? decomposition_->local_box(rank) : box_; }

int Distribution::neighbour(int rank, int direction, int side) const {
  return decomposition_ ? decomposition_->neighbour(rank, direction, side) : -1;
}

void Distribution::describe(cGroupDynamicData& data) const {
  data.dim = shape_.dimension;
  data.gsh = shape_.extent.data();
  data.lsh = box_.shape.data();
  data.ash = box_.shape.data();
  data.lbnd = box_.lower.data();
  data.ubnd = upper_.data();
  data.tile_min = zeros_.data();
  data.tile_max = box_.shape.data();
  data.alignment = 1;
  data.alignment_offset = 0;
  data.bbox = box_.is_outer.data();
  data.nghostzones = shape_.ghosts.data();
}

} // namespace pugh
