#include "distribution.hpp"

namespace pugh {
namespace {

constexpr int points_per_line = 64 / sizeof(CCTK_REAL); // points in a cache line of 64 bytes

int round_up_to_lines(int points) { return (points + points_per_line - 1) / points_per_line * points_per_line; }

} // namespace

Distribution::Distribution(Decomposition const& decomposition, int rank, bool is_padded)
    : shape_(decomposition.shape()), box_(decomposition.local_box(rank)), topology_(decomposition.topology()),
      decomposition_(decomposition), exchange_(make_exchange(decomposition, rank)),
      periodic_row_copies_(pugh::periodic_row_copies(exchange_, rank)),
      periodic_sweeps_(pugh::periodic_sweeps(exchange_, rank)) {
  set_extents();
  if (!is_padded) return;
  alignment_ = points_per_line;
  allocated_ = allocated_extent(box_.shape, is_padded);
  points_before_ = round_up_to_lines(shape_.ghosts[0]) - shape_.ghosts[0];
}

Distribution::Distribution(Shape const& replicated) : shape_(replicated), box_(replicated_box(replicated)) {
  set_extents();
}

Index Distribution::allocated_extent(Index const& local, bool is_padded) {
  Index extent = local;
  if (is_padded) extent[0] = round_up_to_lines(extent[0]);
  return extent;
}

void Distribution::set_extents() {
  allocated_ = box_.shape;
  for (int d = 0; d < shape_.dimension; ++d) upper_[d] = box_.upper(d);
}

std::size_t Distribution::n_allocated() const {
  std::size_t n = 1;
  for (int extent : allocated_) n *= static_cast<std::size_t>(extent);
  return n;
}

LocalBox Distribution::box_of(int rank) const { return decomposition_ ? decomposition_->local_box(rank) : box_; }

int Distribution::neighbour(int rank, int direction, int side) const {
  return decomposition_ ? decomposition_->neighbour(rank, direction, side) : -1;
}

void Distribution::describe(cGroupDynamicData& data) const {
  data.dim = shape_.dimension;
  data.gsh = shape_.extent.data();
  data.lsh = box_.shape.data();
  data.ash = allocated_.data();
  data.lbnd = box_.lower.data();
  data.ubnd = upper_.data();
  data.tile_min = zeros_.data();
  data.tile_max = box_.shape.data();
  data.alignment = alignment_;
  data.alignment_offset = points_before_;
  data.bbox = box_.is_outer.data();
  data.nghostzones = shape_.ghosts.data();
}

} // namespace pugh
